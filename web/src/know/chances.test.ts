import { expect, test } from 'vitest';

import { Instance, startDesk } from '../engine/client';
import type { Answer, FromPage } from '../engine/protocol';
import { ChancesRun } from './chances.svelte';

/** A worker that counts the pieces asked for; a `broken` one fails at the first. */
class FakeWorker extends EventTarget {
  done = 0;
  ended = false;
  constructor(private readonly broken = false) {
    super();
  }
  postMessage(data: FromPage): void {
    if ('close' in data) this.ended = true;
    if (!('id' in data)) return;
    const { id, method, args } = data;
    const [pieces] = JSON.parse(args) as [number];
    if (method === 'chancesOn') this.done = Math.min(50, this.done + pieces);
    const view = { player: 'Greedy', playouts: 4, done: this.done, all: 50, places: [] };
    const json =
      this.broken && method === 'chancesOn'
        ? JSON.stringify({ err: { message: 'no more' } })
        : JSON.stringify({ ok: view });
    setTimeout(() => {
      if (this.ended) return;
      this.dispatchEvent(new MessageEvent('message', { data: { id, json } satisfies Answer }));
    });
  }
  terminate(): void {
    this.ended = true;
  }
}

const run = (worker: FakeWorker) =>
  new ChancesRun(7, () => startDesk(new Instance(async () => worker as unknown as Worker)));

test('the chances are worked out to the end, and its desk is left', async () => {
  const worker = new FakeWorker();
  const chances = run(worker);
  await chances.begin('{}', 'greedy', 4);
  expect(chances.view?.done).toBe(50);
  expect(chances.running).toBe(false);
  await expect.poll(() => worker.ended).toBe(true);
});

test('they are stopped at once and gone on with', async () => {
  const worker = new FakeWorker();
  const chances = run(worker);
  const begun = chances.begin('{}', 'greedy', 4);
  await new Promise((resolve) => setTimeout(resolve, 3));
  chances.stop();
  await begun;
  const stopped = chances.view?.done ?? 0;
  expect(stopped).toBeLessThan(50);
  expect(worker.ended).toBe(false);
  await chances.goOn();
  expect(chances.view?.done).toBe(50);
});

test('what fails is told', async () => {
  const chances = run(new FakeWorker(true));
  await chances.begin('{}', 'greedy', 4);
  expect(chances.trouble?.message).toBe('no more');
  expect(chances.running).toBe(false);
});
