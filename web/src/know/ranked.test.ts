import { describe, expect, test } from 'vitest';
import type { Threat } from '../contract/contract';
import { marked, ranked } from './ranked';

const threat = (unit: number, verb: string): Threat => ({
  unit,
  target: 0,
  verb,
  says: '',
  clause: '',
  turn: 1,
  phase: '',
  from: null,
  tape: { from: [unit, 0], to: [0, 0], length: unit },
});
const by = (harms: Record<string, number>) => (one: Threat) =>
  harms[`${one.unit} ${one.verb}`] ?? null;
const other = (one: Threat) => one.unit;

describe('threats', () => {
  const all = [threat(1, 'shoot'), threat(2, 'charge'), threat(2, 'shoot'), threat(3, 'charge')];

  test('the strongest enemy stands first, with all that he can do', () => {
    const order = ranked(
      all,
      other,
      by({ '1 shoot': 5, '2 charge': 2, '2 shoot': 40, '3 charge': 20 }),
    );
    expect(order.map((one) => `${one.unit} ${one.verb}`)).toEqual([
      '2 shoot',
      '2 charge',
      '3 charge',
      '1 shoot',
    ]);
  });

  test('what is not weighed yet keeps its place behind', () => {
    const order = ranked(all, other, by({ '3 charge': 1 }));
    expect(order.map((one) => one.unit)).toEqual([3, 1, 2, 2]);
  });

  test('each enemy is drawn once, in a colour of his own', () => {
    const drawn = marked(all, other, { 2: [[[0, 0]]] });
    expect(drawn.map(({ unit, rank }) => [unit, rank])).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ]);
    expect(new Set(drawn.map(({ colour }) => colour)).size).toBe(3);
    expect(drawn[1]?.lines).toHaveLength(2);
    expect(drawn[1]?.ground).toHaveLength(1);
  });
});
