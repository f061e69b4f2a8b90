import { expect, test } from 'vitest';

import { BESIDE, Heights, Lifted } from './eye';
import { bearing, corners, depth, Frame, inside, local, path, smooth } from './frame';

const frame = new Frame([48, 36]);
const square: [number, number][] = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

test('north is up, and the way back is the same', () => {
  expect(frame.at([0, 0])).toEqual([0, 360]);
  expect(frame.at([48, 36])).toEqual([480, 0]);
  expect(frame.lengths(frame.at([12.5, 7.25]))).toEqual([12.5, 7.25]);
});

test('corners of a unit that faces north, east and anything', () => {
  const near = (a: number[][], b: number[][]) =>
    a.forEach((p, i) => p.forEach((v, j) => expect(v).toBeCloseTo(b[i]?.[j] ?? NaN, 9)));
  near(corners([10, 10], 0, [4, 2]), [
    [8, 11],
    [12, 11],
    [12, 9],
    [8, 9],
  ]);
  near(corners([10, 10], 90, [4, 2]), [
    [11, 12],
    [11, 8],
    [9, 8],
    [9, 12],
  ]);
});

test('stands lie in their unit as they lie on the table', () => {
  // The unit faces east; a stand to its left lies to the north.
  expect(local([10, 10], 90, [10, 11])).toEqual([-10, 0]);
  expect(local([10, 10], 90, [11, 10])).toEqual([0, -10]);
  expect(local([10, 10], 180, [10, 9])).toEqual([0, -10]);
});

test('bearings go clockwise from north', () => {
  expect(bearing([0, 0], [0, 1])).toBe(0);
  expect(bearing([0, 0], [1, 0])).toBe(90);
  expect(bearing([0, 0], [-1, 0])).toBe(270);
});

test('inside and how deep', () => {
  expect(inside([5, 5], square)).toBe(true);
  expect(inside([11, 5], square)).toBe(false);
  expect(depth([5, 3], square)).toBe(3);
});

test('paths', () => {
  expect(path(square, true)).toBe('M0 0L10 0L10 10L0 10Z');
  expect(path([], true)).toBe('');
  expect(smooth(square)).toMatch(/^M0 0C.*Z$/);
});

test('a table that is turned is the same table, north at the right', () => {
  const turned = new Frame([48, 36], 'inches', true);
  expect([turned.width, turned.height]).toEqual([360, 480]);
  // The south-west corner lies at the top left, the north-west at the top right.
  expect(turned.at([0, 0])).toEqual([0, 0]);
  expect(turned.at([0, 36])).toEqual([360, 0]);
  expect(turned.at([48, 0])).toEqual([0, 480]);
  for (const at of [
    [3, 4],
    [47, 1],
  ] as [number, number][])
    expect(turned.lengths(turned.at(at))).toEqual(at);
  // A unit that faces north looks to the right.
  expect(turned.angle(0)).toBe(90);
  expect(turned.angle(300)).toBe(30);
});

test('a table that is turned and seen from beside it lies as it does from above', () => {
  const turned = new Frame([48, 36], 'inches', true);
  const tilted = new Lifted(turned, new Heights([], turned, BESIDE));
  for (const at of [
    [0, 0],
    [48, 36],
    [12.5, 7],
  ] as [number, number][])
    expect(tilted.at(at)).toEqual(turned.at(at));
});
