// The page in German: found by the browser's wish, changed by hand, kept; nothing of it
// is wider than a phone.

import { afterEach, expect, test } from 'vitest';

import { openTable, PHONE, type Table } from './harness';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

test('a German browser is spoken to in German, until it is told otherwise', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-DE' } });
  const { page } = table;
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByRole('button', { name: 'Spielen', exact: true }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await table.accessibility()).toEqual([]);
  expect(await wide()).toBeLessThanOrEqual(0);
  await table.picture('german-first-screen');
  await page.getByRole('button', { name: 'Spielen', exact: true }).first().click();
  await page.getByRole('button', { name: 'Menü' }).click();
  const menu = page.getByRole('dialog', { name: 'Menü' });
  await menu.getByRole('button', { name: 'Link kopieren' }).waitFor();
  expect(await table.accessibility()).toEqual([]);
  expect(await wide()).toBeLessThanOrEqual(0);
  await table.picture('german-menu');
  // The battle is not lost when the language is changed.
  await menu.getByLabel('Sprache').selectOption('en');
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.reload();
  await page.getByRole('button', { name: 'Play', exact: true }).first().waitFor();
  expect(table.errors).toEqual([]);
});

test('the lab and a guided battle speak German', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-AT' } });
  const { page } = table;
  await page.getByRole('link', { name: 'Das Regellabor' }).first().click();
  await page.getByRole('heading', { name: 'Das Regellabor' }).waitFor();
  await page.getByText('Die Einheit, die handelt').waitFor();
  expect(await table.accessibility()).toEqual([]);
  await table.picture('german-lab');
  expect(table.errors).toEqual([]);
});
