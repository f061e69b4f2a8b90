// The flow of a turn: a drag that is held says why, the others' turn is told and watched again.

import { afterEach, expect, test } from 'vitest';

import { openTable, PHONE, press, type Table } from './harness';
import { middle, mine, setUp, settled, unit } from './play';

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
