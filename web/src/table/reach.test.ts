import { expect, test } from 'vitest';
import type { Xy } from '../contract/contract';
import { edge, ends } from './reach';

/** A circle of six around a unit, cut off four to the east of it. */
const outline = Array.from({ length: 48 }, (_, i): Xy => {
  const turn = (i * Math.PI) / 24;
  return [10 + Math.min(4, 6 * Math.sin(turn)), 10 + 6 * Math.cos(turn)];
});

test('a reach is told ahead, back and to the sides, as far as it gets there', () => {
  const told = (facing: number) =>
    ends({ centre: [10, 10], facing }, [outline]).map(({ far }) => Math.round(far * 10) / 10);
  expect(told(0)).toEqual([6, 4, 6, 6]);
  expect(told(90)).toEqual([4, 6, 6, 6]);
  expect(told(350)).toEqual([6, 4.1, 6, 6]);
});

test('what cannot be reached has no number', () => {
  const ahead = outline.filter(([, y]) => y > 12);
  expect(ends({ centre: [10, 10], facing: 0 }, [ahead])).toHaveLength(1);
  expect(ends({ centre: [10, 10], facing: 0 }, [])).toEqual([]);
  expect(ends(null, [outline])).toEqual([]);
});

test('the far edge of an area runs from either of its ends to the other', () => {
  const area = { kind: 'range' as const, label: 'Move', far: 6 };
  const fan: Xy[] = [
    [8, 10],
    [8, 16],
    [12, 16],
    [12, 10],
  ];
  expect(edge({ ...area, outline: fan }, false)).toEqual([
    [8, 16],
    [12, 16],
  ]);
  expect(edge({ ...area, outline: fan }, true)[0]).toEqual([12, 16]);
});
