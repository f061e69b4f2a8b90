// A whole battle of Three-Hit by mouse on a laptop, with a look at every sheet and panel.

import { expect } from 'vitest';

import { openTable, story, type Table } from './harness';
import {
  battleCard,
  current,
  middle,
  mine,
  players,
  setUp,
  toTheEnd,
  unit,
  withTarget,
} from './play';

let table: Table;

const test = story(
  async () => {
    table = await openTable();
  },
  () => table?.close(),
);

test('a battle is set up: sides, seed, speed', async () => {
  const { page } = table;
  await (
    await battleCard(page, 'three-hit/two-hills')
  )
    .getByRole('button', { name: /^Set up/ })
    .click();
  await page.getByRole('button', { name: 'Begin' }).waitFor();
  expect(await table.accessibility()).toEqual([]);
  await table.picture('three-hit-laptop-set-up');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await setUp(page, 'three-hit/two-hills', { seed: 7 });
  await mine(page);
  expect(await page.getByTestId('to-move').innerText()).toContain('to move');
  expect(await table.accessibility()).toEqual([]);
});

test('a unit is dragged: ghost and tape, confirmed, undone', async () => {
  const { page } = table;
  const it = unit(page);
  const id = await it.getAttribute('data-unit');
  const from = await middle(it);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  // Towards the middle of the table.
  const box = await page.getByTestId('table').boundingBox();
  const up = from.y > (box?.y ?? 0) + (box?.height ?? 0) / 2 ? -1 : 1;
  await page.mouse.move(from.x, from.y + up * 20);
  await page.mouse.move(from.x, from.y + up * 70);
  await page.getByTestId('measure').first().waitFor();
  await table.picture('three-hit-laptop-drag');
  await page.mouse.up();
  const confirm = page.getByTestId('confirm');
  await confirm.waitFor();
  expect(await table.accessibility()).toEqual([]);
  await confirm.click();
  await mine(page);
  const moved = async () => (await middle(page.getByTestId(`unit-${id}`))).y - from.y;
  await expect.poll(async () => Math.abs(await moved())).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect
    .poll(async () => (await middle(page.getByTestId(`unit-${id}`))).y)
    .toBeCloseTo(from.y, 0);
});

test('a drag too far ends where the unit may go', async () => {
  const { page } = table;
  const from = await middle(unit(page));
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 10, from.y);
  await page.mouse.move(from.x + 500, from.y, { steps: 3 });
  await page.mouse.up();
  await page.getByTestId('armed').waitFor();
  const reached = await page.getByTestId('measure').first().textContent();
  expect(Number.parseFloat(reached ?? '')).toBeLessThan(20);
  await table.picture('three-hit-laptop-far');
  await page.keyboard.press('Escape');
  await page.getByTestId('armed').waitFor({ state: 'detached' });
});

test('phases end, the computer answers, the turn comes back', async () => {
  const { page } = table;
  const turn = page.getByTestId('turn');
  expect(await turn.innerText()).toContain('Turn 1');
  await expect
    .poll(
      async () => {
        const main = page.getByTestId('main-order');
        if (await page.locator('[data-testid=main-order]:enabled').isVisible()) await main.click();
        return turn.innerText();
      },
      { timeout: 90_000 },
    )
    .toContain('Turn 2');
});

test('the computer plays it to the end', async () => {
  const { page } = table;
  await toTheEnd(page);
  expect(await page.getByRole('dialog').innerText()).toMatch(/wins|drawn/);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('three-hit-laptop-result');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).first().click();
});

test('the battle is looked at again, and gone on with before a volley', async () => {
  const { page } = table;
  await players(page, { a: 'you' });
  await page.getByRole('button', { name: 'Replay' }).click();
  const replay = page.getByTestId('replay');
  await replay.waitFor();
  const scrubber = replay.getByRole('slider');
  expect(await scrubber.inputValue()).toBe('0');
  // By mouse to the middle.
  const box = await scrubber.boundingBox();
  if (!box) throw new Error('no scrubber');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect.poll(() => scrubber.inputValue()).not.toBe('0');
  const most = Number(await scrubber.getAttribute('max'));
  const now = Number(await scrubber.inputValue());
  expect(now).toBeGreaterThan(most * 0.3);
  expect(now).toBeLessThan(most * 0.7);
  await table.picture('three-hit-laptop-replay');
  expect(await table.accessibility()).toEqual([]);
  const back = replay.getByRole('button', { name: 'Back one order' });
  let says = '';
  for (let at = now; at > 0; at -= 1) {
    says = await replay.locator('.says').innerText();
    if (/: Blue .* shoots? at /.test(says)) break;
    await back.click();
  }
  expect(says).toMatch(/: Blue .* shoots? at /);
  await back.click();
  await replay.getByRole('button', { name: 'Go on from here' }).click();
  await replay.waitFor({ state: 'detached' });
  await mine(page);
  await expect.poll(() => current(page)).toBe('Shoot');
});

test('a target is looked at: exact odds as fractions, then shot at', async () => {
  const { page } = table;
  await withTarget(page, (button) => button.click());
  const target = page.locator('[data-unit].target').first();
  const at = await middle(target);
  await page.mouse.move(at.x, at.y);
  const peek = page.getByTestId('peek');
  await peek.getByTestId('odds').waitFor();
  expect(await peek.innerText()).toMatch(/\b\d+\/\d+\b/);
  await table.picture('three-hit-laptop-odds');
  expect(await table.accessibility()).toEqual([]);
  await page.mouse.click(at.x, at.y);
  const armed = page.getByTestId('armed');
  await armed.getByTestId('odds').waitFor();
  expect(await armed.innerText()).toContain('exact');
  expect(await armed.innerText()).toMatch(/\b\d+\/\d+\b/);
  await table.picture('three-hit-laptop-shoot');
  await table.picture('table');
  expect(await table.accessibility()).toEqual([]);
  await page.getByTestId('give').click();
  const dice = page.getByTestId('dice');
  await dice.waitFor();
  expect(await dice.innerText()).toMatch(/shoots? at/);
  await table.picture('three-hit-laptop-dice');
});

test('a clause is read in the rulebook', async () => {
  const { page } = table;
  const link = page
    .getByTestId('dice')
    .getByRole('button', { name: /^Clause / })
    .first();
  const id = await link.innerText();
  await link.click();
  const clause = page.locator(`[data-clause="${id}"]`);
  await clause.waitFor();
  await expect.poll(() => clause.evaluate((it) => it === document.activeElement)).toBe(true);
  expect((await clause.innerText()).length).toBeGreaterThan(40);
  await table.picture('three-hit-laptop-rules');
  expect(await table.accessibility()).toEqual([]);
});

test('it is won or drawn again, and played anew from the result', async () => {
  const { page } = table;
  await toTheEnd(page);
  await page.getByRole('dialog').getByRole('button', { name: 'New battle' }).click();
  await page.getByTestId('play').waitFor();
  expect(table.errors).toEqual([]);
});
