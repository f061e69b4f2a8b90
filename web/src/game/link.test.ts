import { expect, test } from 'vitest';

import { fromBase64Url, pack, readHash, toBase64Url, unpack } from './link';

test('a journal goes into a link and comes back', async () => {
  const text = `{"a":1}\n${'{"order":"end","faces":[1,2,3]}\n'.repeat(2000)}höher ″`;
  const data = await pack(text);
  expect(data).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(data.length).toBeLessThan(text.length / 20);
  expect(await unpack(data)).toBe(text);
});

test('a damaged link is an error', async () => {
  const data = await pack('a battle that was long '.repeat(50));
  await expect(unpack(data.slice(0, -8))).rejects.toThrow();
  await expect(unpack('%%%')).rejects.toThrow();
});

test('a small link that would unpack to far too much is an error', async () => {
  const data = await pack('x'.repeat(13_000_000));
  expect(data.length).toBeLessThan(40_000);
  await expect(unpack(data)).rejects.toThrow(/more than/);
});

test('letters of a link are safe for any bytes', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, i) => i);
  expect([...fromBase64Url(toBase64Url(bytes))]).toEqual([...bytes]);
});

test('what a link asks for', () => {
  expect(readHash('')).toBe(null);
  expect(readHash('#open')).toEqual({ kind: 'open' });
  expect(readHash('#b=abc_-')).toEqual({ kind: 'battle', data: 'abc_-' });
  expect(readHash('#s=%')).toEqual({ kind: 'scenario', id: '%' });
  expect(readHash('#s=three-hit%2Ftwo-hills')).toEqual({
    kind: 'scenario',
    id: 'three-hit/two-hills',
  });
});

test('a link leads to the rules lab, with or without a question', () => {
  expect(readHash('#lab')).toEqual({ kind: 'lab', asks: null, data: '' });
  expect(readHash('#lab=study.abc-_9')).toEqual({ kind: 'lab', asks: 'study', data: 'abc-_9' });
  expect(readHash('#lab=else.abc')).toEqual({ kind: 'broken' });
});

test.each(['#elsewhere', '#lab=study.%%', '#build=3', '#LAB', '#room=', '#B=abc', '#s'])(
  'a link that means nothing is broken: %s',
  (hash) => expect(readHash(hash)).toEqual({ kind: 'broken' }),
);

test('a room in a link: its name, and the secret of a seat where there is one', () => {
  expect(readHash('#room=k2m9x4q3bz')).toEqual({ kind: 'room', id: 'k2m9x4q3bz', link: null });
  expect(readHash('#room=k2m9.s3cr3t')).toEqual({ kind: 'room', id: 'k2m9', link: 's3cr3t' });
  expect(readHash('#room=../../etc')).toEqual({ kind: 'broken' });
});

test('a tournament in a link, or all of them', () => {
  expect(readHash('#tournaments')).toEqual({ kind: 'tournament', id: null });
  expect(readHash('#tournament=k2m9')).toEqual({ kind: 'tournament', id: 'k2m9' });
  expect(readHash('#tournament=../k2m9')).toEqual({ kind: 'broken' });
});
