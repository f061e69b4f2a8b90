// A tournament by hand: it is made, entered by its link, paired, decided, and shown in a table.

import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { BINARY, click, LAPTOP, openTable, PHONE, press, type Press, type Table } from './harness';

const SERVED = process.env['SANDTABLE_PAGE'];

const open: Table[] = [];
let child: ChildProcess | undefined;
let folder: string | undefined;
afterEach(async () => {
  for (const table of open.splice(0)) await table.close();
  child?.kill('SIGKILL');
  if (folder) await rm(folder, { recursive: true, force: true });
  child = folder = undefined;
});

/** Starts `sandtable serve` with a folder of its own; returns its address. */
async function serve(): Promise<string> {
  folder = await mkdtemp(path.join(tmpdir(), 'sandtable-tournament-'));
  const page = SERVED ? ['--page', SERVED] : [];
  const words = ['serve', '--data', folder, '--listen', '127.0.0.1:0', ...page];
  const server = spawn(BINARY, words, { stdio: ['ignore', 'pipe', 'inherit'] });
  child = server;
  return new Promise((resolve, reject) => {
    let said = '';
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(said)?.[0];
      if (found) resolve(found);
    });
    server.on('exit', (code) => reject(new Error(`it ended with ${code}: ${said}`)));
  });
}

async function browser(how: BrowserContextOptions, address: string): Promise<Table> {
  const program = { address, stop: () => Promise.resolve() };
  const table = await openTable({ browser: how, instant: true, program });
  open.push(table);
  return table;
}

async function signUp(page: Page, by: Press, name: string): Promise<void> {
  const account = page.getByTestId('account');
  await by(account.locator('summary'));
  await account.getByTestId('account-name').fill(name);
  await account.getByTestId('account-password').fill('correct horse');
  await by(account.getByTestId('make-account'));
}

async function enter(page: Page, by: Press, name: string): Promise<void> {
  await page.getByTestId('entrant-name').fill(name);
  await by(page.getByTestId('enter'));
  await page.getByTestId('entrants').getByText(`${name} (you)`).waitFor();
}

test('a tournament is made, entered by its link, and its table is there for all', async () => {
  const address = await serve();
  const laptop = await browser(LAPTOP, `${address}#tournaments`);
  const ada = laptop.page;
  await ada.getByTestId('tournaments-screen').waitFor();
  await signUp(ada, click, 'Ada');
  await expect.poll(() => ada.getByTestId('account').getAttribute('data-name')).toBe('Ada');
  await click(ada.getByTestId('make-tournament').locator('summary'));
  await ada.getByTestId('tournament-name').fill('Club cup');
  await ada.getByTestId('tournament-form').selectOption('once');
  await laptop.picture('tournament-make');
  expect(await laptop.accessibility()).toEqual([]);
  // On a narrow screen no field hangs over the side.
  const window = ada.viewportSize();
  await ada.setViewportSize({ width: 360, height: 640 });
  await laptop.picture('tournament-make-narrow');
  const over = await ada.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
  if (window) await ada.setViewportSize(window);
  await click(ada.getByTestId('make-it'));
  const link = await ada.getByTestId('tournament-link').inputValue();
  expect(link).toMatch(/#tournament=[a-z0-9]+$/);
  await enter(ada, click, 'Ada');

  const phone = await browser(PHONE, link);
  const bo = phone.page;
  await bo.getByTestId('tournament').waitFor();
  await signUp(bo, press, 'Bo');
  await expect.poll(() => bo.getByTestId('account').count()).toBe(0);
  await enter(bo, press, 'Bo');
  await phone.picture('tournament-entered');
  expect(await phone.accessibility()).toEqual([]);

  // Ada's page refreshes by itself every few seconds.
  await ada.getByTestId('entrants').getByText('Bo').waitFor();
  await click(ada.getByTestId('begin'));
  await ada.getByTestId('to-battle').waitFor();
  await press(bo.getByTestId('to-battle'));
  await bo.getByTestId('room').waitFor();
  const own = bo.getByTestId(/^rating-/);
  await expect.poll(() => own.allInnerTexts()).toEqual(['1500 ± 700', '1500 ± 700']);
  expect(await bo.getByTestId('waiting').innerText()).toContain('has not come yet');
  // On a phone, a choice of Bo's covers the room's lines: make it first.
  const choice = bo.getByTestId('choice-option').first();
  await expect
    .poll(
      async () => {
        if (await choice.isVisible()) await press(choice);
        else if (!(await bo.getByTestId('standings').isVisible()))
          await bo
            .getByTestId('to-tournament')
            .tap({ timeout: 5000 })
            .catch(() => undefined);
        return bo.getByTestId('standings').isVisible();
      },
      { timeout: 90_000 },
    )
    .toBe(true);
  await phone.picture('tournament-phone');
  expect(await phone.accessibility()).toEqual([]);
  const wide = await bo.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide, 'nothing lies beside the screen').toBeLessThanOrEqual(0);

  // Ada never came to the battle, so the organiser, Ada herself, gives Bo the point.
  await click(ada.getByTestId('organise').locator('summary'));
  await click(ada.getByTestId('close-round'));
  await click(ada.getByTestId('close-round-sure'));
  await expect.poll(() => ada.getByTestId('tournament').getAttribute('data-stands')).toBe('over');
  const first = ada.getByTestId('standings').locator('tbody tr').first();
  expect(await first.locator('th').innerText()).toBe('Bo');
  await laptop.picture('tournament-over');
  await expect.poll(() => bo.getByTestId('tournament').getAttribute('data-stands')).toBe('over');
});
