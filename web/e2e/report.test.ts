// What remains of a battle: its report on screen and on paper, stills, replay by turns, what if.

import { readFile } from 'node:fs/promises';

import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { openTable, PHONE, sampled, SMALL_LAPTOP, TABLET, type Table } from './harness';
import { battleCard, mine, moreOptions, settled, setUp, takeOver, watched } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

/** Lets the computer play some turns of a battle; after that both sides are ours. */
async function fought(browser: BrowserContextOptions, turns: number): Promise<Table> {
  const it = await openTable({ browser, instant: true });
  table = it;
  const { page } = it;
  await setUp(page, 'three-hit/two-hills', {
    seed: 3,
    players: { a: 'greedy-2026-11', b: 'greedy-2026-11' },
  });
  // Two computers at full speed may end the battle while a menu opens, so open it first.
  await takeOver(page, { a: 'you', b: 'friend' }, () =>
    expect
      .poll(async () => Number(/\d+/.exec(await page.getByTestId('turn').innerText())?.[0]), {
        timeout: 90_000,
        interval: 20,
      })
      .toBeGreaterThan(turns),
  );
  await mine(page);
  return it;
}

async function menu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name }).click();
}

const SCREENS: [string, BrowserContextOptions][] = [
  ['laptop', SMALL_LAPTOP],
  ['tablet-dark', { ...TABLET, colorScheme: 'dark' }],
  ['phone', PHONE],
];

describe.each(sampled(SCREENS, 1, 2))('on a %s', (name, browser) => {
  test('the report tells each turn, with a map and the losses', async () => {
    const it = await fought(browser, 3);
    const { page } = it;
    await menu(page, 'Battle report');
    const report = page.getByTestId('report');
    await expect
      .poll(() => report.getByRole('img', { name: /At the end of/ }).count())
      .toBeGreaterThan(2);
    expect(await report.getByRole('heading', { name: 'Turn 1', exact: true }).count()).toBe(1);
    expect(await report.innerText()).toMatch(/ and .+ move\./);
    expect(await report.getByRole('table').getByRole('row').count()).toBeGreaterThan(3);
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
    ).toBeLessThanOrEqual(0);
    expect(await it.accessibility()).toEqual([]);
    await it.picture(`report-${name}`);
    if (name !== 'phone') await onPaper(page);
    await page.getByRole('button', { name: /Back to the table/ }).click();
    await page.getByTestId('table').waitFor();
    expect(it.errors).toEqual([]);
  });
});

test('in German it is a story too, and so is the log in short', async () => {
  const it = (table = await openTable({
    browser: { ...SMALL_LAPTOP, locale: 'de-DE' },
    instant: true,
  }));
  const { page } = it;
  const log = await watched(page, 'three-hit/two-hills', 20);
  // Lengths and angles have a comma.
  await expect.poll(() => log.innerText()).toMatch(/\d,\d+ Zoll/);
  expect(await log.innerText()).not.toMatch(/\d\.\d/);
  await page.getByTestId('result').waitFor({ timeout: 240_000 });
  await page.getByRole('dialog').getByRole('button', { name: 'Schließen' }).first().click();
  // Neither angles nor the needed rolls appear: those belong to the full log.
  const told = (text: string) => {
    expect(text).toMatch(/ und .+ bewegen sich\./);
    expect(text).not.toMatch(/\d°|nötig|gewürfelt|\bmoves?\b/);
  };
  await page.getByTestId('short-log').click();
  await log.getByRole('button', { name: 'Frühere Züge' }).click();
  told(await log.innerText());
  await page.getByRole('button', { name: 'Menü' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Gefechtsbericht' }).click();
  const report = page.getByTestId('report');
  await report.getByRole('heading', { name: 'Zug 1', exact: true }).waitFor();
  told((await report.locator('.told').allInnerTexts()).join(' '));
  await it.picture('report-german');
  expect(it.errors).toEqual([]);
});

/** Checks that the report fits its paper, with nothing wider than the sheet and no buttons. */
async function onPaper(page: Page): Promise<void> {
  for (const [format, width] of [
    ['A4', 210 - 28],
    ['Letter', 215.9 - 28],
  ] as const) {
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: Math.floor((width / 25.4) * 96), height: 900 });
    const [over, tools, scheme] = await page.evaluate(() => [
      document.documentElement.scrollWidth - innerWidth,
      [...document.querySelectorAll('.tools, button')].filter((it) => it.checkVisibility()).length,
      getComputedStyle(document.documentElement).colorScheme,
    ]);
    expect(over, format).toBeLessThanOrEqual(0);
    expect(tools).toBe(0);
    // Whoever plays in the dark gets no black page.
    expect(scheme).toBe('light');
    const paper = await page.pdf({ format, preferCSSPageSize: false });
    expect(paper.length).toBeGreaterThan(10_000);
    const boxes = [...paper.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)];
    expect(boxes.length).toBeGreaterThan(1);
    for (const [, w] of boxes) expect(Number(w)).toBeCloseTo(format === 'A4' ? 595 : 612, -1);
  }
  await page.emulateMedia({ media: null });
}

test('a still of any moment is a drawing of its own, or dots for print', async () => {
  const it = await fought(PHONE, 1);
  const { page } = it;
  await menu(page, 'Replay');
  await page.getByTestId('replay').getByRole('button', { name: 'To the start' }).click();
  await page.getByTestId('replay').getByRole('button', { name: 'Picture' }).click();
  const sheet = page.getByRole('dialog', { name: 'Picture' });
  await sheet.getByTestId('still').locator('svg').waitFor();
  await it.picture('phone-still');
  expect(await it.accessibility()).toEqual([]);
  const drawing = page.waitForEvent('download');
  await sheet.getByRole('button', { name: /SVG/ }).click();
  const svg = await drawing;
  expect(svg.suggestedFilename()).toBe('two-hills-0.svg');
  const text = await readFile(await svg.path(), 'utf8');
  expect(text).toMatch(/^<svg [^>]*viewBox=/);
  expect(text).not.toMatch(/var\(--|class=|<script|href="http/);
  await page.getByTestId('replay').getByRole('button', { name: 'Picture' }).click();
  const dots = page.waitForEvent('download');
  await sheet.getByRole('button', { name: /PNG/ }).click();
  const png = await readFile(await (await dots).path());
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  expect(png.readUInt32BE(16)).toBe(3508);
  expect(it.errors).toEqual([]);
});

test('replay jumps by turns, and goes on as it might have been', async () => {
  const it = await fought(SMALL_LAPTOP, 3);
  const { page } = it;
  await menu(page, 'Replay');
  const replay = page.getByTestId('replay');
  const turn = () => page.getByTestId('turn').innerText();
  await replay.getByTestId('replay-turn').selectOption('Turn 2');
  await expect.poll(turn).toContain('Turn 2');
  await it.picture('laptop-replay');
  expect(await inRows(page)).toEqual([1, 1]);
  expect(await it.accessibility()).toEqual([]);
  await replay.getByRole('button', { name: 'Forward one turn' }).click();
  await expect.poll(turn).toContain('Turn 3');
  await replay.getByRole('button', { name: 'Back one turn' }).click();
  await expect.poll(turn).toContain('Turn 2');
  await replay.getByRole('button', { name: 'Go on from here' }).click();
  await mine(page);
  expect(await turn()).toContain('Turn 2');
});

/** Returns the number of rows of buttons in each part of the replay. */
const inRows = (page: Page) =>
  page.getByTestId('replay').evaluate((replay) =>
    [...replay.querySelectorAll('.row, .more')].map((part) => {
      const tops = [...part.children].map((one) => {
        const { top, height } = one.getBoundingClientRect();
        return Math.round((top + height / 2) / 20);
      });
      return new Set(tops).size;
    }),
  );

test('orders are typed, by keyboard alone; what is wrong is said, and where', async () => {
  const it = await openTable({
    browser: { ...SMALL_LAPTOP, reducedMotion: 'reduce' },
    instant: true,
  });
  table = it;
  const { page } = it;
  await setUp(page, 'three-hit/two-hills', { seed: 5, players: { b: 'friend' } });
  await mine(page);
  await page.getByTestId('typed').locator('summary').press('Enter');
  const line = page.getByTestId('typed-line');
  await line.fill('mvoe x');
  await line.press('Enter');
  await expect
    .poll(() => page.getByTestId('typed-trouble').innerText())
    .toMatch(/Letter 1: [\s\S]*move/);
  expect(await it.accessibility()).toEqual([]);
  await it.picture('laptop-typed-wrong');
  const name = await page.locator('[data-unit].ready').first().getAttribute('aria-label');
  const unit = /^[^,]+/.exec(name ?? '')?.[0] ?? '';
  await line.fill(`move "${unit}" advance 90`);
  await line.press('Enter');
  await page.getByTestId('trouble').waitFor();
  await line.fill(`move "${unit}" advance 2`);
  await line.press('Enter');
  await expect.poll(() => page.getByTestId('spoken').innerText()).toContain('2 inches');
  await settled(page);
  await line.fill('end');
  await line.press('Enter');
  await expect.poll(() => page.locator('[aria-current=step]').innerText()).toBe('Shoot');
});

test('letters grow, panels change hands, and nothing hangs over', async () => {
  const it = await openTable({ browser: PHONE, instant: true });
  table = it;
  const { page } = it;
  const over = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await (
    await battleCard(page, 'three-hit/two-hills')
  )
    .getByRole('button', { name: /^Set up/ })
    .click();
  await moreOptions(page);
  await page.getByLabel('Text size').selectOption('larger');
  await page.getByLabel('Motion').selectOption('none');
  await page.getByText('Buttons on the left').click();
  await page.getByTestId('player-b').selectOption('friend');
  await page.getByTestId('seed').fill('5');
  expect(await it.accessibility()).toEqual([]);
  await it.picture('phone-larger-set-up');
  expect(await over()).toBeLessThanOrEqual(0);
  await page.getByRole('button', { name: 'Begin' }).click();
  await mine(page);
  await it.picture('phone-larger-left');
  expect(await over()).toBeLessThanOrEqual(0);
  expect(await it.accessibility()).toEqual([]);
  await page.setViewportSize({ width: 1366, height: 768 });
  const [panel, map] = await Promise.all([
    page.getByRole('complementary', { name: 'Orders and log' }).boundingBox(),
    page.getByTestId('table').boundingBox(),
  ]);
  expect(panel?.x).toBeLessThan(map?.x ?? 0);
  await it.picture('laptop-larger-left');
});

test('large German letters stay within their cards and the screen of a small phone', async () => {
  const viewport = { width: 320, height: 568 };
  const it = await openTable({ browser: { ...PHONE, viewport, locale: 'de-DE' }, instant: true });
  table = it;
  const { page } = it;
  await page.evaluate((key) => {
    const settings = JSON.parse(localStorage.getItem(key) ?? '{}');
    localStorage.setItem(key, JSON.stringify({ ...settings, textSize: 'larger' }));
  }, 'sandtable.settings');
  await page.reload();
  const card = page.getByTestId('scenario-three-hit/two-hills').first();
  await card.scrollIntoViewIfNeeded();
  const sides = async (what: Locator) => {
    const box = await what.boundingBox();
    return [box?.x ?? NaN, (box?.x ?? NaN) + (box?.width ?? NaN)] as const;
  };
  const [from, to] = await sides(card);
  for (const button of await card.getByRole('button').all()) {
    const [left, right] = await sides(button);
    expect(left).toBeGreaterThanOrEqual(from);
    expect(right).toBeLessThanOrEqual(to);
  }
  await it.picture('small-phone-larger-cards');
  await page.goto(`${it.address}#s=three-hit/two-hills`);
  await mine(page);
  for (const tool of await page.locator('.tools').getByRole('button').all()) {
    expect((await sides(tool))[0]).toBeGreaterThanOrEqual(0);
  }
  await it.picture('small-phone-larger-battle');
});
