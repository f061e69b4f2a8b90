import { expect, test } from 'vitest';

import { start, type Question } from './client';

/** A worker that answers as told. */
function worker(answer: (question: Question) => object): Worker {
  const target = new EventTarget();
  return Object.assign(target, {
    postMessage(question: Question) {
      const data = { id: question.id, ...answer(question) };
      queueMicrotask(() => target.dispatchEvent(new MessageEvent('message', { data })));
    },
  }) as unknown as Worker;
}

test('an answer reaches the call that asked', async () => {
  const engine = start(worker(({ call, id }) => ({ value: `${call} ${id}` })));
  expect(await Promise.all([engine.version(), engine.version()])).toEqual([
    'version 1',
    'version 2',
  ]);
});

test('an error of the engine is an error of the call', async () => {
  const engine = start(worker(() => ({ error: 'no' })));
  await expect(engine.version()).rejects.toThrow('no');
});
