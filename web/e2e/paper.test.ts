// Paper from the page: the player chooses the papers and gets a PDF file.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterEach, expect, test } from 'vitest';

import { openTable, PHONE, SMALL_LAPTOP, type Table } from './harness';
import { mine, setUp } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

test.each([
  ['laptop', SMALL_LAPTOP, 'otr-d6/turnpike'],
  ['phone', { ...PHONE, colorScheme: 'dark' as const }, 'three-hit/two-hills'],
])('a battle is printed on a %s', async (name, browser, scenario) => {
  table = await openTable({ browser, instant: true });
  const { page } = table;
  await setUp(page, scenario, { seed: 3 });
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'On paper' })
    .click();
  const sheet = page.getByRole('dialog', { name: 'On paper' });
  const make = sheet.getByRole('button', { name: 'Make the PDF' });
  await make.waitFor();
  expect(await table.accessibility()).toEqual([]);
  await table.picture(`paper-${name}`);
  // The number of pages is shown before printing.
  const pages = sheet.getByTestId('paper-pages');
  await expect.poll(() => pages.innerText()).toMatch(/^\d+ pages$/);
  // Each page appears as it will be printed, small at first.
  const preview = sheet.getByTestId('paper-preview');
  const count = Number((await pages.innerText()).split(' ')[0]);
  await expect.poll(() => preview.getByRole('img').count()).toBe(count);
  await preview.getByText(/map to scale 1:\d+/).waitFor();
  const first = preview.getByRole('button', { name: `Page 1 of ${count}` });
  const small = (await first.boundingBox())?.width ?? 0;
  await first.click();
  await expect.poll(async () => (await first.boundingBox())?.width).toBeGreaterThan(small * 1.5);
  expect(await table.accessibility()).toEqual([]);
  await table.picture(`paper-${name}-pages`);
  for (const part of await sheet.getByRole('checkbox').all()) await part.uncheck();
  expect(await make.isDisabled()).toBe(true);
  await sheet.getByRole('checkbox', { name: /Quick reference/ }).check();
  await sheet.getByRole('radio', { name: 'Letter' }).check();
  await expect.poll(() => pages.innerText()).toMatch(/^[1-3] pages?$/);
  const coming = page.waitForEvent('download');
  await make.click();
  const file = await readFile(await (await coming).path());
  const text = file.toString('latin1');
  expect(text.startsWith('%PDF-1.')).toBe(true);
  expect(text.trimEnd().endsWith('%%EOF')).toBe(true);
  expect(text).toContain('(Shooting)');
  expect(text).toContain('612 792');
  expect(table.errors).toEqual([]);
});

test('letters that paper lacks are named', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'paper-'));
  try {
    const shipped = path.join(
      import.meta.dirname,
      '../../scenarios/three-hit/two-hills.battle.toml',
    );
    const battle = (await readFile(shipped, 'utf8')).replaceAll('"Red"', '"Ωmega"');
    const scenario = path.join(folder, 'letters.battle.toml');
    await writeFile(scenario, battle);
    table = await openTable({ scenario, browser: PHONE, instant: true });
  } finally {
    await rm(folder, { recursive: true });
  }
  const { page } = table;
  await mine(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByRole('button', { name: 'On paper' })
    .click();
  const lost = page.getByTestId('paper-lost');
  await expect.poll(() => lost.innerText()).toMatch(/instead: Ω$/);
  await table.picture('paper-lost');
  expect(table.errors).toEqual([]);
});
