// Whole battles by hand: a person gives every order of one side through the page's own controls,
// the computer plays the other, until one side has won. On the way the person uses undo, saving,
// loading, dice thrown by hand, the replay and the link.
//
// Which battles are played to the end by hand: in which mode, by what, on what screen:
//
//   on the screen           mouse      laptop   here, three-hit/two-hills
//   on the screen           finger     tablet   here, three-hit/the-village
//   on the screen           finger     phone    here, the first turns of two; the computer plays on
//   on the screen           keyboard   laptop   words.test.ts, by reading
//   umpire, positions kept  finger     phone    club-evening.test.ts, without a network
//   umpire, positions left  keyboard   laptop   stated-battle.test.ts
//
//   SANDTABLE_WHOLE=all       each of these on every screen, to the end by hand
//   SANDTABLE_WHOLE=otr-d6/turnpike@phone,otr-d6/turnpike@laptop@dark   these alone

import { readFile } from 'node:fs/promises';

import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { LAPTOP, openTable, PHONE, sampled, story, TABLET, type Table } from './harness';
import { finger, Human, look, mouse, waits, type Pointer } from './human';
import { setUp, toTheEnd } from './play';

const SCREENS = { laptop: LAPTOP, tablet: TABLET, phone: PHONE };
type Screen = keyof typeof SCREENS;

interface Battle {
  scenario: string;
  screen: Screen;
  dark?: boolean;
  seed: number;
  /** Whether the computer plays both sides after a few turns. */
  short?: boolean;
}

/** Battles for all screens, light and dark; others are run by name. */
const NAMED: Battle[] = [
  { scenario: 'three-hit/two-hills', screen: 'laptop', seed: 5 },
  { scenario: 'three-hit/the-village', screen: 'tablet', seed: 5 },
  { scenario: 'otr-d6/turnpike', screen: 'phone', seed: 5, dark: true, short: true },
  { scenario: 'six-plus/broad-acre', screen: 'phone', seed: 5, short: true },
];
const USUAL = sampled(NAMED, 0, 2);

/** Whether battles were named: then two pictures of every kind of moment are taken. */
const LOOKED_AT = process.env['SANDTABLE_WHOLE'] !== undefined;
const BATTLES = chosen(process.env['SANDTABLE_WHOLE']);

function chosen(which: string | undefined): Battle[] {
  if (!which) return USUAL;
  if (which === 'all')
    return USUAL.flatMap((it) => [
      { ...it, screen: 'laptop' as const, short: false },
      { ...it, screen: 'tablet' as const, short: false },
      { ...it, screen: 'phone' as const, short: false, dark: !it.dark },
    ]);
  return which.split(',').map((one) => {
    const [scenario = '', screen = 'laptop', light] = one.split('@');
    return {
      scenario,
      screen: screen in SCREENS ? (screen as Screen) : 'laptop',
      seed: 5,
      dark: light === 'dark',
    };
  });
}

function browser({ screen, dark }: Battle): BrowserContextOptions {
  return { ...SCREENS[screen], colorScheme: dark ? 'dark' : 'light' };
}

describe.each(BATTLES)('$scenario on a $screen', (battle) => {
  let table: Table;
  let by: Pointer;
  const name = `whole-${battle.scenario.replace('/', '-')}-${battle.screen}`;

  const test = story(
    async () => {
      table = await openTable({ browser: browser(battle) });
      const { page, context } = table;
      by =
        battle.screen === 'laptop' ? mouse(page) : finger(page, await context.newCDPSession(page));
    },
    () => table?.close(),
  );

  /** Checks every kind of moment when it first occurs. */
  const seen = new Map<string, number>();
  const pictured = async (what: string) => {
    const n = (seen.get(what) ?? 0) + 1;
    seen.set(what, n);
    if (LOOKED_AT && (n === 1 || n === 12))
      await table.picture(`${name}-${what}${n > 1 ? '-later' : ''}`);
    if (n > 1) return;
    expect(await table.accessibility(), what).toEqual([]);
    const wide = await table.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, `${what}: nothing hangs over the side`).toBeLessThanOrEqual(
      table.page.viewportSize()?.width ?? 0,
    );
  };

  test(
    'is played to the end by hand',
    async () => {
      const { page } = table;
      await page.getByTestId('play').waitFor();
      await setUp(page, battle.scenario, { seed: battle.seed });
      await pictured('begin');
      const human = new Human(page, by, pictured);
      await human.play(async () => (await turn(page)) >= 2);
      await pictured('turn-2');
      await undone(page, by, human);
      await human.play(async () => (await turn(page)) >= 3);
      await savedAndLoaded(page, by);
      await handDice(page, by, true);
      await human.play(async () => (await turn(page)) >= 4);
      if (!(await over(page))) await handDice(page, by, false);
      await pictured('turn-4');
      // Every step has been seen by now: skip the animations.
      if (!LOOKED_AT) await atOnce(page, by);
      if (battle.short && !(await over(page))) await toTheEnd(page);
      else await human.play();
      await pictured('result');
      const says = await page.getByTestId('result').innerText();
      console.log(
        `${name}: ${await page.getByRole('dialog').getByRole('heading').innerText()}. ${says.replaceAll('\n', ' ')}`,
        `turn ${await turn(page)}, ${human.orders} orders by hand:`,
        [...human.done].map(([what, n]) => `${what} ${n}`).join(', '),
      );
      expect(human.orders).toBeGreaterThan(10);
      expect(table.errors).toEqual([]);
    },
    // A busy machine plays slowly; an idle one needs less than a minute.
    600_000,
  );

  test('is looked back at, and carried away in a link', async () => {
    const { page, context } = table;
    await by.press(page.getByRole('dialog').getByRole('button', { name: 'Replay' }));
    const replay = page.getByTestId('replay');
    await replay.waitFor();
    const slider = replay.getByRole('slider', { name: 'Order' });
    const last = Number(await slider.getAttribute('max'));
    for (const part of [0, 0.5, 1]) {
      await slider.fill(String(Math.round(last * part)));
      await expect.poll(() => replay.innerText()).toContain(`${Math.round(last * part)} / ${last}`);
      if (part === 0.5) await pictured('replay');
    }
    await by.press(replay.getByRole('button', { name: 'Leave' }));
    await context.grantPermissions(['clipboard-read', 'clipboard-write']).catch(() => undefined);
    await by.press(page.getByRole('button', { name: 'Menu' }));
    await pictured('menu');
    await by.press(page.getByRole('button', { name: 'Copy a link' }));
    await page.getByText(/The link is/).waitFor();
    const units = (await look(page)).units.length;
    const other = await context.newPage();
    await other.goto(await page.evaluate(() => navigator.clipboard.readText()));
    await other.getByTestId('table').waitFor();
    await expect.poll(async () => (await look(other)).units.length).toBe(units);
    await other.close();
    await by.press(page.getByRole('tab', { name: 'Log' }));
    await pictured('log');
    await by.press(page.getByRole('tab', { name: 'Rules' }));
    await pictured('rules');
    expect(table.errors).toEqual([]);
  }, 900_000);
});

async function turn(page: Page): Promise<number> {
  return Number(/\d+/.exec(await page.getByTestId('turn').innerText())?.[0] ?? 0);
}

async function over(page: Page): Promise<boolean> {
  return page.getByTestId('result').isVisible();
}

/** Gives a move and takes it back: all units stand where they stood. */
async function undone(page: Page, by: Pointer, human: Human): Promise<void> {
  if (await over(page)) return;
  const undo = page.getByRole('button', { name: 'Undo' });
  // Positions on the table, not on the screen, which may scroll.
  const poses = () =>
    page
      .locator('[data-unit]')
      .evaluateAll((all) =>
        all.map((it) => [it.getAttribute('data-unit'), it.getAttribute('transform')]),
      );
  for (let i = 0; i < 6; i += 1) {
    const before = await poses();
    const orders = human.orders;
    await human.play(() => Promise.resolve(human.orders > orders));
    if ((await over(page)) || !(await undo.isEnabled())) continue;
    await by.press(undo);
    await expect.poll(poses).toEqual(before);
    return;
  }
}

/** Saves the battle to a file and loads it: it is the same, and ready to continue. */
async function savedAndLoaded(page: Page, by: Pointer): Promise<void> {
  if (await over(page)) return;
  // The file contains neither the selected unit nor its targets.
  const says = async () =>
    (await look(page)).units.map((unit) => unit.says.replace(', may be a target', ''));
  const before = await says();
  await by.press(page.getByRole('button', { name: 'Menu' }));
  const coming = page.waitForEvent('download');
  await by.press(page.getByRole('button', { name: 'Save the battle' }));
  const file = await coming;
  const text = await readFile(await file.path(), 'utf8');
  // The loaded battle is drawn on a new table.
  const old = await page.getByTestId('table').elementHandle();
  await by.press(page.getByRole('button', { name: 'Menu' }));
  await page
    .getByRole('dialog', { name: 'Menu' })
    .getByTestId('open-file')
    .setInputFiles({
      name: file.suggestedFilename(),
      mimeType: 'text/plain',
      buffer: Buffer.from(text),
    });
  await expect.poll(() => old?.evaluate((it) => it.isConnected)).toBe(false);
  await expect.poll(() => waits(page), { timeout: 30_000 }).not.toBe('theirs');
  await expect.poll(says).toEqual(before);
}

/** Shows moves and dice at once from now on, and lets the other side play without thinking. */
async function atOnce(page: Page, by: Pointer): Promise<void> {
  if (await over(page)) return;
  await by.press(page.getByRole('button', { name: 'Menu' }));
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByLabel('Speed').selectOption('instant');
  await menu.getByTestId('player-b').selectOption('greedy-2026-11');
  await by.press(menu.getByRole('button', { name: 'Close' }));
}

/** Switches to dice thrown by hand, or back to the engine's. */
async function handDice(page: Page, by: Pointer, wanted: boolean): Promise<void> {
  if (await over(page)) return;
  await by.press(page.getByRole('button', { name: 'Menu' }));
  const menu = page.getByRole('dialog', { name: 'Menu' });
  const box = menu.getByLabel('I roll my own dice and tap the faces');
  if ((await box.isChecked()) !== wanted) await by.press(box);
  await by.press(menu.getByRole('button', { name: 'Close' }));
}
