// Battles on a phone, some opened by `sandtable play FILE`: terrain is laid, units are put on the
// table and dragged, and a finger held on a target shows the odds.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { openTable, PHONE, type Table } from './harness';
import { finger, look, type Pointer } from './human';
import { frames, mine, orders, settled, setUp, withTarget } from './play';

let table: Table;
let by: Pointer;

async function opened(scenario?: string): Promise<void> {
  const browser = { ...PHONE, reducedMotion: 'reduce' as const };
  table = await openTable({ ...(scenario && { scenario }), browser, instant: true });
  const { page, context } = table;
  by = finger(page, await context.newCDPSession(page));
  if (scenario) await page.getByTestId('table').waitFor();
}

const hangsOver = () =>
  table.page.evaluate(() => document.documentElement.scrollWidth - screen.width);

describe('terrain to lay', () => {
  beforeAll(() => opened());
  afterAll(() => table?.close());

  test('the defender lays a hill', async () => {
    const { page } = table;
    // Two friends: whichever side defends, the test lays its pieces.
    await setUp(page, 'throw-me-a-6/a-field-in-italy', {
      seed: 3,
      players: { a: 'friend', b: 'friend' },
    });
    const pieces = page.getByTestId('pieces');
    await pieces.waitFor();
    await table.picture('phone-pieces');
    expect(await table.accessibility()).toEqual([]);
    const free = page.locator('[data-testid=piece]:enabled');
    await free.first().waitFor();
    const left = await free.count();
    await by.press(free.first());
    const ghost = page.getByTestId('piece-ghost');
    await ghost.waitFor();
    const box = await page.getByTestId('table').boundingBox();
    if (!box) throw new Error('no table');
    const before = await ghost.boundingBox();
    await by.tap({ x: box.x + box.width * 0.35, y: box.y + box.height * 0.6 });
    await expect.poll(async () => (await ghost.boundingBox())?.x).not.toBeCloseTo(before?.x ?? 0);
    await by.press(page.getByRole('button', { name: 'Turn right' }));
    await expect.poll(() => page.getByTestId('lay').isEnabled()).toBe(true);
    await table.picture('phone-piece-in-hand');
    expect(await table.accessibility()).toEqual([]);
    expect(await hangsOver()).toBeLessThanOrEqual(0);
    await by.press(page.getByTestId('lay'));
    await expect.poll(() => free.count()).toBe(left - 1);
    expect(table.errors).toEqual([]);
  });
});

describe('units to place', () => {
  beforeAll(() => opened('scenarios/six-plus/broad-acre.battle.toml'));
  afterAll(() => table?.close());

  test('the address opens the file', async () => {
    expect(table.address).toContain('#open');
    expect(await table.page.getByRole('heading', { level: 1 }).innerText()).toBe('Broad Acre');
  });

  test('a unit is put on the table by a tap, and its ghost dragged to where it shall stand', async () => {
    const { page } = table;
    await by.press(page.getByTestId('next-ready'));
    const zone = await page.getByTestId('reach').first().boundingBox();
    if (!zone) throw new Error('no zone');
    await by.tap({ x: zone.x + zone.width * 0.3, y: zone.y + zone.height * 0.5 });
    const ghost = page.getByTestId('ghost');
    await ghost.waitFor();
    const middle = async () => {
      const box = await ghost.boundingBox();
      return {
        x: (box?.x ?? 0) + (box?.width ?? 0) / 2,
        y: (box?.y ?? 0) + (box?.height ?? 0) / 2,
      };
    };
    // There is nothing to drag until the engine has judged the place.
    await page.getByTestId('turn-handle').waitFor();
    const from = await middle();
    await by.drag(from, { x: from.x + 60, y: from.y });
    await expect.poll(async () => (await middle()).x).toBeGreaterThan(from.x + 40);
    await table.picture('phone-placed');
    await by.press(page.getByTestId('confirm'));
    const placed = async () => (await look(page)).units.filter(({ side }) => side === 'a').length;
    await expect.poll(placed).toBe(1);
  });
});

describe('a position with somebody in range', () => {
  beforeAll(() => opened('web/e2e/in-range.battle.toml'));
  afterAll(() => table?.close());

  test('a finger held on a target shows the odds, and they stay', async () => {
    const { page } = table;
    await mine(page);
    await withTarget(page, (button) => by.press(button));
    const target = (await look(page)).units.find((unit) => unit.target);
    if (!target) throw new Error('no target');
    expect(await by.look(target)).toBe(true);
    const peek = page.getByTestId('peek');
    await peek.getByTestId('odds').waitFor();
    await table.picture('phone-held');
    expect(await table.accessibility()).toEqual([]);
    await by.press(peek.getByRole('button').first());
    await page.getByTestId('armed').waitFor();
    await peek.waitFor({ state: 'detached' });
    expect(table.errors).toEqual([]);
  });
});

test('of two links that are followed at once the last one counts', async () => {
  table = await openTable({ instant: true });
  const { page } = table;
  await page.getByTestId('play').waitFor();
  const follow = (...hashes: string[]) =>
    page.evaluate((all) => {
      const next = () => {
        const hash = all.shift();
        if (hash === undefined) return;
        location.hash = hash;
        addEventListener('hashchange', next, { once: true });
      };
      next();
    }, hashes);
  await follow('#s=three-hit/two-hills', '#s=favorite/the-hedge-at-noon');
  await expect.poll(() => page.title()).toContain('The hedge at noon');
  await follow('#s=three-hit/two-hills', '#lab');
  await page.getByTestId('lab-screen').waitFor();
  await expect.poll(() => page.title()).not.toContain('Two hills');
  expect(table.errors).toEqual([]);
  await table.close();
});

test('a battle that comes late opens over nothing that was begun meanwhile', async () => {
  table = await openTable({ scenario: 'web/e2e/in-range.battle.toml', instant: true });
  const { page } = table;
  await page.getByTestId('table').waitFor();
  const late = await page.title();
  // The answer waits until it is let go.
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (go = resolve));
  await page.route('**/opened.battle.toml', async (route) => {
    await held;
    await route.continue();
  });
  await page.reload();
  await page.getByTestId('play').click();
  await mine(page);
  const came = page.waitForEvent('requestfinished', (request) =>
    request.url().endsWith('/opened.battle.toml'),
  );
  go();
  await came;
  await page.getByTestId('main-order').click();
  await settled(page);
  await frames(page, 60);
  expect(await page.title()).not.toBe(late);
  expect(await orders(page)).not.toEqual([]);
  expect(table.errors).toEqual([]);
  await table.close();
});

test('a battle that cannot be fetched is told in words, but not over one that was begun meanwhile', async () => {
  table = await openTable({ scenario: 'web/e2e/in-range.battle.toml', instant: true });
  const { page } = table;
  await page.getByTestId('table').waitFor();
  let held = Promise.resolve();
  await page.route('**/opened.battle.toml', async (route) => {
    await held;
    await route.abort();
  });
  await page.reload();
  const trouble = page.getByText('The server does not answer');
  await trouble.waitFor();
  let go: () => void = () => undefined;
  held = new Promise<void>((resolve) => (go = resolve));
  await page.goto(table.address);
  await page.reload();
  await page.getByTestId('play').click();
  await mine(page);
  const failed = page.waitForEvent('requestfailed');
  go();
  await failed;
  await page.getByTestId('main-order').click();
  await settled(page);
  await frames(page, 60);
  expect(await trouble.count()).toBe(0);
  expect(await page.getByText('Failed to fetch').count()).toBe(0);
  await table.close();
});
