// How the table looks: tilted and from above, and what an order did, with its effects.

import { describe, expect } from 'vitest';

import { LAPTOP, openTable, PHONE, story, type Table } from './harness';
import type { Place } from './human';
import { middle, mine, players, unit } from './play';

describe.each([
  ['laptop', { ...LAPTOP, colorScheme: 'light' }],
  ['phone', { ...PHONE, colorScheme: 'dark' }],
] as const)('on a %s', (name, browser) => {
  let table: Table;

  const test = story(
    async () => {
      table = await openTable({ scenario: 'scenarios/three-hit/two-hills.battle.toml', browser });
      await mine(table.page);
    },
    () => table?.close(),
  );

  const tilt = () => table.page.getByRole('button', { name: 'Tilted table' });

  test('the table is tilted by one button: flatter, and no unit is lost from sight', async () => {
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

  test('units are taken hold of where they are seen', async () => {
    const { page } = table;
    for (const it of (await page.locator('[data-unit].ready').all()).slice(0, 3)) {
      const { x, y } = await middle(it);
      if (name === 'phone') await page.touchscreen.tap(x, y);
      else await page.mouse.click(x, y);
      await expect.poll(() => it.getAttribute('aria-pressed')).toBe('true');
    }
    await page.keyboard.press('Escape');
  });

  test('a unit that is dragged goes where the pointer goes', async () => {
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

  test('it is tilted still when the page is opened again', async () => {
    const { page } = table;
    await page.reload();
    await mine(page);
    expect(await tilt().getAttribute('aria-pressed')).toBe('true');
    await tilt().click();
    expect(await tilt().getAttribute('aria-pressed')).toBe('false');
  });

  test('who shoots at whom is seen, and how a unit goes', async () => {
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
