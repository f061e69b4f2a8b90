// Whatever somebody presses, types and drags, and whatever became of what the browser has stored: the
// page does not fail, go blank, grow wider than the screen or show words of the program.

import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';

import { Astray, lot } from './astray';
import { LAPTOP, openTable, PHONE, sampled } from './harness';

/** How much is done from one seed. */
const DEEDS = process.env['SANDTABLE_WHOLE'] === 'all' ? 400 : 60;

const SEEDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

describe.each(sampled(SEEDS, 0, 1))('seed %i', (seed) => {
  test('nothing breaks the page', async () => {
    const browser = seed % 2 === 0 ? PHONE : LAPTOP;
    // Without WebGL: a table in three dimensions, drawn in software, takes seconds for each view.
    const table = await openTable({ browser, instant: true, webgl: false });
    const { page, address, errors, context } = table;
    page.on('dialog', (dialog) => void dialog.accept());
    context.on('page', (other) => void other.close());
    const astray = new Astray(page, address, lot(seed));
    const done: string[] = [];
    try {
      for (let count = 0; count < DEEDS; count++) {
        done.push(await astray.act());
        const before = done.slice(-8).join(' | ');
        expect(errors.filter(isOurs), before).toEqual([]);
        if (count % 5 === 4) await expect.poll(() => wrong(page), { message: before }).toEqual([]);
      }
    } finally {
      await table.close();
    }
  });
});

/** Files that are not there are for the page to tell, and it does. */
function isOurs(error: string): boolean {
  return !error.startsWith('Failed to load resource');
}

/** Returns what is wrong with what the page shows. */
function wrong(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const text = document.body.innerText;
    const { scrollWidth, clientWidth } = document.documentElement;
    const wrong = [];
    if (text.trim() === '') wrong.push('blank');
    if (scrollWidth > clientWidth + 1) wrong.push(`${scrollWidth} wide, not ${clientWidth}`);
    wrong.push(
      ...(/.{0,40}(\bNaN\b|\bundefined\b|\[object \w+\]).{0,30}/.exec(text) ?? []).slice(0, 1),
    );
    return wrong;
  });
}
