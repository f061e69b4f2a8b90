// Sealed dice: the code appears before the word, throws are marked, and the program can check them
// in the saved battle.

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { promisify } from 'node:util';

import { afterEach, expect, test } from 'vitest';

import { BINARY, openTable, PHONE, press, type Table } from './harness';
import { battleCard, mine, moreOptions, toTheEnd } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

test('the code comes first, then a word; every throw is marked, and the file proves it', async () => {
  const it = (table = await openTable({ browser: PHONE, instant: true }));
  const { page } = it;
  await press(
    (await battleCard(page, 'three-hit/two-hills')).getByRole('button', { name: /^Set up/ }),
  );
  await moreOptions(page);
  await press(page.getByTestId('sealed'));
  const begin = page.getByRole('button', { name: 'Begin' });
  const code = page.getByTestId('seal-code');
  await expect.poll(() => code.innerText()).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect(await begin.isDisabled(), 'no battle without a word').toBe(true);
  expect(await it.accessibility()).toEqual([]);
  await it.picture('sealed-set-up');
  const told = await code.innerText();
  await page.getByTestId('seal-word').fill('Lützen');
  await press(begin);

  // The computer plays to the end, and the report shows what was under the seal.
  await mine(page);
  await press(page.getByRole('button', { name: 'Menu' }));
  const menu = page.getByRole('dialog', { name: 'Menu' });
  expect(await menu.getByTestId('seal-told').innerText()).toContain(told);
  await page.keyboard.press('Escape');
  await toTheEnd(page);
  await it.picture('sealed-result');
  await press(page.getByRole('button', { name: 'Battle report' }).first());
  const report = page.getByTestId('report');
  const footer = await report.getByTestId('seal-told').innerText();
  const [secret = ''] = /[0-9a-f]{32}/.exec(footer) ?? [];
  const print = createHash('sha256').update(secret).digest('hex');
  expect(print.startsWith(told.replaceAll('-', ''))).toBe(true);
  expect(footer).toContain('Lützen');
  expect(await it.accessibility()).toEqual([]);

  await press(page.getByRole('button', { name: 'Back to the table' }));
  await press(page.getByRole('tab', { name: 'Log' }));
  const log = page.getByTestId('log');
  await expect.poll(() => log.innerText()).toContain('sealed');
  expect(await log.innerText()).not.toContain('rolled by the engine');
  await it.picture('sealed-log');
  await press(page.getByRole('button', { name: 'Menu' }));
  const coming = page.waitForEvent('download');
  await press(page.getByRole('button', { name: 'Save the battle' }));
  const file = await (await coming).path();
  const { stdout } = await promisify(execFile)(BINARY, ['verify', file]);
  expect(stdout).toContain(`come from the seal ${told} (secret ${secret}, word Lützen)`);
}, 180_000);
