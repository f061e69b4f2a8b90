import { expect, test } from 'vitest';

import { beside } from './hints';

const box = { width: 200, height: 80 };

test.each([
  ['above, on the table', [400, 500], [1280, 800], { left: 330, top: 408, below: false }],
  ['below, at the top edge', [400, 20], [1280, 800], { left: 330, top: 62, below: true }],
  [
    'below, in the panel of a laptop',
    [1000, 300],
    [1280, 800],
    { left: 930, top: 342, below: true },
  ],
  ['never off the screen', [370, 300], [390, 844], { left: 182, top: 208, below: false }],
] as const)('a hint stands %s', (_, [left, top], [width, height], wanted) => {
  const at = { left, top, width: 60, height: 30 };
  const found = beside(at, box, { width, height });
  expect(found).toMatchObject(wanted);
  // The tip points at the middle of the control, or as near as the box allows.
  const middle = Math.min(left + 30 - found.left, box.width - 16);
  expect(found.tip).toBe(middle);
});

test('a hint leaves the bar of a room free', () => {
  const screen = { width: 390, height: 844 };
  const at = { left: 280, top: 630, width: 90, height: 34 };
  const bar = { left: 0, top: 560, width: 390, height: 62 };
  expect(beside(at, box, screen, bar)).toMatchObject({ below: true, top: 676 });
  // A bar far below takes no place from it.
  expect(beside(at, box, screen, { ...bar, top: 700 })).toMatchObject({ below: false });
});
