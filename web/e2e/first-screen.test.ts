// The first screen, light and dark, on a laptop and on a phone: one click starts a battle.

import type { BrowserContextOptions } from 'playwright-core';
import { describe, expect } from 'vitest';

import { LAPTOP, openTable, PHONE, story, type Table } from './harness';
import { mine } from './play';

const SCREENS: [string, BrowserContextOptions][] = [
  ['laptop, light', { ...LAPTOP, colorScheme: 'light' }],
  ['laptop, dark', { ...LAPTOP, colorScheme: 'dark' }],
  ['phone, light', { ...PHONE, colorScheme: 'light' }],
  ['phone, dark', { ...PHONE, colorScheme: 'dark', reducedMotion: 'reduce' }],
];

describe.each(SCREENS)('%s', (name, browser) => {
  let table: Table;
  const picture = name.replace(', ', '-');

  const test = story(
    async () => {
      table = await openTable({ browser });
    },
    () => table?.close(),
  );

  test('the page loads and its engine answers', async () => {
    const { page } = table;
    await page.getByRole('heading', { name: 'Sandtable', level: 1 }).waitFor();
    await page.getByText(/Engine\s+\d+\.\d+\.\d+/).waitFor();
    await expect.poll(() => page.getByRole('article').count()).toBeGreaterThanOrEqual(6);
    const ready = await page.evaluate(() => Math.round(performance.now()));
    console.log(`${name}: ready for the first click after at most ${ready} ms`);
    await table.picture(`first-screen-${picture}`);
  });

  test('axe finds nothing', async () => {
    expect(await table.accessibility()).toEqual([]);
  });

  test('nothing hangs over the side', async () => {
    const over = await table.page.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    );
    expect(over).toBeLessThanOrEqual(0);
  });

  test('one click starts a battle', async () => {
    const { page } = table;
    const start = Date.now();
    await page.getByTestId('play').click();
    await page.getByTestId('main-order').waitFor();
    console.log(`${name}: a battle stands ${Date.now() - start} ms after the click`);
    await mine(page);
    await expect.poll(() => page.locator('[data-unit].ready').count()).toBeGreaterThan(0);
    // The player has given no order yet: there is nothing to undo.
    expect(await page.getByRole('button', { name: 'Undo' }).isDisabled()).toBe(true);
    await table.picture(`first-battle-${picture}`);
    expect(await table.accessibility()).toEqual([]);
    expect(table.errors).toEqual([]);
  });
});
