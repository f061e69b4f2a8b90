import { beforeEach, expect, test, vi } from 'vitest';

import type { LevelInfo } from '../contract/contract';
import type { Game } from '../game/game.svelte';
import {
  after,
  alone,
  count,
  expected,
  forget,
  help,
  known,
  match,
  proposed,
} from './rating.svelte';

const level = (id: string, elo: number): LevelInfo => ({ id, elo, title: id, says: '' });
const LEVELS = [
  level('random', -700),
  level('recruit', -350),
  level('sergeant', 0),
  level('captain', 200),
  level('greedy-2026-11', 0),
];

/** Returns a finished battle, with the parts that the rating reads. */
function over(id: string, winner: 'a' | 'b' | null, players = { a: 'you', b: 'sergeant' }): Game {
  return {
    id,
    players,
    view: { ended: { winner } },
    room: null,
    tutor: { on: false },
    playersKnown: true,
    log: [
      { number: 0, side: 'a' },
      { number: 1, side: 'a' },
    ],
  } as unknown as Game;
}

beforeEach(() => {
  localStorage.clear();
  forget();
});

test('as strong is half of the battles, 191 points more three of four', () => {
  expect(expected(0)).toBe(0.5);
  expect(expected(190.8)).toBeCloseTo(0.75, 3);
  expect(after(0, 100, 0, 0.5)).toBe(0);
  expect(after(0, 0, 0, 1)).toBeGreaterThan(after(0, 20, 0, 1));
});

test('a battle won brings points, once; it is kept', () => {
  const before = known().points;
  const by = count(over('one', 'a'), LEVELS);
  expect(by).toBeGreaterThan(0);
  expect(known()).toEqual({ points: before + (by ?? 0), battles: 1, stored: true });
  expect(count(over('one', 'a'), LEVELS)).toBe(0);
  expect(known().battles).toBe(1);
  expect(localStorage.getItem('sandtable.rating')).toContain('"one"');
  expect(count(over('two', 'b'), LEVELS)).toBeLessThan(0);
});

test('a full browser says that it did not keep the rating, and still deletes it', () => {
  count(over('one', 'a'), LEVELS);
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  count(over('two', 'a'), LEVELS);
  expect(known()).toMatchObject({ battles: 2, stored: false });
  forget();
  full.mockRestore();
  expect(localStorage.getItem('sandtable.rating')).toBeNull();
  expect(known()).toMatchObject({ battles: 0, stored: true });
});

test('what does not count: others, help of the coach, nobody at the table', () => {
  expect(count(over('a', 'a', { a: 'you', b: 'friend' }), LEVELS)).toBeNull();
  expect(count(over('b', 'a', { a: 'greedy-2026-11', b: 'sergeant' }), LEVELS)).toBeNull();
  help('c');
  expect(count(over('c', 'a'), LEVELS)).toBeNull();
  const idle = over('d', 'a');
  idle.log = [];
  expect(count(idle, LEVELS)).toBeNull();
  expect(known().battles).toBe(0);
  expect(alone({ a: 'sergeant', b: 'you' })).toBe('b');
});

test('who wins goes on to stronger opponents, who loses to weaker ones', () => {
  expect(proposed(LEVELS)?.id).toBe('recruit');
  for (let i = 0; i < 12; i += 1) count(over(`won ${i}`, 'a'), LEVELS);
  expect(proposed(LEVELS)?.id).toBe('captain');
  expect(match(-2000, LEVELS)?.id).toBe('recruit');
  expect(match(-20, LEVELS)?.id).toBe('sergeant');
  for (let i = 0; i < 40; i += 1) count(over(`lost ${i}`, 'b'), LEVELS);
  expect(proposed(LEVELS)?.id).toBe('recruit');
});

test('what was kept and is no rating is not believed', () => {
  localStorage.setItem('sandtable.rating', '{"points":"many"}');
  expect(known().battles).toBe(0);
});
