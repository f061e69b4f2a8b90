// Common actions of a player, and what the screen shows of them.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Press } from './harness';

/** The engine of a busy machine may take this long. */
const LONG = { timeout: 60_000 };

/** Returns a unit of the table that may act, or the first of some other kind. */
export function unit(page: Page, kind = 'ready'): Locator {
  return page.locator(`[data-unit].${kind}`).first();
}

/** Goes to the next unit that may act, until one has a target. */
export async function withTarget(
  page: Page,
  press: (button: Locator) => Promise<void>,
): Promise<void> {
  const target = page.locator('[data-unit].target').first();
  for (let i = 0; i < 12; i += 1) {
    await press(page.getByTestId('next-ready'));
    await page
      .getByTestId(/^offer-/)
      .first()
      .waitFor();
    if (await target.isVisible()) return;
  }
  throw new Error('no unit has a target');
}

/** Returns where a unit stands on the screen. */
export async function middle(unit: Locator): Promise<{ x: number; y: number }> {
  const box = await unit.locator('.touch').boundingBox();
  if (!box) throw new Error('the unit is not on the screen');
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/**
 * Taps a face for every die wanted, a high one first, and never two alike in a row, which would
 * tie. Returns the number of taps.
 */
export async function throwAll(page: Page, by: Press): Promise<number> {
  const pad = page.getByTestId('dice-pad');
  for (let thrown = 0; thrown < 120; thrown += 1) {
    if (!(await diceWanted(page))) return thrown;
    const faces = pad.getByRole('button', { name: /^Face/ });
    const many = await faces.count();
    await by(
      many > 0 ? faces.nth(Math.max(0, many - 1 - (thrown % 3))) : pad.getByRole('button').first(),
    );
  }
  throw new Error('the dice have no end');
}

/** Returns whether dice are wanted, once the page has the engine's answer to the order. */
export async function diceWanted(page: Page): Promise<boolean> {
  // While dice are wanted, the page is busy with their order. The page looks by itself: asking it
  // from outside again and again costs more than what it does.
  await page.waitForFunction(
    () =>
      document.querySelector('[data-testid=dice-pad]')?.checkVisibility() ||
      document.querySelector('.battle[data-busy]') === null,
    undefined,
    LONG,
  );
  return page.getByTestId('dice-pad').isVisible();
}

/** Waits until the page has all answers of its engine, so that presses count. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () => document.querySelector('.battle[data-busy]') === null,
    undefined,
    LONG,
  );
}

/**
 * Waits until the page has the answers of its engines or asks for dice, and nothing on it changes
 * any more.
 */
export async function still(page: Page): Promise<void> {
  await diceWanted(page);
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const QUIET = 8;
        let frames = 0;
        const watch = new MutationObserver(() => (frames = 0));
        watch.observe(document.body, { subtree: true, childList: true, attributes: true });
        const { unanswered } = globalThis as unknown as { unanswered: () => number };
        const next = () => {
          frames = unanswered() > 0 ? 0 : frames + 1;
          if (frames < QUIET) requestAnimationFrame(next);
          else {
            watch.disconnect();
            done();
          }
        };
        requestAnimationFrame(next);
      }),
  );
}

/**
 * Checks a box or a radio button that lies hidden under its label: what loads above it may move it
 * away while it is pressed.
 */
export async function tick(box: Locator): Promise<void> {
  await expect
    .poll(async () => {
      await box.check({ force: true });
      return box.isChecked();
    })
    .toBe(true);
}

/** Lets the page draw this many frames. */
export function frames(page: Page, count: number): Promise<void> {
  return page.evaluate(
    (count) =>
      new Promise<void>((done) => {
        const next = (left: number) =>
          left <= 0 ? done() : requestAnimationFrame(() => next(left - 1));
        next(count);
      }),
    count,
  );
}

/** Checks that everything an umpire taps is large enough, and that nothing overflows the side. */
export async function comfortable(page: Page): Promise<void> {
  const small = await page.evaluate(() =>
    [
      ...document.querySelectorAll(
        '[data-testid=board] :is(button, select, input), .bar .button, [data-testid=dice-pad] button',
      ),
    ]
      .filter((it) => !it.classList.contains('clause'))
      .map((it) => [it.textContent, Math.round(it.getBoundingClientRect().height)] as const)
      .filter(([, height]) => height > 0 && height < 44),
  );
  expect(small).toEqual([]);
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(over).toBeLessThanOrEqual(0);
}

/** Returns the phase on the screen. */
export function current(page: Page): Promise<string> {
  return page.locator('[aria-current=step]').innerText();
}

/** Opens the log and returns its orders. */
export async function orders(page: Page): Promise<string[]> {
  await page.getByRole('tab', { name: 'Log' }).click();
  return page.getByTestId('log').locator('.order').allInnerTexts();
}

/** Waits until a person may give orders: the computer is done, and no dice are rolling. */
export async function mine(page: Page): Promise<void> {
  await page.locator('[data-testid=main-order]:enabled').waitFor({ timeout: 60_000 });
}

/** Returns the card of a battle in the library, which lists all battles from then on. */
export async function battleCard(page: Page, scenario: string): Promise<Locator> {
  const card = page.getByTestId(`scenario-${scenario}`);
  const all = page.getByTestId('library-all');
  await page.getByTestId('library').waitFor();
  if (!(await card.isVisible()) && (await all.isVisible())) await all.click();
  return card;
}

/** Unfolds what most players leave unchanged: dice, armies, house rules, display. */
export async function moreOptions(page: Page): Promise<void> {
  const more = page.getByTestId('more-options');
  await more.waitFor();
  if (!(await more.evaluate((it) => (it as HTMLDetailsElement).open)))
    await more.locator('summary').first().click();
}

/** Opens a battle by its Set up sheet, with everything at its fastest. */
export async function setUp(
  page: Page,
  scenario: string,
  { seed, players = {} }: { seed: number; players?: { a?: string; b?: string } },
): Promise<void> {
  const card = await battleCard(page, scenario);
  await card.getByRole('button', { name: /^Set up/ }).click();
  await moreOptions(page);
  await page.getByTestId('seed').fill(String(seed));
  await page.getByLabel('Speed').selectOption('instant');
  for (const key of ['a', 'b'] as const) {
    const player = players[key];
    if (player !== undefined) await page.getByTestId(`player-${key}`).selectOption(player);
  }
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByTestId('table').waitFor();
}

/** Gives one or both sides to other players, by the menu. */
export function players(page: Page, who: { a?: string; b?: string }): Promise<void> {
  return takeOver(page, who, async () => {});
}

/** Does the same once something has happened, with the menu already open. */
export async function takeOver(
  page: Page,
  who: { a?: string; b?: string },
  once: () => Promise<unknown>,
): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.waitFor();
  await once();
  for (const key of ['a', 'b'] as const) {
    const player = who[key];
    if (player !== undefined) await menu.getByTestId(`player-${key}`).selectOption(player);
  }
  await menu.getByRole('button', { name: 'Close' }).click();
}

/** Lets the computer play both sides to the end; waits for the sheet that says who won. */
export async function toTheEnd(page: Page): Promise<void> {
  await players(page, { a: 'greedy-2026-11', b: 'greedy-2026-11' });
  await page.getByTestId('result').waitFor({ timeout: 240_000 });
}

/** Returns the battles saved in the browser, the latest first: a reload continues that one. */
export function keptBattles(
  page: Page,
): Promise<
  { id: string; title: string; orders: number; pending: { throws: number[][] } | null }[]
> {
  return page.evaluate(
    () =>
      new Promise((resolve, reject) => {
        const asked = indexedDB.open('sandtable');
        asked.onerror = () => reject(asked.error ?? new Error('no storage'));
        asked.onsuccess = () => {
          const db = asked.result;
          if (!db.objectStoreNames.contains('heads')) return resolve([]);
          const all = db.transaction('heads').objectStore('heads').getAll();
          all.onsuccess = () => {
            db.close();
            const heads = all.result as { place: number }[];
            resolve(heads.sort((a, b) => b.place - a.place) as never);
          };
        };
      }),
  );
}

/** Returns the number of log entries in the latest saved battle, including its opening. */
export async function kept(page: Page): Promise<number> {
  const [latest] = await keptBattles(page);
  return latest ? latest.orders + 1 : 0;
}

/** Returns the announcement for players who cannot see the table. */
export function spoken(page: Page): Promise<string> {
  return page.getByTestId('spoken').innerText();
}

/** Words that no German sentence contains; names of units and places stay as they are. */
const ENGLISH = /\b(the|facing|shoots?|moves?|inches|turn|charges?|act|with)\b/i;
/** Clause ids are the same in every language. */
const SIGNS = /\b[A-Z0-9]+-[A-Z]+-\d+\b/g;

/** Runs a battle between computers in German, with its log open, for at least `orders` orders. */
export async function watched(page: Page, scenario: string, orders: number): Promise<Locator> {
  const card = await battleCard(page, scenario);
  await card.getByRole('button', { name: /^Einrichten/ }).click();
  const sheet = page.getByRole('dialog');
  await moreOptions(page);
  await sheet.getByTestId('seed').fill('3');
  for (const key of ['a', 'b'])
    await sheet.getByTestId(`player-${key}`).selectOption('greedy-2026-11');
  await sheet.getByRole('button', { name: 'Beginnen' }).click();
  await page.getByRole('tab', { name: 'Protokoll' }).click();
  const log = page.getByTestId('log');
  await expect
    .poll(() => log.locator('.order').count(), { timeout: 60_000 })
    .toBeGreaterThanOrEqual(orders);
  return log;
}

/** Checks that a part of the page is German. */
export async function german(what: Locator): Promise<void> {
  allGerman(await what.innerText());
}

/** Checks that a text is German, except for names and clause ids. */
export function allGerman(text: string): void {
  expect(text.replace(SIGNS, '')).not.toMatch(ENGLISH);
}

/** How the log describes a move: the first thing that the unit does. */
export const MOVED = /\b(moves?|advances?|march(es)?|wheels?|turns?|slides?)\b/;

/** Lets the browser refuse to save anything more, as if its storage were full. */
export function fillStorage(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { put } = IDBObjectStore.prototype;
    IDBObjectStore.prototype.put = function (...what) {
      if ('full' in globalThis) throw new DOMException('full', 'QuotaExceededError');
      return put.apply(this, what);
    };
    Object.assign(globalThis, { full: true });
  });
}

/** Makes room again in the storage that was filled. */
export async function clearStorage(page: Page): Promise<void> {
  await page.evaluate(() => Reflect.deleteProperty(globalThis, 'full'));
}
