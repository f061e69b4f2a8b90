// A silent connection is noticed, whatever the clock says.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { Line } from './line';

/** A socket that opens and never sends anything. */
class Silent extends EventTarget {
  static readonly OPEN = 1;
  static made = 0;
  readonly readyState = 1;
  constructor() {
    super();
    Silent.made += 1;
  }
  send(): void {}
  close(): void {}
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('WebSocket', Silent);
  Silent.made = 0;
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([0, -3_600_000, 3_600_000])('the clock jumps by %d ms', (jump) => {
  const states: boolean[] = [];
  const told = { hear: () => undefined, state: (on: boolean) => states.push(on), from: () => 0 };
  const line = new Line('room', { link: null, take: null, own: null }, told);
  expect(Silent.made).toBe(1);
  vi.setSystemTime(Date.now() + jump);
  vi.advanceTimersByTime(41_000);
  expect(states).toContain(false);
  expect(Silent.made).toBeGreaterThan(1);
  line.close();
});
