// Writing on the table: no name covers another one or a unit other than its own, and none is cut
// off; nothing beside the table overflows the side, is cut off or covers anything. On three
// screens, in both languages, in every built-in battle.

import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, sampled, TABLET, type Table } from './harness';
import { untidy } from './neat';
import { frames, mine, players, settled, still } from './play';

const SCREENS: [string, BrowserContextOptions][] = [
  ['phone', PHONE],
  ['tablet', TABLET],
  ['laptop', LAPTOP],
];

interface Written {
  /** Names that overlap each other, other units, or the edge of the window. */
  wrong: string[];
  names: number;
}

/** Measures the writing as it is drawn. */
function written(page: Page): Promise<Written> {
  return page.evaluate(() => {
    /** Letters are drawn to whole pixels. */
    const SLACK = 1;
    const chosen =
      document.querySelector('[data-unit].selected')?.getAttribute('data-unit') ?? null;
    const texts = [
      ...document.querySelectorAll(
        '.pieces .name, .pieces .place, .pieces .note, .ground .edge text',
      ),
    ]
      .map((node) => ({
        says: node.textContent?.trim() ?? '',
        unit: node.getAttribute('data-names'),
        edge: node.closest('.edge') !== null,
        chosen: node.getAttribute('data-names') === chosen && chosen !== null,
        box: node.getBoundingClientRect(),
      }))
      .filter(({ box }) => box.width > 0);
    // Stand by stand: the box around a unit that stands diagonally is empty at its corners.
    const units = [...document.querySelectorAll('[data-unit]')].flatMap((node) =>
      [...node.querySelectorAll('.stands > *')].map((stand) => ({
        id: node.getAttribute('data-unit'),
        box: stand.getBoundingClientRect(),
      })),
    );
    const over = (a: DOMRect, b: DOMRect) =>
      Math.min(a.right, b.right) - Math.max(a.left, b.left) > SLACK &&
      Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > SLACK;
    const wrong: string[] = [];
    const pane = document.querySelector('[data-testid=table]')?.getBoundingClientRect();
    for (const [i, one] of texts.entries()) {
      for (const other of texts.slice(i + 1))
        if (over(one.box, other.box)) wrong.push(`${one.says} lies over ${other.says}`);
      // The selected unit always has its name, however crowded the units are.
      if (one.edge || one.chosen) continue;
      for (const unit of units)
        if (unit.id !== one.unit && over(one.box, unit.box))
          wrong.push(`${one.says} lies over unit ${unit.id}`);
      if (pane && (one.box.left < pane.left - SLACK || one.box.right > pane.right + SLACK))
        wrong.push(`${one.says} is cut off`);
    }
    return { wrong, names: texts.filter(({ unit }) => unit !== null).length };
  });
}

/** Screens of one browser, which only their size sets apart, in a language. */
const READ = [
  ['laptop, en-GB', [LAPTOP], 'en-GB'],
  ['phone and tablet, de-DE', [PHONE, TABLET], 'de-DE'],
  ['laptop, de-DE', [LAPTOP], 'de-DE'],
  ['phone and tablet, en-GB', [PHONE, TABLET], 'en-GB'],
] as const;

describe('any battle', () => {
  let table: Table;
  afterEach(() => table?.close());

  test.each(sampled(READ, 0, 1))(
    'nothing lies over anything else: %s',
    async (_, screens, locale) => {
      table = await openTable({ browser: { ...screens[0], locale }, instant: true });
      const { page, address } = table;
      await page.getByTestId('play').waitFor();
      const all = await shown(page);
      expect(all.length).toBeGreaterThan(30);
      const ids = sampled(all, ...all.flatMap((_, place) => (place % 3 === 0 ? [place] : [])));
      const wrong: string[] = [];
      let names = 0;
      for (const id of ids) {
        await page.goto(`${address.split('#')[0]}#s=${encodeURIComponent(id)}`);
        await page.reload();
        await page.getByTestId('table').waitFor();
        await settled(page);
        for (const { viewport } of screens) {
          await page.setViewportSize(viewport);
          await frames(page, 3);
          const found = await written(page);
          const flaws = [...found.wrong, ...(await untidy(page))];
          wrong.push(...flaws.map((what) => `${id}, ${viewport.width} wide: ${what}`));
          names += found.names;
        }
      }
      expect(wrong).toEqual([]);
      expect(names).toBeGreaterThan(5 * ids.length);
    },
    400_000,
  );
});

describe.each(sampled(SCREENS, 0, 2))('%s', (screen, browser) => {
  let table: Table;
  beforeAll(async () => {
    table = await openTable({ browser, instant: true });
  });
  afterAll(() => table?.close());

  test('nor do the numbers of reach and ranges of whoever is chosen', async () => {
    const { page, address } = table;
    await page.evaluate(() => {
      const key = 'sandtable.settings';
      const kept = JSON.parse(localStorage.getItem(key) ?? '{}') as object;
      localStorage.setItem(key, JSON.stringify({ ...kept, arcs: true }));
    });
    const wrong: string[] = [];
    let numbers = 0;
    for (const id of ['three-hit/two-hills', 'otr-d6/ridge-and-ridge', 'favorite/brandis-moor']) {
      await page.goto(`${address.split('#')[0]}#s=${encodeURIComponent(id)}`);
      await page.reload();
      await toMove(page);
      for (let i = 0; i < 5; i += 1) {
        await page.getByTestId('next-ready').click();
        // Its numbers come from the engine.
        await still(page);
        const found = await written(page);
        numbers += await page.locator('.pieces .note').count();
        wrong.push(...found.wrong.map((what) => `${id}, unit ${i}: ${what}`));
      }
    }
    await table.picture(`labels-ranges-${screen}`);
    expect(wrong).toEqual([]);
    expect(numbers).toBeGreaterThan(20);
  });

  test('nor in the thick of a battle', async () => {
    const { page, address } = table;
    await page.goto(`${address.split('#')[0]}#s=otr-d6%2Fturnpike`);
    await page.reload();
    await mine(page);
    await players(page, { a: 'greedy-2026-11', b: 'greedy-2026-11' });
    const wrong: string[] = [];
    await expect
      .poll(
        async () => {
          wrong.push(...(await written(page)).wrong);
          return page.getByTestId('result').isVisible();
        },
        { timeout: 240_000, interval: 300 },
      )
      .toBe(true);
    expect(wrong).toEqual([]);
    await table.picture(`labels-${screen}`);
  });
});

/** Waits until a unit can be selected; makes pending choices first. */
async function toMove(page: Page): Promise<void> {
  const next = page.locator('[data-testid=next-ready]:enabled');
  const choice = page.locator('[data-testid=choice-option]:enabled').first();
  const main = page.locator('[data-testid=main-order]:enabled');
  for (let step = 0; step < 20; step += 1) {
    await next.or(choice).or(main).first().waitFor({ timeout: 60_000 });
    if (await choice.isVisible()) await choice.click();
    else if (await next.isVisible()) return;
    else await main.click();
    await settled(page);
  }
  throw new Error('nobody may be chosen');
}

/** Returns the ids of all battles in the library. */
async function shown(page: Page): Promise<string[]> {
  await page.getByTestId('library-all').click();
  await expect.poll(() => page.getByTestId(/^scenario-/).count()).toBeGreaterThan(30);
  const cards = await page.getByTestId(/^scenario-/).all();
  const ids = await Promise.all(cards.map((card) => card.getAttribute('data-testid')));
  return ids.flatMap((id) => (id ? [id.replace('scenario-', '')] : []));
}
