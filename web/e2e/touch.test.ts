// A whole battle of OTR D6 by finger on a phone.

import type { CDPSession } from 'playwright-core';
import { expect } from 'vitest';

import { openTable, PHONE, press, story, type Table } from './harness';
import { battleCard, middle, mine, moreOptions, unit, withTarget } from './play';

let table: Table;
let finger: CDPSession;

const test = story(
  async () => {
    table = await openTable({ browser: PHONE });
    finger = await table.context.newCDPSession(table.page);
  },
  () => table?.close(),
);

interface Place {
  x: number;
  y: number;
}

const UNION_SHOOTS = /: (Ames|Cutler|Pell|Gamble|Barlow|Stone|Weed)\S* .* shoots? at /;

const down = (...at: Place[]) =>
  finger.send('Input.dispatchTouchEvent', {
    type: 'touchStart',
    touchPoints: at.map((place, id) => ({ ...place, id })),
  });
const slide = (...at: Place[]) =>
  finger.send('Input.dispatchTouchEvent', {
    type: 'touchMove',
    touchPoints: at.map((place, id) => ({ ...place, id })),
  });
const up = () => finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });

const tap = ({ x, y }: Place) => table.page.touchscreen.tap(x, y);

/** Uses the menu to change the players and the speed. */
async function menu(who: { a?: string; b?: string }, speed?: string): Promise<void> {
  const { page } = table;
  await press(page.getByRole('button', { name: 'Menu' }));
  const sheet = page.getByRole('dialog', { name: 'Menu' });
  if (speed) await sheet.getByLabel('Speed').selectOption(speed);
  if (who.a) await sheet.getByTestId('player-a').selectOption(who.a);
  if (who.b) await sheet.getByTestId('player-b').selectOption(who.b);
  await press(sheet.getByRole('button', { name: 'Close' }));
  await sheet.waitFor({ state: 'detached' });
}

test('a tap starts the battle', async () => {
  const { page } = table;
  await page.getByTestId('play').waitFor();
  await table.picture('otr-phone-first-screen');
  const card = await battleCard(page, 'otr-d6/ridge-and-ridge');
  await press(card.getByRole('button', { name: /^Set up/ }));
  await moreOptions(page);
  await page.getByTestId('seed').fill('5');
  await page.getByLabel('Speed').selectOption('instant');
  expect(await table.accessibility()).toEqual([]);
  await press(page.getByRole('button', { name: 'Begin' }));
  await mine(page);
  expect(await table.accessibility()).toEqual([]);
  // Nothing overflows the side.
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(wide).toBeLessThanOrEqual(390);
  await table.picture('otr-phone-table');
});

test('a unit is chosen by tapping it and moved by tapping a place', async () => {
  const { page } = table;
  const it = unit(page);
  const id = await it.getAttribute('data-unit');
  const chosen = page.getByTestId(`unit-${id}`);
  const from = await middle(it);
  await tap(from);
  await page.getByTestId('unit-card').waitFor();
  await page.getByTestId('offer-move').first().waitFor();
  await expect.poll(() => chosen.getAttribute('aria-pressed')).toBe('true');
  await table.picture('otr-phone-chosen');
  // The wide table stands upright on a phone: ahead is to the right.
  await tap({ x: from.x + 25, y: from.y });
  await page.getByTestId('confirm').waitFor();
  await table.picture('otr-phone-move');
  expect(await table.accessibility()).toEqual([]);
  await press(page.getByTestId('confirm'));
  await expect.poll(async () => (await middle(chosen)).x).toBeGreaterThan(from.x + 4);
});

test('a unit is dragged by a finger, and the order put down', async () => {
  const { page } = table;
  await mine(page);
  const it = unit(page);
  const from = await middle(it);
  // Sent together: a finger that rests after touching down would hold instead of drag.
  await Promise.all([
    down(from),
    slide({ x: from.x, y: from.y - 8 }),
    slide({ x: from.x, y: from.y - 20 }),
    up(),
  ]);
  await page.getByTestId('armed').waitFor();
  await page.locator('[data-handle]').waitFor();
  await table.picture('otr-phone-drag');
  // The tap right after a quick drag counts: no browser takes it for the end of a fling.
  await press(page.getByTestId('armed').getByRole('button', { name: 'Cancel' }));
  await expect.poll(() => page.getByTestId('armed').count()).toBe(0);
  await expect.poll(async () => (await middle(it)).y).toBeCloseTo(from.y, 0);
});

test('two fingers zoom the table', async () => {
  const { page } = table;
  const box = await page.getByTestId('table').boundingBox();
  if (!box) throw new Error('no table');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const wide = async () => (await unit(page).boundingBox())?.width ?? 0;
  const before = await wide();
  await down({ x: x - 30, y }, { x: x + 30, y });
  await slide({ x: x - 60, y }, { x: x + 60, y });
  await slide({ x: x - 90, y }, { x: x + 90, y });
  await up();
  await expect.poll(wide).toBeGreaterThan(before * 1.5);
  await table.picture('otr-phone-zoomed');
  await press(page.getByRole('button', { name: 'Whole table' }));
  await expect.poll(wide).toBeCloseTo(before, 0);
});

test('some activations: ended here, answered there', async () => {
  const { page } = table;
  const choice = page.locator('[data-testid=choice-option]:enabled').first();
  const main = page.locator('[data-testid=main-order]:enabled');
  for (let ended = 0; ended < 4;) {
    // A choice may be pending before the turn can go on.
    await choice.or(main).first().waitFor({ timeout: 60_000 });
    if (await choice.isVisible()) await press(choice);
    else {
      await press(main);
      ended += 1;
    }
  }
  await choice.or(main).first().waitFor({ timeout: 60_000 });
  if (await choice.isVisible()) await press(choice);
  await mine(page);
  await expect.poll(() => page.getByTestId('turn').innerText()).not.toMatch(/Turn 1 /);
  await press(page.getByRole('tab', { name: 'Log' }));
  await expect.poll(() => page.getByTestId('log').innerText()).toMatch(/card/);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('otr-phone-log');
  await press(page.getByRole('tab', { name: 'Orders' }));
});

test('the computer plays to the end', async () => {
  const { page } = table;
  await menu({ a: 'greedy-2026-11', b: 'greedy-2026-11' });
  await page.getByTestId('result').waitFor({ timeout: 240_000 });
  expect(await table.accessibility()).toEqual([]);
  await table.picture('otr-phone-result');
  await press(page.getByRole('dialog').getByRole('button', { name: 'Close' }).first());
});

test('from the replay it goes on before a volley', async () => {
  const { page } = table;
  await menu({ a: 'you' });
  await press(page.getByRole('button', { name: 'Replay' }));
  const replay = page.getByTestId('replay');
  await replay.waitFor();
  const says = replay.locator('.says');
  let on = '';
  for (let i = 0; i < 400; i += 1) {
    await press(replay.getByRole('button', { name: 'Forward one order' }));
    on = await says.innerText();
    if (UNION_SHOOTS.test(on)) break;
  }
  expect(on).toMatch(UNION_SHOOTS);
  await table.picture('otr-phone-replay');
  expect(await table.accessibility()).toEqual([]);
  await press(replay.getByRole('button', { name: 'Back one order' }));
  await press(replay.getByRole('button', { name: 'Go on from here' }));
  await replay.waitFor({ state: 'detached' });
  await mine(page);
});

test('a finger held on a target shows the odds; a tap takes the shot in hand', async () => {
  const { page } = table;
  await withTarget(page, press);
  const target = page.locator('[data-unit].target').first();
  const at = await middle(target);
  await down(at);
  const peek = page.getByTestId('peek');
  await peek.getByTestId('odds').first().waitFor();
  await up();
  expect(await peek.innerText()).toMatch(/\b\d+\/\d+\b/);
  // The whole card lies on the table's window, even near the sheet.
  const card = await peek.boundingBox();
  const room = await page.getByTestId('table').boundingBox();
  expect((card?.y ?? 0) + (card?.height ?? 0)).toBeLessThanOrEqual(
    (room?.y ?? 0) + (room?.height ?? 0),
  );
  await table.picture('otr-phone-odds');
  expect(await table.accessibility()).toEqual([]);
  // A button of the card readies its order.
  await press(peek.getByRole('button').first());
  const armed = page.getByTestId('armed');
  await armed.getByTestId('odds').waitFor();
  expect(await armed.innerText()).toContain('exact');
  // The sheet is low, so the complete odds also stand by the target, with the button for the order.
  const told = page.getByTestId('told');
  await told.getByTestId('odds').waitFor();
  expect(await told.innerText()).toMatch(/\b\d+\/\d+\b/);
  const { y = 0, height = 0 } = (await told.boundingBox()) ?? {};
  expect(y).toBeGreaterThanOrEqual(room?.y ?? 0);
  expect(y + height).toBeLessThanOrEqual((room?.y ?? 0) + (room?.height ?? 0));
  expect(await told.evaluate((it) => it.scrollHeight - it.clientHeight)).toBeLessThanOrEqual(0);
  await table.picture('otr-phone-shoot');
  await table.picture('phone');
  await press(page.getByTestId('confirm'));
  await page.getByTestId('dice').waitFor();
  await table.picture('otr-phone-dice');
  expect(await table.accessibility()).toEqual([]);
});

test('a clause is read in the raised sheet', async () => {
  const { page } = table;
  const link = page
    .getByTestId('dice')
    .getByRole('button', { name: /^Clause / })
    .first();
  const id = await link.innerText();
  await press(link);
  await page.getByRole('button', { name: 'Lower the sheet' }).waitFor();
  const clause = page.locator(`[data-clause="${id}"]`);
  await expect.poll(() => clause.evaluate((it) => it === document.activeElement)).toBe(true);
  await table.picture('otr-phone-rules');
  expect(await table.accessibility()).toEqual([]);
  await press(page.getByRole('button', { name: 'Lower the sheet' }));
  expect(table.errors).toEqual([]);
});
