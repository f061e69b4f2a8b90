// Choices before a battle: armies and house rules, in a rule set other than the first that the page
// knows.

import { expect } from 'vitest';

import { openTable, PHONE, story, type Table } from './harness';
import { battleCard, moreOptions } from './play';

let table: Table;

const test = story(
  async () => {
    table = await openTable({ browser: PHONE });
  },
  () => table?.close(),
);

const HOUSE = `base = "regimental"
name = "Wide wheels"

[numbers]
move.charge_turn = 60
`;

test('house rules of any rule set are opened from the first screen, broken ones refused', async () => {
  const { page } = table;
  const open = (name: string, text: string) =>
    page
      .getByTestId('open-file')
      .first()
      .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  await open('broken.rules.toml', HOUSE.replace('charge_turn', 'charge_trun'));
  const trouble = page.getByTestId('message');
  await trouble.waitFor({ timeout: 30_000 });
  await expect.poll(() => trouble.innerText()).toContain('charge_trun');
  await open('wide.rules.toml', HOUSE);
  const banner = page.getByTestId('house-banner');
  await banner.waitFor();
  await expect.poll(() => banner.innerText()).toContain('60');
  expect(await table.accessibility()).toEqual([]);
  await table.picture('regimental-phone-house-rules');
  await (
    await battleCard(page, 'regimental/two-brigades')
  )
    .getByRole('button', { name: /^Play/ })
    .click();
  await page.getByTestId('table').waitFor();
});

test('an army is taken for a side, and stands in its roster', async () => {
  const { page } = table;
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'New battle' }).click();
  await (
    await battleCard(page, 'regimental/two-brigades')
  )
    .getByRole('button', { name: /^Set up/ })
    .click();
  await moreOptions(page);
  const armies = page.getByTestId('armies');
  await armies.waitFor({ timeout: 60_000 });
  await armies.locator('select').first().selectOption({ label: "Brannock's Brigade" });
  await expect.poll(() => armies.innerText()).toContain('three regiments');
  expect(await table.accessibility()).toEqual([]);
  await table.picture('regimental-phone-armies');
  await page.getByTestId('seed').fill('5');
  // A number beyond its bounds: the sheet says so, and keeps all that was chosen.
  const house = page.getByTestId('house-rules');
  await house.locator('summary').click();
  await house.getByTestId('house-search').fill('charge turn');
  const number = house.locator('label:has(small) input').first();
  const printed = await number.inputValue();
  await number.fill('9999');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByTestId('set-up-trouble').waitFor();
  await table.picture('regimental-phone-amiss');
  expect(await page.getByTestId('seed').inputValue()).toBe('5');
  await number.fill(printed);
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByTestId('table').waitFor();
  await page.getByText('31st Regiment').first().waitFor();
});
