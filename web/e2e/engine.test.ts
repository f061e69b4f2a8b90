// When the engine dies, another one continues from the same point, the page says so, and nothing is
// lost.

import type { Page, Worker } from 'playwright-core';
import { afterEach, describe, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, type Table } from './harness';
import { keptBattles, mine, settled, setUp } from './play';

let table: Table | undefined;

afterEach(async () => {
  await table?.close();
  table = undefined;
});

/** Returns the engine that plays (0) or the one that thinks (1): they start in this order. */
async function engine(page: Page, which: 0 | 1): Promise<Worker> {
  await expect.poll(() => page.workers().length, { timeout: 30_000 }).toBeGreaterThan(which);
  return page.workers()[which] as Worker;
}

/** Kills an engine as a fault in it would. */
const kill = (worker: Worker, how: 'panic' | 'memory') =>
  worker
    .evaluate((fail) => {
      self.dispatchEvent(new MessageEvent('message', { data: { fail } }));
    }, how)
    // The engine may be gone before it can answer.
    .catch(() => undefined);

const orders = async (page: Page) => (await keptBattles(page))[0]?.orders ?? 0;

/** Ends the phase: an order without a target. */
async function order(page: Page): Promise<void> {
  await mine(page);
  const before = await orders(page);
  await page.getByTestId('main-order').click();
  await expect.poll(() => orders(page)).toBeGreaterThan(before);
  await settled(page);
}

/** Returns the errors on the console, except those that the deaths themselves report. */
const others = (it: Table) =>
  it.errors.filter((error) => !/the engine stopped|unreachable|on purpose/.test(error));

describe.each(['panic', 'memory'] as const)('the engine that plays dies of %s', (how) => {
  test('another one goes on at once, and says so', async () => {
    table = await openTable({ browser: how === 'panic' ? LAPTOP : PHONE, instant: true });
    const { page } = table;
    await setUp(page, 'otr-d6/turnpike', { seed: 3, players: { b: 'friend' } });
    for (let i = 0; i < 2; i += 1) await order(page);
    const dying = await engine(page, 0);
    const ended = new Promise((resolve) => dying.once('close', resolve));
    const start = Date.now();
    await kill(dying, how);
    await page.getByText('The engine stopped and was started again. Nothing is lost.').waitFor();
    console.log(`${how}: another engine goes on after ${Date.now() - start} ms`);
    await ended;
    await table.picture(`engine-died-of-${how}`);
    expect(await table.accessibility()).toEqual([]);
    await order(page);
    expect(await orders(page)).toBe(3);
    // The saved battle contains everything.
    await page.reload();
    await page.getByTestId('resume').click();
    await page.getByTestId('table').waitFor();
    await order(page);
    expect(await orders(page)).toBe(4);
    expect(others(table)).toEqual([]);
  });
});

test('the engine of a study dies: Go on continues it', async () => {
  table = await openTable({ instant: true });
  const { page } = table;
  await page.getByTestId('lab').click();
  await page.getByTestId('tab-study').click();
  await page.getByTestId('study-file').setInputFiles({
    name: 'long.study.toml',
    mimeType: 'text/plain',
    buffer: Buffer.from(
      'format = 1\ntitle = "Long"\nscenario = "three-hit/two-hills"\nbattles = 1000\n',
    ),
  });
  const progress = page.getByTestId('study-progress');
  await progress.getByText(/^[1-9]\d* of 1000/).waitFor({ timeout: 60_000 });
  await kill(page.workers().at(-1) as Worker, 'panic');
  await page.getByTestId('study-trouble').waitFor();
  const count = async () => Number(/^(\d+) of/.exec(await progress.innerText())?.[1]);
  const before = await count();
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByTestId('study-trouble').waitFor({ state: 'detached' });
  await expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before);
  expect(others(table)).toEqual([]);
});

test('the engine that thinks dies: the computer goes on with its turn', async () => {
  table = await openTable({ instant: true });
  const { page } = table;
  await setUp(page, 'three-hit/two-hills', {
    seed: 3,
    players: { a: 'greedy-2026-11', b: 'greedy-2026-11' },
  });
  const thinks = await engine(page, 1);
  await expect.poll(() => orders(page), { timeout: 60_000 }).toBeGreaterThan(2);
  await kill(thinks, 'panic');
  const before = await orders(page);
  await expect.poll(() => orders(page), { timeout: 60_000 }).toBeGreaterThan(before + 4);
  expect(others(table)).toEqual([]);
});
