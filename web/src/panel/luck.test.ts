import { expect, test } from 'vitest';

import type { Chances, LogEntry } from '../contract/contract';
import { Instance, startDesk } from '../engine/client';
import type { Answer, FromPage } from '../engine/protocol';
import { lucky, rolled, Weighing } from './luck.svelte';

const sides = (a: number, b: number) =>
  [
    { side: 'a', luck: a },
    { side: 'b', luck: b },
  ] as Chances['sides'];

test('luck is that of both sides together, and small luck is nobody’s', () => {
  expect(lucky(sides(9, -4))).toEqual({ side: 'a', percent: 13 });
  expect(lucky(sides(1, 8))).toEqual({ side: 'b', percent: 7 });
  expect(lucky(sides(6, 3))).toEqual({ side: null, percent: 3 });
});

test('cards that are drawn are no dice', () => {
  const entry = (drawn: boolean) => ({ rolls: [{ drawn }] }) as LogEntry;
  expect(rolled([entry(true)])).toBe(false);
  expect(rolled([entry(true), entry(false)])).toBe(true);
});

/** An engine that weighs four orders and then begins to play battles out. */
class Scales extends EventTarget {
  done = 0;
  ended = false;
  postMessage(data: FromPage): void {
    if ('close' in data) this.ended = true;
    if (!('id' in data)) return;
    const { id, method } = data;
    if (method === 'chancesOn') this.done += 1;
    const places = this.done > 4 ? [{ number: 0 }] : [];
    const view = { done: this.done, all: 90, places, sides: sides(this.done * 3, 0) };
    const json = JSON.stringify({ ok: view });
    setTimeout(() => {
      if (!this.ended)
        this.dispatchEvent(new MessageEvent('message', { data: { id, json } satisfies Answer }));
    });
  }
  terminate(): void {
    this.ended = true;
  }
}

test('it is told when all dice are weighed, and the desk is left', async () => {
  const scales = new Scales();
  const weighing = new Weighing(() =>
    startDesk(new Instance(async () => scales as unknown as Worker)),
  );
  expect(weighing.luck).toBeNull();
  await weighing.begin('{}');
  expect(weighing.luck).toEqual({ side: 'a', percent: 15 });
  expect(scales.done).toBe(5);
  expect(scales.ended).toBe(true);
});
