import { expect, test } from 'vitest';
import type { LogEntry } from '../contract/contract';
import { list, told } from './prose';

const entry = (number: number, order: string, rest: Partial<LogEntry> = {}): LogEntry => ({
  number,
  order,
  side: 'a',
  rolls: [],
  lines: [],
  turn: 1,
  phase: 'Move',
  clauses: [],
  stated: null,
  struck: [],
  ruling: null,
  ...rest,
});
const line = (text: string) => ({ text, clause: 'X', unit: null });

test('moves are told together, what was thrown and done one by one', () => {
  const turns = told([
    entry(0, 'The battle begins', { lines: [line('Turn 1; phase: Move')] }),
    entry(1, 'Blue Guards move: advance 6 inches'),
    entry(2, 'Blue Line moves: advance 3 inches'),
    entry(3, 'Blue Line turns to face 10°'),
    entry(4, 'End movement', { lines: [line('Now: Shoot')] }),
    entry(5, 'Blue Battery shoots at Red Hussars', {
      rolls: [
        {
          by: 'a',
          faces: [5],
          sides: 6,
          clause: 'X',
          title: 'The poor column',
          says: '5: 1 hit',
          drawn: false,
          thrown: 'hand',
        },
      ],
      lines: [line('Red Hussars: 1 hit')],
    }),
    entry(6, 'Red Line moves: advance 3 inches', { side: 'b', turn: 2 }),
  ]);
  expect(turns.map(({ turn, last }) => [turn, last])).toEqual([
    [1, 5],
    [2, 6],
  ]);
  expect(turns[0]?.parts).toEqual([
    {
      side: 'a',
      text: 'Blue Guards and Blue Line move. Blue Battery shoots at Red Hussars. The poor column: 1 hit (5). Red Hussars: 1 hit.',
    },
  ]);
  expect(turns[1]?.parts[0]?.text).toBe('Red Line moves.');
});

test('who arrives is told together, cards are not told', () => {
  const draw = {
    by: 'a',
    faces: [2],
    sides: 4,
    clause: 'X',
    title: 'Shuffle',
    says: 'card 2 of 4',
  };
  const [turn] = told([
    entry(1, 'End activation', {
      rolls: [{ ...draw, by: 'a', drawn: true, thrown: 'engine' }],
      lines: [
        line('First brigade stands at 10, 5, facing 0°'),
        line('First brigade arrives'),
        line('General Mercer arrives'),
      ],
    }),
  ]);
  expect(turn?.parts[0]?.text).toBe('First brigade and General Mercer arrive.');
});

test('names are listed', () => {
  expect(list(['A'])).toBe('A');
  expect(list(['A', 'B', 'C'])).toBe('A, B and C');
});
