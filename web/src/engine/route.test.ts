import { expect, test } from 'vitest';

import type { Method } from './protocol';
import { rulesWanted } from './route';

const wanted = (method: Method, ...args: unknown[]) =>
  rulesWanted({ method, args: JSON.stringify(args) }, async (text) =>
    text.includes('otr-d6') ? 'otr-d6' : undefined,
  );

test('a battle begins by the rules of its scenario or its text', async () => {
  expect(await wanted('start', { scenario: 'three-hit/two-hills' }, 1)).toEqual({
    rules: 'three-hit',
    begins: true,
  });
  const file = 'rules = "otr-d6"';
  expect(await wanted('start', { text: file }, 1)).toEqual({ rules: 'otr-d6', begins: true });
  expect(await wanted('load', file)).toEqual({ rules: 'otr-d6', begins: true });
  expect(await wanted('load', 'nonsense')).toEqual({ rules: null, begins: true });
});

test('a rule book is that of the rules named; all else is of the battle played', async () => {
  expect(await wanted('rulebook', 'otr-d6')).toEqual({ rules: 'otr-d6', begins: false });
  expect(await wanted('offers', 3)).toEqual({ rules: null, begins: false });
  expect(await wanted('view')).toEqual({ rules: null, begins: false });
});

test('armies are those of a scenario, house rules name theirs, before any battle begins', async () => {
  expect(await wanted('armies', 'otr-d6/turnpike')).toEqual({ rules: 'otr-d6', begins: false });
  expect(await wanted('house', 'base = "otr-d6"')).toEqual({ rules: 'otr-d6', begins: false });
  expect(await wanted('house', 'nonsense')).toEqual({ rules: null, begins: false });
});

test('what is no call of the contract is left to the engine', async () => {
  expect(await wanted('start', null)).toEqual({ rules: null, begins: true });
  expect(await wanted('rulebook', 7)).toEqual({ rules: null, begins: false });
});
