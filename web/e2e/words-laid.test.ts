// Before the first turn, a player who sees nothing lays terrain and puts units on the table, with
// the buttons of the table in words and with typed lines. Roles, names and keys only.

import type { Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, type Table } from './harness';
import { settled } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

/** Presses a focused button by key. */
const press = (button: Locator) => button.press('Enter', { timeout: 30_000 });

/** Sets up a battle of two friends by names alone, and opens its table in words. */
async function begun(title: string, browser = LAPTOP): Promise<Page> {
  const it = await openTable({ browser, instant: true });
  table = it;
  const { page } = it;
  await page.getByRole('searchbox', { name: 'Search battles' }).fill(title);
  await press(page.getByRole('button', { name: `Set up: ${title}` }));
  const sheet = page.getByRole('dialog');
  await press(sheet.getByText(/^More:/));
  await sheet.getByRole('textbox', { name: 'Dice seed' }).fill('3');
  const friend = page.getByRole('option', { name: 'A friend at this screen' });
  for (const side of await sheet.getByRole('combobox').filter({ has: friend }).all())
    await side.selectOption({ label: 'A friend at this screen' });
  await press(sheet.getByRole('button', { name: 'Begin' }));
  await page.getByRole('main', { name: 'Table' }).waitFor();
  await settled(page);
  await page.keyboard.press('w');
  await page.getByRole('region', { name: 'Overview' }).waitFor();
  return page;
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name });

/** Returns the current announcements of a screen reader. */
const said = async (page: Page) => (await page.getByRole('status').allInnerTexts()).join(' ');

/** Types an order in its line, which is unfolded first. */
async function type(page: Page, order: string | RegExp): Promise<void> {
  const line = page.getByRole('textbox', { name: 'Type an order' });
  if (!(await line.isVisible())) await page.getByText('Type an order').press('Enter');
  if (typeof order === 'string') await line.fill(order);
  else {
    // Use the unit's own example, once the engine has found one.
    const example = async () => (await line.getAttribute('placeholder')) ?? '';
    await expect.poll(example).toMatch(order);
    await line.fill(await example());
  }
  await line.press('Enter');
}

/** Returns whether something has the focus, so that readers stay at their place in the page. */
const focused = (page: Page) => page.evaluate(() => document.activeElement !== document.body);

test('terrain is laid by buttons and by a line, and told where it lies', async () => {
  const page = await begun('A field in Italy');
  const ground = region(page, 'Ground');
  await expect.poll(() => ground.innerText()).toMatch(/Still to be laid: Long Hill, Round Hill/);
  const pieces = region(page, 'Terrain to lay');
  await press(pieces.getByRole('button', { name: 'Long Hill' }));
  await expect.poll(() => said(page)).toContain('Lay Long Hill at 24, 18');
  const lay = pieces.getByRole('button', { name: 'Lay it here' });
  const north = pieces.getByRole('button', { name: 'North' });
  for (let i = 0; i < 2; i += 1) await press(north);
  await press(pieces.getByRole('button', { name: 'West' }));
  await press(pieces.getByRole('button', { name: 'Turn right' }));
  await expect.poll(() => said(page)).toContain('Lay Long Hill at 23, 20, turned by 15°');
  await expect.poll(() => pieces.innerText()).toContain('Lay Long Hill at 23, 20, turned by 15°');
  expect(await table?.accessibility()).toEqual([]);
  await table?.picture('words-laid-in-hand');
  await press(lay);
  await settled(page);
  await expect.poll(() => ground.innerText()).toMatch(/Long Hill: .*middle at 23, 20/);
  await expect.poll(() => ground.innerText()).toMatch(/Still to be laid: Round Hill/);
  await expect.poll(() => focused(page)).toBe(true);

  // It may not lie off the table, and the page names the clause.
  await type(page, 'lay "Round Hill" 40,36 0');
  await expect.poll(() => said(page)).toContain('Five terrain pieces');
  await type(page, 'lay "Round Hill" 10,9 30');
  await settled(page);
  await expect.poll(() => ground.innerText()).toMatch(/Round Hill: .*middle at 10, 9/);
  await expect.poll(() => focused(page)).toBe(true);
  expect(await table?.accessibility()).toEqual([]);
  await table?.picture('words-laid');
  expect(table?.errors).toEqual([]);
});

test('units are put on the table by buttons and by a line, on a phone', async () => {
  const page = await begun('The mill weir', PHONE);
  const units = region(page, 'Units');
  const open = async (name: string) => {
    await press(units.getByRole('button', { name: new RegExp(`^${name},`) }));
    await page.getByRole('heading', { name: `From ${name}` }).waitFor();
  };
  const placed = (name: string) =>
    units.getByRole('button', { name: new RegExp(`^${name}, .*, at [\\d.]+, [\\d.]+`) });
  await open('Weir Fusiliers');
  await press(page.getByRole('button', { name: 'Place it in the west of its zone' }));
  const held = page.getByRole('group', { name: /^Ready to give: / });
  await held.waitFor();
  await expect.poll(() => said(page)).toMatch(/Place: Weir Fusiliers at [\d.]+, [\d.]+/);
  expect(await table?.accessibility()).toEqual([]);
  await table?.picture('words-placed-in-hand');
  await expect.poll(() => held.evaluate((it) => it.contains(document.activeElement))).toBe(true);
  await page.keyboard.press('Enter');
  await held.waitFor({ state: 'detached' });
  await placed('Weir Fusiliers').waitFor();
  await expect.poll(() => focused(page)).toBe(true);

  // The other side places its first unit.
  await open('Lock Fusiliers');
  await type(page, /^place "Lock Fusiliers" /);
  await placed('Lock Fusiliers').waitFor();
  await expect
    .poll(() => units.innerText())
    .toMatch(/Lock Brigade: 1 on the table, 5 not yet placed/);
  // The units are on the drawing too.
  await press(page.getByRole('button', { name: 'Show the drawing' }));
  await expect.poll(() => page.locator('[data-unit]').count()).toBe(2);
  expect(await table?.accessibility()).toEqual([]);
  await table?.picture('words-placed');
  expect(table?.errors).toEqual([]);
});
