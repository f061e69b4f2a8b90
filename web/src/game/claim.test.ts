// One tab at a time has a claim, with locks and without.
import { afterEach, expect, test, vi } from 'vitest';

import { claim } from './claim';

afterEach(() => vi.unstubAllGlobals());

/** Resolves with whether something happens soon. */
const soon = (what: Promise<unknown>) =>
  Promise.race([
    what.then(() => true),
    new Promise<boolean>((late) => setTimeout(() => late(false), 2000)),
  ]);

test('without locks, tabs call each other', async () => {
  vi.stubGlobal('navigator', {});
  let tell: () => void = () => undefined;
  const lost = new Promise<void>((done) => (tell = done));
  const first = await claim('one', false, tell);
  expect(first).not.toBeNull();
  expect(await claim('one', false, () => undefined)).toBeNull();
  expect(await claim('other', false, () => undefined)).not.toBeNull();
  // The second takes it, the first hears of it, and a third finds it taken.
  const second = await claim('one', true, () => undefined);
  expect(await soon(lost)).toBe(true);
  expect(await claim('one', false, () => undefined)).toBeNull();
  second?.();
  expect(await claim('one', false, () => undefined)).not.toBeNull();
});

test('a browser without either plays', async () => {
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('BroadcastChannel', undefined);
  expect(await claim('one', false, () => undefined)).not.toBeNull();
});

test.each([
  ['a browser that forbids site data plays without locks', 'SecurityError', true],
  ['who loses a lock to another tab hears so', 'AbortError', false],
])('%s', async (_, name, plays) => {
  const request = () => Promise.reject(new DOMException('no', name));
  vi.stubGlobal('navigator', { locks: { request } });
  const lost = vi.fn();
  expect((await claim('one', false, lost)) !== null).toBe(plays);
  expect(lost).toHaveBeenCalledTimes(plays ? 0 : 1);
});

test('a browser that never says who has a lock plays without', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } });
  const asked = claim('one', false, () => undefined);
  await vi.runAllTimersAsync();
  expect(await asked).not.toBeNull();
  vi.useRealTimers();
});

test.each([
  ['denied', null, 1],
  ['granted', {}, 0],
])('a lock that is %s late still counts', async (_, lock, losses) => {
  vi.useFakeTimers();
  let answer: (lock: unknown) => unknown = () => undefined;
  const request = (_name: string, _how: unknown, kept: (lock: unknown) => unknown) =>
    new Promise((done) => (answer = (given) => done(kept(given))));
  vi.stubGlobal('navigator', { locks: { request } });
  const lost = vi.fn();
  const asked = claim('one', false, lost);
  await vi.runAllTimersAsync();
  const free = await asked;
  expect(free).not.toBeNull();
  answer(lock);
  expect(lost).toHaveBeenCalledTimes(losses);
  vi.useRealTimers();
});
