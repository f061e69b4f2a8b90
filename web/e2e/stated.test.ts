// A real table whose positions nobody draws: on a phone, the umpire states what an order needs to
// know and taps the dice. Shooting, fighting, a wrong entry, a declared end; in two rule sets.

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { judged, openUnit, takeAct } from './board';
import {
  BINARY,
  enter,
  openTable,
  PHONE,
  press,
  sampled,
  SMALL_LAPTOP,
  type Press,
  type Table,
} from './harness';
import { comfortable, moreOptions, spoken, throwAll, tick } from './play';

const run = promisify(execFile);

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

async function left(
  browser: BrowserContextOptions,
  scenario: string,
  by: Press,
): Promise<{ page: Page; it: Table }> {
  const it = await openTable({ browser, instant: true });
  table = it;
  const { page } = it;
  await by(page.getByTestId('umpire'));
  await page.getByTestId('umpire-scenario').selectOption(scenario);
  await moreOptions(page);
  await page.getByTestId('seed').fill('3');
  await tick(page.getByTestId('positions-left'));
  expect(await it.accessibility()).toEqual([]);
  await it.picture(`stated-set-up-${scenario.split('/')[0]}`);
  await by(page.getByRole('button', { name: 'Begin' }));
  await page.getByTestId('board').waitFor();
  await throwAll(page, by);
  await page.getByTestId('board-unit').or(page.getByTestId('choice-option')).first().waitFor();
  return { page, it };
}

/** Goes on, phase by phase, to a unit that may do this, and takes up the order as it is offered. */
async function state(page: Page, verb: string, by: Press): Promise<void> {
  const units = page.getByTestId('board-unit');
  const act = page.getByTestId(`act-${verb}`).first();
  const main = page.locator('[data-testid=main-order]:enabled');
  for (let i = 0; i < 60; i += 1) {
    await throwAll(page, by);
    const choice = page.getByTestId('choice-option').first();
    if (await choice.isVisible()) {
      await by(choice);
      continue;
    }
    const many = Math.min(await units.count(), 8);
    for (let n = 0; n < many; n += 1) {
      await openUnit(page, units.nth(n), by);
      if (!(await act.isVisible())) continue;
      expect(await takeAct(page, verb, by)).toBe(true);
      await page.getByTestId('stated-give').first().waitFor();
      return;
    }
    if (await main.isVisible()) await by(main);
  }
  throw new Error(`nobody may ${verb}`);
}

const SCREENS: [string, BrowserContextOptions, Press][] = [
  ['phone', PHONE, press],
  ['phone-dark', { ...PHONE, colorScheme: 'dark' }, press],
];

describe.each(sampled(SCREENS, 1))('on a %s', (name, browser, by) => {
  test('a shot is stated and thrown, struck out and given again; a charge and its fight', async () => {
    const { page, it } = await left(browser, 'three-hit/two-hills', by);
    expect(await page.getByTestId('table').count()).toBe(0);
    await it.picture(`stated-${name}-board`);
    expect(await it.accessibility()).toEqual([]);

    await state(page, 'shoot', by);
    await it.picture(`stated-${name}-shot`);
    expect(await it.accessibility()).toEqual([]);
    await comfortable(page);
    await page.getByTestId('stated-range').fill('5.5');
    await page.getByTestId('met-left').check();
    await page.getByText('Ground, and who stands beside').click();
    await page
      .getByLabel(/^Ground under/)
      .last()
      .selectOption('hill');
    await judged(page);
    await it.picture(`stated-${name}-shot-stated`);
    expect(await it.accessibility()).toEqual([]);
    await comfortable(page);
    await by(page.getByTestId('stated-give').first());
    const pad = page.getByTestId('dice-pad');
    await pad.waitFor();
    await it.picture(`stated-${name}-dice`);
    expect(await throwAll(page, by)).toBeGreaterThan(0);
    const last = page.getByTestId('happened');
    await expect.poll(() => last.innerText()).toContain('real dice');
    expect(await last.innerText()).toContain('5.5 inches apart');
    const order = await last.locator('.order').innerText();
    await it.picture(`stated-${name}-happened`);

    await by(page.getByTestId('strike'));
    await expect.poll(() => spoken(page)).toContain('Struck out');
    expect(await page.getByTestId('struck').locator('s').innerText()).toContain(order);
    expect(await it.accessibility()).toEqual([]);

    await state(page, 'charge', by);
    await it.picture(`stated-${name}-charge`);

    await by(page.getByTestId('stated-give').first());
    await throwAll(page, by);
    await page.getByTestId('contacts').waitFor();
    await it.picture(`stated-${name}-contact`);
    await state(page, 'fight', by);
    await by(page.getByTestId('stated-give').first());
    await pad.waitFor();
    expect(await throwAll(page, by)).toBeGreaterThan(0);
    await expect.poll(() => last.innerText()).toContain('real dice');
    await it.picture(`stated-${name}-fight`);
    expect(await it.accessibility()).toEqual([]);

    // Beside the board there is no map, but both armies; the log shows the statements.
    await by(page.getByTestId('board-or-map'));
    await page.getByTestId('muster').waitFor();
    await by(page.getByRole('tab', { name: 'Log' }));
    expect(await page.getByTestId('log').innerText()).toContain('apart');
    await it.picture(`stated-${name}-muster`);
    expect(await it.accessibility()).toEqual([]);
    await by(page.getByRole('button', { name: 'Menu' }));
    expect(await page.getByTestId('positions-switch').isDisabled()).toBe(true);
    const coming = page.waitForEvent('download');
    await by(page.getByRole('button', { name: 'Save the battle' }));
    const file = await (await coming).path();
    const lines = (await readFile(file, 'utf8')).trim().split('\n');
    const said = lines.slice(1).map((line) => JSON.parse(line) as { stated?: { says?: object } });
    expect(said.filter((line) => line.stated?.says).length).toBeGreaterThan(1);
    // The program accepts the file and shows the statements.
    await run(BINARY, ['verify', file]);
    expect((await run(BINARY, ['replay', file])).stdout).toMatch(/stated: .* apart/);
    // So does the first screen, which goes on at the board: no computer sees the miniatures.
    await page.goto(it.address);
    await page
      .getByTestId('open-file')
      .first()
      .setInputFiles({
        name: 'left.journal.jsonl',
        mimeType: 'text/plain',
        buffer: await readFile(file),
      });
    await page.getByTestId('board').waitFor();
    await page.getByTestId('board-unit').first().waitFor();
    expect(it.errors).toEqual([]);
  });
});

test('a move is given by how far, and the umpire declares what is seen', async () => {
  const { page, it } = await left(PHONE, 'three-hit/two-hills', press);
  await state(page, 'move', press);
  await it.picture('stated-phone-move');
  expect(await it.accessibility()).toEqual([]);
  await comfortable(page);
  await page.getByTestId('stated-by').fill('4');
  await press(page.getByTestId('stated-give').first());
  await expect.poll(() => page.getByTestId('happened').innerText()).toContain('moves 4 inches');

  await press(page.getByTestId('seen-button'));
  await page.getByTestId('left-who').selectOption({ index: 1 });
  await it.picture('stated-phone-declare');
  expect(await it.accessibility()).toEqual([]);
  await press(page.getByTestId('left-note'));
  await expect.poll(() => page.getByTestId('losses').innerText()).toMatch(/fled/i);
  await press(page.getByTestId('seen-button'));
  await press(page.getByTestId('won-b'));
  await page.getByTestId('result').waitFor();
  expect(await page.getByTestId('result').innerText()).toContain('The umpire declared it');
  await press(page.getByRole('button', { name: 'Report' }));
  await page.getByTestId('report-outcome').waitFor();
  expect(await page.getByTestId('report').innerText()).toContain('there is no map');
  await it.picture('stated-phone-report');
  expect(await it.accessibility()).toEqual([]);
  expect(it.errors).toEqual([]);
});

test('another rule set, by keyboard on a laptop: a charge through its whole chain', async () => {
  const { page, it } = await left(SMALL_LAPTOP, 'otr-d6/turnpike', enter);
  await state(page, 'charge', enter);
  await it.picture('stated-laptop-otr-charge');
  expect(await it.accessibility()).toEqual([]);
  await enter(page.getByTestId('stated-give').first());
  const choice = page.getByTestId('choice-option').first();
  for (let i = 0; i < 10; i += 1) {
    await throwAll(page, enter);
    if (!(await choice.isVisible())) break;
    await enter(choice);
  }
  const last = page.getByTestId('happened');
  await expect.poll(() => last.innerText()).toContain('real dice');
  await it.picture('stated-laptop-otr-charged');
  await state(page, 'shoot', enter);
  await enter(page.getByTestId('stated-give').first());
  await page.getByTestId('dice-pad').waitFor();
  expect(await throwAll(page, enter)).toBeGreaterThan(0);
  await it.picture('stated-laptop-otr-shot');
  expect(await it.accessibility()).toEqual([]);
  expect(it.errors).toEqual([]);
});
