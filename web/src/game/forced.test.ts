import { expect, test } from 'vitest';

import type { OfferView, View } from '../contract/contract';
import { ForcedTests } from './forced.svelte';
import type { Game } from './game.svelte';
import { set } from '../settings/settings.svelte';

const offer = (verb: string, orders: number) =>
  ({
    verb,
    orders: Array.from({ length: orders }, (_, n) => ({ order: `${verb} ${n}`, label: verb })),
  }) as unknown as OfferView;

/** Builds a game in which each unit has these offers until it has been given an order. */
function game(offers: Record<number, OfferView[]>, after: (given: number) => Partial<View>) {
  set('speed', 'instant');
  const given: unknown[] = [];
  const held = {
    mine: true,
    players: { a: 'you', b: 'greedy' },
    view: {
      number: 0,
      ready: Object.keys(offers).map(Number),
      toMove: 'a',
      choice: null,
      ended: null,
    } as unknown as View,
    engine: { offers: async (unit: number) => offers[unit] ?? [] },
    give: async (order: unknown) => {
      given.push(order);
      held.view = {
        ...held.view,
        number: given.length,
        ready: held.view.ready.slice(1),
        ...after(given.length),
      };
      return true;
    },
  };
  return { given, forced: new ForcedTests(held as unknown as Game), held };
}

test('tests that leave no choice are made in one go', async () => {
  const three = { 1: [offer('test', 1)], 2: [offer('test', 1)], 3: [offer('test', 1)] };
  const { given, forced } = game(three, () => ({}));
  forced.look();
  await expect.poll(() => forced.all.length).toBe(3);
  await forced.run();
  expect(given).toEqual(['test 0', 'test 0', 'test 0']);
});

test('where a unit may do something else, nothing is forced', async () => {
  for (const other of [
    [offer('test', 1), offer('pass', 1)],
    [offer('test', 2)],
    [offer('move', 1)],
  ]) {
    const { forced } = game({ 1: [offer('test', 1)], 2: other }, () => ({}));
    forced.look();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(forced.all).toEqual([]);
  }
});

test('a decision on the way ends it', async () => {
  const two = { 1: [offer('test', 1)], 2: [offer('test', 1)] };
  const choice = { side: 'a' } as unknown as View['choice'];
  const { given, forced } = game(two, () => ({ choice }));
  forced.look();
  await expect.poll(() => forced.all.length).toBe(2);
  await forced.run();
  expect(given).toHaveLength(1);
});
