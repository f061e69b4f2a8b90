// The library: players find battles with filters, set them up with three answers, and begin with a
// button that is always in view. And a newcomer on a phone reads everything.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, press, sampled, TABLET, type Table } from './harness';
import { mine, MOVED, settled, still, tick } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

const SCREENS: [string, BrowserContextOptions][] = [
  ['phone', PHONE],
  ['tablet', TABLET],
  ['laptop', { ...LAPTOP, colorScheme: 'dark' }],
];

const cards = (page: Page) => page.getByRole('article');

describe.each(sampled(SCREENS, 0, 2))('%s', (screen, browser) => {
  test('battles are found by period, length, size, rules and words', async () => {
    const it = (table = await openTable({ browser, instant: true }));
    const { page } = it;
    await page.getByTestId('library').waitFor();
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    expect(height, 'a page somebody reads').toBeLessThan(6000);
    expect(await it.accessibility()).toEqual([]);
    await it.picture(`library-${screen}`);

    await page.getByRole('button', { name: 'Ancients' }).click();
    await expect.poll(() => cards(page).count()).toBe(5);
    for (const says of await cards(page).allInnerTexts()) expect(says).toContain('Ancients');
    await page.getByRole('button', { name: 'All periods' }).click();

    await page.getByTestId('library-length').selectOption({ label: 'Up to 20 min' });
    await page.getByTestId('library-rules').selectOption('three-hit');
    for (const says of await cards(page).allInnerTexts())
      expect(Number(/(\d+) min/.exec(says)?.[1])).toBeLessThanOrEqual(20);
    await page.getByRole('button', { name: 'Clear the filters' }).click();

    await page.getByTestId('library-search').fill('gallows birch');
    await expect.poll(() => cards(page).count()).toBe(1);
    expect(await cards(page).first().innerText()).toContain('Two hills');
    await page.getByTestId('library-search').fill('nothing is called so');
    await page.getByText('No battle fits').waitFor();
    await page.getByRole('button', { name: 'Clear the filters' }).click();

    // Every built-in battle is listed, with a picture, its length and its sides.
    await page.getByTestId('library-all').click();
    await expect.poll(() => cards(page).count()).toBeGreaterThan(30);
    const all = await cards(page).allInnerTexts();
    for (const says of all) expect(says, says).toMatch(/\d+ min/);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect(over).toBeLessThanOrEqual(0);
  });

  test('which side, against whom, begin: the button is in view all the time', async () => {
    const it = (table = await openTable({ browser, instant: true }));
    const { page } = it;
    await page.getByRole('button', { name: 'Set up: Two hills' }).click();
    const begin = page.getByRole('button', { name: 'Begin' });
    const inView = async () => {
      const [box, size] = [await begin.boundingBox(), page.viewportSize()];
      expect(box && size && box.y >= 0 && box.y + box.height <= size.height).toBe(true);
    };
    await still(page);
    await inView();
    await it.picture(`set-up-${screen}`);
    // The opponents come from the engine.
    const levels = page.getByTestId('opponent').locator('option', { hasText: /^Computer/ });
    await expect.poll(() => levels.count()).toBeGreaterThan(1);
    await page.getByTestId('more-options').locator('summary').first().click();
    await inView();
    await page.getByTestId('seed').scrollIntoViewIfNeeded();
    await inView();
    expect(await it.accessibility()).toEqual([]);
    await tick(page.getByTestId('lead-b'));
    await expect.poll(() => page.getByTestId('player-b').inputValue()).toBe('you');
    await begin.click();
    await mine(page);
    expect(await page.getByTestId('to-move').innerText()).toContain('Red');
    expect(it.errors).toEqual([]);
  });
});

/** Number of touches before a newcomer gives the first order; each takes two seconds. */
const TAPS = 4;

test('a newcomer on a phone gives a first order within a minute, reading all that is said', async () => {
  const it = (table = await openTable({ browser: PHONE, hints: true }));
  const { page } = it;
  let words = 0;
  /** Counts the words of a text, which people read at a known speed. */
  const read = async (text: Promise<string>) => {
    words += (await text).split(/\s+/).length;
  };
  const hint = (which: string) => page.locator(`[data-hint=${which}]:not(.away)`);
  await read(page.locator('header').first().innerText());
  const begun = Date.now();
  await press(page.getByRole('button', { name: 'Quick battle' }));
  await mine(page);
  await hint('choose').waitFor();
  await read(hint('choose').innerText());
  await press(page.getByTestId('next-ready'));
  await hint('move').waitFor();
  await read(hint('move').innerText());
  // "Tap a place": ahead of the unit.
  const chosen = page.locator('[data-unit].selected .touch');
  const box = await chosen.boundingBox();
  if (!box) throw new Error('no unit is chosen');
  await page.touchscreen.tap(box.x + box.width / 2, box.y - 40);
  await page.getByTestId('confirm').waitFor();
  await hint('give').waitFor();
  await read(hint('give').innerText());
  await press(page.getByTestId('confirm'));
  await settled(page);
  await page.getByRole('tab', { name: 'Log' }).click();
  await expect
    .poll(() => page.getByTestId('log').locator('.order').first().innerText())
    .toMatch(MOVED);
  // The page's own time, on this machine: a busy one does not make people read more slowly.
  const own = (Date.now() - begun) / 1000;
  const person = (words / 200) * 60 + TAPS * 2;
  console.log(
    `a first order after ${(person + own).toFixed(0)} s: ${words} words and ${TAPS} taps take ${person.toFixed(0)} s, the page ${own.toFixed(0)} s`,
  );
  expect(person).toBeLessThan(48);
  expect(own).toBeLessThan(60);
});
