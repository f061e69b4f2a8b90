// The pages of rooms and tournaments, as four people see them: on a phone and a laptop, light and
// dark, in English and German. Nothing is cut off, nothing covers anything, everything is readable.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';

import { unreadable } from './contrast';
import { click, LAPTOP, openTable, PHONE, press, sampled, type Press, type Table } from './harness';
import { untidy } from './neat';
import { still } from './play';
import { Server } from './rooms';

const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const SCREENS: [string, BrowserContextOptions, Press][] = [
  ['phone-light-en', { ...PHONE, locale: 'en-GB' }, press],
  ['phone-dark-de', { ...SMALL, colorScheme: 'dark', locale: 'de-DE' }, press],
  ['laptop-light-en', { ...LAPTOP, locale: 'en-GB' }, click],
  ['laptop-dark-de', { ...LAPTOP, colorScheme: 'dark', locale: 'de-DE' }, click],
];

let server: Server;
let tournament = '';
let begun = '';
const open: Table[] = [];

async function browser(how: BrowserContextOptions, hash = ''): Promise<Table> {
  const program = { address: `${server.address}${hash}`, stop: () => Promise.resolve() };
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

/** Makes different rooms with a free seat, and two tournaments: one open, one being played. */
async function club(): Promise<void> {
  const host = (await browser(LAPTOP)).page;
  for (const [scenario, clock] of [
    ['three-hit/two-hills', '1'],
    ['otr-d6/turnpike', '5'],
    ['three-hit/the-village', '0'],
    ['six-plus/the-mill-weir', '2'],
  ] as const) {
    await click(host.getByTestId('play-friend'));
    await host.getByTestId('room-scenario').selectOption(scenario);
    await host.getByTestId('room-opposite').selectOption('open');
    await host.getByTestId('room-clock').selectOption(clock);
    await host.getByTestId('room-name').fill('Friederike von der Mühlenfurt');
    await click(host.getByTestId('make-room'));
    await host.getByTestId('room').waitFor();
    await host.goto(server.address);
  }
  await host.goto(`${server.address}#tournaments`);
  await host.reload();
  await signUp(host, click, 'Friederike');
  await host.locator('[data-testid=account][data-name=Friederike]').waitFor();
  begun = await cup(host, 'Winter cup of the Mill Weir Wargamers');
  await enter(host, click, 'Friederike');
  const guest = (await browser(LAPTOP, `#tournament=${begun}`)).page;
  await signUp(guest, click, 'Bo');
  await enter(guest, click, 'Bo');
  await host.getByTestId('entrants').getByText('Bo').waitFor();
  await click(host.getByTestId('begin'));
  await host.getByTestId('rounds').waitFor();
  await host.goto(`${server.address}#tournaments`);
  await host.reload();
  tournament = await cup(host, 'Spring league of the Old Barracks Wargaming Club');
}

async function cup(host: Page, name: string): Promise<string> {
  await click(host.getByTestId('make-tournament').locator('summary'));
  await host.getByTestId('tournament-name').fill(name);
  await click(host.getByTestId('make-it'));
  const link = await host.getByTestId('tournament-link').inputValue();
  return link.replace(/.*#tournament=/, '');
}

async function enter(page: Page, by: Press, name: string): Promise<void> {
  await page.getByTestId('entrant-name').fill(name);
  await by(page.getByTestId('enter'));
  await page.getByTestId('entrants').getByText(name).waitFor();
}

beforeAll(async () => {
  server = await Server.begin({ letters: true });
  await club();
  for (const table of open.splice(0)) await table.close();
}, 300_000);
afterAll(() => server?.end());
afterEach(async () => {
  for (const table of open.splice(0)) await table.close();
});

test.each(sampled(SCREENS, 1, 2))(
  'rooms and tournaments on a %s',
  async (name, how, by) => {
    const it = await browser({ ...how, reducedMotion: 'reduce' });
    const { page } = it;
    const wrong: string[] = [];
    const look = async (what: string, seen = it) => {
      await still(seen.page);
      await seen.picture(`rooms/${name}-${what}`);
      const found = [...(await untidy(seen.page)), ...(await unreadable(seen.page))];
      wrong.push(...found.map((flaw) => `${what}: ${flaw}`));
    };
    await by(page.getByTestId('play-friend'));
    const hills = how.locale === 'de-DE' ? 'Zwei Hügel' : 'Two hills';
    await page.getByTestId('lobby').getByText(hills, { exact: true }).waitFor();
    await look('1-make');
    await page.getByTestId('room-clock').selectOption('5');
    await page.getByTestId('room-dice').selectOption('joint');
    await by(page.getByRole('dialog').locator('form summary'));
    await page.getByTestId('room-umpire').scrollIntoViewIfNeeded();
    await look('2-more');
    await by(page.getByTestId('account').locator('summary'));
    await page.getByTestId('lobby').scrollIntoViewIfNeeded();
    await look('3-lobby');
    // Take the first free seat.
    await page.getByTestId('room-name').fill('Bo');
    await by(page.getByTestId('lobby').locator('.button.main').first());
    await page.getByTestId('room').waitFor();
    const choice = page.getByTestId('choice-option').first();
    await still(page);
    if (await choice.isVisible()) {
      await look('4-choice');
      await by(choice);
    }
    await look('5-room');
    await by(page.getByTestId('talk'));
    await page.getByTestId('chat-text').fill('Good evening!');
    await page.keyboard.press('Enter');
    await page.getByTestId('said').getByText('Good evening!').waitFor();
    await look('6-talk');
    await page.keyboard.press('Escape');
    await by(page.getByTestId('room-menu'));
    await look('7-room-menu');
    await page.keyboard.press('Escape');
    await page.goto(server.address);
    await page.reload();
    await page.getByTestId('my-rooms').waitFor();
    await page.getByTestId('my-rooms').scrollIntoViewIfNeeded();
    await page.getByTestId('letters').waitFor();
    await look('8-home');
    // A battle of many days, in which a player may go away.
    await by(page.getByTestId('play-friend'));
    await page.getByTestId('room-clock').selectOption('5');
    await by(page.getByRole('dialog').locator('form summary'));
    await page.getByTestId('room-vacation').selectOption('14');
    await by(page.getByTestId('make-room'));
    await page.getByTestId('go-in').waitFor();
    await look('9-links');
    const watch = await page.getByTestId('watch-link').inputValue();
    await by(page.getByTestId('go-in'));
    await page.getByTestId('room').waitFor();
    await by(page.getByTestId('room-menu'));
    await page.getByTestId('days-away').waitFor();
    await page.getByTestId('days-away').scrollIntoViewIfNeeded();
    await look('9-vacation');
    await page.keyboard.press('Escape');
    // A spectator.
    const watcher = await browser({ ...how, reducedMotion: 'reduce' }, new URL(watch).hash);
    await watcher.page.getByTestId('room').waitFor();
    await look('9-spectator', watcher);
    await by(watcher.page.getByTestId('room-menu'));
    await look('9-spectator-menu', watcher);
    expect(watcher.errors).toEqual([]);
    await page.goto(`${server.address}#tournaments`);
    await page.reload();
    await page.getByTestId('tournament-list').first().waitFor();
    await look('a-tournaments');
    await signUp(page, by, `Friederike the ${SCREENS.findIndex(([one]) => one === name) + 1}th`);
    const account = page.getByTestId('account');
    await account.and(page.locator('[data-name^=Friederike]')).waitFor();
    await by(account.getByTestId('change-password'));
    await account.getByTestId('account-password').fill('correct horse');
    await account.getByTestId('account-new-password').fill('battery staple');
    await by(account.getByTestId('change-password-sure'));
    await account.getByRole('status').waitFor();
    await by(account.getByRole('button', { name: /^(Delete|Konto löschen|Löschen)/ }));
    await account.getByTestId('account-password').waitFor();
    await account.scrollIntoViewIfNeeded();
    await look('a-account');
    // Signed out by another device, which this page does not know yet.
    await page.evaluate(() =>
      fetch('./api/account', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ device: localStorage['sandtable.device'], what: 'signOut' }),
      }),
    );
    await account.getByTestId('account-password').fill('battery staple');
    await by(account.locator('form button[type=submit]'));
    await account.getByRole('alert').waitFor();
    await account.getByTestId('sign-in').waitFor();
    await look('a-signed-out');
    // The browser reports the refusal, too.
    expect(it.errors.splice(0)).toEqual([expect.stringContaining('403')]);
    await by(page.getByTestId('make-tournament').locator('summary'));
    await look('b-make-tournament');
    for (const [id, what] of [
      [tournament, 'c-open'],
      [begun, 'd-begun'],
    ] as const) {
      await page.goto(`${server.address}#tournament=${id}`);
      await page.reload();
      await page.getByTestId('tournament').waitFor();
      await look(what);
    }
    expect(wrong).toEqual([]);
    expect(it.errors).toEqual([]);
  },
  400_000,
);
