import { expect, test } from 'vitest';

import { margin } from './told';

test('a chance is off by no more than it can be', () => {
  expect(margin(50, 98)).toBe(50);
  expect(margin(80, 98)).toBe(80);
  expect(margin(10, 98)).toBe(90);
  expect(margin(50, 7)).toBe(7);
});
