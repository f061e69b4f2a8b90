// The flow of a turn: a drag that cannot go farther says why, and the others' turn is listed and
// replayed.

import { afterEach, expect, test } from 'vitest';

import type { CDPSession, Page } from 'playwright-core';

import { openTable, PHONE, press, type Table } from './harness';
import { finger, type Pointer } from './human';
import { MOVED, middle, mine, players, setUp, settled, still, unit } from './play';

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
  await expect.poll(() => held.innerText()).toMatch(/^Stops here\. .+/);
  await it.picture('drag-held');
  await page.mouse.up();
  const armed = page.getByTestId('armed');
  await armed.waitFor();
  await expect.poll(() => armed.innerText()).toContain('Why no nearer');
  // It names its clause, which a tap opens.
  await expect.poll(() => armed.locator('.clause').count()).toBeGreaterThan(0);
  expect(await it.accessibility()).toEqual([]);
});

test("the computer's turn is told order by order, and watched again", async () => {
  const it = (table = await openTable({ browser: PHONE, instant: true }));
  const { page } = it;
  await page.getByTestId('play').tap();
  await mine(page);
  const recap = page.getByTestId('recap');
  // Whichever side moves first, the others have moved once the second turn begins.
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
  // The replay ends by itself, and the battle continues from the same point.
  await page.getByTestId('replay').waitFor({ state: 'detached', timeout: 60_000 });
  await mine(page);
  await press(recap.getByRole('button', { name: 'Close' }));
  await recap.waitFor({ state: 'detached' });
});

/** Returns the number of touches since the last call. */
const taps = (page: Page) =>
  page.evaluate(() => {
    const counted = globalThis as unknown as { taps: number | undefined };
    const now = counted.taps ?? 0;
    if (counted.taps === undefined)
      addEventListener('pointerdown', () => (counted.taps = (counted.taps ?? 0) + 1), true);
    counted.taps = 0;
    return now;
  });

/** Returns a point halfway to the enemy's centre, at most `far` pixels from the unit. */
async function ahead(page: Page, id: number, far: number) {
  const from = await middle(page.locator(`[data-unit="${id}"]`));
  const own = await page.locator(`[data-unit="${id}"]`).getAttribute('data-side');
  const foes = await page.locator(`[data-unit]:not([data-side="${own}"]) .touch`).all();
  const boxes = await Promise.all(foes.map((foe) => foe.boundingBox()));
  const mean = (all: number[]) => all.reduce((sum, one) => sum + one, 0) / all.length;
  const to = {
    x: mean(boxes.map((box) => (box ? box.x + box.width / 2 : 0))),
    y: mean(boxes.map((box) => (box ? box.y + box.height / 2 : 0))),
  };
  const way = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const part = Math.min(far, way / 2) / way;
  return { from, to: { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part } };
}

/** A player's orders by finger, counted. */
class Fingers {
  moves = 0;
  shots = 0;
  readonly #hand: Pointer;

  constructor(
    readonly page: Page,
    touch: CDPSession,
  ) {
    this.#hand = finger(page, touch);
  }

  static async of(it: Table): Promise<Fingers> {
    return new Fingers(it.page, await it.context.newCDPSession(it.page));
  }

  /** Sends a unit ahead; the order is given when the next unit is picked up, or here. */
  async go(id: number, far: number, give = false): Promise<void> {
    const { page } = this;
    await still(page);
    const { from, to } = await ahead(page, id, far);
    await this.#hand.drag(from, to);
    // Picking it up may first give the order of the last unit, whose card lies there till then.
    await still(page);
    const armed = page.getByTestId('armed');
    await armed.or(page.getByTestId('trouble')).first().waitFor();
    if (give) expect(await armed.isVisible(), `unit ${id} goes ahead`).toBe(true);
    this.moves += await page.locator('[data-testid=armed]:not([data-verb=shoot])').count();
    if (give) await this.give();
  }

  async give(): Promise<void> {
    await press(this.page.getByTestId('give'));
    await settled(this.page);
  }

  /** Returns whether the page has readied a shot. */
  async aims(): Promise<boolean> {
    await still(this.page);
    return this.page.locator('[data-testid=armed][data-verb=shoot]').isVisible();
  }

  /** Gives the shot that the page has readied; returns false if there is none. */
  async offered(): Promise<boolean> {
    if (!(await this.aims())) return false;
    await this.give();
    this.shots += 1;
    return true;
  }

  /** Shoots at a target of the selected unit. */
  async shoot(): Promise<void> {
    await still(this.page);
    const target = this.page.locator('[data-unit].target').first();
    await this.#hand.tap(await middle(target));
    await this.page.locator('[data-testid=armed][data-verb=shoot]').waitFor();
    await this.give();
    this.shots += 1;
  }
}

/** Returns the ids of the units that may act now. */
const open = (page: Page) =>
  page
    .locator('[data-unit].ready')
    .evaluateAll((all) => all.map((one) => Number(one.getAttribute('data-unit'))));

/** Plays a turn in phases: all units but `holds` go ahead, then every unit that can shoots. */
async function byPhases(it: Table, far: number, holds: number[] = []): Promise<Fingers> {
  const hand = await Fingers.of(it);
  const { page } = it;
  const side = () => page.getByTestId('to-move').innerText();
  const mover = await side();
  const gone = new Set(holds);
  for (let step = 0; step < 40; step += 1) {
    // The last order may end the turn.
    await still(page);
    if ((await side()) !== mover) break;
    if (await hand.offered()) continue;
    const target = page.locator('[data-unit].target').first();
    const next = (await open(page)).find((id) => !gone.has(id));
    // All tests at once: an order of the rules, or a button of the page if the rules have none.
    const all = page.locator('[data-testid=roll-all], [data-tests]');
    if (await target.isVisible()) await hand.shoot();
    else if (await all.isVisible()) await press(all);
    else if (next !== undefined && !(await page.getByTestId(/^offer-(shoot|fight)/).count())) {
      // Picking up the next unit gives the order of the last one. A busy page may offer a shot only
      // now.
      if ((await hand.aims()) || (await side()) !== mover) continue;
      gone.add(next);
      await hand.go(next, far);
    } else await press(page.getByTestId('main-order'));
  }
  expect(await side()).not.toBe(mover);
  return hand;
}

/** Plays a division's turn: a brigade closes up and fires, a battery fires, the others follow. */
async function byActions(it: Table, far: number): Promise<Fingers> {
  const hand = await Fingers.of(it);
  const { page } = it;
  const turn = () => page.getByTestId('to-move').innerText();
  const mover = await turn();
  const first = Math.min(...(await open(page)));
  const [brigade, horse, column, battery, general] = [0, 1, 2, 3, 4].map((n) => first + n);
  if (brigade === undefined || column === undefined || horse === undefined) throw new Error('none');
  if (battery === undefined || general === undefined) throw new Error('none');
  await hand.go(brigade, far, true);
  expect(await hand.offered(), 'whoever has moved is offered a shot').toBe(true);
  // The battery stands beside it, so it is selected automatically.
  await expect
    .poll(() => page.locator(`[data-unit="${battery}"]`).getAttribute('class'))
    .toContain('selected');
  await hand.shoot();
  await hand.go(column, far, true);
  await hand.go(column, far);
  await hand.go(horse, far);
  await hand.go(general, far);
  await press(page.getByTestId('main-order'));
  await settled(page);
  expect(await turn()).not.toBe(mover);
  return hand;
}

const BATTLES = {
  'three-hit/two-hills': { play: (it: Table) => byPhases(it, 25), shots: 0, moves: 4 },
  'web/e2e/in-range.battle.toml': { play: (it: Table) => byPhases(it, 25), shots: 2, moves: 0 },
  'web/e2e/turn-three-hit.battle.toml': {
    play: (it: Table) => byPhases(it, 25, [0, 1, 5]),
    shots: 3,
    moves: 3,
  },
  'web/e2e/turn-otr-d6.battle.toml': { play: (it: Table) => byActions(it, 22), shots: 2, moves: 4 },
};

test.each(Object.entries(BATTLES))(
  'a turn of %s on a phone takes twelve taps at most',
  async (battle, { play, shots, moves }) => {
    const shipped = !battle.endsWith('.toml');
    const scenario = shipped ? {} : { scenario: battle };
    const it = (table = await openTable({ browser: PHONE, instant: true, ...scenario }));
    const { page } = it;
    const who = { a: 'you', b: 'friend' };
    if (shipped) await setUp(page, battle, { seed: 3, players: who });
    else await players(page, who);
    await mine(page);
    await taps(page);
    const done = await play(it);
    const many = await taps(page);
    console.log(`${battle}: ${done.moves} moves, ${done.shots} shots, ${many} taps`);
    expect(done.shots).toBeGreaterThanOrEqual(shots);
    expect(done.moves).toBeGreaterThanOrEqual(moves);
    expect(many).toBeLessThanOrEqual(12);
    // All units moved, the last one when the phase ended.
    await page.getByRole('tab', { name: 'Log' }).tap();
    const told = async () => {
      const orders = await page.getByTestId('log').locator('.order').allInnerTexts();
      return orders.filter((order) => MOVED.test(order)).length;
    };
    await expect.poll(told).toBeGreaterThanOrEqual(done.moves);
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
  // The unit has moved: dragged again it stays, and says why.
  const again = page.locator(`[data-unit="${id}"]`);
  const now = await middle(again);
  await page.mouse.move(now.x, now.y);
  await page.mouse.down();
  await page.mouse.move(now.x, now.y + 40, { steps: 4 });
  await held.waitFor();
  await page.mouse.up();
  const trouble = page.getByTestId('trouble');
  await trouble.waitFor();
  await expect.poll(() => trouble.locator('.clause').count()).toBeGreaterThan(0);
  expect(await it.accessibility()).toEqual([]);
  await it.picture('drag-refused');
});
