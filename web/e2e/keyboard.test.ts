// A battle by keyboard alone: nothing here may click.

import { expect } from 'vitest';

import { openTable, story, type Table } from './harness';
import { current, middle, mine, spoken } from './play';

let table: Table;

const test = story(
  async () => {
    table = await openTable();
  },
  () => table?.close(),
);

/** Presses Tab until the focused element has a name like this. */
async function tabTo(name: RegExp, key = 'Tab'): Promise<void> {
  const { page } = table;
  for (let i = 0; i < 120; i += 1) {
    await page.keyboard.press(key);
    const has = await page.evaluate(() => {
      const on = document.activeElement;
      const label =
        on instanceof HTMLElement && 'labels' in on
          ? (on as HTMLInputElement).labels?.[0]?.innerText
          : '';
      return (
        on?.getAttribute('aria-label') ?? (label || (on as HTMLElement | null)?.innerText || '')
      );
    });
    if (name.test(has)) return;
  }
  throw new Error(`no way to ${name} by Tab`);
}

/** Returns whether the focus is visible: an outline, or a unit's frame. `only` limits the check. */
async function shown(only = '*'): Promise<boolean> {
  return table.page.evaluate((only) => {
    const on = document.activeElement;
    if (on && !on.matches(only)) return true;
    if (!on?.matches(':focus-visible')) return false;
    const frame = on.querySelector(':scope > .focus');
    const style = getComputedStyle(frame ?? on);
    return frame
      ? style.stroke !== 'none' && Number.parseFloat(style.strokeWidth) >= 2
      : style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 2;
  }, only);
}

test('a battle starts with the first button that Tab reaches', async () => {
  const { page } = table;
  await page.getByTestId('play').waitFor();
  await page.keyboard.press('Tab');
  expect(await page.getByTestId('play').evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await shown()).toBe(true);
  await page.keyboard.press('Enter');
  await mine(page);
});

test('the pace is set in the menu', async () => {
  const { page } = table;
  await tabTo(/^Menu$/);
  expect(await shown()).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await tabTo(/^Speed/);
  await page.keyboard.press('i');
  await expect.poll(() => page.getByLabel('Speed').inputValue()).toBe('instant');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('? shows the keys, Escape closes them', async () => {
  const { page } = table;
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'How to play' }).waitFor();
  expect(await table.accessibility()).toEqual([]);
  await table.picture('keyboard-help');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('N chooses a unit, M takes up its move, arrows nudge it, Enter gives it, Ctrl+Z takes it back', async () => {
  const { page } = table;
  await page.keyboard.press('n');
  const it = page.locator('[data-unit].selected');
  await it.waitFor();
  expect(await it.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(await shown()).toBe(true);
  const id = await it.getAttribute('data-unit');
  const chosen = page.getByTestId(`unit-${id}`);
  const from = await middle(chosen);
  await page.getByTestId('offer-move').waitFor();
  // Numbers at the edges show its reach.
  await page.getByTestId('reach-far').first().waitFor();
  const reach = await page.getByTestId('reach-far').allTextContents();
  for (const far of reach) expect(far).toMatch(/^\d+\.\d″$/);
  await page.keyboard.press('m');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.getByTestId('confirm').waitFor();
  await expect.poll(() => spoken(page)).toMatch(/1\.5|inch/);
  await table.picture('keyboard-move');
  // Escape drops the order, and the unit stays selected.
  await page.keyboard.press('Escape');
  await page.getByTestId('confirm').waitFor({ state: 'detached' });
  expect(await chosen.getAttribute('aria-pressed')).toBe('true');
  await page.keyboard.press('m');
  for (let i = 0; i < 4; i += 1) await page.keyboard.press('ArrowUp');
  await page.getByTestId('confirm').waitFor();
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await middle(chosen)).y).toBeLessThan(from.y - 15);
  await mine(page);
  expect(await spoken(page)).not.toBe('');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await middle(chosen)).y).toBeCloseTo(from.y, 0);
  await mine(page);
});

test('arrows go from unit to unit', async () => {
  const { page } = table;
  await page.keyboard.press('Escape');
  await page.keyboard.press('n');
  const before = await page.locator('[data-unit].selected').getAttribute('data-unit');
  await page.keyboard.press('ArrowRight');
  await expect
    .poll(() => page.locator('[data-unit].selected').getAttribute('data-unit'))
    .not.toBe(before);
  expect(await shown()).toBe(true);
});

test('Space ends phases until the turn comes back', async () => {
  const { page } = table;
  const turn = page.getByTestId('turn');
  const phases = new Set<string>();
  await expect
    .poll(
      async () => {
        if (await page.locator('[data-testid=main-order]:enabled').isVisible()) {
          phases.add(await current(page));
          // If no button is the main one, Space only focuses a button, and the next Space presses
          // it.
          await page.keyboard.press(' ');
          expect(await shown('[data-main]')).toBe(true);
        }
        return turn.innerText();
      },
      { timeout: 90_000 },
    )
    .toContain('Turn 2');
  // A turn without targets skips the shooting phase.
  expect([...phases]).toContain('Move');
});

test('what happens is spoken, and stands in the log', async () => {
  const { page } = table;
  await mine(page);
  const status = page.getByTestId('spoken');
  expect(await status.getAttribute('role')).toBe('status');
  await expect.poll(() => status.innerText()).toMatch(/Blue to move/);
  await expect.poll(() => page.getByRole('log').innerText()).toMatch(/Turn 1/);
});

test('the computer takes over, and the end has the focus', async () => {
  const { page } = table;
  await page.keyboard.press('Escape');
  await tabTo(/^Menu$/);
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Menu' }).waitFor();
  await tabTo(/^Blue/);
  for (let i = 0; i < 8; i += 1) await page.keyboard.press('ArrowDown');
  await expect.poll(() => page.getByTestId('player-a').inputValue()).toBe('greedy-2026-11');
  await page.keyboard.press('Escape');
  await page.getByTestId('result').waitFor({ timeout: 240_000 });
  const inside = () => page.evaluate(() => document.activeElement?.closest('dialog') !== null);
  await expect.poll(inside).toBe(true);
  await page.keyboard.press('Tab');
  expect(await inside()).toBe(true);
  expect(await shown()).toBe(true);
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(table.errors).toEqual([]);
});
