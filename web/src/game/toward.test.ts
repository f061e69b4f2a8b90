import { expect, test } from 'vitest';

import { toward } from './toward';

const units = [
  { id: 0, centre: [10, 10] as [number, number] },
  { id: 1, centre: [20, 11] as [number, number] },
  { id: 2, centre: [14, 22] as [number, number] },
  { id: 3, centre: [10, 40] as [number, number] },
];

test('the nearest unit in a direction, sideways counting double', () => {
  expect(toward(units, [10, 10], 'east', 0)).toBe(1);
  expect(toward(units, [10, 10], 'north', 0)).toBe(2);
  expect(toward(units, [10, 10], 'west', 0)).toBe(null);
  expect(toward(units, [10, 40], 'south', 3)).toBe(2);
});
