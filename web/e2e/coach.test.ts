// The coach: its advice, why the computer gave an order, how good the orders of a battle were, and
// a rating that proposes the next opponent.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import {
  click,
  openTable,
  PHONE,
  press,
  sampled,
  SMALL_LAPTOP,
  type Press,
  type Table,
} from './harness';
import { Human, mouse } from './human';
import { allGerman, keptBattles, mine, players, setUp, still, takeOver } from './play';

const SCREENS: [string, BrowserContextOptions, Press][] = [
  ['laptop', SMALL_LAPTOP, click],
  ['phone', PHONE, press],
];
/** A busy machine thinks slowly. */
const SLOWLY = { timeout: 90_000 };

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

/** Checks that nothing overflows the side and no text is cut off. */
async function whole(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  const cut = await page.evaluate(() =>
    [
      ...document.querySelectorAll<HTMLElement>(
        '[data-testid=coach] *, [data-testid=reasons] *, [data-testid=review] *, [data-testid=rated] *',
      ),
    ]
      .filter((it) => it.checkVisibility() && it.scrollWidth > it.clientWidth + 1)
      .filter((it) => getComputedStyle(it).display !== 'inline' && it.clientWidth > 1)
      .map((it) => `${it.className}: ${it.textContent}`),
  );
  expect(cut).toEqual([]);
}

async function menuClosed(page: Page): Promise<void> {
  await page.getByRole('dialog').waitFor({ state: 'detached' });
}

describe.each(SCREENS)('on a %s', (name, browser, by) => {
  test('three orders are advised, shown on the table, and one is given by one tap', async () => {
    const it = await openTable({ browser, instant: true });
    table = it;
    const { page } = it;
    await setUp(page, 'three-hit/two-hills', { seed: 5, players: { a: 'you', b: 'friend' } });
    await mine(page);
    await by(page.getByTestId('ask-coach'));
    const advice = page.getByTestId('advice');
    await advice.nth(2).waitFor(SLOWLY);
    await expect
      .poll(() => page.getByTestId('advice-win').first().innerText(), SLOWLY)
      .toMatch(/^You win \d+ % \(± \d+\)/);
    // Meanwhile the table stays responsive.
    await by(page.locator('[data-testid=next-ready]'));
    await page.getByTestId('unit-card').waitFor();
    const stop = page.getByTestId('coach-stop');
    await stop.or(page.getByTestId('coach-longer')).first().waitFor(SLOWLY);
    if (await stop.isVisible()) await by(stop).catch(() => undefined);
    await whole(page);
    expect(await it.accessibility()).toEqual([]);
    await it.picture(`coach-${name}-advice`);
    const shows = page.getByTestId('advice-show');
    const drawn = page.getByTestId('ghost').or(page.locator('path.aim'));
    let seen = 0;
    for (let i = 0; i < (await shows.count()); i += 1) {
      await by(shows.nth(i));
      await expect.poll(() => shows.nth(i).getAttribute('aria-pressed')).toBe('true');
      await still(page);
      seen += await drawn.count();
      if (i === 0) await it.picture(`coach-${name}-shown`);
    }
    expect(seen).toBeGreaterThan(0);
    const says = await advice.first().locator('.says').first().innerText();
    await by(page.getByTestId('advice-take').first());
    await expect.poll(() => page.getByTestId('advice').count()).toBe(0);
    await mine(page);
    await page.getByRole('tab', { name: 'Log' }).click();
    const order = page.getByTestId('log').locator('.order').first();
    await expect.poll(() => order.innerText()).toContain(says);
    expect(it.errors).toEqual([]);
  });

  test('the computer says why it gave an order, or the Colonel says what he thinks of it', async () => {
    const it = await openTable({ browser, instant: true });
    table = it;
    const { page } = it;
    await setUp(page, 'three-hit/two-hills', { seed: 5, players: { a: 'you', b: 'captain' } });
    await mine(page);
    await page.getByRole('tab', { name: 'Log' }).click();
    const why = page.getByTestId('log').getByTestId(/^why-/);
    await by(why.last());
    const reasons = page.getByTestId('reasons');
    await reasons.waitFor();
    await expect
      .poll(() => reasons.innerText(), SLOWLY)
      .toMatch(/What the Captain thought[\s\S]+(the computer wins \d+ %|No other order)/);
    await whole(page);
    expect(await it.accessibility()).toEqual([]);
    await it.picture(`coach-${name}-why`);
    await by(why.last());
    await expect.poll(() => reasons.count()).toBe(0);
    // A stronger player judges the orders of one that does not think ahead.
    await players(page, { a: 'sergeant', b: 'sergeant' });
    const before = await why.count();
    await takeOver(page, { a: 'you' }, () =>
      expect.poll(() => why.count(), SLOWLY).toBeGreaterThan(before),
    );
    await mine(page);
    await page.getByRole('tab', { name: 'Log' }).click();
    await by(why.first());
    await expect
      .poll(() => reasons.innerText(), SLOWLY)
      .toMatch(/The Colonel judges the order[\s\S]+(the computer wins \d+ %|No other order)/);
    expect(it.errors).toEqual([]);
  });
});

test.each(sampled(SCREENS, 1))(
  'a battle is reviewed, with turning points to see and to play on from, on a %s',
  async (name, browser, by) => {
    const it = await openTable({ browser, instant: true });
    table = it;
    const { page } = it;
    const both = { a: 'greedy-2026-11', b: 'greedy-2026-11' };
    await setUp(page, 'six-plus/the-mill-weir', { seed: 3, players: both });
    await page.getByTestId('result').waitFor({ timeout: 240_000 });
    await it.picture(`coach-${name}-result`);
    await by(page.getByTestId('review-mine'));
    await menuClosed(page);
    const turning = page.getByTestId('turning');
    // The first answer comes soon and improves while somebody watches.
    await turning.first().waitFor(SLOWLY);
    await by(page.getByTestId('review-stop'));
    await page.getByTestId('review-on').waitFor();
    expect(await page.getByTestId('review-progress').innerText()).toMatch(/^\d+ % done/);
    expect(await page.getByTestId('review-side').count()).toBe(2);
    await whole(page);
    expect(await it.accessibility()).toEqual([]);
    await page.getByTestId('review').scrollIntoViewIfNeeded();
    await it.picture(`coach-${name}-review`);
    const at = page.getByTestId('replay').locator('.count');
    const last = await at.innerText();
    await by(turning.first().getByTestId('turning-see'));
    await expect.poll(() => at.innerText()).not.toBe(last);
    const seen = Number(/\d+/.exec(await at.innerText())?.[0]);
    await page.getByTestId('review-on').click();
    await page.getByTestId('review-done').waitFor({ timeout: 240_000 });
    await page.getByTestId('review-all').locator('summary').click();
    await page.getByTestId('review-all').locator('li').first().waitFor();
    await by(turning.first().getByTestId('turning-play'));
    await page.getByTestId('replay').waitFor({ state: 'detached' });
    // The battle continues from there, and the old one is still saved.
    await expect.poll(async () => (await keptBattles(page)).length, SLOWLY).toBe(2);
    const [now, then] = await keptBattles(page);
    expect(now?.orders).toBeGreaterThanOrEqual(seen);
    expect(then?.orders).toBeGreaterThan(seen);
    expect(it.errors).toEqual([]);
  },
);

test('a battle against the computer is rated on this device, and the next opponent proposed', async () => {
  const it = await openTable({ browser: SMALL_LAPTOP, instant: true });
  table = it;
  const { page } = it;
  const both = { a: 'greedy-2026-11', b: 'greedy-2026-11' };
  await setUp(page, 'three-hit/the-tollgate', { seed: 3, players: both });
  await takeOver(page, { a: 'you', b: 'recruit' }, () =>
    expect
      .poll(async () => Number(/\d+/.exec(await page.getByTestId('turn').innerText())?.[0]), SLOWLY)
      .toBeGreaterThan(5),
  );
  await new Human(page, mouse(page), () => Promise.resolve()).play();
  const rated = page.getByTestId('rated');
  await rated.waitFor();
  expect(await rated.innerText()).toMatch(/Your rating: \d+ \([+−]\d+\)\. Your next opponent: /);
  expect(await it.accessibility()).toEqual([]);
  await it.picture('coach-laptop-rated');
  await whole(page);
  await page.getByRole('dialog').getByRole('button', { name: 'New battle' }).click();
  await page.getByTestId('library').waitFor();
  await page.reload();
  const card = page.getByTestId('scenario-three-hit/two-hills');
  await page.getByTestId('library').waitFor();
  await card.getByRole('button', { name: /^Set up/ }).click();
  const proposed = page.getByTestId('proposed');
  await proposed.waitFor();
  expect(await proposed.innerText()).toMatch(/Your rating after 1 battle: \d+\./);
  expect(await it.accessibility()).toEqual([]);
  await proposed.getByRole('button', { name: 'Delete it' }).click();
  await proposed.waitFor({ state: 'detached' });
  expect(it.errors).toEqual([]);
});

test('the coach speaks German', async () => {
  const it = await openTable({ browser: { ...PHONE, locale: 'de-DE' }, instant: true });
  table = it;
  const { page } = it;
  await page.getByTestId('play').click();
  await page.locator('[data-testid=main-order]:enabled').waitFor({ timeout: 60_000 });
  await press(page.getByTestId('ask-coach'));
  await page.getByTestId('advice').first().waitFor(SLOWLY);
  await expect
    .poll(() => page.getByTestId('coach').innerText(), SLOWLY)
    .toMatch(/Du gewinnst zu \d+ %/);
  allGerman(await page.getByTestId('coach').innerText());
  await whole(page);
  await it.picture('coach-phone-german');
  expect(it.errors).toEqual([]);
});
