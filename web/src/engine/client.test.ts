import { expect, test } from 'vitest';

import { encode, start, unwrap } from './client';
import type { Question } from './protocol';

/** A worker that answers as told. */
function worker(answer: (question: Question) => unknown, backwards = false): Worker {
  const target = new EventTarget();
  let held: Question[] = [];
  const send = (question: Question) => {
    const data = { id: question.id, json: JSON.stringify(answer(question)) };
    target.dispatchEvent(new MessageEvent('message', { data }));
  };
  return Object.assign(target, {
    postMessage(question: Question) {
      held.push(question);
      queueMicrotask(() => {
        const now = backwards ? held.reverse() : held;
        held = [];
        now.forEach(send);
      });
    },
  }) as unknown as Worker;
}

test('an answer reaches the call that asked, in any order', async () => {
  const engine = start(worker(({ method, args }) => ({ ok: `${method} ${args}` }), true));
  expect(await Promise.all([engine.at(3), engine.offers(7)])).toEqual(['at [3]', 'offers [7]']);
});

test('an error of the engine is an error of the call, with its parts', async () => {
  const err = { message: 'no', line: 3, column: 4, hint: 'try "hill"', refusals: [] };
  const engine = start(worker(() => ({ err })));
  await expect(engine.load('x')).rejects.toMatchObject(err);
});

test('a worker that breaks ends every call, later ones too', async () => {
  const target = new EventTarget();
  const engine = start(Object.assign(target, { postMessage() {} }) as unknown as Worker);
  const first = engine.view();
  target.dispatchEvent(Object.assign(new Event('error'), { message: 'unreachable' }));
  await expect(first).rejects.toThrow('unreachable');
  await expect(engine.view()).rejects.toThrow('unreachable');
});

test('a file that cannot be had is told in words, with what goes on without it', async () => {
  const target = new EventTarget();
  const lost = Object.assign(target, {
    postMessage({ id }: Question) {
      const data = { id, unfetched: 'otr-d6' };
      queueMicrotask(() => target.dispatchEvent(new MessageEvent('message', { data })));
    },
  }) as unknown as Worker;
  await expect(start(lost).rulebook('otr-d6')).rejects.toMatchObject({
    message: 'A part of Sandtable did not load: otr-d6.',
    hint: expect.stringContaining('offline') as string,
  });
});

test('an argument left off the end is not sent', () => {
  expect(encode([{ a: 1 }, 2, undefined])).toBe('[{"a":1},2]');
  expect(encode([3, [1, 2], null])).toBe('[3,[1,2],null]');
});

test('an answer that is none is an error', () => {
  expect(() => unwrap('nonsense')).toThrow('nobody asked');
  expect(() => unwrap('{}')).toThrow('nobody asked');
  expect(unwrap('{"ok":null}')).toBe(null);
});
