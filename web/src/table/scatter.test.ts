import { expect, test } from 'vitest';

import { inside } from './frame';
import { chance, houses, reeds, spread, stones, trees, waves } from './scatter';

const area: [number, number][] = [
  [0, 0],
  [90, 0],
  [80, 70],
  [0, 60],
];

test('the same ground is always drawn the same', () => {
  for (const draw of [trees, houses, reeds, stones, waves]) {
    expect(draw(area, 'Oak Wood')).toEqual(draw(area, 'Oak Wood'));
  }
  expect(trees(area, 'a')).not.toEqual(trees(area, 'b'));
});

test('what is scattered lies inside, and is never endless', () => {
  const points = spread(area, 9, 2, chance('x'));
  expect(points.length).toBeGreaterThan(10);
  for (const point of points) expect(inside(point, area)).toBe(true);
  const vast: [number, number][] = [
    [0, 0],
    [1e6, 0],
    [1e6, 1e6],
    [0, 1e6],
  ];
  expect(spread(vast, 9, 2, chance('x')).length).toBeLessThan(2000);
});
