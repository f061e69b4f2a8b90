// A club evening, from the first hill to the report of the next day: a table is built on a laptop
// and printed, umpired on a phone without a network, with dice thrown by hand, and replayed.

import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

import type { CDPSession, Page } from 'playwright-core';
import { expect } from 'vitest';

import {
  BINARY,
  openTable,
  PHONE,
  picture,
  press,
  SMALL_LAPTOP,
  STORING,
  startProgram,
  story,
  type Program,
  type Table,
} from './harness';
import { finger, Human } from './human';
import { diceWanted, spoken, still, throwAll } from './play';

const run = promisify(execFile);

let program: Program;
let folder: string;
let laptop: Table;
let phone: Table;
/** The table as a file, and the battle on it as a journal. */
let built = '';
let journal = '';

const test = story(
  async () => {
    program = await startProgram();
    folder = await mkdtemp(path.join(tmpdir(), 'sandtable-club-'));
    const shared = { ...program, stop: () => Promise.resolve() };
    laptop = await openTable({
      browser: { ...SMALL_LAPTOP, ...STORING },
      instant: true,
      program: shared,
    });
    phone = await openTable({
      browser: { ...PHONE, ...STORING, colorScheme: 'dark' },
      instant: true,
      program: shared,
    });
  },
  async () => {
    await laptop?.close();
    await phone?.close();
    await program?.stop();
    await rm(folder, { recursive: true, force: true });
  },
);

/** Runs a step that downloads a file; returns its text, one letter per byte. */
async function saved(page: Page, by: () => Promise<void>): Promise<string> {
  const coming = page.waitForEvent('download');
  await by();
  return (await readFile(await (await coming).path())).toString('latin1');
}

async function menu(page: Page, name: string, by = press): Promise<void> {
  await by(page.getByRole('button', { name: 'Menu' }));
  await by(page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name }));
}

const click: typeof press = (button) => button.click();

test('on the laptop a table is made by lot, given a name and a wood, and saved', async () => {
  const { page } = laptop;
  await page.getByTestId('build').click();
  await page.getByTestId('build-rules').selectOption('three-hit');
  await page.getByTestId('build-seed').fill('4');
  await page.getByTestId('build-generate').click();
  await page.getByTestId('table').waitFor({ timeout: 60_000 });
  const sound = page.getByTestId('state').getByText('Ready to play');
  await sound.waitFor({ state: 'attached' });
  await page.getByTestId('tab-table').click();
  await page.getByTestId('title').fill('The Thursday field');
  await page.getByTestId('title').press('Enter');
  await page.getByLabel('Turns').fill('6');
  await page.getByLabel('Turns').press('Enter');
  await page.getByTestId('tab-ground').click();
  await page.getByTestId('lay-woods').click();
  const middle = await page.getByTestId('table').boundingBox();
  if (!middle) throw new Error('no table');
  await page.mouse.click(middle.x + middle.width / 2, middle.y + middle.height / 2);
  await page.getByTestId('chosen').waitFor();
  await sound.waitFor({ state: 'attached' });
  await laptop.picture('club-1-built');
  built = await saved(page, () => page.getByTestId('save-build').click());
  expect(built).toContain('title = "The Thursday field"');
  const file = path.join(folder, 'thursday.battle.toml');
  await writeFile(file, built, 'latin1');
  expect((await run(BINARY, ['check', file])).stdout).toContain('sound: The Thursday field');
});

test('its map, rosters, templates and sheet are printed', async () => {
  const { page } = laptop;
  await page.getByTestId('play-build').click();
  await page.getByTestId('main-order').waitFor({ timeout: 60_000 });
  await menu(page, 'On paper', click);
  const sheet = page.getByRole('dialog', { name: 'On paper' });
  for (const part of await sheet.getByRole('checkbox').all()) await part.check();
  await sheet.getByRole('radio', { name: 'A4' }).check();
  const paper = await saved(page, () =>
    sheet.getByRole('button', { name: 'Make the PDF' }).click(),
  );
  const pages = [...paper.matchAll(/\/MediaBox ?\[ ?0 0 ([\d.]+) ([\d.]+) ?\]/g)];
  expect(pages.length).toBeGreaterThan(3);
  for (const [, w, h] of pages)
    expect([Number(w), Number(h)].sort((a, b) => a - b).map(Math.round)).toEqual([595, 842]);
  expect(paper).toContain('(The Thursday field');
  expect(laptop.errors).toEqual([]);
});

test('on the phone it is umpired with real dice, without a network, to its end', async () => {
  const { page, context } = phone;
  await page
    .getByTestId('open-file')
    .first()
    .setInputFiles({
      name: 'thursday.battle.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from(built, 'latin1'),
    });
  await page.getByTestId('table').waitFor({ timeout: 60_000 });
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await menu(page, 'Continue at a real table');
  await page.getByTestId('board').waitFor();
  await context.setOffline(true);
  await phone.picture('club-2-board');
  expect(await phone.accessibility()).toEqual([]);

  const touch: CDPSession = await context.newCDPSession(page);
  await opening(page);
  await press(page.getByTestId('board-or-map'));
  await page.getByTestId('table').waitFor();
  const human = new Human(page, finger(page, touch));
  await human.play(async () => (human.done.get('hand-thrown die') ?? 0) >= 1);

  // A wrong entry is struck out on the board, and the battle goes on.
  await press(page.getByTestId('board-or-map'));
  await press(page.getByTestId('strike'));
  await expect.poll(() => spoken(page)).toContain('Struck out');
  await phone.picture('club-3-struck');
  await press(page.getByTestId('board-or-map'));
  await human.play(async () => (await turn(page)) >= 3);

  // The phone's battery dies; another tab continues from the same point.
  await page.close({ runBeforeUnload: false });
  const again = await context.newPage();
  phone = { ...phone, page: again };
  await again.goto(phone.address);
  await again.getByTestId('resume').click();
  await again.getByTestId('board').waitFor();
  await toMap(again);
  const touch2 = await context.newCDPSession(again);
  const other = new Human(again, finger(again, touch2));
  await other.play();
  const result = await again.getByTestId('result').innerText();
  console.log(`The Thursday field: ${result.replaceAll('\n', ' ')} on turn ${await turn(again)},`, [
    ...other.done,
  ]);
  await picture(again, 'club-4-result');
  await context.setOffline(false);
}, 900_000);

test('the next day the report is read, and the battle carried to the laptop', async () => {
  const { page } = phone;
  const dialog = page.getByRole('dialog');
  if (await dialog.isVisible()) await page.keyboard.press('Escape');
  journal = await saved(page, () => menu(page, 'Save the battle'));
  const lines = journal.trim().split('\n').slice(1);
  // The end mark says that nothing is missing.
  expect(lines.pop()).toMatch(/^\{"end":\d+/);
  expect(lines.some((line) => line.includes('"struck"'))).toBe(true);
  expect(lines.filter((line) => line.includes('"thrown":"hand"')).length).toBeGreaterThan(3);
  const file = path.join(folder, 'thursday.journal.jsonl');
  await writeFile(file, journal, 'latin1');
  const { stdout } = await run(BINARY, ['replay', file]);
  console.log(stdout.split('\n').slice(-6).join('\n'));

  const desk = laptop.page;
  await menu(desk, 'New battle', click);
  await desk.getByTestId('open-file').first().setInputFiles(file);
  await desk.getByRole('button', { name: 'Menu' }).waitFor({ timeout: 60_000 });
  // The sheet that says who won comes with the battle.
  await still(desk);
  const over = desk.getByRole('dialog');
  if (await over.isVisible()) await desk.keyboard.press('Escape');
  await menu(desk, 'Battle report', click);
  const report = desk.getByTestId('report');
  await expect
    .poll(() => report.getByRole('img', { name: /At the end of/ }).count())
    .toBeGreaterThan(2);
  await laptop.picture('club-5-report');
  expect(await laptop.accessibility()).toEqual([]);
  await desk.getByRole('button', { name: /Back to the table/ }).click();
  await menu(desk, 'Replay', click);
  const replay = desk.getByTestId('replay');
  const slider = replay.getByRole('slider', { name: 'Order' });
  expect(Number(await slider.getAttribute('max'))).toBe(lines.length - 1);
  await slider.fill('5');
  await laptop.picture('club-6-replay');
  expect(laptop.errors).toEqual([]);
}, 900_000);

async function turn(page: Page): Promise<number> {
  return Number(/\d+/.exec((await page.getByTestId('turn').textContent()) ?? '')?.[0] ?? 0);
}

/** Goes from the board to the map. An order that still wanted dice asks again after a reload. */
async function toMap(page: Page): Promise<void> {
  const table = page.getByTestId('table');
  for (let tries = 0; tries < 5 && !(await table.isVisible()); tries += 1) {
    await throwAll(page, press);
    // A request for dice may cover the button: throw them first.
    await press(page.getByTestId('board-or-map')).catch(() => undefined);
  }
  await table.waitFor();
}

/** Throws the dice of the opening, with a different face each time. */
async function opening(page: Page): Promise<void> {
  const pad = page.getByTestId('dice-pad');
  const goes = page.locator('[data-testid=main-order]:enabled').or(page.getByTestId('board-unit'));
  for (let i = 0; i < 20; i += 1) {
    await pad.or(goes).first().waitFor();
    if (!(await pad.isVisible())) return;
    const faces = pad.getByRole('button');
    await press(faces.nth(i % (await faces.count())));
    await diceWanted(page);
  }
}
