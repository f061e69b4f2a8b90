// Every view, light and dark: axe finds nothing, and where it leaves contrast open it is measured
// as it is drawn.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { weakContrast } from './contrast';
import { LAPTOP, openTable, PHONE, type Table } from './harness';
import { moreOptions, players, settled, still } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

const SCREENS: [string, BrowserContextOptions][] = [
  ['laptop, light', LAPTOP],
  ['laptop, dark', { ...LAPTOP, colorScheme: 'dark' }],
  ['phone, light', PHONE],
  ['phone, dark', { ...PHONE, colorScheme: 'dark' }],
];

async function menu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name }).click();
}

test.each(SCREENS)('every view can be read on a %s', async (_, browser) => {
  const it = (table = await openTable({
    browser: { ...browser, reducedMotion: 'reduce' },
    instant: true,
  }));
  const { page } = it;
  const wrong: string[] = [];
  const read = async (what: string) => {
    const found = [...(await it.accessibility()), ...(await weakContrast(page))];
    wrong.push(...found.map((one) => `${what}: ${one}`));
  };
  await page.getByTestId('play').waitFor();
  await read('first screen');
  await page.getByTestId('library').scrollIntoViewIfNeeded();
  await still(page);
  await read('library');
  await page
    .getByRole('button', { name: /^Set up/ })
    .first()
    .click();
  await moreOptions(page);
  await read('set-up');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByTestId('table').waitFor();
  await settled(page);
  await read('table');
  await page.getByTestId('next-ready').click();
  await page
    .getByTestId(/^offer-/)
    .first()
    .waitFor();
  await read('a unit');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await read('rulebook');
  await players(page, { a: 'greedy-2026-11', b: 'greedy-2026-11' });
  await page.getByTestId('result').waitFor({ timeout: 150_000 });
  await still(page);
  await read('result');
  await page.getByRole('dialog').getByRole('button', { name: 'Replay' }).click();
  // What is looked at is the first moment, once the engine has told it.
  await page.getByTestId('replay').getByRole('slider', { name: 'Order' }).fill('0');
  await expect.poll(() => page.getByTestId('turn').innerText()).toMatch(/Turn 1 /);
  await still(page);
  await read('replay');
  await page.getByTestId('replay').getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('tab', { name: 'Log' }).click();
  await page.getByTestId('short-log').click();
  await read('log in short');
  await menu(page, 'On paper');
  await page
    .getByRole('dialog')
    .getByText(/\d+ pages/)
    .waitFor({ timeout: 60_000 });
  await read('print');
  await page.keyboard.press('Escape');
  await menu(page, 'Battle report');
  await page.getByTestId('report').waitFor();
  await still(page);
  await read('report');
  expect(wrong).toEqual([]);
  expect(it.errors).toEqual([]);
});

test.each(SCREENS)('so can what is beside the battle on a %s', async (_, browser) => {
  const it = (table = await openTable({
    browser: { ...browser, reducedMotion: 'reduce' },
    instant: true,
  }));
  const { page } = it;
  const wrong: string[] = [];
  const read = async (what: string) => {
    const found = [...(await it.accessibility()), ...(await weakContrast(page))];
    wrong.push(...found.map((one) => `${what}: ${one}`));
  };
  await page.getByTestId('umpire').click();
  await read('umpire, set-up');
  await page.getByRole('dialog').getByRole('button', { name: 'Begin' }).click();
  await page.getByTestId('dice-pad').waitFor();
  await read('dice');
  await page.getByRole('button', { name: 'Let the engine open the battle' }).click();
  await page.getByTestId('dice-pad').waitFor({ state: 'detached' });
  await settled(page);
  await page.getByTestId('board-unit').first().click();
  await read('umpire');
  for (const [hash, shown] of [
    ['#lab', 'The rules lab'],
    ['#build', 'Build a table'],
  ] as const) {
    await page.goto(`${it.address.split('#')[0]}${hash}`);
    await page.getByRole('heading', { name: shown }).waitFor();
    await still(page);
    await read(shown);
  }
  expect(wrong).toEqual([]);
});
