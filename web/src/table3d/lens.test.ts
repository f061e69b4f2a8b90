import { expect, test } from 'vitest';
import type { Xy } from '../contract/contract';
import { Frame } from '../table/frame';
import type { Land } from './land/land';
import { Lens } from './lens.svelte';

const flat = { stood: () => 0 } as unknown as Land;

/** Shows a whole table, and returns where its corners lie in the window. */
function seen(table: Xy, window: Xy, buttons: Xy, turned = false) {
  const lens = new Lens(
    new Frame(table, 'inches', turned),
    () => flat,
    () => undefined,
  );
  lens.leave(...buttons);
  lens.resize(...window);
  const [w, h] = table;
  const corners: Xy[] = [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ];
  const at = corners.map((corner) => lens.seen(corner, 0));
  return { lens, xs: at.map(([x]) => x), ys: at.map(([, y]) => y) };
}

test('the whole table lies below the buttons of a phone', () => {
  for (const [table, turned] of [
    [[36, 36], false],
    [[72, 48], true],
  ] as [Xy, boolean][]) {
    const { lens, xs, ys } = seen(table, [390, 480], [52, 0], turned);
    expect(Math.min(...ys)).toBeGreaterThan(52);
    expect(Math.max(...ys)).toBeLessThan(480);
    expect(Math.max(...xs) - Math.min(...xs)).toBeGreaterThan(250);
    expect(lens.covered).toEqual([{ x: 0, y: 0, w: 390, h: 52 }]);
  }
});

test('and beside those of a laptop, on either hand', () => {
  const right = seen([72, 48], [900, 500], [0, 56]);
  expect(Math.max(...right.xs)).toBeLessThan(900 - 56);
  expect(right.lens.covered).toEqual([{ x: 844, y: 0, w: 56, h: 500 }]);
  const left = seen([72, 48], [900, 500], [0, -56]);
  expect(Math.min(...left.xs)).toBeGreaterThan(56);
  expect(left.lens.covered).toEqual([{ x: 0, y: 0, w: 56, h: 500 }]);
});
