// The order of saved battles, and what a jumping clock does to it.

import { expect, test, vi } from 'vitest';

import { latestFirst, mended, type Saved } from './save';
import { Shelf } from './shelf.svelte';
import { inLocalStorage, type Store } from './store';

/** Returns a browser storage in memory. */
function storage(): Storage {
  const all = new Map<string, string>();
  return {
    getItem: (key) => all.get(key) ?? null,
    setItem: (key, value) => void all.set(key, value),
    removeItem: (key) => void all.delete(key),
    clear: () => all.clear(),
    key: (n) => [...all.keys()][n] ?? null,
    get length() {
      return all.size;
    },
  };
}

const battle = (id: string, date: number): Saved => ({
  id,
  journal: `${id}\n`,
  players: { a: 'you', b: 'friend' },
  title: id,
  rules: 'three-hit',
  sides: ['Blue', 'Red'],
  turn: 1,
  orders: 1,
  date,
  ended: false,
  umpire: false,
});

async function order(shelf: Shelf): Promise<string[]> {
  await shelf.refresh();
  return shelf.battles.map(({ id }) => id);
}

test('a clock that is set back does not hide the battle that was kept last', async () => {
  const disk = storage();
  const shelf = new Shelf(() => Promise.resolve(inLocalStorage(disk)));
  await shelf.keep(battle('noon', 2_000));
  await shelf.keep(battle('after', 1_000));
  expect(await order(shelf)).toEqual(['after', 'noon']);
  // Open the page again, with its clock still wrong.
  const again = new Shelf(() => Promise.resolve(inLocalStorage(disk)));
  await again.keep(battle('noon', 500));
  expect(await order(again)).toEqual(['noon', 'after']);
});

test('battles of pages before lie behind, by their dates; what is put back keeps its place', async () => {
  const disk = storage();
  const store = inLocalStorage(disk);
  await store.put(battle('old', 5_000));
  await store.put(battle('older', 4_000));
  const shelf = new Shelf(() => Promise.resolve(store));
  await shelf.keep(battle('first', 100));
  await shelf.keep(battle('second', 90));
  expect(await order(shelf)).toEqual(['second', 'first', 'old', 'older']);
  const first = await shelf.find('first');
  await shelf.drop('first');
  if (first) await shelf.keep(first);
  expect(await order(shelf)).toEqual(['second', 'first', 'old', 'older']);
});

test('a damaged head hides no other battle, and can be shown', () => {
  const head = battle('sound', 5);
  const read = [
    null,
    5,
    'text',
    [],
    { title: 'nobody knows which' },
    { id: 'bare' },
    {
      ...head,
      id: 'odd',
      players: null,
      sides: 3,
      date: 1e300,
      place: 'x',
      pending: 5,
      lesson: [],
    },
    { ...head, pending: { order: null, number: 2, throws: [[1, 2]] } },
  ];
  const heads = read.flatMap(mended).sort(latestFirst);
  expect(heads.map(({ id }) => id)).toEqual(['sound', 'bare', 'odd']);
  for (const one of heads) {
    expect(new Date(one.date).toISOString()).toMatch(/Z$/);
    expect(one.sides).toHaveLength(2);
    expect(Object.keys(one.players)).toEqual(['a', 'b']);
  }
  expect(heads[0]?.pending).toEqual({ order: null, number: 2, throws: [[1, 2]] });
  expect(heads[2]?.pending).toBeNull();
});

test('a connection that was closed is opened again, and the battle is saved', async () => {
  const disk = inLocalStorage(storage());
  let opened = 0;
  const closed = (): Promise<never> =>
    Promise.reject(new DOMException('the connection is closed', 'InvalidStateError'));
  const shelf = new Shelf(() => {
    opened += 1;
    const store: Store = opened === 1 ? { ...disk, put: closed } : disk;
    return Promise.resolve(store);
  });
  expect(await shelf.keep(battle('one', 1))).toBe(true);
  expect(opened).toBe(2);
  expect(await order(shelf)).toEqual(['one']);
  expect(shelf.trouble).toBeNull();
});

test('a full store is still read', async () => {
  const disk = storage();
  await new Shelf(() => Promise.resolve(inLocalStorage(disk))).keep(battle('one', 1));
  const full: Storage = {
    ...disk,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
  };
  const shelf = new Shelf(() => Promise.resolve(inLocalStorage(full)));
  expect(await order(shelf)).toEqual(['one']);
  expect(await shelf.keep(battle('two', 2))).toBe(false);
  expect(shelf.trouble?.message).toMatch(/no space left/);
});

test('a store that does not answer is told, and what is played goes on', async () => {
  vi.useFakeTimers();
  const disk = inLocalStorage(storage());
  let answers = false;
  const put: Store['put'] = (saved) => (answers ? disk.put(saved) : new Promise(() => {}));
  const shelf = new Shelf(() => Promise.resolve({ ...disk, put }));
  const kept = shelf.keep(battle('one', 1));
  await vi.runAllTimersAsync();
  expect(await kept).toBe(false);
  expect(shelf.trouble?.message).toMatch(/does not answer/);
  answers = true;
  expect(await shelf.keep(battle('one', 1))).toBe(true);
  expect(shelf.trouble).toBeNull();
  vi.useRealTimers();
});

test('a database that never opens is not waited for', async () => {
  vi.useFakeTimers();
  vi.stubGlobal('indexedDB', { open: () => ({}) });
  localStorage.clear();
  const shelf = new Shelf();
  const kept = shelf.keep(battle('one', 1));
  await vi.runAllTimersAsync();
  expect(await kept).toBe(true);
  expect(localStorage.getItem('sandtable.journal.one')).toBe('one\n');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});
