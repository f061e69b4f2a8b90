// What a player may know in advance, and how a battle is remembered.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { openTable, PHONE, sampled, SMALL_LAPTOP, type Table } from './harness';
import { mine, players, setUp, still } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

const SCREENS: [string, BrowserContextOptions][] = [
  ['laptop', SMALL_LAPTOP],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }],
];

/** Opens a battle from a file, with both sides ours. */
async function opened(browser: BrowserContextOptions): Promise<Table> {
  const it = await openTable({ scenario: 'web/e2e/knowing.battle.toml', browser, instant: true });
  table = it;
  await it.page.getByTestId('table').waitFor();
  await players(it.page, { a: 'you', b: 'friend' });
  await mine(it.page);
  return it;
}

/** Raises the sheet of a phone, so that a picture shows more than its edge. */
async function raised(page: Page): Promise<void> {
  const grip = page.getByRole('button', { name: 'Raise the sheet' });
  if (await grip.isVisible()) await grip.click();
}

async function choose(page: Page, id: number): Promise<void> {
  await page.locator(`[data-unit="${id}"]`).focus();
  await page.keyboard.press('Enter');
}

describe.each(sampled(SCREENS, 1))('on a %s', (name, browser) => {
  test('why not: a greyed order tells its clauses', async () => {
    const it = await opened(browser);
    const { page } = it;
    await choose(page, 0);
    await page.getByTestId('why-shoot').click();
    const told = page.getByTestId('why-told');
    await told.waitFor();
    expect(await told.innerText()).toMatch(/THR-/);
    expect(await it.accessibility()).toEqual([]);
    await raised(page);
    await told.scrollIntoViewIfNeeded();
    await it.picture(`know-${name}-why-not`);
    expect(it.errors).toEqual([]);
  });

  test('a place is found for what it is for, with its margin', async () => {
    const it = await opened(browser);
    const { page } = it;
    await choose(page, 0);
    await page.getByTestId('intents').locator('summary').click();
    await page.getByTestId('intent-foe').selectOption({ label: 'Red Hussars' });
    await page.getByTestId('intent-out-of-charge').click();
    const says = page.getByTestId('intent-says');
    await says.waitFor({ timeout: 60_000 });
    expect(await says.innerText()).toMatch(/^0\.1 inches outside the charge of Red Hussars/);
    await page.getByTestId('armed').waitFor();
    expect(await it.accessibility()).toEqual([]);
    await it.picture(`know-${name}-intent`);
    await page.getByTestId('give').click();
    await mine(page);
    await page.getByTestId('threats').locator('summary').click();
    await page.getByTestId('threat-list').waitFor({ timeout: 60_000 });
    // The line may shoot at the unit; the hussars cannot reach it.
    expect(await page.getByTestId('threat-list').innerText()).not.toMatch(/Hussars charge/);
    expect(it.errors).toEqual([]);
  });

  test('threats are listed with their odds, and drawn', async () => {
    const it = await opened(browser);
    const { page } = it;
    await choose(page, 0);
    await page.getByTestId('threats').locator('summary').click();
    const list = page.getByTestId('threat-list');
    await list.waitFor({ timeout: 60_000 });
    await expect
      .poll(() => list.getByTestId('odds').count(), { timeout: 60_000 })
      .toBeGreaterThan(0);
    await expect
      .poll(() => page.getByTestId('known').locator('path').count(), { timeout: 60_000 })
      .toBeGreaterThan(0);
    expect(await it.accessibility()).toEqual([]);
    await it.picture(`know-${name}-threats`);
    await raised(page);
    await list.scrollIntoViewIfNeeded();
    await it.picture(`know-${name}-threat-list`);
    await choose(page, 2);
    await expect.poll(() => list.innerText(), { timeout: 60_000 }).toMatch(/May|may|It/);
    await still(page);
    await it.picture(`know-${name}-enemy`);
    expect(it.errors).toEqual([]);
  });

  test('odds are unfolded step by step, under a policy', async () => {
    const it = await opened(browser);
    const { page } = it;
    await page.getByTestId('main-order').click();
    await mine(page);
    await choose(page, 1);
    await page.getByTestId('offer-shoot').first().click();
    await page.getByTestId('unfold').locator('summary').first().click();
    const steps = page.getByTestId('steps');
    await steps.getByTestId('steps-says').waitFor({ timeout: 60_000 });
    await steps.getByTestId('steps-others').selectOption('best');
    await expect.poll(() => steps.getByTestId('steps-says').innerText()).toMatch(/best|most/);
    expect(await it.accessibility()).toEqual([]);
    await raised(page);
    await steps.scrollIntoViewIfNeeded();
    await it.picture(`know-${name}-steps`);
    expect(it.errors).toEqual([]);
  });

  test('a battle is looked back at by clauses and by its chances', async () => {
    const it = await openTable({ browser, instant: true });
    table = it;
    const { page } = it;
    await setUp(page, 'three-hit/two-hills', {
      seed: 3,
      players: { a: 'greedy-2026-11', b: 'greedy-2026-11' },
    });
    await page.getByTestId('result').waitFor({ timeout: 240_000 });
    await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
    await page.getByTestId('find-clause').locator('summary').click();
    await page.getByTestId('clause-choice').selectOption({ index: 3 });
    const jump = page.getByTestId('clause-jump');
    await page.getByTestId('clause-back').or(page.getByTestId('clause-on')).first().waitFor();
    const back = page.getByTestId('clause-back');
    if (await back.isEnabled()) await back.click();
    else await page.getByTestId('clause-on').click();
    await expect.poll(() => jump.innerText()).toMatch(/of \d+ times/);
    await it.picture(`know-${name}-clause`);
    await page.getByTestId('find-clause').locator('summary').click();
    await page.getByTestId('how-chances').locator('summary').click();
    await page.getByTestId('chances').locator('select').selectOption('4');
    await page.getByTestId('chances-begin').click();
    // The table still works meanwhile.
    await page.getByTestId('chances-progress').waitFor({ timeout: 30_000 });
    await page.getByTestId('chance-line').waitFor({ timeout: 240_000 });
    await page.getByTestId('chances-stop').or(page.getByTestId('chances-begin')).first().waitFor();
    await expect
      .poll(() => page.getByTestId('chances-begin').isVisible(), { timeout: 300_000 })
      .toBe(true);
    expect(await page.getByTestId('chances-says').innerText()).toMatch(/4 battles from each point/);
    expect(await it.accessibility()).toEqual([]);
    await raised(page);
    await page.getByTestId('chance-line').scrollIntoViewIfNeeded();
    await it.picture(`know-${name}-chances`);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page
      .getByRole('dialog', { name: 'Menu' })
      .getByRole('button', { name: 'Battle report' })
      .click();
    const report = page.getByTestId('report');
    await report.getByTestId('chance-line').waitFor();
    await report.getByTestId('chance-line').scrollIntoViewIfNeeded();
    await it.picture(`know-${name}-report`);
    expect(await it.accessibility()).toEqual([]);
    expect(it.errors).toEqual([]);
  });
});
