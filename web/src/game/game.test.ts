import { beforeEach, expect, test, vi } from 'vitest';

import type { Engine } from '../contract/contract';
import { fakeEngine } from '../engine/fake';
import { ENGINE_THROWS, Game } from './game.svelte';
import type { AnyRoom } from './room';
import { shelf } from './shelf.svelte';
import { set } from '../settings/settings.svelte';

const ALONE = { a: 'you', b: 'friend' };
let engine: Engine;

beforeEach(() => {
  localStorage.clear();
  set('speed', 'instant');
  set('handDice', false);
  set('dropGives', false);
  set('eachTurn', false);
  engine = fakeEngine();
});

const begin = (players = ALONE) =>
  Game.start(engine, { scenario: 'three-hit/two-hills' }, players, 7);
const settle = () => new Promise((resolve) => setTimeout(resolve, 5));

test('a drag arms the nearest legal order, confirming gives it, undo takes it back', async () => {
  const game = await begin();
  game.hand.select(0);
  await settle();
  expect(game.hand.way?.verb).toBe('move');
  game.hand.drag([14, 30]);
  await game.hand.release();
  expect(game.hand.armed?.preview?.says).toBe('Moves 6.0 of 6 inches');
  await game.hand.confirm();
  expect(game.view.units[0]?.centre).toEqual([14, 14]);
  expect(game.log).toHaveLength(1);
  expect(game.hand.armed).toBe(null);
  await game.undo();
  expect(game.view.units[0]?.centre).toEqual([14, 8]);
  expect(game.log).toHaveLength(0);
});

test('a refusal is shown and changes nothing', async () => {
  const game = await begin();
  const before = game.view;
  expect(await game.give({ verb: 'move', unit: 8, to: [1, 1] })).toBe(false);
  expect(game.trouble?.message).toMatch('not yours');
  expect(game.view).toBe(before);
  expect(game.busy).toBe(false);
});

test('an order refused while dragging cannot be given', async () => {
  const game = await begin();
  game.hand.select(0);
  await settle();
  game.hand.drag([19, 8.2]);
  await game.hand.release();
  expect(game.hand.armed?.preview?.legal).toBe(false);
  await game.hand.confirm();
  expect(game.log).toHaveLength(0);
});

test('odds before a shot, the dice after it', async () => {
  const game = await begin();
  await game.give({ verb: 'end' });
  game.hand.select(4);
  await settle();
  const [target, choices] = [...game.hand.targets][0] ?? [];
  await game.hand.take(choices?.[0] as never, target ?? null);
  expect(game.hand.armed?.odds?.rows[0]?.p).toBe('1/2');
  await game.hand.confirm();
  expect(game.thrown?.rolls[0]?.faces).toHaveLength(1);
});

test('dice thrown by hand are asked for, and may be taken back', async () => {
  set('handDice', true);
  const game = await begin();
  await game.give({ verb: 'end' });
  const shot = { verb: 'shoot', unit: 4, target: 10 };
  const first = game.give(shot);
  await settle();
  expect(game.wanted?.count).toBe(1);
  game.throwDice(null);
  expect(await first).toBe(false);
  expect(game.view.number).toBe(1);
  const second = game.give(shot);
  await settle();
  game.throwDice([6]);
  expect(await second).toBe(true);
  expect(game.log.at(-1)?.rolls[0]?.faces).toEqual([6]);
});

test('the computer plays its turn and hands over', async () => {
  const game = await begin({ a: 'you', b: 'greedy' });
  for (let i = 0; i < 3; i += 1) await game.give({ verb: 'end' });
  await vi.waitFor(() => expect(game.view.turn).toBe(2), 3000);
  expect(game.computerToMove).toBe(false);
  expect(game.log.length).toBeGreaterThan(5);
});

test('the computer can be paused', async () => {
  const game = await begin({ a: 'you', b: 'greedy' });
  game.robot.pause();
  for (let i = 0; i < 3; i += 1) await game.give({ verb: 'end' });
  await settle();
  const at = game.view.number;
  await settle();
  expect(game.view.number).toBe(at);
  game.robot.resume();
  await vi.waitFor(() => expect(game.view.turn).toBe(2), 3000);
});

test('two computers wait after each turn where that is wanted, and go on when told', async () => {
  set('eachTurn', true);
  const game = await begin({ a: 'greedy', b: 'greedy' });
  const waits = async (turn: number) => {
    await vi.waitFor(() => expect(game.robot.paused).toBe(true), 5000);
    expect(game.view.turn).toBe(turn);
  };
  await waits(2);
  game.robot.resume();
  // This holds even for a turn that is played without showing it.
  game.skip();
  await waits(3);
  set('eachTurn', false);
  game.robot.resume();
  await vi.waitFor(() => expect(game.view.turn).toBeGreaterThan(3), 5000);
  game.robot.pause();
}, 20_000);

test('every order is kept in the browser, and can be continued', async () => {
  const game = await begin();
  await game.give({ verb: 'move', unit: 0, to: [14, 10] });
  await game.keptNow();
  const kept = await shelf.find(game.id);
  expect(JSON.parse(kept?.journal ?? '{}').entries).toHaveLength(1);
  const again = await Game.start(fakeEngine(), { journal: kept?.journal ?? '' }, ALONE, 0);
  expect(again.view.units[0]?.centre).toEqual([14, 10]);
  expect(again.log).toHaveLength(1);
});

test('looking back changes nothing, going on from there does', async () => {
  const game = await begin();
  await game.give({ verb: 'move', unit: 0, to: [14, 10] });
  await game.give({ verb: 'move', unit: 1, to: [19.5, 10] });
  game.replay.start(0);
  await settle();
  expect(game.shown.number).toBe(0);
  expect(game.view.number).toBe(2);
  expect(game.mine).toBe(false);
  game.replay.seek(1);
  await settle();
  await game.replay.fork();
  expect(game.view.number).toBe(1);
  expect(game.replay.on).toBe(false);
});

test('a replay that is paused and started again at once goes on at one pace', async () => {
  const game = await begin();
  for (let i = 0; i < 6; i += 1) await game.give({ verb: 'end' });
  const at = game.engine.at.bind(game.engine);
  const asked: number[] = [];
  vi.spyOn(game.engine, 'at').mockImplementation(async (n) => {
    asked.push(n);
    const view = await at(n);
    if (n === 2 && asked.indexOf(2) === asked.length - 1) {
      void game.replay.play();
      void game.replay.play();
    }
    return view;
  });
  game.replay.start(0);
  game.replay.speed = 10;
  await game.replay.play();
  await vi.waitFor(() => expect(game.replay.at).toBe(game.view.number), 5000);
  await vi.waitFor(() => expect(game.replay.playing).toBe(false), 5000);
  // Two runs ask for the same orders.
  expect(asked).toEqual([0, 1, 2, 2, 3, 4, 5, 6]);
});

test('ready units come round', async () => {
  const game = await begin();
  expect(game.hand.cycle(1)).toBe(0);
  expect(game.hand.cycle(1)).toBe(1);
  expect(game.hand.cycle(-1)).toBe(0);
  expect(game.hand.cycle(-1)).toBe(6);
});

test('on a real table every throw is asked, of both sides; a wrong one is struck out', async () => {
  const game = await Game.start(engine, { scenario: 'three-hit/two-hills' }, ALONE, 7, {
    umpire: true,
  });
  await game.give({ verb: 'end' });
  const shot = game.give({ verb: 'shoot', unit: 4, target: 10 });
  await settle();
  expect(game.wanted?.needs).toBe('4 or more counts');
  game.throwDice([6]);
  await shot;
  expect(game.log.at(-1)?.rolls[0]?.thrown).toBe('hand');
  expect(game.canUndo).toBe(true);
  await game.undo();
  expect(game.log.at(-1)?.struck.map((one) => one.rolls[0]?.faces)).toEqual([[6]]);
  const again = game.give({ verb: 'shoot', unit: 4, target: 10 });
  await settle();
  game.throwDice([ENGINE_THROWS]);
  await again;
  expect(game.log.at(-1)?.rolls[0]?.thrown).toBe('engine');
});

test('a battle in which nothing was done is kept only if the page is loaded again', async () => {
  const game = await begin();
  game.keep();
  await game.keptNow();
  expect(await shelf.find(game.id)).toBeNull();
  await game.keepAsIs();
  expect(JSON.parse((await shelf.find(game.id))?.journal ?? '{}').entries).toEqual([]);
});

test('dice that were being entered when the page went away are asked for again', async () => {
  const game = await Game.start(engine, { scenario: 'three-hit/two-hills' }, ALONE, 7, {
    umpire: true,
  });
  await game.give({ verb: 'end' });
  const order = { verb: 'shoot', unit: 4, target: 10 };
  await game.keptNow();
  const saved = await shelf.find(game.id);
  const again = await Game.start(fakeEngine(), { journal: saved?.journal ?? '' }, ALONE, 0, {
    id: game.id,
    umpire: true,
    pending: { order, number: 1, throws: [] },
  });
  await settle();
  expect(again.wanted?.count).toBe(1);
  again.throwDice([2]);
  await vi.waitFor(() => expect(again.log).toHaveLength(2));
});

test('dice for the first order of a room with real dice are asked for again, too', async () => {
  const room: AnyRoom = {
    you: 'a',
    on: true,
    open: true,
    asksDice: true,
    dicing: null,
    ruling: null,
    asking: null,
    ask: () => {},
    name: () => 'Ada',
    engine: (base) => base,
    seat: () => {},
    close: () => {},
  };
  const from = { scenario: 'three-hit/two-hills' };
  const game = await Game.start(engine, from, ALONE, 7, { room });
  const order = { verb: 'shoot', unit: 4, target: 10 };
  void game.give(order);
  await vi.waitFor(() => expect(game.wanted).not.toBeNull());
  await game.keptNow();
  expect((await shelf.find(game.id))?.pending).toMatchObject({ order, number: 0 });
});

test('full storage is told once, and the battle goes on', async () => {
  const put = vi.spyOn(Storage.prototype, 'setItem').mockImplementation((key) => {
    if (!key.includes('probe')) throw new DOMException('full', 'QuotaExceededError');
  });
  const game = await begin();
  await game.give({ verb: 'move', unit: 0, to: [14, 10] });
  await game.keptNow();
  expect(shelf.trouble?.message).toContain('no space left');
  shelf.trouble = null;
  await game.give({ verb: 'move', unit: 1, to: [19.5, 10] });
  await game.keptNow();
  expect(shelf.trouble).toBe(null);
  expect(game.view.number).toBe(2);
  put.mockRestore();
});
