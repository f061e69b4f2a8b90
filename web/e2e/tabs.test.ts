// The same battle in two tabs: the second says so and may take it over, and nothing is lost.

import { expect } from 'vitest';

import { LAPTOP, openTable, story, type Table } from './harness';
import { mine, still } from './play';

let table: Table;

const test = story(
  async () => {
    const browser = { ...LAPTOP, viewport: { width: 1280, height: 800 } };
    table = await openTable({ browser, instant: true });
  },
  () => table?.close(),
);

test('a second tab looks on until it takes the battle over', async () => {
  const { page: first, context, address } = table;
  await first.getByRole('button', { name: 'Play: Two hills' }).press('Enter');
  await mine(first);
  await first.getByTestId('main-order').press('Enter');
  await mine(first);
  const turn = await first.getByTestId('turn').innerText();
  // After a reload the battle still belongs to this tab.
  await first.reload();
  await first.getByTestId('resume').press('Enter');
  await mine(first);
  expect(await first.getByTestId('held').count()).toBe(0);

  const second = await context.newPage();
  await second.goto(address);
  await second.getByTestId('resume').press('Enter');
  const held = second.getByTestId('held');
  await held.waitFor();
  expect(await held.innerText()).toMatch(/open in another tab/);
  expect(await second.getByTestId('turn').innerText()).toBe(turn);
  // In the second tab the battle can only be watched.
  expect(await second.getByTestId('main-order').count()).toBe(0);

  // The first tab goes on; the second takes over the current state.
  await first.getByTestId('main-order').press('Enter');
  await mine(first);
  await still(first);
  const now = await first.getByTestId('turn').innerText();
  await held.getByRole('button', { name: 'Play it here' }).press('Enter');
  await mine(second);
  await expect.poll(() => held.count()).toBe(0);
  await expect.poll(() => second.getByTestId('turn').innerText()).toBe(now);
  await first.getByTestId('held').waitFor();
  await expect
    .poll(() => first.getByTestId('held').innerText())
    .toMatch(/has taken over this battle/);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('tabs-taken');
  // And back again.
  await second.getByTestId('main-order').press('Enter');
  await mine(second);
  await still(second);
  const last = await second.getByTestId('turn').innerText();
  await first.getByRole('button', { name: 'Play it here' }).press('Enter');
  await mine(first);
  await expect.poll(() => first.getByTestId('turn').innerText()).toBe(last);
  await second.getByTestId('held').waitFor();
  expect(table.errors).toEqual([]);
});

test('a battle that one tab deletes while another plays it is saved whole again', async () => {
  const { page: first, context, address } = table;
  const second = await context.newPage();
  await second.goto(address);
  await second.getByRole('button', { name: 'Delete: Two hills' }).press('Enter');
  await second.getByRole('button', { name: 'Delete: Two hills' }).waitFor({ state: 'detached' });
  await first.bringToFront();
  await first.getByTestId('main-order').press('Enter');
  await mine(first);
  await still(first);
  const turn = await first.getByTestId('turn').innerText();
  await second.close();
  await first.reload();
  await first.getByTestId('resume').press('Enter');
  await mine(first);
  expect(await first.getByTestId('turn').innerText()).toBe(turn);
  expect(table.errors).toEqual([]);
});
