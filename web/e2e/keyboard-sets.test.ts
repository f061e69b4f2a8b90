// Whole turns of every rule set by keyboard alone, with shots and choices: nothing here may click.

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { openTable, sampled, SMALL_LAPTOP, type Table } from './harness';
import { waits } from './human';
import { frames, settled, still } from './play';

/** Battles in which units can shoot soon. */
const BATTLES = [
  'web/e2e/in-range.battle.toml',
  'web/e2e/turn-otr-d6.battle.toml',
  'scenarios/favorite/the-hedge-at-noon.battle.toml',
  'scenarios/regimental/the-worm-fence.battle.toml',
  'tutorials/six-plus.battle.toml',
  'scenarios/throw-me-a-6/the-war-cry.battle.toml',
];

/** Keys of orders, the boldest first. */
const VERBS = { s: 'shoot', h: 'fight', x: 'test', o: 'load', c: 'charge', r: 'rally' };

let table: Table;
afterEach(() => table?.close());

/** Returns the current moment: turn, phase and side. */
const moment = (page: Page) =>
  page.evaluate(() =>
    ['[data-testid=turn]', '[data-testid=to-move]', '[aria-current=step]']
      .map((one) => document.querySelector(one)?.textContent ?? '')
      .join('|'),
  );

const turn = async (page: Page) =>
  Number(/\d+/.exec(await page.getByTestId('turn').innerText())?.[0] ?? 0);

/** Returns whether the main button has the focus. */
const onMain = (page: Page) =>
  page.evaluate(() => document.activeElement?.matches('[data-main]') ?? false);

/** Gives the ready order, if it may be given. */
async function given(page: Page): Promise<boolean> {
  await still(page);
  const confirm = page.locator(':is([data-testid=confirm], [data-testid=give]):enabled').first();
  if (!(await confirm.isVisible())) return false;
  await page.keyboard.press('Enter');
  await settled(page);
  return true;
}

/** Gives the selected unit the boldest order, or else moves it towards the enemy. */
async function order(page: Page): Promise<string | null> {
  for (const [key, verb] of Object.entries(VERBS)) {
    if ((await page.getByTestId(`offer-${verb}`).count()) === 0) continue;
    await page.keyboard.press(key);
    if (await given(page)) return verb;
    await page.keyboard.press('Escape');
  }
  if ((await page.getByTestId('offer-move').count()) === 0) return null;
  await page.keyboard.press('m');
  for (let i = 0; i < 6; i += 1) await page.keyboard.press('ArrowUp');
  if (await given(page)) return 'move';
  await page.keyboard.press('Escape');
  return null;
}

test.each(sampled(BATTLES, 1, 2, 4))('a turn of %s, with shots', async (scenario) => {
  table = await openTable({ scenario, browser: SMALL_LAPTOP, instant: true });
  const { page } = table;
  await page.getByTestId('table').waitFor();
  const done = new Map<string, number>();
  const count = (what: string) => done.set(what, (done.get(what) ?? 0) + 1);
  const tried = new Set<string>();
  let when = '';
  const first = await turn(page);
  for (let idle = Date.now(), acts = 0; acts < 300;) {
    const now = await waits(page);
    if (now === 'over' || (done.has('shoot') && (await turn(page)) > Math.max(1, first))) break;
    // Count only this player's actions, however slowly the others think.
    if (now === 'theirs') {
      if (Date.now() - idle > 180_000) throw new Error(`nobody does anything: ${when}`);
      await frames(page, 2);
      continue;
    }
    idle = Date.now();
    acts += 1;
    if (now === 'choice') {
      // The first answer has the focus: no Tab is needed.
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-testid')))
        .toBe('choice-option');
      await page.keyboard.press('Enter');
      count('choice');
      await settled(page);
      continue;
    }
    await still(page);
    // A shot may be ready already: a unit that has moved is offered one.
    if (await page.locator('[data-testid=armed][data-verb=shoot]').isVisible())
      if (await given(page)) {
        count('shoot');
        continue;
      }
    const here = await moment(page);
    if (here !== when) tried.clear();
    when = here;
    await page.keyboard.press('n');
    const chosen = page.locator('[data-unit].selected');
    const id = (await chosen.count()) > 0 ? await chosen.getAttribute('data-unit') : null;
    if (id !== null && !tried.has(id)) {
      tried.add(id);
      // What it may do comes from the engine.
      await still(page);
      const gave = await order(page);
      // A unit that moved may still shoot.
      if (gave) count(gave);
      if (gave === 'move') tried.delete(id);
      continue;
    }
    // All units were tried: end the phase. Space gives the main order, or focuses its button.
    await page.keyboard.press('Escape');
    // If the button already has the focus, Space has pressed it.
    const pressed = await onMain(page);
    await page.keyboard.press(' ');
    if (!pressed && (await onMain(page))) await page.keyboard.press('Enter');
    count('end');
    await settled(page);
  }
  console.log(scenario, Object.fromEntries(done));
  expect(done.get('shoot') ?? 0).toBeGreaterThan(0);
  expect(await turn(page)).toBeGreaterThan(first);
  expect(table.errors).toEqual([]);
});
