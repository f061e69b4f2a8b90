// A single key opens the search of the rulebook at the table; words of the game are explained in
// place.

import { afterAll, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, sampled, TABLET, type Table } from './harness';
import { mine } from './play';

const open: Table[] = [];
afterAll(async () => {
  for (const table of open) await table.close();
});

const SCREENS = [
  ['laptop', { ...LAPTOP, viewport: { width: 1280, height: 800 } }, 'light'],
  ['tablet', TABLET, 'dark'],
  ['phone', PHONE, 'light'],
] as const;

test.each(sampled(SCREENS, 0, 2))(
  'search, marks, words and glossary on a %s',
  async (name, browser, scheme) => {
    const table = await openTable({ browser: { ...browser, colorScheme: scheme }, instant: true });
    open.push(table);
    const { page } = table;
    await page.getByRole('button', { name: 'Play: Two hills' }).press('Enter');
    await mine(page);
    await page.keyboard.press('/');
    const search = page.getByRole('searchbox', { name: 'Search rules and words' });
    await expect.poll(() => search.evaluate((it) => it === document.activeElement)).toBe(true);
    await search.fill('gun');
    const hits = page.getByTestId('hits');
    await hits.waitFor();
    // The rules never say "gun": the search adds their own word.
    await page.getByText(/Also searched: .*artillery/).waitFor();
    await expect.poll(() => hits.locator('mark').count()).toBeGreaterThan(2);
    expect(await hits.getByRole('button').first().innerText()).toMatch(/Artillery/);
    await table.picture(`book-search-${name}`);
    expect(await table.accessibility()).toEqual([]);
    // Arrow keys go down the list, Enter opens the clause in place.
    await search.press('ArrowDown');
    await page.keyboard.press('Enter');
    const meaning = page.getByTestId('meaning');
    await meaning.waitFor();
    await expect.poll(() => meaning.innerText()).toMatch(/Guns and those who serve them/);
    expect(await table.accessibility()).toEqual([]);
    await table.picture(`book-term-${name}`);
    await page.getByRole('button', { name: 'Find it in the rules' }).click();
    await meaning.waitFor({ state: 'detached' });
    await expect.poll(() => search.inputValue()).toMatch(/\w/);
    await hits
      .getByRole('button', { name: /clause/ })
      .first()
      .press('Enter');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-clause')))
      .toMatch(/^THR-/);
    // Nothing found: the page offers a similar word.
    await page.keyboard.press('/');
    await search.fill('moralle');
    await page.getByText('Did you mean').waitFor();
    await table.picture(`book-nothing-${name}`);
    expect(await table.accessibility()).toEqual([]);
    await page.getByRole('button', { name: 'morale', exact: true }).press('Enter');
    await expect.poll(() => search.inputValue()).toBe('morale');
    await search.press('Escape');
    await expect.poll(() => search.inputValue()).toBe('');
    // A word in a clause is explained where it first appears.
    const word = page
      .getByTestId('rulebook')
      .getByRole('button', { name: /what it means$/ })
      .first();
    await word.press('Enter');
    await meaning.waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Glossary', { exact: true }).press('Enter');
    await table.picture(`book-glossary-${name}`);
    expect(await table.accessibility()).toEqual([]);
    expect(table.errors).toEqual([]);
  },
);
