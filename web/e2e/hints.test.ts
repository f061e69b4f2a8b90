// The hints of a first battle: each points at its control, disappears once the player has followed
// it, and never comes back unless the player asks.

import { afterAll, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, type Table } from './harness';
import { mine, settled, still } from './play';

const open: Table[] = [];
afterAll(async () => {
  for (const table of open) await table.close();
});

const SCREENS = [
  ['laptop', { ...LAPTOP, viewport: { width: 1280, height: 800 } }, 'dark', 'no-preference'],
  ['phone', PHONE, 'light', 'reduce'],
] as const;

test.each(SCREENS)('on a %s', async (name, browser, colorScheme, reducedMotion) => {
  const table = await openTable({
    browser: { ...browser, colorScheme, reducedMotion },
    instant: true,
    hints: true,
  });
  open.push(table);
  const { page } = table;
  const hint = (which: string) => page.locator(`[data-hint=${which}]:not(.away)`);
  await page.getByRole('button', { name: 'Play: Two hills' }).press('Enter');
  await mine(page);
  await hint('choose').waitFor();
  await still(page);
  // The hint points at its button without covering it.
  const [box, at] = [
    await hint('choose').boundingBox(),
    await page.getByTestId('next-ready').boundingBox(),
  ];
  if (!box || !at) throw new Error('nothing is pointed at');
  const apart = box.y + box.height <= at.y + 1 || box.y >= at.y + at.height - 1;
  expect(apart).toBe(true);
  expect(box.x).toBeLessThan(at.x + at.width);
  expect(box.x + box.width).toBeGreaterThan(at.x);
  const moves = await hint('choose').evaluate((it) => getComputedStyle(it).animationName);
  expect(moves === 'none').toBe(reducedMotion === 'reduce');
  expect(await table.accessibility()).toEqual([]);
  await table.picture(`hint-choose-${name}`);
  // Followed: the next hint appears.
  await page.getByTestId('next-ready').press('Enter');
  await hint('move').waitFor();
  await expect.poll(() => hint('choose').count()).toBe(0);
  await table.picture(`hint-move-${name}`);
  await page.getByTestId('offer-move').press('Enter');
  await hint('give').waitFor();
  await table.picture(`hint-give-${name}`);
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.getByTestId('confirm').or(page.getByTestId('give')).first().press('Enter');
  await hint('give').waitFor({ state: 'detached' });
  // Closed for good, even after a reload.
  await settled(page);
  await page.keyboard.press('Escape');
  await hint('end').waitFor();
  await table.picture(`hint-end-${name}`);
  expect(await table.accessibility()).toEqual([]);
  await hint('end').getByRole('button', { name: 'No more hints' }).press('Enter');
  await page.getByTestId('hint').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByTestId('resume').press('Enter');
  await mine(page);
  await still(page);
  expect(await page.getByTestId('hint').count()).toBe(0);
  // Restored in the settings.
  await page.getByRole('button', { name: 'Menu' }).press('Enter');
  await page.getByRole('checkbox', { name: 'Hints for a first battle' }).press(' ');
  await page.keyboard.press('Escape');
  await hint('choose').waitFor();
  expect(table.errors).toEqual([]);
});
