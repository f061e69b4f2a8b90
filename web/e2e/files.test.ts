// Saving and sharing: saved battles, links, broken files, a reload, no network.

import { readFile } from 'node:fs/promises';

import type { Page } from 'playwright-core';
import { expect } from 'vitest';

import { openTable, story, type Table } from './harness';
import { kept, middle, mine, players, settled, setUp, takeOver, unit } from './play';

let table: Table;
let journal: string;
let position: string;

const test = story(
  async () => {
    table = await openTable();
  },
  () => table?.close(),
);

/** Returns the battle as the screen shows it: places of all units, turn, phase, log. */
async function seen(page: Page): Promise<unknown> {
  return page.evaluate(() => ({
    turn: document.querySelector('[data-testid=turn]')?.textContent,
    phase: document.querySelector('[aria-current=step]')?.textContent,
    units: [...document.querySelectorAll('[data-unit]')].map((it) => [
      it.getAttribute('data-unit'),
      it.getAttribute('transform'),
    ]),
    orders: [...document.querySelectorAll('[data-testid=log] .order')].map((it) =>
      it.textContent?.trim(),
    ),
  }));
}

async function saved(button: string): Promise<{ name: string; text: string }> {
  const { page } = table;
  await page.getByRole('button', { name: 'Menu' }).click();
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const file = await coming;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

async function load(name: string, text: string | Buffer): Promise<void> {
  const { page } = table;
  await page.getByRole('button', { name: 'Menu' }).click();
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByTestId('open-file')
    .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

/** Moves a unit that may act a little ahead. */
async function move(): Promise<void> {
  const { page } = table;
  const it = unit(page);
  const id = await it.getAttribute('data-unit');
  const from = await middle(it);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20);
  await page.mouse.move(from.x, from.y - 50);
  await page.mouse.up();
  await page.getByTestId('confirm').click();
  await expect
    .poll(async () => (await middle(page.getByTestId(`unit-${id}`))).y)
    .toBeLessThan(from.y - 10);
  await mine(page);
}

test('a battle is saved, and loaded as it was', async () => {
  const { page } = table;
  await setUp(page, 'three-hit/two-hills', { seed: 11 });
  await mine(page);
  await move();
  const before = await seen(page);
  const file = await saved('Save the battle');
  expect(file.name).toBe('two-hills.journal.jsonl');
  journal = file.text;
  expect(journal.trim().split('\n').length).toBeGreaterThan(2);
  const other = await saved('Save this position');
  expect(other.name).toBe('two-hills.battle.toml');
  position = other.text;
  await move();
  expect(await seen(page)).not.toEqual(before);
  await load('mine.journal.jsonl', journal);
  await expect.poll(() => seen(page)).toEqual(before);
});

test('a link opens the same battle on another page', async () => {
  const { page, context } = table;
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const before = await seen(page);
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await page.getByText(/The link is/).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toContain('#b=');
  // A link in the address would begin the battle again when the page is loaded again.
  expect(page.url()).not.toContain('#b=');
  const other = await context.newPage();
  await other.goto(link);
  await expect.poll(() => seen(other)).toEqual(before);
  expect(other.url()).not.toContain('#b=');
  // A truncated link opens nothing, and says so.
  const cut = await context.newPage();
  await cut.goto(link.slice(0, -40));
  await cut.getByRole('alert').waitFor();
  expect(await cut.getByRole('alert').innerText()).toMatch(/cut short|damaged/);
  await cut.getByTestId('play').waitFor();
  await cut.close();
  await other.close();
});

test('broken files are refused in words, and the battle stays', async () => {
  const { page } = table;
  const before = await seen(page);
  const lines = journal.trim().split('\n');
  const edited = lines.map((line, i) =>
    i === lines.length - 2
      ? line.replace(/"after":"?[0-9a-f]{4}/, (it) => it.slice(0, -4) + '0000')
      : line,
  );
  const broken: [string, string | Buffer, RegExp][] = [
    [
      'key.battle.toml',
      position.replace('\ntitle', '\nbannanas = 3\ntitle'),
      /bannanas[\s\S]*Line \d+, column \d+/,
    ],
    ['torn.battle.toml', 'format = 1\ntitle = "', /Line \d+/],
    ['cut.journal.jsonl', journal.slice(0, Math.floor(journal.length * 0.8)), /./],
    ['edited.journal.jsonl', edited.join('\n'), /./],
    ['empty.battle.toml', '', /./],
    ['noise.battle.toml', Buffer.from([0xff, 0xfe, 0, 1, 2, 3]), /./],
    ['large.battle.toml', '# '.padEnd(10_000_000, 'x'), /./],
    ['huge.battle.toml', '# '.padEnd(13_000_000, 'x'), /12 MB/],
  ];
  for (const [name, text, says] of broken) {
    await load(name, text);
    const message = page.getByTestId('message');
    await message.waitFor();
    const said = await message.innerText();
    console.log(`${name}: ${said.replaceAll('\n', ' | ')}`);
    expect(said, name).toMatch(says);
    if (name.startsWith('key')) {
      await table.picture('files-unknown-key');
      expect(await table.accessibility()).toEqual([]);
    }
    expect(await seen(page), name).toEqual(before);
    await message.getByRole('button', { name: 'Close' }).click();
    await message.waitFor({ state: 'detached' });
  }
  // The battle is not only drawn: it goes on.
  await move();
});

test('a reload of the page goes on with the battle', async () => {
  const { page } = table;
  const before = await seen(page);
  const orders = await page.getByTestId('log').locator('.order').count();
  await expect.poll(() => kept(page)).toBe(orders);
  await page.goto(table.address.split('#')[0] ?? table.address);
  await page.reload();
  await page.getByTestId('resume').click();
  await expect.poll(() => seen(page)).toEqual(before);
});

test('without a network it is played on', async () => {
  const { page, context } = table;
  await context.setOffline(true);
  await mine(page);
  await move();
  await page.getByTestId('main-order').click();
  await expect.poll(() => page.locator('[aria-current=step]').innerText()).toBe('Shoot');
  await page.getByRole('tab', { name: 'Rules' }).click();
  await page.getByTestId('rulebook').waitFor();
  await context.setOffline(false);
  expect(table.errors).toEqual([]);
});

test('an order adds its line to what is kept, and writes nothing else of the journal again', async () => {
  const it = await openTable({ instant: true });
  try {
    const { page } = it;
    await page.addInitScript(() => {
      const counted = globalThis as unknown as { written: number; longest: number };
      counted.written = 0;
      counted.longest = 0;
      const put = IDBObjectStore.prototype.put;
      IDBObjectStore.prototype.put = function (
        this: IDBObjectStore,
        value: unknown,
        key?: IDBValidKey,
      ) {
        if (this.name === 'lines') counted.written += 1;
        if (this.name === 'journals') counted.longest += 1;
        return put.call(this, value, key);
      };
    });
    await page.reload();
    await page.getByTestId('play').click();
    await mine(page);
    await players(page, { a: 'greedy-2026-11', b: 'greedy-2026-11' });
    await takeOver(page, { a: 'you', b: 'friend' }, () =>
      expect.poll(() => kept(page), { timeout: 60_000 }).toBeGreaterThan(40),
    );
    await settled(page);
    const counted = await page.evaluate(() => {
      const { written, longest } = globalThis as unknown as { written: number; longest: number };
      return { written, longest };
    });
    const orders = await kept(page);
    // One line per order, and the mark that the journal is complete.
    expect(counted.written).toBeLessThan(orders * 4);
    expect(counted.longest).toBe(0);
    // The stored battle is complete, also for the next visit.
    await page.reload();
    await page.getByTestId('resume').click();
    await mine(page);
    expect(await kept(page)).toBe(orders);
  } finally {
    await it.close();
  }
});

test('what comes before the damage of a journal is played on', async () => {
  const it = await openTable();
  try {
    const { page } = it;
    const lines = journal.trim().split('\n');
    const last = lines.length - 2;
    const torn = lines.map((line, at) => (at === last ? line.replace('1', '2') : line));
    const open = async (name: string, text: string) =>
      page
        .getByTestId('open-file')
        .first()
        .setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    await open('torn.journal.jsonl', torn.join('\n'));
    const message = page.getByTestId('message');
    await message.waitFor();
    expect(await message.innerText()).toContain(`Line ${last + 1}`);
    // The header, the opening and the damaged line are no orders.
    expect(await message.innerText()).toContain(`can be saved: ${last - 2} orders`);
    expect(await it.accessibility()).toEqual([]);
    await it.picture('files-rescue');
    await message.getByRole('button', { name: 'Play on from there' }).click();
    await page.getByTestId('table').waitFor();
    await message.waitFor({ state: 'detached' });
    expect(it.errors).toEqual([]);
  } finally {
    await it.close();
  }
});

test('a file that is no battle opens where it belongs, or the page says what it is', async () => {
  const it = await openTable();
  try {
    const { page } = it;
    const field = page.getByTestId('open-file').first();
    const open = (name: string, text: string | Buffer) =>
      field.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
    const message = page.getByTestId('message');
    const army = 'rules = "three-hit"\nname = "Mine"\n';
    await open('mine.army.toml', army);
    await message.waitFor();
    expect(await message.innerText()).toMatch(/mine\.army\.toml is an army[\s\S]*Build a table/);
    await open('mine.situation.toml', 'rules = "three-hit"\n');
    await expect.poll(() => message.innerText()).toMatch(/situation[\s\S]*rules lab/);
    await open('mine.points.toml', 'rules = "three-hit"\n');
    await expect.poll(() => message.innerText()).toMatch(/list of points[\s\S]*army points/);
    // Some editors save UTF-16.
    await open('wide.battle.toml', Buffer.from(`\ufeff${position}`, 'utf16le'));
    await page.getByTestId('table').waitFor();
    await it.page.getByRole('button', { name: 'Menu' }).click();
    await page.getByRole('button', { name: 'New battle' }).click();
    const study = 'format = 1\ntitle = "Few"\nscenario = "three-hit/two-hills"\nbattles = 2\n';
    // The message about a refused file goes when something else opens.
    await open('mine.army.toml', army);
    await message.waitFor();
    await open('few.toml', study);
    await page.getByTestId('lab-screen').waitFor();
    await page.getByText('Few').first().waitFor();
    expect(await message.count()).toBe(0);
    expect(it.errors).toEqual([]);
  } finally {
    await it.close();
  }
});

test('a link to a room opens nothing where there are no rooms, and says so', async () => {
  const it = await openTable({ hash: '#room=zzz' });
  try {
    const message = it.page.getByTestId('message');
    await message.waitFor();
    expect(await message.innerText()).toContain('There are no rooms here');
    await it.page.getByTestId('play').waitFor();
  } finally {
    await it.close();
  }
});
