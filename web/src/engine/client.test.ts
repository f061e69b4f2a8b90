import { beforeEach, describe, expect, test, vi } from 'vitest';

import { encode, Instance, start, unwrap } from './client';
import { Unfetched } from './fetched';
import type { Answer, FromPage, Question } from './protocol';

/** A worker with prepared answers. */
class FakeWorker extends EventTarget {
  ended = false;
  asked: string[] = [];
  #held: Question[] = [];

  constructor(
    private readonly answer: (question: Question) => unknown,
    private readonly backwards = false,
  ) {
    super();
  }

  postMessage(data: FromPage): void {
    if (!('id' in data)) return;
    this.asked.push(`${data.method} ${data.args}`);
    this.#held.push(data);
    queueMicrotask(() => {
      const now = this.backwards ? this.#held.reverse() : this.#held;
      this.#held = [];
      for (const question of now) {
        const answer = this.answer(question);
        if (answer !== undefined) this.send({ id: question.id, json: JSON.stringify(answer) });
      }
    });
  }

  send(data: Answer): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }

  terminate(): void {
    this.ended = true;
  }
}

const running = (worker: FakeWorker) => new Instance(async () => worker as unknown as Worker);
const silent = () => new FakeWorker(() => undefined);

test('an answer reaches the call that asked, in any order', async () => {
  const worker = new FakeWorker(({ method, args }) => ({ ok: `${method} ${args}` }), true);
  const engine = start(undefined, running(worker), running(silent()));
  expect(await Promise.all([engine.at(3), engine.offers(7)])).toEqual(['at [3]', 'offers [7]']);
});

test('an error of the engine is an error of the call, with its parts', async () => {
  const err = { message: 'no', line: 3, column: 4, hint: 'try "hill"', refusals: [] };
  const engine = start(undefined, running(new FakeWorker(() => ({ err }))), running(silent()));
  await expect(engine.load('x')).rejects.toMatchObject(err);
});

describe('an engine that dies', () => {
  beforeEach(() => void vi.spyOn(console, 'error').mockImplementation(() => undefined));

  /** Returns an engine that dies when asked a deadly question, and the engines that follow it. */
  function mortal(deadly: string, again?: () => void) {
    const workers: FakeWorker[] = [];
    const plays = new Instance(async () => {
      const first = workers.length === 0;
      const worker: FakeWorker = new FakeWorker(({ method }) => {
        if (!first || method !== deadly) return { ok: method };
        setTimeout(() => worker.send({ died: 'unreachable' }));
        return undefined;
      });
      workers.push(worker);
      return worker as unknown as Worker;
    });
    return { plays, workers, engine: start(again, plays, running(silent())) };
  }

  test('ends every call in words, and another one goes on where it stood', async () => {
    const again = vi.fn();
    const { engine, workers } = mortal('overlay', again);
    await engine.start({ scenario: 'three-hit/two-hills' }, 7);
    await engine.play({ order: 'x' }, 0);
    const asked = [engine.overlay(1), engine.overlay(2)];
    for (const one of asked) {
      await expect(one).rejects.toMatchObject({
        message: expect.stringContaining('stopped') as string,
        stopped: true,
      });
    }
    expect(await engine.view()).toBe('view');
    expect(again).toHaveBeenCalledOnce();
    expect(workers[0]?.ended).toBe(true);
    expect(workers[1]?.asked).toEqual([
      'start [{"scenario":"three-hit/two-hills"},7]',
      'play [{"order":"x"},0]',
      'view []',
    ]);
  });

  test('is followed by one that begins with the journal that was kept', async () => {
    const { engine, workers } = mortal('overlay');
    await engine.start({ scenario: 'three-hit/two-hills' }, 7);
    await engine.play({ order: 'x' }, 0);
    await engine.journal();
    await engine.undo();
    await expect(engine.overlay(1)).rejects.toThrow('stopped');
    await engine.view();
    expect(workers[1]?.asked).toEqual(['load ["journal"]', 'undo []', 'view []']);
  });

  test('at what it is told again is left alone until another battle begins', async () => {
    let started = 0;
    const plays = new Instance(async () => {
      started += 1;
      const worker: FakeWorker = new FakeWorker(({ method, args }) => {
        if (method === 'start' && !args.includes('bad')) return { ok: 1 };
        if (method === 'start' && started === 1) return { ok: 1 };
        setTimeout(() => worker.send({ died: 'unreachable' }));
        return undefined;
      });
      return worker as unknown as Worker;
    });
    const engine = start(undefined, plays, running(silent()));
    await engine.start({ scenario: 'bad' }, 7);
    await expect(engine.overlay(1)).rejects.toThrow('stopped');
    await expect(engine.view()).rejects.toThrow('stopped');
    await vi.waitFor(() => expect(started).toBeGreaterThan(1));
    expect(await engine.start({ scenario: 'good' }, 7)).toBe(1);
    expect(started).toBeLessThan(6);
  });

  test('while it thinks is asked once more', async () => {
    let thinking = 0;
    const thinks = new Instance(async () => {
      const worker: FakeWorker = new FakeWorker(({ method }) => {
        if (method !== 'think') return { ok: 1 };
        thinking += 1;
        if (thinking > 1) return { ok: 'an order' };
        setTimeout(() => worker.send({ died: 'unreachable' }));
        return undefined;
      });
      return worker as unknown as Worker;
    });
    const engine = start(undefined, running(new FakeWorker(() => ({ ok: 1 }))), thinks);
    await engine.start({ scenario: 'three-hit/two-hills' }, 7);
    expect(await engine.think('greedy')).toBe('an order');
  });
});

test('a file that cannot be had is told in words, and asked for again', async () => {
  let tries = 0;
  const plays = new Instance(async () => {
    tries += 1;
    if (tries === 1) throw new Unfetched('engine');
    return new FakeWorker(() => ({ ok: 1 })) as unknown as Worker;
  });
  const engine = start(undefined, plays, running(silent()));
  await expect(engine.rulebook('otr-d6')).rejects.toMatchObject({
    message: 'A part of Sandtable did not load: engine.',
    hint: expect.stringContaining('offline') as string,
  });
  expect(await engine.rulebook('otr-d6')).toBe(1);
});

test('the engine that thinks is told first what was done', async () => {
  const [here, there] = [0, 0].map(() => new FakeWorker(({ method }) => ({ ok: method })));
  if (!here || !there) throw new Error('no workers');
  const engine = start(undefined, running(here), running(there));
  await engine.start({ scenario: 'three-hit/two-hills' }, 7);
  await engine.view();
  await engine.play({ order: 'x' }, 0);
  expect(await engine.think('greedy')).toBe('think');
  await engine.undo();
  expect(await engine.think('greedy')).toBe('think');
  expect(there.asked).toEqual([
    'start [{"scenario":"three-hit/two-hills"},7]',
    'play [{"order":"x"},0]',
    'think ["greedy"]',
    'undo []',
    'think ["greedy"]',
  ]);
  expect(here.asked).not.toContain('think ["greedy"]');
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
