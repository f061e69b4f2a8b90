// Two browsers at one table: the server umpires, and each page follows in its own engine.

import { execFileSync } from 'node:child_process';
import { stat, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { BINARY, click, LAPTOP, PHONE, press, type Table } from './harness';
import type { Human } from './human';
import { mine } from './play';
import * as rooms from './rooms';
import { both, connected, hands, killed, Server } from './rooms';

const open: Table[] = [];
let begun: Server | undefined;
afterEach(async () => {
  for (const table of open.splice(0)) await table.close();
  await begun?.end();
  begun = undefined;
});

async function begin(): Promise<Server> {
  return (begun = await Server.begin());
}

/** Opens a browser on a page of the server; it closes after the test. */
async function browser(how: BrowserContextOptions, address: string): Promise<Table> {
  const table = await rooms.browser(how, address);
  open.push(table);
  return table;
}

/** Makes a room for a battle and enters it; returns the friend's link. */
async function make(
  page: Page,
  scenario: string,
  name: string,
  dice: 'server' | 'joint' = 'server',
): Promise<string> {
  await click(page.getByTestId('play-friend'));
  await page.getByTestId('room-scenario').selectOption(scenario);
  await page.getByTestId('room-dice').selectOption(dice);
  await page.getByTestId('room-name').fill(name);
  await click(page.getByTestId('make-room'));
  const link = await page.getByTestId('friend-link').inputValue();
  await click(page.getByTestId('go-in'));
  await page.getByTestId('room').waitFor();
  return link;
}

test('a room in two clicks: a laptop and a phone play on through a dead network and a dead server', async () => {
  const server = await begin();
  const { address } = server;
  const laptop = await browser(LAPTOP, address);
  const link = await make(laptop.page, 'three-hit/two-hills', 'Ada');
  expect(await laptop.page.getByTestId('waiting').innerText()).toContain('Nobody leads');
  await laptop.picture('room-waiting');
  expect(await laptop.accessibility()).toEqual([]);

  const phone = await browser(PHONE, link);
  await phone.page.getByTestId('room').waitFor();
  expect(phone.page.url(), 'the secret does not stay in the address').toMatch(/#room=[a-z0-9]+$/);
  await expect.poll(() => laptop.page.getByTestId('waiting').count()).toBe(0);
  expect(await laptop.page.getByTestId('seat-a').innerText()).toBe('Ada (you)');
  expect(await phone.page.getByTestId('seat-a').innerText()).toBe('Ada');
  await phone.picture('room-phone');
  expect(await phone.accessibility()).toEqual([]);

  const tables: [Table, Table] = [laptop, phone];
  const humans = await hands(laptop, phone);
  await both(tables, humans, 2);
  await laptop.picture('room-turn-2');

  // The phone loses its network and gets it back.
  await phone.context.setOffline(true);
  await phone.page.getByTestId('room-lost').waitFor();
  await phone.picture('room-lost');
  expect(await phone.accessibility()).toEqual([]);
  await phone.context.setOffline(false);
  await connected([phone]);
  await both(tables, humans, 3);

  // The server dies in the middle, and another one takes its place.
  await killed(server, tables);
  await server.start();
  await connected(tables);
  await both(tables, humans, 4);
  const orders = humans.map((human) => human.orders);
  console.log(`orders by hand: ${orders.join(' and ')}`);
  expect(Math.min(...orders)).toBeGreaterThan(5);
}, 600_000);

test('two languages at one table: chat, phrases, a draw that is declined, a battle conceded', async () => {
  const { address } = await begin();
  const laptop = await browser(LAPTOP, address);
  const link = await make(laptop.page, 'three-hit/two-hills', 'Ada <b>');
  const phone = await browser({ ...PHONE, locale: 'de-DE' }, link);
  await phone.page.getByTestId('room').waitFor();
  expect(await phone.page.getByTestId('seat-a').innerText()).toBe('Ada <b>');

  await click(laptop.page.getByTestId('talk'));
  await click(laptop.page.getByTestId('phrase-hello'));
  await laptop.page.getByTestId('chat-text').fill('<img src=x onerror=alert(1)>');
  await laptop.page.keyboard.press('Enter');
  await laptop.page.getByTestId('said').getByText('onerror').waitFor();
  await laptop.picture('room-talk');
  expect(await laptop.accessibility()).toEqual([]);
  await laptop.page.keyboard.press('Escape');
  await press(phone.page.getByTestId('talk'));
  const said = phone.page.getByTestId('said');
  await expect.poll(() => said.innerText()).toContain('Hallo, viel Spaß!');
  await expect.poll(() => said.innerText()).toContain('<img src=x onerror=alert(1)>');
  await phone.picture('room-talk-phone');
  expect(await phone.accessibility()).toEqual([]);
  await phone.page.keyboard.press('Escape');

  await click(laptop.page.getByTestId('room-menu'));
  await laptop.picture('room-menu');
  expect(await laptop.accessibility()).toEqual([]);
  await click(laptop.page.getByRole('button', { name: 'Offer a draw' }));
  await phone.page.getByTestId('asked').waitFor();
  await phone.picture('room-asked-phone');
  expect(await phone.accessibility()).toEqual([]);
  await press(phone.page.getByRole('button', { name: 'Ablehnen' }));
  await laptop.page.getByText('declined').waitFor();
  await press(phone.page.getByTestId('room-menu'));
  await press(phone.page.getByTestId('concede'));
  // The button is gone, and keys work on: at first at what does not end the battle.
  const keepOn = phone.page.getByRole('button', { name: 'Weiterkämpfen' });
  await expect.poll(() => keepOn.evaluate((one) => one === document.activeElement)).toBe(true);
  await press(phone.page.getByTestId('concede-sure'));
  await expect.poll(() => laptop.page.getByTestId('room-over').innerText()).toContain('conceded');
  await expect.poll(() => phone.page.getByTestId('room-over').innerText()).toContain('aufgegeben');
  await laptop.picture('room-over');
  expect(await laptop.accessibility()).toEqual([]);

  // Again, sides swapped.
  await click(laptop.page.getByTestId('again'));
  await phone.page.getByTestId('asked').waitFor();
  await press(phone.page.getByRole('button', { name: 'Einverstanden' }));
  await click(laptop.page.getByTestId('to-next'));
  await press(phone.page.getByTestId('to-next'));
  await expect.poll(() => laptop.page.getByTestId('seat-b').innerText()).toBe('Ada <b> (you)');
  expect(laptop.errors).toEqual([]);
  expect(phone.errors).toEqual([]);
});

/** Plays a side's whole turn by hand, until the other side is to move. */
async function playTurn(page: Page, human: Human): Promise<void> {
  const mover = () => page.getByTestId('to-move').locator('b').innerText();
  const side = await mover();
  let passed = false;
  const watch = expect
    .poll(mover, { timeout: 240_000 })
    .not.toBe(side)
    .then(() => (passed = true));
  await human.play(
    () => Promise.resolve(false),
    () => passed,
  );
  await watch;
}

test('whoever was away is told what the other did, order by order, and watches it on the table', async () => {
  const { address } = await begin();
  const laptop = await browser(LAPTOP, address);
  const link = await make(laptop.page, 'three-hit/two-hills', 'Ada');
  const phone = await browser(PHONE, link);
  const { page } = phone;
  await page.getByTestId('room').waitFor();
  await expect.poll(() => laptop.page.getByTestId('waiting').count()).toBe(0);
  const [ada, bo] = await hands(laptop, phone);
  // Dice decide who moves first; Bo must miss Ada's turn.
  const main = '[data-testid=main-order]:enabled';
  const begins = async () =>
    (await page.locator(main).isVisible()) || (await laptop.page.locator(main).isVisible());
  await expect.poll(begins, { timeout: 60_000 }).toBe(true);
  if (await page.locator(main).isVisible()) await playTurn(page, bo);
  await phone.context.setOffline(true);
  await page.getByTestId('room-lost').waitFor();
  const before = ada.orders;
  await playTurn(laptop.page, ada);
  await phone.context.setOffline(false);
  await connected([phone]);

  const recap = page.getByTestId('recap');
  const told = async () => {
    await mine(page);
    await press(recap.locator('summary'));
    const all = await recap.getByRole('listitem').locator('b').allInnerTexts();
    return all.map((one) => one.trim());
  };
  const missed = await told();
  expect(missed.length).toBeGreaterThanOrEqual(ada.orders - before);
  expect(await recap.locator('summary').innerText()).toContain(`${missed.length} orders`);
  await phone.picture('room-recap-phone');
  expect(await phone.accessibility()).toEqual([]);
  await press(page.getByTestId('watch-all'));
  await page.getByTestId('replay').waitFor();
  // The replay ends by itself, and the battle continues from the same point.
  await page.getByTestId('replay').waitFor({ state: 'detached', timeout: 60_000 });

  // After a reload, the page lists the same orders.
  await page.reload();
  await page.getByTestId('room').waitFor();
  expect(await told()).toEqual(missed);
  await press(recap.getByRole('listitem').first().getByRole('button').first());
  await page.getByTestId('replay').waitFor();
  await page.getByTestId('replay').waitFor({ state: 'detached', timeout: 60_000 });
  await mine(page);
  expect(laptop.errors).toEqual([]);
}, 600_000);

test('on a small phone in German the order in hand keeps its button beside the bar of the room', async () => {
  const { address } = await begin();
  const small = { ...PHONE, viewport: { width: 360, height: 640 }, locale: 'de-DE' };
  const phone = await browser(small, address);
  const { page } = phone;
  // The server's dice decide who moves first: make rooms until it is Blue.
  const first = () => page.getByTestId('to-move').innerText();
  for (let rooms = 0; rooms < 16; rooms += 1) {
    await make(page, 'three-hit/two-hills', 'Ada von der Furt');
    await page.getByTestId('waiting').waitFor();
    if ((await first()).includes('Blau')) break;
    await page.goto(address);
  }
  expect(await first()).toContain('Blau');
  await press(page.getByTestId('roster-a').getByRole('button').first());
  await press(page.getByTestId('offer-move'));
  const give = page.getByTestId('give');
  await give.waitFor();
  await phone.picture('room-order-phone');
  const seen = await give.evaluate((button) => {
    const { left, top, right, bottom } = button.getBoundingClientRect();
    const at = (x: number, y: number) => button.contains(document.elementFromPoint(x, y));
    return at(left + 4, top + 4) && at(right - 4, bottom - 4);
  });
  expect(seen, 'nothing lies over it').toBe(true);
  expect(phone.errors).toEqual([]);
});

test('a spectator takes the free seat from the lobby; whoever goes elsewhere is not fetched back', async () => {
  const server = await begin();
  const { address } = server;
  const laptop = await browser(LAPTOP, address);
  const host = laptop.page;
  await click(host.getByTestId('play-friend'));
  await host.getByTestId('room-scenario').selectOption('three-hit/two-hills');
  await host.getByTestId('room-opposite').selectOption('open');
  await host.getByTestId('room-name').fill('Ada');
  await click(host.getByTestId('make-room'));
  await host.getByTestId('room').waitFor();
  const phone = await browser(PHONE, host.url());
  const { page } = phone;
  await page.getByTestId('waiting').waitFor();
  await page.goto(address);
  await press(page.getByTestId('play-friend'));
  const seat = page.getByTestId('lobby').locator('.button.main');
  await press(seat);
  await page.getByTestId('room').waitFor();
  await host.getByTestId('waiting').waitFor({ state: 'detached' });

  // The server does not answer: another battle begins meanwhile, and goes on.
  await page.goto(address);
  const back = page.getByTestId('my-rooms').getByRole('button').first();
  await back.waitFor();
  await server.kill();
  await press(back);
  const going = page.getByText('Going to the table');
  await going.first().waitFor();
  await press(page.getByTestId('play'));
  await page.getByTestId('table').waitFor();
  expect(await going.count()).toBe(0);
  await server.start();
  await connected([laptop]);
  expect(page.url()).not.toContain('#room');
});

test('a full disk: the page says that an order was not kept, and nothing is lost', async () => {
  const server = await begin();
  const { address, folder } = server;
  const laptop = await browser(LAPTOP, address);
  const link = await make(laptop.page, 'three-hit/two-hills', 'Ada');
  const phone = await browser(PHONE, link);
  await phone.page.getByTestId('room').waitFor();
  const tables: [Table, Table] = [laptop, phone];
  const humans = await hands(laptop, phone);
  await both(tables, humans, 2);

  // From now on there is disk space for a few orders only.
  await killed(server, tables);
  const { size } = await stat(path.join(folder, 'rooms.sqlite-wal'));
  await server.start(Math.ceil(size / 512) + 120);
  await connected(tables);
  let refused = false;
  const told = tables.map(async ({ page }) => {
    // The message may appear both in a note and in the announcement.
    await page.getByText('could not save').first().waitFor({ timeout: 300_000 });
    refused = true;
  });
  const seen = Promise.any(told);
  const plays = humans.map((human) =>
    human.play(
      () => Promise.resolve(refused),
      () => refused,
    ),
  );
  await Promise.all([seen, ...plays]);
  await laptop.picture('room-not-kept');
  expect(await laptop.accessibility()).toEqual([]);

  // Somebody frees disk space: the same battle goes on.
  await killed(server, tables);
  await server.start();
  await connected(tables);
  await both(tables, humans, 4);
  const room = /room=([a-z0-9]+)/.exec(laptop.page.url())?.[1] as string;
  const file = path.join(folder, 'full.journal.jsonl');
  const ask = (...words: string[]) => execFileSync(BINARY, words, { encoding: 'utf8' });
  await writeFile(file, ask('rooms', '--data', folder, 'export', room));
  expect(ask('verify', file)).toContain('agree with the rules');
}, 600_000);

test('dice sealed by both players and the server: through a dead server, and the journal proves all', async () => {
  const server = await begin();
  const { address, folder } = server;
  const laptop = await browser(LAPTOP, address);
  const link = await make(laptop.page, 'three-hit/two-hills', 'Ada', 'joint');
  const phone = await browser(PHONE, link);
  await phone.page.getByTestId('room').waitFor();
  const tables: [Table, Table] = [laptop, phone];
  const humans = await hands(laptop, phone);
  await both(tables, humans, 3);
  // The opening came twice: first thrown by the server, then by all.
  expect(tables.map(({ errors }) => errors)).toEqual([[], []]);
  // A second tab of the same device looks on, and follows what both do.
  const tab = await phone.context.newPage();
  await tab.goto(phone.page.url());
  await tab.getByTestId('held').waitFor();
  await both(tables, humans, 4);
  const turn = await phone.page.getByTestId('turn').innerText();
  await expect.poll(() => tab.getByTestId('turn').innerText()).toBe(turn);
  // It takes the seat over if asked to, and gives it back. Nothing that both did is in the way.
  await click(tab.getByRole('button', { name: 'Play it here' }));
  await phone.page.getByTestId('held').waitFor();
  await tab.getByTestId('held').waitFor({ state: 'detached' });
  await click(phone.page.getByRole('button', { name: 'Play it here' }));
  await tab.getByTestId('held').waitFor();
  await phone.page.getByTestId('held').waitFor({ state: 'detached' });
  expect(await phone.page.locator('.say.bad').count()).toBe(0);
  await tab.close();
  await click(laptop.page.getByTestId('room-menu'));
  expect(await laptop.page.getByTestId('open-ahead').isChecked()).toBe(false);
  await laptop.picture('room-dice-menu');
  expect(await laptop.accessibility()).toEqual([]);
  await laptop.page.keyboard.press('Escape');

  await killed(server, tables);
  await server.start();
  await connected(tables);
  await both(tables, humans, 5);

  const room = /room=([a-z0-9]+)/.exec(laptop.page.url())?.[1] as string;
  const data = ['--data', folder];
  const journal = execFileSync(BINARY, ['rooms', ...data, 'export', room], { encoding: 'utf8' });
  const file = path.join(folder, 'room.journal.jsonl');
  await writeFile(file, journal);
  expect(execFileSync(BINARY, ['verify', file], { encoding: 'utf8' })).toContain('pledged');
  const script = path.join(import.meta.dirname, '../../docs/joint_dice.py');
  const says = execFileSync('python3', [script, file], { encoding: 'utf8' });
  expect(says).toMatch(/: [1-9]\d* rolls follow from what was pledged/);
}, 600_000);

test('an umpire as a third seat puts a unit right: everybody reads why, and the journal keeps it', async () => {
  const server = await begin();
  const { address, folder } = server;
  const laptop = await browser(LAPTOP, address);
  const { page } = laptop;
  await click(page.getByTestId('play-friend'));
  await page.getByTestId('room-scenario').selectOption('three-hit/two-hills');
  await page.getByTestId('room-name').fill('Ada');
  await click(page.locator('summary', { hasText: 'Umpire' }));
  await page.getByTestId('room-umpire').check();
  await laptop.picture('room-make-more');
  expect(await laptop.accessibility()).toEqual([]);
  await click(page.getByTestId('make-room'));
  const link = await page.getByTestId('friend-link').inputValue();
  const third = await page.getByTestId('umpire-link').inputValue();
  await click(page.getByTestId('go-in'));
  const phone = await browser({ ...PHONE, locale: 'de-DE' }, link);
  await phone.page.getByTestId('room').waitFor();
  expect(await phone.page.getByTestId('rule').count(), 'who plays does not rule').toBe(0);

  const umpire = await browser(LAPTOP, third);
  await umpire.page.getByTestId('room').waitFor();
  await click(umpire.page.getByTestId('rule'));
  const units = umpire.page.getByTestId('ruling-unit');
  await expect.poll(() => units.locator('option').count()).toBeGreaterThan(2);
  await units.selectOption({ index: 1 });
  const x = umpire.page.getByTestId('ruling-x');
  const before = Number(await x.inputValue());
  await x.fill(String(before + 0.5));
  await x.blur();
  const give = umpire.page.getByTestId('ruling-give');
  expect(await give.isDisabled(), 'no ruling without a reason').toBe(true);
  await umpire.page.getByTestId('ruling-reason').fill('The <b>corner</b> was measured wrongly');
  await umpire.picture('room-ruling');
  expect(await umpire.accessibility()).toEqual([]);
  await click(give);
  for (const table of [laptop, phone, umpire]) {
    const told = table.page.getByTestId('ruled');
    await expect.poll(() => told.innerText()).toContain('The <b>corner</b> was measured wrongly');
    expect(table.errors).toEqual([]);
  }
  await phone.picture('room-ruled-phone');
  expect(await phone.accessibility()).toEqual([]);
  await expect.poll(() => umpire.page.getByTestId('ruling').count()).toBe(0);
  await laptop.picture('room-ruled');

  // Marks and losses, by the names of position files; the unit stays where it stands.
  await click(umpire.page.getByTestId('rule'));
  await units.selectOption({ index: 1 });
  await click(umpire.page.getByTestId('values').locator('summary'));
  const hits = umpire.page.getByTestId('value-hits').locator('input');
  await hits.fill('1');
  await hits.blur();
  await umpire.page.getByTestId('value-shot').locator('input').check();
  await umpire.page.getByTestId('ruling-reason').fill('Nobody noted the volley');
  await umpire.picture('room-ruling-marks');
  expect(await umpire.accessibility()).toEqual([]);
  await click(give);
  for (const table of [laptop, phone]) {
    const told = table.page.getByTestId('ruled');
    await expect.poll(() => told.innerText()).toContain('Nobody noted the volley');
    expect(table.errors).toEqual([]);
  }

  // A unit cannot be put off the table: the engine says so, and nothing changes.
  await click(umpire.page.getByTestId('rule'));
  await units.selectOption({ index: 1 });
  await expect.poll(async () => Number(await x.inputValue())).toBeCloseTo(before + 0.5, 1);
  await x.fill('-40');
  await x.blur();
  await umpire.page.getByTestId('ruling-reason').fill('Away with it');
  await click(give);
  await umpire.page.getByText('off the table').waitFor();
  await umpire.picture('room-ruling-refused');

  // The server dies; the ruling stays.
  const tables: [Table, Table] = [laptop, phone];
  await killed(server, tables);
  await server.start();
  await connected(tables);
  await both(tables, await hands(laptop, phone), 2);
  const room = /room=([a-z0-9]+)/.exec(page.url())?.[1] as string;
  const data = ['--data', folder];
  const journal = execFileSync(BINARY, ['rooms', ...data, 'export', room], { encoding: 'utf8' });
  const file = path.join(folder, 'ruled.journal.jsonl');
  await writeFile(file, journal);
  expect(execFileSync(BINARY, ['verify', file], { encoding: 'utf8' })).toContain(
    'by hand what stood on the map: 2',
  );
}, 600_000);
