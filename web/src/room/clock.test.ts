import { expect, test } from 'vitest';

import type { RoomView } from '../contract/contract';
import { left, told } from './clock';

const view = (change: Partial<RoomView>) =>
  ({
    kind: { live: { minutes: 10, increment: 5 } },
    clock: {
      kind: 'none',
      left: [600_000, 60_000],
      runs: ['b', 1000],
      paused: false,
      away: [0, 0],
    },
    ...change,
  }) as RoomView;

test('only the clock that runs loses time, and none below zero', () => {
  expect(left(view({}), 0, 31_000)).toBe(600_000);
  expect(left(view({}), 1, 31_000)).toBe(30_000);
  expect(left(view({}), 1, 900_000)).toBe(0);
  expect(left(view({}), 1, 500), 'a device whose clock is behind').toBe(60_000);
  expect(left(view({ kind: 'none' }), 0, 0)).toBeNull();
});

test('the clock of who is away stands until he is back', () => {
  const away = view({});
  away.clock.away = [0, 20_000];
  expect(left(away, 1, 15_000)).toBe(60_000);
  expect(left(away, 1, 31_000)).toBe(49_000);
});

test('a time is told as people read it', () => {
  expect(told(0)).toBe('0:00');
  expect(told(65_000)).toBe('1:05');
  expect(told(64_001)).toBe('1:05');
  expect(told(3_727_000)).toBe('1:02:07');
  expect(told(2 * 86_400_000 + 4 * 3_600_000)).toBe('2 d 4 h');
});
