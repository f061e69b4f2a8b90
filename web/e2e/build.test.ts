// The builder: a table is built by mouse on a laptop and by finger on a phone, its mistakes are
// shown, and it is saved as a file that the program accepts, and played.

import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { write } from '../src/build/draft';
import { open as read } from '../src/build/open';
import {
  BINARY,
  openTable,
  PHONE,
  SMALL_LAPTOP,
  startProgram,
  type Program,
  type Table,
} from './harness';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '../..');

let program: Program;
let folder: string;

beforeAll(async () => {
  program = await startProgram();
  folder = await mkdtemp(path.join(tmpdir(), 'sandtable-build-'));
});

afterAll(async () => {
  await program?.stop();
  await rm(folder, { recursive: true, force: true });
});

const open = (browser: Parameters<typeof openTable>[0] extends infer O | undefined ? O : never) =>
  openTable({ ...browser, program: { ...program, stop: () => Promise.resolve() } });

/** Returns where a point of the table lies on the screen. */
async function onScreen(page: Page, x: number, y: number): Promise<{ x: number; y: number }> {
  return page.getByTestId('table').evaluate(
    (table, [x, y]) => {
      const cloth = table.querySelector('rect.shade') as SVGRectElement;
      const box = cloth.getBoundingClientRect();
      const [w, h] = [cloth.width.baseVal.value / 10, cloth.height.baseVal.value / 10];
      return { x: box.left + (x / w) * box.width, y: box.bottom - (y / h) * box.height };
    },
    [x, y] as [number, number],
  );
}

async function drag(page: Page, from: [number, number], to: [number, number]): Promise<void> {
  const [a, b] = [await onScreen(page, ...from), await onScreen(page, ...to)];
  await page.mouse.move(a.x, a.y);
  await page.mouse.down();
  await page.mouse.move((a.x + b.x) / 2, (a.y + b.y) / 2, { steps: 4 });
  await page.mouse.move(b.x, b.y, { steps: 4 });
  await page.mouse.up();
}

async function click(page: Page, x: number, y: number): Promise<void> {
  const at = await onScreen(page, x, y);
  await page.mouse.click(at.x, at.y);
}

async function tap(page: Page, x: number, y: number): Promise<void> {
  const at = await onScreen(page, x, y);
  await page.touchscreen.tap(at.x, at.y);
}

/** Returns the current text of the file. */
async function text(page: Page): Promise<string> {
  await page.getByTestId('tab-check').click();
  const file = page.getByTestId('file-text');
  if (!(await file.isVisible())) await page.locator('.panel summary').last().click();
  return (await file.textContent()) ?? '';
}

const verdict = (page: Page, says: string) =>
  page.getByTestId('state').getByText(says).waitFor({ state: 'attached', timeout: 30_000 });
const sound = (page: Page) => verdict(page, 'Ready to play');
/** A side without units is no mistake, but hardly meant. */
const unusual = (page: Page) => verdict(page, 'Unusual, but playable');

/** Saves the table, and returns what the program says about the file. */
async function checked(page: Page): Promise<{ says: string; text: string }> {
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByTestId('save-build').click(),
  ]);
  expect(saved.suggestedFilename()).toMatch(/\.battle\.toml$/);
  const file = path.join(folder, saved.suggestedFilename());
  await saved.saveAs(file);
  const { stdout } = await run(BINARY, ['check', file]);
  return { says: stdout, text: await readFile(file, 'utf8') };
}

test('a table is built by mouse, mistakes are shown, it is saved and played', async () => {
  const table = await open({ browser: SMALL_LAPTOP, instant: true });
  const { page } = table;
  try {
    await page.getByTestId('build').click();
    await page.getByTestId('build-rules').selectOption('three-hit');
    expect(await table.accessibility()).toEqual([]);
    await table.picture('build-begin');
    await page.getByTestId('build-empty').click();
    await page.getByTestId('table').waitFor({ timeout: 60_000 });

    // A hill by dragging, a wood by a click, a road point by point.
    await page.getByTestId('lay-hill').click();
    await drag(page, [6, 14], [14, 22]);
    await page.getByTestId('thing-name').fill('The Knoll');
    await page.getByTestId('thing-name').press('Enter');
    await expect.poll(() => page.getByTestId('size-w').inputValue()).toBe('8');
    await page.getByTestId('tab-ground').click();
    await page.getByTestId('lay-woods').click();
    await click(page, 26, 14);
    await page.getByTestId('tab-ground').click();
    await page.getByTestId('lay-road').click();
    await click(page, 18, 0);
    await click(page, 18, 12);
    await click(page, 20, 24);
    await table.picture('build-road');
    await click(page, 18, 36);
    await page.getByTestId('finish').click();
    // Pull one of its points, and move the wood with the arrow keys.
    await drag(page, [20, 24], [22, 24]);
    await click(page, 26, 14);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+ArrowUp');
    let file = await text(page);
    expect(file).toContain('name = "The Knoll"\nat = [10, 18]\noval = [8, 8]');
    expect(file).toContain('line = [[18, 0], [18, 12], [22, 24], [18, 36]]');
    expect(file).toMatch(/ground = "woods"\nat = \[25\.5, 15\]/);

    // A unit for each side; the second lands on the first: the page must show this mistake.
    await page.getByTestId('tab-armies').click();
    await page.getByTestId('add-kind').selectOption('infantry');
    await page.getByTestId('place-unit').click();
    await click(page, 12, 6);
    await page.getByTestId('unit-kind').waitFor();
    await page.getByTestId('tab-armies').click();
    await page.getByTestId('army-1').click();
    await page.getByTestId('place-unit').click();
    await click(page, 13, 6);
    await page
      .getByTestId('state')
      .getByText(/mistake/)
      .waitFor({ timeout: 30_000 });
    expect(await page.getByTestId('play-build').isDisabled()).toBe(true);
    await page.getByTestId('tab-check').click();
    await page.getByTestId('flaw').first().waitFor();
    expect(await table.accessibility()).toEqual([]);
    await table.picture('build-mistake');
    await page.getByTestId('flaw').first().click();
    await page.getByTestId('at-y').fill('30');
    await page.getByTestId('at-y').press('Enter');
    await sound(page);
    expect(await table.accessibility()).toEqual([]);
    await table.picture('build-laptop');

    // Undo and redo; duplicate the selected thing and delete it.
    await page.getByTestId('undo-build').click();
    await page
      .getByTestId('state')
      .getByText(/mistake/)
      .waitFor({ timeout: 30_000 });
    await page.getByTestId('redo-build').click();
    await sound(page);
    await page.getByTestId('tab-ground').click();
    await page.getByRole('button', { name: /^The Knoll \(/ }).click();
    await page.keyboard.press('Control+d');
    await page.keyboard.press('Delete');
    file = await text(page);
    expect(file.match(/ground = "hill"/g)?.length).toBe(1);

    // Closing a tab loses nothing.
    await page.reload();
    await page.goto(`${program.address.split('#')[0]}#build`);
    await page.getByTestId('kept-draft').first().click();
    await page.getByTestId('table').waitFor({ timeout: 60_000 });
    await sound(page);
    const { says, text: saved } = await checked(page);
    expect(says).toContain('sound: A table of my own, 2 units, 3 pieces of terrain');
    expect(saved).toBe(file);
    await page.getByTestId('play-build').click();
    await page.getByTestId('main-order').waitFor({ timeout: 60_000 });
    await table.picture('build-played');
    expect(table.errors).toEqual([]);
  } finally {
    await table.close();
  }
});

test('by finger on a phone, both halves alike', async () => {
  const table: Table = await open({ browser: { ...PHONE, colorScheme: 'dark' }, instant: true });
  const { page } = table;
  try {
    await page.getByTestId('build').tap();
    await page.getByTestId('build-rules').selectOption('six-plus');
    await table.picture('build-begin-phone');
    expect(await table.accessibility()).toEqual([]);
    await page.getByTestId('build-empty').tap();
    await page.getByTestId('table').waitFor({ timeout: 60_000 });
    await page.getByTestId('alike').selectOption('turned');
    await page.getByTestId('lay-woods').tap();
    await tap(page, 8, 14);
    await page.getByTestId('chosen').getByText('Linked to').waitFor();
    await table.picture('build-phone');
    await page.getByTestId('tab-ground').tap();
    await page.getByTestId('lay-zone-a').tap();
    await tap(page, 18, 4);
    await page.getByTestId('tab-armies').tap();
    await page.getByTestId('shelf-army').selectOption({ index: 1 });
    await page.getByTestId('army-take').tap();
    await page.getByTestId('army-1').tap();
    await page.getByTestId('shelf-army').selectOption({ index: 2 });
    await page.getByTestId('army-take').tap();
    await sound(page);
    expect(await table.accessibility()).toEqual([]);
    await table.picture('build-armies-phone');
    const { says, text: saved } = await checked(page);
    expect(says).toContain('12 units, 2 pieces of terrain');
    expect(saved).toMatch(/ground = "woods"\nat = \[8, 14\]/);
    expect(saved).toMatch(/ground = "woods"\nat = \[28, 22\]/);
    expect(saved.match(/name = "(Blue|Red) deploys"/g)?.length).toBe(2);
    await page.getByTestId('play-build').tap();
    await page.getByTestId('build-screen').waitFor({ state: 'detached', timeout: 60_000 });
    await page.getByTestId('table').waitFor({ timeout: 60_000 });
    await table.picture('build-played-phone');
    expect(table.errors).toEqual([]);
  } finally {
    await table.close();
  }
});

test('two tabs never overwrite the draft of one another', async () => {
  const table = await open({ browser: SMALL_LAPTOP, instant: true });
  const { page: first, context, address } = table;
  const title = async (page: Page) => {
    await page.getByTestId('tab-table').click();
    return page.getByTestId('title');
  };
  const drafts = (page: Page) => page.getByTestId('kept-draft').allInnerTexts();
  try {
    await first.getByTestId('build').click();
    await first.getByTestId('build-empty').click();
    await first.getByTestId('table').waitFor({ timeout: 60_000 });
    await (await title(first)).fill('Ours');
    await unusual(first);
    // The list of the second tab is older than what the first saves.
    const second = await context.newPage();
    await second.goto(`${address}#build`);
    await second.getByTestId('kept-draft').waitFor({ timeout: 60_000 });
    await (await title(first)).fill('Ours, changed');
    await second.getByTestId('kept-draft').click();
    await second.getByTestId('build-trouble').getByText('This is a copy').waitFor();
    await expect.poll(async () => (await title(second)).inputValue()).toBe('Ours, changed');
    await (await title(second)).fill('Theirs');
    await (await title(first)).fill('Ours, at last');
    await first.close();
    await second.reload();
    await second.getByTestId('kept-draft').first().waitFor({ timeout: 60_000 });
    expect((await drafts(second)).map((one) => one.split('\n')[0]?.trim()).sort()).toEqual(
      ['Ours, at last', 'Theirs'].map((one) => expect.stringContaining(one)),
    );
    // Nobody else works on the first now, so it is no copy.
    await second.getByTestId('kept-draft').filter({ hasText: 'Ours' }).click();
    await expect.poll(async () => (await title(second)).inputValue()).toBe('Ours, at last');
    expect(await second.getByTestId('build-trouble').count()).toBe(0);
    expect(table.errors).toEqual([]);
  } finally {
    await table.close();
  }
});

test('every battle that ships is sound after it was opened and saved', async () => {
  const scenarios = path.join(ROOT, 'scenarios');
  const files = await readdir(scenarios, { recursive: true });
  const saved = await Promise.all(
    files
      .filter((file) => file.endsWith('.battle.toml'))
      .map(async (file) => {
        const text = write(read(await readFile(path.join(scenarios, file), 'utf8'))).text;
        const to = path.join(folder, path.basename(file));
        await writeFile(to, text);
        return to;
      }),
  );
  const { stdout } = await run(BINARY, ['check', ...saved]);
  expect(stdout.match(/: sound: /g)?.length).toBe(saved.length);
});

test('tables by lot, battles that ship, files and their mistakes', async () => {
  const table = await open({ browser: SMALL_LAPTOP, instant: true });
  const { page } = table;
  try {
    await page.getByTestId('build').click();
    for (const [rules, seed] of [
      ['otr-d6', '7'],
      ['throw-me-a-6', '12'],
      ['favorite', '3'],
    ] as const) {
      await page.getByTestId('build-rules').selectOption(rules);
      await page.getByTestId('build-seed').fill(seed);
      await page.getByTestId('build-generate').click();
      await page.getByTestId('table').waitFor({ timeout: 60_000 });
      await sound(page);
      await table.picture(`build-lot-${rules}`);
      // The program makes the same table.
      const { stdout } = await run(BINARY, ['generate', rules, '--seed', seed]);
      const made = (await checked(page)).text;
      expect(made.match(/\[\[unit\]\]/g)?.length).toBe(stdout.match(/\[\[unit\]\]/g)?.length);
      expect(made.match(/ground = .*/g)).toEqual(stdout.match(/ground = .*/g));
      await page.getByTestId('other').click();
    }
    // A built-in battle is a starting point.
    await page.getByTestId('build-rules').selectOption('otr-d6');
    await page.getByTestId('build-from').selectOption('otr-d6/turnpike');
    await page.getByTestId('table').waitFor({ timeout: 60_000 });
    await sound(page);
    await page.getByTestId('tab-armies').click();
    await page.getByTestId('points').waitFor({ timeout: 30_000 });
    await table.picture('build-turnpike');
    await page.getByTestId('tab-table').click();
    await table.picture('build-turnpike-table');
    expect(await table.accessibility()).toEqual([]);
    const { says } = await checked(page);
    expect(says).toContain('sound: Turnpike, 18 units, 8 pieces of terrain');
    // Rule sets that know element lists can read one.
    await page.getByTestId('other').click();
    await page.getByTestId('build-rules').selectOption('throw-me-a-6');
    await page.getByTestId('build-from').selectOption('throw-me-a-6/a-field-in-italy');
    await sound(page);
    await page.getByTestId('tab-armies').click();
    await page.getByTestId('army-text').fill('2x3Cv 6x4Bd 2x4Sp 2x2Ps');
    await page.getByTestId('army-read').click();
    await page.getByTestId('army-found').getByText('12 units').waitFor({ timeout: 30_000 });
    await page.getByTestId('army-take').click();
    await sound(page);
    const [army] = await Promise.all([
      page.waitForEvent('download'),
      page.getByTestId('save-army').click(),
    ]);
    const file = path.join(folder, army.suggestedFilename());
    await army.saveAs(file);
    expect((await run(BINARY, ['check', file])).stdout).toContain('12 units, for throw-me-a-6');
    // A file that is not a battle says so, with its line.
    await page.getByTestId('other').click();
    await page.getByTestId('build-file').setInputFiles({
      name: 'bad.battle.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from('format = 1\nrules = "three-hit"\ntable = [36,\n'),
    });
    await page
      .getByTestId('build-trouble')
      .getByText(/line \d/)
      .waitFor();
    // A value of the wrong kind is refused with its place, and the page goes on.
    await page.getByTestId('build-file').setInputFiles({
      name: 'bad.battle.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from('format = 1\nrules = "three-hit"\ntable = "36x36"\n'),
    });
    await page
      .getByTestId('build-trouble')
      .getByText(/table[^]*line 3/)
      .waitFor();
    // More than anybody can draw is refused.
    const crowd = '\n[[unit]]\nname = "A"\nside = "Blue"\nkind = "infantry"\nat = [4, 4]\n';
    await page.getByTestId('build-file').setInputFiles({
      name: 'crowd.battle.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from(`format = 1\nrules = "three-hit"\n${crowd.repeat(3000)}`),
    });
    await page
      .getByTestId('build-trouble')
      .getByText(/3000 units .* at most 1000/)
      .waitFor();
    // A file with unreadable units opens and shows its mistakes.
    await page.getByTestId('build-file').setInputFiles({
      name: 'odd.battle.toml',
      mimeType: 'text/plain',
      buffer: Buffer.from(
        'format = 1\nrules = "three-hit"\n\n[[unit]]\nname = "A"\nside = "Blue"\nkind = "infantri"\nat = [4, 4]\n',
      ),
    });
    await page
      .getByTestId('state')
      .getByText(/mistake/)
      .waitFor({ timeout: 30_000 });
    await page.getByTestId('state').click();
    await page.getByTestId('flaw').click();
    await page.getByTestId('unit-kind').selectOption('infantry');
    await unusual(page);
    await page.getByTestId('tab-check').click();
    await page.locator('.panel').getByText('Red has no units').waitFor();
    expect(table.errors).toEqual([]);
  } finally {
    await table.close();
  }
});
