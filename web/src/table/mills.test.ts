import { expect, test } from 'vitest';
import type { TerrainView, Xy, ZoneView } from '../contract/contract';
import { mills } from './mills';

const square = (x: number, y: number, w: number): Xy[] => [
  [x, y],
  [x + w, y],
  [x + w, y + w],
  [x, y + w],
];
const zone = (name: string, more: Partial<ZoneView> = {}): ZoneView => ({
  name,
  side: null,
  area: square(10, 10, 5),
  ...more,
});
const piece = (ground: string, more: Partial<TerrainView>): TerrainView => ({
  ground,
  name: '',
  areas: [],
  line: [],
  width: 1,
  level: 1,
  ...more,
});

test('a mill stands at the objective that is called so, off the road through its middle', () => {
  const road = piece('road', {
    line: [
      [12, 0],
      [12, 30],
    ],
  });
  const [at, ...more] = mills({ terrain: [road], zones: [zone('The mill')] });
  expect(more).toEqual([]);
  if (!at) throw new Error('no mill');
  expect(at[0]).toBeGreaterThan(13);
  expect(at[0]).toBeLessThan(15);
  expect(at[1]).toBeGreaterThan(10);
  expect(at[1]).toBeLessThan(15);
});

test('it stands there in every language, and nowhere else', () => {
  expect(mills({ terrain: [], zones: [zone('Mühle', { written: 'The mill' })] }).length).toBe(1);
  const none = [zone('Mill ford'), zone('The bridge'), zone('The mill', { side: 'a' })];
  expect(mills({ terrain: [], zones: none })).toEqual([]);
  const town = piece('town', { name: 'The mill', areas: [square(9, 9, 7)] });
  expect(mills({ terrain: [town], zones: [zone('The mill')] })).toEqual([]);
});
