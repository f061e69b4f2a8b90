// Without a network, after a crash, with a new version, with full storage: nothing is lost.

import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import * as harness from './harness';
import { killable, openTable, startProgram, STORING, type Table } from './harness';
import {
  battleCard,
  clearStorage,
  fillStorage,
  german,
  keptBattles,
  mine,
  moreOptions,
  setUp,
  still,
  watched,
} from './play';

/** The served page: that of the sources, or one built elsewhere. */
const DIST = process.env['SANDTABLE_PAGE'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const LAPTOP = { ...harness.LAPTOP, ...STORING };
const PHONE = { ...harness.PHONE, ...STORING };
let table: Table | undefined;
const undo: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  await table?.close();
  table = undefined;
  for (const step of undo.splice(0).reverse()) await step();
});

/** Waits until the service worker has stored the page and all engines. */
async function kept(page: Page): Promise<void> {
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated');
}

/** Ends the phase: an order without a target. */
async function order(page: Page): Promise<void> {
  const all = async () => (await keptBattles(page)).reduce((sum, { orders }) => sum + orders, 0);
  await mine(page);
  const before = await all();
  await page.getByTestId('main-order').click();
  await expect.poll(all).toBeGreaterThan(before);
}

/** Begins a battle on a phone that the browser cannot save; returns the question before it is left. */
async function notSaved(): Promise<Table & { unsaved: Locator }> {
  table = await openTable({ browser: PHONE, instant: true });
  const { page } = table;
  await setUp(page, 'three-hit/two-hills', { seed: 3, players: { b: 'friend' } });
  await fillStorage(page);
  await mine(page);
  await page.getByTestId('main-order').click();
  await page.getByTestId('storage-trouble').waitFor();
  const unsaved = page.getByRole('dialog', { name: 'This battle is not saved' });
  return { ...table, unsaved };
}

async function temporary(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'sandtable-'));
  undo.push(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

test('after one visit it opens, plays and reloads with the server gone', async () => {
  table = await openTable({ browser: PHONE, instant: true });
  const { page } = table;
  await kept(page);
  const kinds = await page.evaluate(async () => {
    const link = document.querySelector<HTMLLinkElement>('link[rel=manifest]');
    const manifest = (await (await fetch(link?.href ?? '')).json()) as {
      icons: { src: string }[];
      display: string;
    };
    const icons = await Promise.all(manifest.icons.map(async ({ src }) => (await fetch(src)).ok));
    return { display: manifest.display, icons };
  });
  expect(kinds.display).toBe('standalone');
  expect(kinds.icons.every(Boolean)).toBe(true);
  // A link that is not the page, as in a letter, goes to the server.
  const other = await table.context.newPage();
  expect((await other.goto(`${table.address}api/mail/link`))?.status()).toBe(404);
  await other.close();
  await table.program.stop();

  // A rule set other than the first: its engine was never requested.
  await page.goto(table.address);
  await setUp(page, 'otr-d6/turnpike', { seed: 3, players: { b: 'friend' } });
  await order(page);
  await page.reload();
  await page.getByTestId('resume').click();
  await page.getByTestId('table').waitFor();
  await order(page);
  expect((await keptBattles(page))[0]?.orders).toBeGreaterThanOrEqual(2);
  await page.reload();
  await page.getByTestId('kept').waitFor();
  await table.picture('phone-home-without-network');
  expect(await table.accessibility()).toEqual([]);
  expect(serious(table)).toEqual([]);
});

/** Returns the errors, except the failed check for a new version. */
const serious = (it: Table) =>
  it.errors.filter((error) => !/ERR_CONNECTION_REFUSED|sw\.js/.test(error));

test('a click on a notice goes to the tab that shows the room, and to no other', async () => {
  table = await openTable({ browser: LAPTOP, instant: true });
  const { page, context } = table;
  await kept(page);
  const [worker] = context.serviceWorkers();
  // Without a real click, a browser neither focuses nor opens: note what the worker asks for.
  const click = (room: string) =>
    worker?.evaluate(async (tag) => {
      const done: string[] = [];
      WindowClient.prototype.focus = function () {
        done.push('focus');
        return Promise.resolve(this);
      };
      Clients.prototype.openWindow = (url) => {
        done.push(`open ${new URL(url).hash}`);
        return Promise.resolve(null);
      };
      const waits: Promise<unknown>[] = [];
      const event = Object.assign(new Event('notificationclick'), {
        notification: { tag, close: () => undefined },
        waitUntil: (it: Promise<unknown>) => waits.push(it),
      });
      self.dispatchEvent(event);
      await Promise.all(waits);
      return done;
    }, room);
  expect(await click('k2m9')).toEqual(['open #room=k2m9']);
  // A room that is entered changes the address without loading the page.
  await page.evaluate(() => history.replaceState(null, '', '#room=k2m9'));
  expect(await click('k2m9')).toEqual(['focus']);
  expect(await click('k2m')).toEqual(['open #room=k2m']);
  await page.evaluate(() => history.replaceState(null, '', '#lab'));
  expect(await click('k2m9')).toEqual(['open #room=k2m9']);
  expect(await click('')).toEqual(['focus']);
  expect(table.errors).toEqual([]);
});

test('the rulebook and its glossary open with the server gone', async () => {
  table = await openTable({ browser: LAPTOP, instant: true });
  const { page } = table;
  await kept(page);
  await table.program.stop();
  // Neither was opened before.
  await page.goto(table.address);
  await page.getByTestId('play').click();
  await mine(page);
  await page.keyboard.press('/');
  const search = page.getByRole('searchbox', { name: 'Search rules and words' });
  await search.fill('gun');
  // Only the glossary knows that a gun is artillery.
  await page.getByText(/Also searched: .*artillery/).waitFor();
  await search.press('Escape');
  await page.getByText('Glossary', { exact: true }).click();
  const words = page.getByTestId('rulebook').locator('dt:visible');
  await expect.poll(() => words.count()).toBeGreaterThan(20);
  await table.picture('laptop-glossary-without-network');
  expect(await table.accessibility()).toEqual([]);
  expect(serious(table)).toEqual([]);
});

test('a German page opens with the server gone and tells its battle in German', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-DE' }, instant: true });
  const { page } = table;
  await kept(page);
  await table.program.stop();
  await page.goto(table.address);
  await battleCard(page, 'six-plus/broad-acre');
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  // Some orders of the computer: the engine describes them, in the words it was sent.
  const log = await watched(page, 'six-plus/broad-acre', 9);
  await german(log);
  await page.getByRole('tab', { name: 'Regeln' }).click();
  await page.getByText('Glossar', { exact: true }).click();
  await german(page.getByTestId('rulebook').locator('dd:visible').first());
  await table.picture('phone-german-without-network');
  expect(serious(table)).toEqual([]);
});

describe('a tab or a browser that dies', () => {
  test('the tab crashes while dice are being entered: they are asked for again from there', async () => {
    table = await openTable({ browser: PHONE, instant: true });
    const { page, context } = table;
    await page.getByTestId('umpire').click();
    await page.getByTestId('umpire-scenario').selectOption('favorite/brandis-moor');
    await moreOptions(page);
    await page.getByTestId('seed').fill('3');
    await page.getByRole('button', { name: 'Begin' }).click();
    const entered = await untilDice(page);
    const crash = await context.newCDPSession(page);
    crash.send('Page.crash').catch(() => undefined);
    await page.waitForEvent('crash').catch(() => undefined);
    const again = await context.newPage();
    await again.goto(table.address);
    await again.getByTestId('resume').click();
    const pad = again.getByTestId('dice-pad');
    await pad.waitFor();
    const [saved] = await keptBattles(again);
    expect(saved?.orders).toBe(entered.orders);
    expect(saved?.pending?.throws ?? []).toEqual(entered.throws);
    expect(entered.throws.length).toBe(0);
    const asked = await again.getByRole('dialog').innerText();
    await again.getByTestId('engine-throws').click();
    // The order goes on: to its next throw, or to its end.
    await expect
      .poll(async () => ((await pad.isVisible()) ? again.getByRole('dialog').innerText() : 'given'))
      .not.toBe(asked);
  });

  test('a die entered before another is wanted is there after a reload', async () => {
    table = await openTable({ browser: PHONE, instant: true });
    const { page } = table;
    await page.getByTestId('umpire').click();
    await page.getByTestId('umpire-scenario').selectOption('three-hit/two-hills');
    await page.getByRole('button', { name: 'Begin' }).click();
    const pad = page.getByTestId('dice-pad');
    await pad.waitFor();
    await pad.getByRole('button').nth(2).click();
    await expect
      .poll(async () => (await keptBattles(page))[0]?.pending?.throws)
      .toEqual([[expect.any(Number)]]);
    await page.reload();
    await page.getByTestId('resume').click();
    await pad.waitFor();
    expect(serious(table)).toEqual([]);
  });

  test('the browser is killed right after an order: the order is there', async () => {
    const program = await startProgram();
    undo.push(() => program.stop());
    const folder = await temporary();
    const first = await killable(folder);
    undo.push(first.kill);
    const page = await first.browser.contexts()[0]?.newPage();
    if (!page) throw new Error('no page');
    await page.goto(program.address);
    await setUp(page, 'three-hit/two-hills', { seed: 3, players: { b: 'friend' } });
    for (let i = 0; i < 3; i += 1) await order(page);
    await first.kill();

    const second = await killable(folder);
    undo.push(second.kill);
    const later = await second.browser.contexts()[0]?.newPage();
    if (!later) throw new Error('no page');
    await later.goto(program.address);
    await later.getByTestId('resume').click();
    await later.getByTestId('table').waitFor();
    expect((await keptBattles(later))[0]?.orders).toBe(3);
  });
});

test('several battles are kept; one is deleted, and put back', async () => {
  table = await openTable({ browser: LAPTOP, instant: true });
  const { page } = table;
  for (const scenario of ['three-hit/two-hills', 'otr-d6/turnpike']) {
    await setUp(page, scenario, { seed: 3, players: { b: 'friend' } });
    await order(page);
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'New battle' }).click();
    await page.getByTestId('kept').waitFor();
  }
  const list = page.getByTestId('kept').getByRole('listitem');
  await expect.poll(() => list.count()).toBe(2);
  expect(await list.nth(1).innerText()).toContain('Two hills');
  expect(await list.nth(1).innerText()).toContain('Blue against Red');
  await page.getByRole('button', { name: 'Delete: Two hills' }).click();
  await page.getByText('Two hills is deleted.').waitFor();
  await expect.poll(() => keptBattles(page)).toHaveLength(1);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('laptop-home-kept');
  await page.getByTestId('kept').getByRole('button', { name: 'Undo' }).click();
  await page.getByRole('button', { name: 'Continue: Two hills' }).click();
  await page.getByTestId('table').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Two hills');
});

test('storage that is forbidden is told, and the battle goes on', async () => {
  table = await openTable({ browser: PHONE, instant: true });
  const { page, context } = table;
  await context.addInitScript(() => {
    Object.defineProperty(globalThis, 'indexedDB', { value: undefined });
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError');
    };
  });
  await page.reload();
  const trouble = page.getByTestId('storage-trouble');
  await trouble.waitFor();
  expect(await trouble.innerText()).toMatch(/no space left[\s\S]*Save the battle/);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('phone-storage-full');
  await trouble.getByRole('button', { name: 'Close' }).click();
  await page.getByTestId('play').click();
  await mine(page);
  await page.getByTestId('main-order').click();
  await expect.poll(() => page.locator('[aria-current=step]').innerText()).toContain('Shoot');
});

test('storage that fills up in a battle is told; all is kept once there is room', async () => {
  table = await openTable({ browser: LAPTOP, instant: true });
  const { page } = table;
  await setUp(page, 'three-hit/two-hills', { seed: 3, players: { b: 'friend' } });
  await order(page);
  await fillStorage(page);
  await page.getByTestId('main-order').click();
  const trouble = page.getByTestId('storage-trouble');
  await trouble.waitFor();
  expect((await keptBattles(page))[0]?.orders).toBe(1);
  await clearStorage(page);
  await mine(page);
  await page.getByTestId('main-order').click();
  await expect.poll(async () => (await keptBattles(page))[0]?.orders).toBe(3);
  await trouble.waitFor({ state: 'detached' });
  await page.reload();
  await page.getByTestId('resume').click();
  await order(page);
  expect((await keptBattles(page))[0]?.orders).toBe(4);
});

test('a battle that could not be saved is not left without a question', async () => {
  const { page, unsaved, accessibility, picture } = await notSaved();
  const leave = async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'New battle' }).click();
    await unsaved.waitFor();
  };
  await leave();
  expect(await accessibility()).toEqual([]);
  await picture('phone-leaving-unsaved');
  await unsaved.getByRole('button', { name: 'Stay here' }).click();
  await unsaved.waitFor({ state: 'detached' });
  await page.keyboard.press('Escape');
  await leave();
  const saving = page.waitForEvent('download');
  await unsaved.getByRole('button', { name: 'Save as a file and leave' }).click();
  const file = await readFile(await (await saving).path(), 'utf8');
  expect(file.trim().split('\n')).toHaveLength(4);
  await page.getByTestId('play').waitFor();
});

test('another file asks before it takes the place of a battle that could not be saved', async () => {
  const { page, unsaved } = await notSaved();
  const title = page.getByRole('heading', { level: 1 });
  const other = fileURLToPath(
    new URL('../../scenarios/otr-d6/turnpike.battle.toml', import.meta.url),
  );
  const load = async () => {
    await page.getByRole('button', { name: 'Menu' }).click();
    await page.getByTestId('open-file').setInputFiles(other);
    await unsaved.waitFor();
  };
  await load();
  await unsaved.getByRole('button', { name: 'Stay here' }).click();
  await unsaved.waitFor({ state: 'detached' });
  expect(await title.innerText()).toBe('Two hills');
  await load();
  await unsaved.getByRole('button', { name: 'Leave without saving' }).click();
  await expect.poll(() => title.innerText()).toBe('Turnpike');
  await unsaved.waitFor({ state: 'detached' });
});

test('another language asks before it gives up a battle that could not be saved', async () => {
  const { page, unsaved } = await notSaved();
  await page.getByRole('button', { name: 'Menu' }).click();
  const field = page.getByLabel('Language');
  await field.selectOption('de');
  await unsaved.waitFor();
  await unsaved.getByRole('button', { name: 'Stay here' }).click();
  expect(await field.inputValue()).toBe('system');
  expect(await page.locator('html').getAttribute('lang')).toBe('en');
  // The browser does not ask a second time.
  const asked: string[] = [];
  page.on('dialog', (dialog) => {
    asked.push(dialog.type());
    void dialog.accept();
  });
  await field.selectOption('de');
  await unsaved.getByRole('button', { name: 'Leave without saving' }).click();
  await page.locator('html[lang=de]').getByTestId('play').waitFor();
  expect(await page.getByTestId('message').count()).toBe(0);
  expect(asked).toEqual([]);
});

test('a clock that jumps a year, either way: the battle goes on, and is the one found again', async () => {
  table = await openTable({ browser: PHONE, instant: true });
  const { page } = table;
  await setUp(page, 'otr-d6/turnpike', { seed: 3, players: { b: 'friend' } });
  await order(page);
  await page.reload();
  await setUp(page, 'three-hit/two-hills', { seed: 3, players: { b: 'friend' } });
  await order(page);
  for (const years of [-1, 1, -2]) {
    await page.evaluate((by) => {
      const { now } = Date;
      Date.now = () => now() + by * 365 * 86_400_000;
    }, years);
    await order(page);
  }
  expect((await keptBattles(page)).map(({ title, orders }) => [title, orders])).toEqual([
    ['Two hills', 4],
    ['Turnpike', 1],
  ]);
  await page.reload();
  await page.getByTestId('resume').click();
  await page.getByTestId('table').waitFor();
  expect(await page.getByRole('heading', { level: 1 }).innerText()).toBe('Two hills');
});

test('a new version is fetched, told of, and taken when the player says so', async () => {
  const folder = await temporary();
  await cp(DIST, folder, { recursive: true });
  const first = await startProgram(undefined, { folder });
  const { port } = new URL(first.address);
  table = await openTable({ browser: PHONE, instant: true, program: first });
  const { page } = table;
  await kept(page);
  await first.stop();
  // The same page with one more tag is another version.
  const index = await readFile(path.join(folder, 'index.html'), 'utf8');
  await writeFile(
    path.join(folder, 'index.html'),
    index.replace('</head>', '<meta name="new-version" content="yes" /></head>'),
  );
  for (const file of ['index.html.br', 'sw.js.br']) {
    await rm(path.join(folder, file), { force: true });
  }
  const worker = await readFile(path.join(folder, 'sw.js'), 'utf8');
  await writeFile(path.join(folder, 'sw.js'), worker.replace(/VERSION="\w+"/, 'VERSION="new"'));
  const second = await startProgram(undefined, { folder, port });
  undo.push(() => second.stop());
  await page.reload();
  const told = page.getByTestId('new-version');
  await told.waitFor({ timeout: 60_000 });
  expect(await page.locator('meta[name=new-version]').count()).toBe(0);
  await table.picture('phone-new-version');
  expect(await table.accessibility()).toEqual([]);
  await told.getByRole('button', { name: 'Open it now' }).click();
  await page.locator('meta[name=new-version]').waitFor({ state: 'attached' });
  await page.getByTestId('play').waitFor();
  await expect.poll(() => page.evaluate(() => caches.keys())).toEqual(['sandtable-new']);
});

/** Gives orders on the board until dice are wanted; returns what is saved at that point. */
async function untilDice(page: Page): Promise<{ orders: number; throws: number[][] }> {
  const pad = page.getByTestId('dice-pad');
  // The opening first: use different faces, so that one side rolls higher.
  const goes = page
    .locator('[data-testid=main-order]:enabled')
    .or(page.getByTestId('board-unit'))
    .or(page.getByTestId('choice-option'));
  for (let i = 0; i < 20; i += 1) {
    await pad.or(goes).first().waitFor();
    if (!(await pad.isVisible())) break;
    await pad
      .getByRole('button')
      .nth(i % 6)
      .click();
    await still(page);
  }
  for (let i = 0; i < 60 && !(await pad.isVisible()); i += 1) {
    const choice = page.getByTestId('choice-option').first();
    const shot = page.getByTestId(/^offer-(shoot|fight|charge|test|rally)$/).first();
    const give = page.getByTestId('give');
    const unit = page.locator('[data-testid=board-unit][aria-expanded=false]').first();
    if (await choice.isVisible()) await choice.click();
    else if (await give.isVisible()) await give.click();
    else if (await shot.isVisible()) await shot.click();
    else if (i % 4 !== 3 && (await unit.isVisible())) await unit.click();
    else await page.locator('[data-testid=main-order]:enabled').click();
    await still(page);
  }
  await pad.waitFor();
  const battles = await keptBattles(page);
  return { orders: battles[0]?.orders ?? 0, throws: battles[0]?.pending?.throws ?? [] };
}
