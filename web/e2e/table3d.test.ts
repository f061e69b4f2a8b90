// The table in three dimensions: small enough for a phone, played like the plan, available without
// a network after its first use, and absent where a browser cannot draw it. Frame times of software
// rendering are printed and saved; the assertions use counts.

import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Page } from 'playwright-core';
import { afterAll, afterEach, describe, expect, test } from 'vitest';

import { openTable, PHONE, sampled, SMALL_LAPTOP, STORING, type Table } from './harness';
import { kept as keptOrders, mine } from './play';

interface Counted {
  calls: number;
  triangles: number;
  time: number;
  frames: number;
}

const KEPT = path.resolve(
  import.meta.dirname,
  '../..',
  process.env['SANDTABLE_PICTURES'] ?? 'target/pictures',
  'table3d.json',
);
const all: Record<string, Counted> = {};
/** Software draws every pixel: tests that are not about the picture use few of them. */
const SMALL = { viewport: { width: 960, height: 600 } };
let table: Table | undefined;

afterEach(async () => {
  await table?.close();
  table = undefined;
});

afterAll(async () => {
  if (process.env['SANDTABLE_PICTURES'] !== '') {
    await mkdir(path.dirname(KEPT), { recursive: true });
    await writeFile(KEPT, `${JSON.stringify(all, null, 1)}\n`);
  }
  console.log(JSON.stringify(all));
});

/** Waits until the photograph is finished and nothing moves; returns its cost. */
async function photographed(page: Page): Promise<Counted> {
  const pane = page.locator('[data-deep][data-still]');
  await pane.waitFor({ timeout: 90_000 });
  return JSON.parse((await pane.getAttribute('data-counted')) ?? '{}') as Counted;
}

const button = (page: Page) => page.getByRole('button', { name: 'Table in 3-D' });

function cheap(name: string, counted: Counted): void {
  all[name] = counted;
  expect(counted.calls).toBeGreaterThan(3);
  expect(counted.calls).toBeLessThanOrEqual(80);
  expect(counted.triangles).toBeGreaterThan(20_000);
  expect(counted.triangles).toBeLessThanOrEqual(250_000);
}

/** Returns the middle of a unit on the screen. */
async function middle(page: Page, id: string): Promise<{ x: number; y: number }> {
  const box = await page.getByTestId(`unit-${id}`).boundingBox();
  if (!box) throw new Error(`unit ${id} is not on the screen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** Returns the texts over the picture that extend beyond its sides. */
const cut = (page: Page) =>
  page.evaluate(() => {
    const pane = document.querySelector('canvas')?.getBoundingClientRect();
    const texts = [
      ...document.querySelectorAll('[data-testid=unit-name], [data-testid=place-name]'),
    ];
    return texts
      .filter((text) => {
        const { left, right } = text.getBoundingClientRect();
        return pane === undefined || left < pane.left - 1 || right > pane.right + 1;
      })
      .map((text) => text.textContent);
  });

const SCREENS = [
  ['phone', PHONE],
  ['laptop', SMALL_LAPTOP],
] as const;

describe.each(sampled(SCREENS, 0))('forty units on a %s', (name, browser) => {
  test('cost few draw calls and triangles, from far and from near', async () => {
    table = await openTable({ scenario: 'web/e2e/forty.battle.toml', browser, webgl: true });
    const { page } = table;
    await mine(page);
    await button(page).click();
    cheap(`${name}: whole table`, await photographed(page));
    expect(await page.locator('[data-unit]').count()).toBe(40);
    await table.picture(`table3d-forty-${name}`);
    expect(await cut(page)).toEqual([]);
    expect(await table.accessibility()).toEqual([]);
    const before = all[`${name}: whole table`]?.frames ?? 0;
    for (let i = 0; i < 4; i += 1)
      await page.getByRole('button', { name: 'Zoom in', exact: true }).click();
    await expect
      .poll(async () => (await photographed(page)).frames, { timeout: 60_000 })
      .toBeGreaterThan(before);
    cheap(`${name}: from near`, await photographed(page));
    await table.picture(`table3d-near-${name}`);
    expect(table.errors).toEqual([]);
  });
});

test('the battle with the most figures costs few triangles too', async () => {
  table = await openTable({
    scenario: 'scenarios/throw-me-a-6/kings-and-consuls.battle.toml',
    browser: SMALL,
    webgl: true,
  });
  const { page } = table;
  await mine(page);
  await button(page).click();
  cheap('kings and consuls', await photographed(page));
  expect(table.errors).toEqual([]);
});

test('a unit is chosen, dragged and let go in three dimensions', async () => {
  table = await openTable({
    scenario: 'scenarios/three-hit/two-hills.battle.toml',
    browser: SMALL,
    webgl: true,
  });
  const { page } = table;
  await mine(page);
  const plan = page.locator('[data-unit].ready').first();
  const id = (await plan.getAttribute('data-unit')) ?? '';
  await page.keyboard.press('3');
  await photographed(page);
  const unit = page.getByTestId(`unit-${id}`);
  const from = await middle(page, id);
  await page.mouse.click(from.x, from.y);
  await expect.poll(() => unit.getAttribute('aria-pressed')).toBe('true');
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y - 20);
  await page.mouse.move(from.x, from.y - 45);
  await page.getByTestId('measure').first().waitFor();
  await page.mouse.up();
  await photographed(page);
  await table.picture('table3d-ghost');
  // The plan measures the same: it shows the same tape.
  const tape = await page.getByTestId('measure').first().innerHTML();
  await page.keyboard.press('3');
  await page.getByTestId('ghost').waitFor();
  expect(await page.getByTestId('measure').first().innerHTML()).toBe(tape);
  await page.keyboard.press('3');
  await photographed(page);
  await page.keyboard.press('Enter');
  await expect
    .poll(async () => Math.abs((await middle(page, id)).y - from.y), { timeout: 60_000 })
    .toBeGreaterThan(8);
  expect(table.errors).toEqual([]);
});

test('keys turn and tilt the table, and go from unit to unit', async () => {
  table = await openTable({
    scenario: 'scenarios/three-hit/two-hills.battle.toml',
    browser: { ...SMALL, reducedMotion: 'reduce' },
    webgl: true,
  });
  const { page } = table;
  await mine(page);
  await page.keyboard.press('3');
  await photographed(page);
  const id = (await page.locator('[data-unit].ready').first().getAttribute('data-unit')) ?? '';
  const before = await middle(page, id);
  await page.keyboard.press('.');
  await expect.poll(async () => (await middle(page, id)).x).not.toBeCloseTo(before.x, 0);
  await page.keyboard.press('0');
  await expect.poll(async () => (await middle(page, id)).x).toBeCloseTo(before.x, 0);
  await page.keyboard.press('PageUp');
  await expect.poll(async () => (await middle(page, id)).y).not.toBeCloseTo(before.y, 0);
  await page.keyboard.press('n');
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-unit')))
    .toMatch(/^\d+$/);
  expect(table.errors).toEqual([]);
});

test('a wide table lies upright on a tall screen, as on the plan, and places bear their names', async () => {
  table = await openTable({
    scenario: 'scenarios/otr-d6/turnpike.battle.toml',
    browser: PHONE,
    webgl: true,
  });
  const { page } = table;
  await mine(page);
  /** Returns the highest and lowest unit on the screen, and the named places. */
  const seen = () =>
    page.evaluate(() => {
      const units = [...document.querySelectorAll('[data-unit]')].map((unit) => {
        const { y, height } = unit.getBoundingClientRect();
        return { id: unit.getAttribute('data-unit'), y: y + height / 2 };
      });
      units.sort((one, other) => one.y - other.y);
      const places = document.querySelectorAll('.pieces .place, [data-testid=place-name]');
      return {
        ends: [units[0]?.id, units.at(-1)?.id],
        places: [...places].map((place) => place.textContent?.trim()).sort(),
      };
    });
  const plan = await seen();
  expect(plan.places.length).toBeGreaterThan(0);
  await button(page).click();
  await photographed(page);
  expect(await seen()).toEqual(plan);
  await table.picture('table3d-upright');
  // After zooming, the selected unit stays in place.
  await page.getByTestId('next-ready').tap();
  const chosen = page.locator('[data-unit].selected');
  await chosen.waitFor();
  const id = (await chosen.getAttribute('data-unit')) ?? '';
  await photographed(page);
  const before = await middle(page, id);
  await page.getByRole('button', { name: 'Zoom in', exact: true }).tap();
  await photographed(page);
  const after = await middle(page, id);
  expect(Math.hypot(after.x - before.x, after.y - before.y)).toBeLessThan(30);
  expect(table.errors).toEqual([]);
});

test('what draws it is kept when it was used: it opens with the server gone', async () => {
  table = await openTable({ browser: { ...SMALL, ...STORING }, instant: true, webgl: true });
  const { page } = table;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated');
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return all.flat().filter(({ url }) => url.includes('Table3d')).length;
    });
  expect(await kept()).toBe(0);
  await page.getByTestId('play').click();
  await mine(page);
  // Dice decide who moves first, and a battle without an order is not saved.
  await page.getByTestId('main-order').click();
  await expect.poll(() => keptOrders(page)).toBeGreaterThan(1);
  await mine(page);
  await page.keyboard.press('3');
  await photographed(page);
  expect(await kept()).toBeGreaterThan(0);
  await table.program.stop();
  await page.goto(table.address);
  await page.getByTestId('resume').click();
  await photographed(page);
});

test('a browser that cannot draw it has the plan, no button, and says why', async () => {
  table = await openTable({
    scenario: 'scenarios/three-hit/two-hills.battle.toml',
    browser: SMALL,
    webgl: false,
  });
  const { page } = table;
  await mine(page);
  expect(await button(page).count()).toBe(0);
  await page.keyboard.press('3');
  await page.locator('svg [data-unit]').first().waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByText('This browser cannot draw the table in 3-D').waitFor();
});
