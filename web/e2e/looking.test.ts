// How the table looks: tilted and from above, and what an order did, with its effects.

import type { Locator } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, story, type Table } from './harness';
import type { Place } from './human';
import { middle, mine, players, unit } from './play';

describe.each([
  ['laptop', { ...LAPTOP, colorScheme: 'light' }],
  ['phone', { ...PHONE, colorScheme: 'dark' }],
] as const)('on a %s', (name, browser) => {
  let table: Table;

  const step = story(
    async () => {
      table = await openTable({ scenario: 'scenarios/three-hit/two-hills.battle.toml', browser });
      await mine(table.page);
    },
    () => table?.close(),
  );

  const tilt = () => table.page.getByRole('button', { name: 'Tilted table' });

  step('the table is tilted by one button: flatter, and no unit is lost from sight', async () => {
    const { page } = table;
    await table.picture(`looking-${name}-above`);
    const before = await middle(unit(page));
    await tilt().click();
    await expect.poll(async () => (await middle(unit(page))).y).not.toBeCloseTo(before.y, 0);
    const pane = await page.getByTestId('table').boundingBox();
    for (const it of await page.locator('[data-unit]').all()) {
      const { x, y } = await middle(it);
      expect(x).toBeGreaterThan(pane?.x ?? 0);
      expect(y).toBeGreaterThan(pane?.y ?? 0);
      expect(y).toBeLessThan((pane?.y ?? 0) + (pane?.height ?? 0));
    }
    await table.picture(`looking-${name}-tilted`);
    expect(await table.accessibility()).toEqual([]);
  });

  step('units are taken hold of where they are seen', async () => {
    const { page } = table;
    for (const it of (await page.locator('[data-unit].ready').all()).slice(0, 3)) {
      const { x, y } = await middle(it);
      if (name === 'phone') await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      await expect.poll(() => it.getAttribute('aria-pressed')).toBe('true');
    }
    await page.keyboard.press('Escape');
  });

  step('a unit that is dragged goes where the pointer goes', async () => {
    const { page } = table;
    const it = unit(page);
    const { x, y } = await middle(it);
    const drag = await held(table, name === 'phone');
    // Sent together: a finger that rests after touching down would hold instead of drag.
    await Promise.all([drag.down({ x, y }), drag.move({ x, y: y - 12 })]);
    // On a phone an inch is a few pixels: drag no farther than a unit can go.
    const far = name === 'phone' ? 20 : 45;
    await drag.move({ x, y: y - far });
    await page.getByTestId('measure').first().waitFor();
    await expect
      .poll(async () => {
        const ghost = await page.getByTestId('ghost').boundingBox();
        const middle = (ghost?.y ?? 0) + (ghost?.height ?? 0) / 2;
        return Math.abs(middle - (y - far));
      })
      .toBeLessThan(14);
    await table.picture(`looking-${name}-tilted-drag`);
    await drag.up();
    await page.getByTestId('armed').waitFor();
    await page.keyboard.press('Escape');
  });

  step('it is tilted still when the page is opened again', async () => {
    const { page } = table;
    await page.reload();
    await mine(page);
    expect(await tilt().getAttribute('aria-pressed')).toBe('true');
    await tilt().click();
    expect(await tilt().getAttribute('aria-pressed')).toBe('false');
  });

  step('who shoots at whom is seen, and how a unit goes', async () => {
    const { page } = table;
    await page.getByRole('button', { name: 'Menu' }).click();
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await menu.getByLabel('Speed').selectOption('slow');
    const sounds = menu.getByRole('checkbox', { name: /^Sounds/ });
    expect(await sounds.isChecked()).toBe(false);
    await sounds.check();
    expect(await table.accessibility()).toEqual([]);
    await menu.getByRole('button', { name: 'Close' }).click();
    await players(page, { a: 'greedy-2026-11', b: 'greedy-2026-11' });
    await page.getByTestId('way').first().waitFor({ state: 'attached' });
    await table.picture(`looking-${name}-way`);
    await page.getByTestId('volley').first().waitFor({ state: 'attached', timeout: 120_000 });
    await table.picture(`looking-${name}-volley`);
    // The smoke of a volley stays long after the volley.
    await page.getByTestId('smoke').locator('path').first().waitFor({ state: 'attached' });
    expect(table.errors).toEqual([]);
  });
});

interface Drag {
  down(at: Place): Promise<unknown>;
  move(at: Place): Promise<unknown>;
  up(): Promise<unknown>;
}

/** Returns a pointer that goes down, moves and stays down: a finger or a mouse. */
async function held({ page, context }: Table, finger: boolean): Promise<Drag> {
  if (!finger)
    return {
      async down({ x, y }) {
        await page.mouse.move(x, y);
        await page.mouse.down();
      },
      move: ({ x, y }) => page.mouse.move(x, y),
      up: () => page.mouse.up(),
    };
  const touch = await context.newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: Place[]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map((place, id) => ({ ...place, id })),
    });
  return {
    down: (at) => send('touchStart', at),
    move: (at) => send('touchMove', at),
    up: () => send('touchEnd'),
  };
}

test('where the system sets the colours, what is on or chosen has those of a selection', async () => {
  const table = await openTable({
    scenario: 'scenarios/three-hit/two-hills.battle.toml',
    browser: { ...LAPTOP, forcedColors: 'active' },
  });
  try {
    const { page } = table;
    await mine(page);
    const ground = (it: Locator) => it.evaluate((it) => getComputedStyle(it).backgroundColor);
    const tools = page.locator('button[aria-pressed]');
    const grounds = (on: boolean) => ground(page.locator(`button[aria-pressed=${on}]`).first());
    expect(await tools.count()).toBeGreaterThan(3);
    await page.getByRole('button', { name: 'Tilted table' }).click();
    expect(await grounds(true)).not.toBe(await grounds(false));
    const tabs = await Promise.all((await page.getByRole('tab').all()).map(ground));
    expect(new Set(tabs).size).toBe(2);
    // How strong a unit is shows as a bar.
    const bar = page.locator('.bar span').first();
    expect(await ground(bar)).not.toBe(await ground(bar.locator('..')));
    await table.picture('forced-colours');
    expect(table.errors).toEqual([]);
  } finally {
    await table.close();
  }
});

test('a phone held sideways shows the table beside the orders, and turned upright again all of it', async () => {
  const table = await openTable({
    scenario: 'scenarios/three-hit/two-hills.battle.toml',
    browser: { ...PHONE, viewport: { width: 640, height: 360 } },
  });
  try {
    const { page } = table;
    await mine(page);
    const units = () =>
      page.evaluate(() =>
        [...document.querySelectorAll('[data-testid=table] [data-unit]')].map((it) => {
          const { x, y, width, height } = it.getBoundingClientRect();
          const on = document.elementFromPoint(x + width / 2, y + height / 2);
          return { width, seen: on?.closest('[data-testid=table]') != null };
        }),
      );
    const wide = await units();
    expect(wide).toHaveLength(12);
    expect(wide.filter((it) => !it.seen)).toEqual([]);
    for (const tool of await page.locator('.tools').getByRole('button').all()) {
      await tool.tap({ trial: true });
    }
    await unit(page).tap();
    await page.getByRole('tabpanel').getByRole('button', { name: 'Move', exact: true }).tap();
    await table.picture('phone-sideways');
    expect(await table.accessibility()).toEqual([]);
    await page.setViewportSize({ width: 360, height: 640 });
    await expect.poll(async () => (await units())[0]?.width).toBeGreaterThan(wide[0]?.width ?? 0);
    expect((await units()).filter((it) => !it.seen)).toEqual([]);
    // Bringing a unit into sight moves nothing that lies over the table.
    const tools = page.getByRole('button', { name: 'Whole table' });
    const before = await tools.boundingBox();
    for (const one of await page.locator('[data-unit]').all()) await one.evaluate(shown);
    expect(await tools.boundingBox()).toEqual(before);
    expect(table.errors).toEqual([]);
  } finally {
    await table.close();
  }
});

function shown(it: Element): void {
  it.scrollIntoView();
}
