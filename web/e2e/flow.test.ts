// The flow of a turn: a drag that is held says why, the others' turn is told and watched again.

import { afterEach, expect, test } from 'vitest';

import type { Page } from 'playwright-core';

import { openTable, PHONE, press, type Table } from './harness';
import { finger } from './human';
import { middle, mine, players, setUp, settled, unit } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

test('a ghost that stops short says why, while it is dragged and once it lies there', async () => {
  const it = (table = await openTable({ instant: true }));
  const { page } = it;
  await setUp(page, 'three-hit/two-hills', { seed: 3, players: { a: 'you', b: 'friend' } });
  await mine(page);
  const one = unit(page);
  await one.locator('.touch').click({ force: true });
  await page.getByTestId('offer-move').waitFor();
  const from = await middle(one);
  const up = from.y > 450 ? -1 : 1;
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + up * 20);
  await page.mouse.move(from.x, from.y + up * 330, { steps: 6 });
  const held = page.getByTestId('held');
  await held.waitFor();
  expect(await held.innerText()).toMatch(/^Stops here\. .+/);
  await it.picture('drag-held');
  await page.mouse.up();
  const armed = page.getByTestId('armed');
  await armed.waitFor();
  expect(await armed.innerText()).toContain('Why no nearer');
  // With its clause, which is read at a tap.
  expect(await armed.locator('.clause').count()).toBeGreaterThan(0);
  expect(await it.accessibility()).toEqual([]);
});

test("the computer's turn is told order by order, and watched again", async () => {
  const it = (table = await openTable({ browser: PHONE, instant: true }));
  const { page } = it;
  await page.getByTestId('play').tap();
  await mine(page);
  const recap = page.getByTestId('recap');
  // Whoever moves first, the others will have moved once the second turn begins.
  for (let phase = 0; phase < 8 && !(await recap.isVisible()); phase += 1) {
    await press(page.getByTestId('main-order'));
    await settled(page);
    await mine(page);
  }
  await recap.locator('summary').tap();
  const orders = await recap.getByRole('listitem').count();
  expect(orders).toBeGreaterThan(2);
  expect(await recap.locator('summary').innerText()).toContain(`${orders} orders`);
  expect(await it.accessibility()).toEqual([]);
  await it.picture('recap-phone');
  await press(page.getByTestId('watch-all'));
  await page.getByTestId('replay').waitFor();
  // It ends by itself, and the battle goes on where it stood.
  await page.getByTestId('replay').waitFor({ state: 'detached', timeout: 60_000 });
  await mine(page);
  await press(recap.getByRole('button', { name: 'Put away' }));
  await recap.waitFor({ state: 'detached' });
});

/** How often the screen was touched since it was asked last. */
const taps = (page: Page) =>
  page.evaluate(() => {
    const counted = globalThis as unknown as { taps: number | undefined };
    const now = counted.taps ?? 0;
    if (counted.taps === undefined)
      addEventListener('pointerdown', () => (counted.taps = (counted.taps ?? 0) + 1), true);
    counted.taps = 0;
    return now;
  });

const at = ({ x, y }: { x: number; y: number }): [number, number] => [x, y];

/** A turn by finger: whoever has a target shoots at it, whoever may move goes ahead. */
async function turn(it: Table, far: number): Promise<{ shots: number; moves: number }> {
  const { page } = it;
  const hand = finger(page, await it.context.newCDPSession(page));
  const side = () => page.getByTestId('to-move').innerText();
  const [mover, done] = [await side(), { shots: 0, moves: 0 }];
  const gone = new Set<string>();
  for (let step = 0; step < 40 && (await side()) === mover; step += 1) {
    await settled(page);
    const target = page.locator('[data-unit].target').first();
    const open = await page
      .locator('[data-unit].ready')
      .evaluateAll((all) => all.map((one) => one.getAttribute('data-unit') ?? ''));
    const next = open.find((id) => !gone.has(id));
    if (await target.isVisible()) {
      await page.touchscreen.tap(...at(await middle(target)));
      await press(page.getByTestId('give'));
      done.shots += 1;
    } else if (next && !(await page.getByTestId(/^offer-(shoot|fight)/).count())) {
      // Picking up the next one gives the order of the last.
      gone.add(next);
      const from = await middle(page.locator(`[data-unit="${next}"]`));
      await hand.drag(from, { x: from.x, y: from.y + (from.y > 400 ? -far : far) });
      await page.getByTestId('armed').or(page.getByTestId('trouble')).first().waitFor();
      done.moves += await page.getByTestId('armed').count();
    } else await press(page.getByTestId('main-order'));
  }
  expect(await side()).not.toBe(mover);
  return done;
}

test.each(['three-hit/two-hills', 'web/e2e/in-range.battle.toml'])(
  'a turn of %s on a phone takes twelve taps at most',
  async (battle) => {
    const shipped = !battle.endsWith('.toml');
    const scenario = shipped ? {} : { scenario: battle };
    const it = (table = await openTable({ browser: PHONE, instant: true, ...scenario }));
    const { page } = it;
    const who = { a: 'you', b: 'friend' };
    if (shipped) await setUp(page, battle, { seed: 3, players: who });
    else await players(page, who);
    await mine(page);
    await taps(page);
    const { moves, shots } = await turn(it, 25);
    const many = await taps(page);
    console.log(`${battle}: ${moves} moves, ${shots} shots, ${many} taps`);
    expect(moves + shots).toBeGreaterThan(1);
    expect(many).toBeLessThanOrEqual(12);
    // All of them went: the last one when the phase was ended.
    await page.getByRole('tab', { name: 'Log' }).tap();
    const orders = await page.getByTestId('log').locator('.order').allInnerTexts();
    expect(orders.filter((order) => /moves?\b/.test(order)).length).toBeGreaterThanOrEqual(moves);
    expect(it.errors).toEqual([]);
  },
);

test('dragged upon an enemy who is too far a unit says by how much it falls short', async () => {
  const it = (table = await openTable({ instant: true }));
  const { page } = it;
  await setUp(page, 'three-hit/two-hills', { seed: 3, players: { a: 'you', b: 'friend' } });
  await mine(page);
  const one = unit(page);
  const id = await one.getAttribute('data-unit');
  const foe = page.locator('[data-unit]:not(.ready)').first();
  const [from, to] = [await middle(one), await middle(foe)];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 2 });
  const held = page.getByTestId('held');
  await expect
    .poll(() => held.innerText())
    .toMatch(/Falls short: needs [\d.]+, reaches at most [\d.]+ inches\s+THR-CHG-03/);
  await it.picture('falls-short');
  await page.mouse.up();
  await page.getByTestId('give').click();
  await settled(page);
  // It has moved: dragged again it goes nowhere, and says why.
  const again = page.locator(`[data-unit="${id}"]`);
  const now = await middle(again);
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x, now.y + 40, { steps: 4 });
  await held.waitFor();
  await page.mouse.up();
  const trouble = page.getByTestId('trouble');
  await trouble.waitFor();
  expect(await trouble.locator('.clause').count()).toBeGreaterThan(0);
  expect(await it.accessibility()).toEqual([]);
  await it.picture('drag-refused');
});
