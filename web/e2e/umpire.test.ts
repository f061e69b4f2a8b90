// A real table beside the screen: the page asks for every throw, a wrong one is struck out, and the
// board is readable at arm's length. By mouse, by finger, by keyboard; on three screens.

import { readFile } from 'node:fs/promises';

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import {
  click,
  enter,
  openTable,
  PHONE,
  press,
  sampled,
  SMALL_LAPTOP,
  TABLET,
  type Press,
  type Table,
} from './harness';
import { comfortable, diceWanted, moreOptions, spoken, still } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

async function umpire(
  browser: BrowserContextOptions,
  scenario: string,
  by: Press,
): Promise<{ page: Page; it: Table }> {
  const it = await openTable({ browser, instant: true });
  table = it;
  const { page } = it;
  await by(page.getByTestId('umpire'));
  await page.getByTestId('umpire-scenario').selectOption(scenario);
  await moreOptions(page);
  await page.getByTestId('seed').fill('3');
  expect(await page.getByTestId('mode-umpire').isChecked()).toBe(true);
  expect(await it.accessibility()).toEqual([]);
  await by(page.getByRole('button', { name: 'Begin' }));
  await page.getByTestId('board').waitFor();
  return { page, it };
}

/** Throws the dice of the opening, with different faces in turn; returns their number. */
async function opening(page: Page, by: Press): Promise<number> {
  const pad = page.getByTestId('dice-pad');
  const goes = page
    .locator('[data-testid=main-order]:enabled')
    .or(page.getByTestId('board-unit'))
    .or(page.getByTestId('choice-option'));
  for (let i = 0; i < 40; i += 1) {
    await pad.or(goes).first().waitFor();
    if (!(await pad.isVisible())) return i;
    const faces = pad.getByRole('button');
    await by(faces.nth(i % (await faces.count())));
    await diceWanted(page);
  }
  throw new Error('the opening has no end');
}

/** Gives orders from the board until dice are wanted. */
async function untilDice(page: Page, by: Press): Promise<void> {
  const pad = page.getByTestId('dice-pad');
  let tried = 0;
  for (let i = 0; i < 80 && !(await pad.isVisible()); i += 1) {
    const choice = page.getByTestId('choice-option').first();
    const shot = page.getByTestId(/^offer-(shoot|fight|test|rally)$/).first();
    const give = page.getByTestId('give');
    const unit = page.locator('[data-testid=board-unit]');
    const main = page.locator('[data-testid=main-order]:enabled');
    if (await choice.isVisible()) await by(choice);
    else if (await give.isVisible()) await by(give);
    else if (await shot.isVisible()) await by(shot);
    else if (tried < (await unit.count())) await by(unit.nth(tried++));
    else if (await main.isVisible()) {
      tried = 0;
      await by(main);
    }
    await still(page);
  }
  await pad.waitFor();
}

const SCREENS: [string, BrowserContextOptions, Press][] = [
  ['laptop', SMALL_LAPTOP, click],
  ['tablet', { ...TABLET, colorScheme: 'dark' }, press],
  ['phone', PHONE, press],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }, press],
];

describe.each(sampled(SCREENS, 0, 3))('on a %s', (name, browser, by) => {
  test('one die is one tap; a wrong one is struck out, and what replaced it stands', async () => {
    const { page, it } = await umpire(browser, 'three-hit/two-hills', by);
    await page.getByTestId('dice-pad').waitFor();
    await it.picture(`umpire-${name}-opening`);
    expect(await opening(page, by)).toBeGreaterThan(0);
    await it.picture(`umpire-${name}-board`);
    expect(await it.accessibility()).toEqual([]);
    await comfortable(page);
    await untilDice(page, by);
    await it.picture(`umpire-${name}-dice`);
    expect(await it.accessibility()).toEqual([]);
    await comfortable(page);
    const face = page.getByTestId('dice-pad').getByRole('button', { name: /^Face 1/ });
    await by(face);
    const last = page.getByTestId('happened');
    await expect.poll(() => last.innerText()).toContain('real dice');
    const order = await last.locator('.order').innerText();

    await by(page.getByTestId('strike'));
    await expect.poll(() => spoken(page)).toContain('Struck out');
    const struck = page.getByTestId('struck');
    expect(await struck.locator('s').innerText()).toContain(order);
    expect(await struck.innerText()).toContain('struck out');
    await it.picture(`umpire-${name}-struck`);
    expect(await it.accessibility()).toEqual([]);
    // It was struck out by mistake: put it back with its dice, then strike it out again.
    await by(page.getByTestId('put-back').getByRole('button', { name: 'Put it back' }));
    await expect.poll(() => last.locator('.order').innerText()).toBe(order);
    expect(await last.innerText()).toContain('real dice');
    await expect.poll(() => struck.count()).toBe(0);
    await by(page.getByTestId('strike'));
    await struck.waitFor();

    await untilDice(page, by);
    await by(page.getByTestId('engine-throws'));
    await expect.poll(() => last.innerText()).toContain('rolled by the engine');

    // The log and the file say the same.
    await by(page.getByTestId('board-or-map'));
    await by(page.getByRole('tab', { name: 'Log' }));
    const log = page.getByTestId('log');
    expect(await log.getByTestId('log-struck').innerText()).toMatch(/instead: /);
    expect(await log.innerText()).toContain('rolled by the engine');
    await it.picture(`umpire-${name}-map-and-log`);
    expect(await it.accessibility()).toEqual([]);
    await by(page.getByRole('button', { name: 'Menu' }));
    const coming = page.waitForEvent('download');
    await by(page.getByRole('button', { name: 'Save the battle' }));
    const lines = (await readFile(await (await coming).path(), 'utf8')).trim().split('\n');
    const journal = lines.slice(1).map((line) => JSON.parse(line) as { struck?: unknown[] });
    const [kept] = journal.flatMap((line) => line.struck ?? []);
    expect(kept).toMatchObject({ rolls: [{ faces: [1], thrown: 'hand' }] });
    expect(it.errors).toEqual([]);
  });
});

test('many dice are counted as they fall, one is taken back; by keyboard', async () => {
  const { page, it } = await umpire(SMALL_LAPTOP, 'favorite/the-hedge-at-noon', enter);
  await opening(page, enter);
  await untilDice(page, enter);
  const pad = page.getByTestId('dice-pad');
  const left = page.getByTestId('dice-left');
  for (let i = 0; i < 12 && !(await left.isVisible()); i += 1) {
    await enter(pad.getByRole('button').first());
    await still(page);
    if (!(await pad.isVisible())) await untilDice(page, enter);
  }
  const many = Number(/^\d+/.exec(await left.innerText())?.[0]);
  expect(many).toBeGreaterThan(1);
  const four = pad.getByRole('button', { name: /^Face 4/ });
  await enter(four);
  await expect.poll(() => four.getAttribute('aria-label')).toContain('1 so far');
  await expect.poll(() => left.innerText()).toContain(`${many - 1} to go`);
  await it.picture('umpire-laptop-many-dice');
  expect(await it.accessibility()).toEqual([]);
  await enter(page.getByRole('button', { name: 'Take one back' }));
  await expect.poll(() => left.innerText()).toContain(`${many} to go`);
  for (let i = 0; i < many; i += 1) await enter(four);
  // The order goes on: to its next throw, or to its result.
  const before = page.getByRole('dialog').locator('.done');
  const told = page.getByTestId('happened').getByText('real dice');
  await before.or(told).or(page.getByTestId('board-unit')).first().waitFor();
  expect(it.errors).toEqual([]);
});

test('a card is drawn by hand; the screen is kept on; a unit is moved on the map', async () => {
  const phone = { ...PHONE, permissions: ['screen-wake-lock'] };
  const { page, it } = await umpire(phone, 'otr-d6/turnpike', press);
  await expect.poll(() => page.getByText(/The screen stays on|set your device/).count()).toBe(1);
  const card = page.getByRole('dialog', { name: 'Draw a card' });
  await card.waitFor();
  await it.picture('umpire-phone-card');
  expect(await it.accessibility()).toEqual([]);
  await opening(page, press);
  await expect.poll(() => page.getByTestId('happened').count()).toBe(0);
  await press(page.getByTestId('board-unit').first());
  await press(page.getByTestId('board-move'));
  await page.getByTestId('table').waitFor();
  await page.getByTestId('unit-card').waitFor();
  await it.picture('umpire-phone-map');
  await press(page.getByTestId('board-or-map'));
  await page.getByTestId('board').waitFor();
  expect(it.errors).toEqual([]);
});
