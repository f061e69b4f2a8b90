// A guided first battle from its first step to its last: by mouse on a laptop, by finger on a
// phone, and by keyboard.

import type { Locator, Page } from 'playwright-core';
import { describe, expect } from 'vitest';

import { LAPTOP, openTable, PHONE, press, story, type Table } from './harness';
import { kept, mine, settled, still } from './play';

interface Look {
  orders: string[];
  stand: string;
  step: number;
}

/** A busy machine turns its pages slowly. */
const SLOWLY = { timeout: 60_000 };

const lesson = (page: Page): Locator => page.getByTestId('lesson');

/** Returns the state of the guide in one look; empty when it has gone. */
async function stand(page: Page): Promise<Look> {
  return page.evaluate(() => {
    const it = document.querySelector<HTMLElement>('[data-testid=lesson]');
    const wants = document.querySelector<HTMLElement>('.battle')?.dataset['wants'] ?? '';
    return {
      orders: wants.split(' ').filter(Boolean),
      stand: it?.dataset['stand'] ?? '',
      step: Number(it?.dataset['step']),
    };
  });
}

/** Waits until the guide moves on; if it stays, the caller looks again anyway. */
async function gone(page: Page, from: Look): Promise<void> {
  await expect
    .poll(async () => JSON.stringify(await stand(page)), { timeout: 15_000, interval: 20 })
    .not.toBe(JSON.stringify(from))
    .catch(() => undefined);
}

/** Goes on after reading; if the step has changed meanwhile, the caller looks again. */
async function goOn(page: Page, pointer: Pointer): Promise<void> {
  await settled(page);
  const now = await stand(page);
  const button = page.getByTestId('go-on');
  if (await button.isVisible()) await pointer.press(button).catch(() => undefined);
  await gone(page, now);
}

/** Returns where the guide marks the table. */
async function marked(page: Page, what: string): Promise<{ x: number; y: number } | null> {
  const mark = page.locator(`.looks ${what}`).first();
  if ((await mark.count()) === 0) return null;
  const box = await mark.boundingBox();
  return box && { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

/** The differences between a mouse and a finger. */
interface Pointer {
  press(button: Locator): Promise<void>;
  touch(page: Page, at: { x: number; y: number }): Promise<void>;
}

const mouse: Pointer = {
  press: (button) => button.click({ timeout: 30_000 }),
  touch: (page, at) => page.mouse.click(at.x, at.y),
};
const finger: Pointer = {
  press,
  touch: (page, at) => page.touchscreen.tap(at.x, at.y),
};

/** Does what the step asks for, as a player would: select, aim, confirm. */
async function obey(page: Page, pointer: Pointer): Promise<void> {
  // The last order may still be running, or the guide may not know the next one yet.
  await still(page);
  const { orders } = await stand(page);
  const [verb] = orders;
  if (!verb) return;
  if (['end', 'draw', 'roll-off'].includes(verb)) {
    await mine(page);
    return pointer.press(page.getByTestId('main-order'));
  }
  if (verb === 'decide') return pointer.press(page.getByTestId('choice-option').first());
  // When nothing is selected, every requested unit has a ring.
  const card = page.getByTestId('unit-card');
  await expect
    .poll(async () => {
      if (await card.isVisible()) await page.keyboard.press('Escape');
      return card.isVisible();
    })
    .toBe(false);
  for (let tries = 0; tries < 4; tries += 1) {
    // The marked unit may still be moving: retry a touch that missed.
    const unit = await marked(page, '.ring.order[data-next]');
    if (unit) await pointer.touch(page, unit);
    const chosen = card.waitFor({ timeout: 10_000 });
    if (await chosen.then(() => true).catch(() => false)) break;
  }
  if (!(await card.isVisible())) return;
  const place = await marked(page, '.place');
  const target = await marked(page, '.ring.target[data-next]');
  const offer = page.getByTestId(`offer-${verb}`).first();
  await offer.waitFor({ timeout: 15_000 }).catch(() => undefined);
  // The order was given meanwhile, or the touch hit another unit: look again.
  if (!(await offer.isVisible()) || (await stand(page)).orders[0] !== verb) return;
  if (verb === 'move' && place) {
    await pointer.touch(page, place);
  } else if (target && (await page.locator('[data-unit].target').count()) > 0) {
    await pointer.touch(page, target);
  } else {
    await pointer.press(offer);
  }
  const confirm = page.getByTestId('confirm');
  // A touch that misses does no harm: the guide then shows the order.
  const next = confirm.or(page.locator('[data-stand]:not([data-stand=do])')).first();
  await next.waitFor({ timeout: 15_000 }).catch(() => undefined);
  if (await confirm.isVisible()) await pointer.press(confirm);
  await settled(page);
}

/** Lets the guide give the order; on a phone the step may need unfolding first. */
async function show(page: Page, pointer: Pointer): Promise<void> {
  const button = page.getByTestId('show-me');
  const unfold = page.getByRole('button', { name: 'Read the step' });
  await button.or(unfold).first().waitFor();
  if (await unfold.isVisible()) await pointer.press(unfold);
  await settled(page);
  await pointer.press(button);
}

/** Plays the guided battle to its end; the guide shows what the pointer cannot do. */
async function play(table: Table, pointer: Pointer, name: string): Promise<number> {
  const { page } = table;
  let [shown, last] = [0, ''];
  const seen = new Set<string>();
  for (let turns = 0; turns < 300; turns += 1) {
    await expect.poll(async () => (await stand(page)).stand, { timeout: 60_000 }).not.toBe('watch');
    await settled(page);
    const now = await stand(page);
    if (now.stand === '') return shown;
    const place = `${now.step} ${now.stand} ${await page.getByTestId('turn').innerText()}`;
    expect(now.stand, place).not.toMatch(/otherwise/);
    if (now.stand === 'do') {
      const log = await page.getByTestId('lesson').innerText();
      if (last === place + log || now.stand !== 'do') {
        await show(page, pointer);
        shown += 1;
      } else await obey(page, pointer);
      last = place + log;
      await gone(page, now);
    } else if (now.stand === 'astray') {
      // The finger missed: take the order back and let the guide show it.
      await pointer.press(page.getByTestId('take-back'));
      await page.locator('[data-stand=do]').waitFor();
      await show(page, pointer);
      shown += 1;
    } else {
      if (!seen.has(now.stand) || now.step % 9 === 8) {
        seen.add(now.stand);
        await table.picture(`lesson-${name}-${now.step}-${now.stand}`);
        expect(await table.accessibility()).toEqual([]);
      }
      await goOn(page, pointer);
    }
  }
  throw new Error('the guided battle does not end');
}

async function instant(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Menu' }).click();
  const menu = page.getByRole('dialog', { name: 'Menu' });
  await menu.getByLabel('Speed').selectOption('instant');
  await menu.getByRole('button', { name: 'Close' }).click();
}

describe('by mouse on a laptop', () => {
  let table: Table;
  const test = story(
    async () => {
      table = await openTable({ browser: LAPTOP });
    },
    () => table?.close(),
  );

  test('it starts from the first screen', async () => {
    const { page } = table;
    await page.getByTestId('learn-three-hit').first().click();
    await lesson(page).waitFor();
    expect(await lesson(page).innerText()).toMatch(/Step 1 of \d+/);
    await table.picture('lesson-laptop-first');
    expect(await table.accessibility()).toEqual([]);
    await instant(page);
  });

  test('what was not asked for can be taken back', async () => {
    const { page } = table;
    while ((await stand(page)).stand === 'read') await goOn(page, mouse);
    const before = await page.getByTestId('task').innerText();
    await table.picture('lesson-laptop-do');
    expect(await table.accessibility()).toEqual([]);
    const orders = await kept(page);
    await page.getByTestId('main-order').click();
    await page.locator('[data-stand=astray]').waitFor();
    await table.picture('lesson-laptop-astray');
    expect(await table.accessibility()).toEqual([]);
    await page.getByTestId('take-back').click();
    await page.locator('[data-stand=do]').waitFor();
    await expect.poll(() => page.getByTestId('task').innerText()).toBe(before);
    // The page is reloaded below, so wait until the battle is saved.
    await expect.poll(() => kept(page)).toBe(orders);
  });

  test('a clause is read and the step is still there', async () => {
    const { page } = table;
    await lesson(page)
      .getByRole('button', { name: /^Clause / })
      .first()
      .click();
    await page.locator('[data-clause]').first().waitFor();
    expect(await lesson(page).isVisible()).toBe(true);
  });

  test('the page is opened again where it was left', async () => {
    const { page } = table;
    const step = (await stand(page)).step;
    await page.reload();
    await page.getByTestId('resume').click();
    await lesson(page).waitFor();
    await expect.poll(async () => (await stand(page)).step).toBe(step);
  });

  test('it is played to its end', async () => {
    const shown = await play(table, mouse, 'laptop');
    expect(shown).toBeLessThan(4);
    const { page } = table;
    await expect.poll(() => page.getByText('The guide has gone').count()).toBe(1);
    await mine(page);
    expect(table.errors).toEqual([]);
  }, 600_000);
});

describe('by finger on a phone', () => {
  let table: Table;
  const test = story(
    async () => {
      table = await openTable({ browser: PHONE });
    },
    () => table?.close(),
  );

  test('it is played to its end', async () => {
    const { page } = table;
    await press(page.getByTestId('learn-three-hit').first());
    await lesson(page).waitFor();
    await table.picture('lesson-phone-first');
    expect(await table.accessibility()).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    await instant(page);
    while ((await stand(page)).stand === 'read') await goOn(page, finger);
    await table.picture('lesson-phone-do');
    expect(await table.accessibility()).toEqual([]);
    const shown = await play(table, finger, 'phone');
    expect(shown).toBeLessThan(5);
    expect(table.errors).toEqual([]);
  }, 600_000);
});

describe('by keyboard', () => {
  let table: Table;
  const test = story(
    async () => {
      table = await openTable({
        browser: { ...LAPTOP, reducedMotion: 'reduce' },
      });
    },
    () => table?.close(),
  );

  test('G goes on, what is new is spoken, the guide can be left', async () => {
    const { page } = table;
    await page.getByTestId('learn-three-hit').first().press('Enter');
    await lesson(page).waitFor();
    const first = await page.getByTestId('lesson-spoken').innerText();
    expect(first).toMatch(/^Step 1 of /);
    await page.keyboard.press('g');
    await expect.poll(() => page.getByTestId('lesson-spoken').innerText()).not.toBe(first);
    await expect
      .poll(async () => {
        await page.keyboard.press('g');
        return (await stand(page)).stand;
      }, SLOWLY)
      .toBe('do');
    await page.getByTestId('show-me').press('Enter');
    await page.locator('[data-stand=told]').waitFor();
    expect(await page.getByTestId('lesson-spoken').innerText()).not.toBe('');
    await page.getByRole('button', { name: 'Leave the guide' }).press('Enter');
    await lesson(page).waitFor({ state: 'detached' });
    await mine(page);
    expect(table.errors).toEqual([]);
  });
});
