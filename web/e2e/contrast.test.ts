// Views beside the battle, light and dark: axe finds nothing, and where it leaves contrast open it is measured
// as it is drawn.

import type { BrowserContextOptions } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { weakContrast } from './contrast';
import { LAPTOP, openTable, PHONE, type Table } from './harness';
import { settled, still } from './play';

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

test.each(SCREENS)('what is beside the battle can be read on a %s', async (_, browser) => {
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
