// A whole battle on a real table whose positions nobody draws: every order of both sides is stated,
// and every die is thrown on the pad, by keys alone, until it is over.
//
//   SANDTABLE_WHOLE=all   on a tablet too, by finger

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { Umpire } from './board';
import {
  BINARY,
  enter,
  openTable,
  press,
  sampled,
  SMALL_LAPTOP,
  TABLET,
  type Press,
  type Table,
} from './harness';
import { moreOptions, tick } from './play';

const run = promisify(execFile);

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

const ALL = [
  ['laptop', SMALL_LAPTOP, enter],
  ['tablet', TABLET, press],
] as const;
const SCREENS = sampled(ALL, 0);

test.each(SCREENS)('is played to its end on a %s', async (name, browser, by) => {
  const it = await openTable({ browser, instant: true });
  table = it;
  const { page } = it;
  await by(page.getByTestId('umpire'));
  await page.getByTestId('umpire-scenario').selectOption('three-hit/the-village');
  await moreOptions(page);
  await page.getByTestId('seed').fill('3');
  await tick(page.getByTestId('positions-left'));
  await by(page.getByRole('button', { name: 'Begin' }));
  await page.getByTestId('board').waitFor();

  const seen = new Set<string>();
  const umpire = new Umpire(page, by, async (what) => {
    if (seen.has(what)) return;
    seen.add(what);
    await it.picture(`stated-battle-${name}-${what}`);
    expect(await it.accessibility(), what).toEqual([]);
  });
  await umpire.play(() => late(page));
  // Only the real table shows who alone holds the village: the umpire declares it if necessary.
  if (!(await page.getByTestId('result').isVisible())) {
    await by(page.getByTestId('seen-button'));
    await by(page.getByTestId('won-a'));
  }
  const result = page.getByTestId('result');
  await result.waitFor();
  await it.picture(`stated-battle-${name}-result`);
  expect(await it.accessibility()).toEqual([]);
  console.log(
    `${(await result.innerText()).replaceAll('\n', ' ')} ${umpire.orders} by hand:`,
    [...umpire.done].map(([what, n]) => `${what} ${n}`).join(', '),
  );
  for (const what of ['move', 'charge', 'shoot', 'fight', 'die', 'end'])
    expect(umpire.done.get(what) ?? 0, what).toBeGreaterThan(0);
  await sound(page, by);
  expect(it.errors).toEqual([]);
});

/** Returns whether the battle has gone on for longer than anybody would wait for its end. */
async function late(page: Page): Promise<boolean> {
  return Number(/\d+/.exec(await page.locator('.phase').innerText())?.[0]) > 7;
}

/** Lets the program replay the saved file, with all statements and throws. */
async function sound(page: Page, by: Press): Promise<void> {
  await page.keyboard.press('Escape');
  await by(page.getByRole('button', { name: 'Menu' }));
  const coming = page.waitForEvent('download');
  await by(page.getByRole('button', { name: 'Save the battle' }));
  const file = await (await coming).path();
  await run(BINARY, ['verify', file]);
  expect((await run(BINARY, ['replay', file])).stdout).toMatch(/stated: .* apart/);
}
