// A battle from set-up to result by a player who sees nothing: roles and names, announcements, and
// keys. Nothing here knows a coordinate, a test id or the drawing.

import { expect } from 'vitest';
import type { Locator, Page } from 'playwright-core';

import { openTable, PHONE, story, type Table } from './harness';
import { frames, still } from './play';

let table: Table;
/** Announcements so far, in order. */
const heard: string[] = [];

const test = story(
  async () => {
    table = await openTable();
  },
  () => table?.close(),
);

/** Presses a focused button by key. */
const press = (button: Locator) => button.press('Enter', { timeout: 20_000 });

/** Returns what a part of the page says, from top to bottom. */
async function read(part: Locator): Promise<string> {
  return (await part.count()) > 0 ? part.first().ariaSnapshot() : '';
}

async function listen(page: Page): Promise<void> {
  const says = await page.getByRole('status').allInnerTexts();
  for (const one of says) if (one && one !== heard.at(-1)) heard.push(one);
}

/** Returns what is found at once; the caller looks again if it has disappeared. */
const soon = <T>(found: Promise<T>, otherwise: T): Promise<T> => found.catch(() => otherwise);

/** Returns the name of the focused element, as it is read out. */
function focus(page: Page): Promise<string> {
  return page.evaluate(() => {
    const on = document.activeElement;
    if (!on || on === document.body) return '';
    return on.getAttribute('aria-label') ?? on.textContent?.trim() ?? '';
  });
}

test('a battle is set up by names alone', async () => {
  const { page } = table;
  await page.getByRole('heading', { name: 'Sandtable' }).waitFor();
  expect(await table.accessibility()).toEqual([]);
  await press(page.getByRole('button', { name: 'Set up: Two hills' }));
  const sheet = page.getByRole('dialog');
  await sheet.waitFor();
  expect(await table.accessibility()).toEqual([]);
  await press(sheet.getByText(/^More:/));
  await sheet.getByRole('textbox', { name: 'Dice seed' }).fill('7');
  await sheet.getByRole('combobox', { name: 'Speed' }).selectOption('instant');
  await press(sheet.getByRole('button', { name: 'Begin' }));
  await page.getByRole('main', { name: 'Table' }).waitFor();
  await page.keyboard.press('w');
  await page.getByRole('region', { name: 'Overview' }).waitFor();
  await expect
    .poll(() => read(page.getByRole('region', { name: 'Overview' })))
    .toContain('The table is 36 by 36 inches');
  await expect
    .poll(() => read(page.getByRole('region', { name: 'Ground' })))
    .toContain('Mill Hill: 9 by 7');
  expect(await table.accessibility()).toEqual([]);
  await table.picture('words-overview');
});

test('a unit tells what lies round it, and its orders', async () => {
  const { page } = table;
  const units = page.getByRole('region', { name: 'Units' });
  await press(units.getByRole('button', { name: /^Blue Guards,/ }));
  const round = page.getByRole('region', { name: 'From Blue Guards' });
  await round.waitFor();
  await expect.poll(() => focus(page)).toBe('From Blue Guards');
  await expect.poll(() => read(round)).toMatch(/Red \w+: enemy \w+, [\d.]+ inches, .*bearing \d+/);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('words-around');
});

test('the battle is fought to its end by reading', async () => {
  const { page } = table;
  const began = Date.now();
  const tried = new Set<string>();
  let [moment, orders, choices] = ['', 0, 0];
  for (let i = 0; i < 5000; i += 1) {
    // The words come from the engine: what it said before an order is not to be acted on.
    await still(page);
    await listen(page);
    if (process.env['SANDTABLE_TRACE'] && i % 20 === 0)
      console.log(
        i,
        Date.now() - began,
        (await read(page.getByRole('region', { name: 'Overview' }))).slice(0, 400),
        (await read(page.getByRole('region', { name: 'Turn' }))).slice(0, 300),
      );
    const dialog = page.getByRole('dialog');
    if ((await dialog.count()) > 0) {
      const heading = await soon(
        dialog.getByRole('heading').first().innerText({ timeout: 5000 }),
        '',
      );
      if (/win|drawn/i.test(heading)) break;
      // A choice is pending: take the first answer.
      const answers = dialog.getByRole('button');
      if (choices === 0) expect(await table.accessibility()).toEqual([]);
      const answer = answers.filter({ hasNotText: '✕' }).first();
      if (
        await soon(
          press(answer).then(() => true),
          false,
        )
      )
        choices += 1;
      continue;
    }
    const now = await read(page.getByRole('region', { name: 'Overview' }));
    const turn = page.getByRole('region', { name: 'Turn' });
    // The words name the buttons of the turn.
    const [step = ''] = (/To the table: (.*)\./.exec(now)?.[1] ?? '').split(', ');
    const ends = turn.getByRole('button', { name: step || 'none', exact: true });
    const waits = () => soon(ends.first().isDisabled({ timeout: 5000 }), true);
    const ready = (/May act: (.*)\./.exec(now)?.[1] ?? '').split(', ').filter(Boolean);
    // While a unit must still fight, the turn cannot end.
    const must = (await ends.count()) === 0 && ready.length > 0;
    // What was read in Red's turn names Red's units.
    const mine = /Blue to move\./.test(now);
    if (!mine || (!must && ((await ends.count()) === 0 || (await waits())))) {
      await frames(page, 2);
      continue;
    }
    const when = /Turn [^\n]*/.exec(now)?.[0] ?? '';
    if (when !== moment) {
      moment = when;
      tried.clear();
    }
    const name = ready.find((one) => !tried.has(one));
    if (!name) {
      if (must) tried.clear();
      else await soon(press(ends.first()), undefined);
      continue;
    }
    tried.add(name);
    if (await order(page, name)) {
      orders += 1;
      // A unit that may shoot after moving is asked again.
      expect(await focus(page), 'the focus is never lost').not.toBe('');
    }
  }
  await listen(page);
  const result = page.getByRole('dialog');
  await expect.poll(() => read(result)).toMatch(/wins|win|drawn/);
  expect(await table.accessibility()).toEqual([]);
  expect(orders).toBeGreaterThan(15);
  expect(heard.some((one) => /gave \d+ orders/.test(one))).toBe(true);
  expect(heard.some((one) => /Blue to move/.test(one))).toBe(true);
  await table.picture('words-result');
  console.log(`${orders} orders, ${choices} choices, ${Date.now() - began} ms`);
  expect(table.errors).toEqual([]);
}, 600_000);

/** Gives a unit one order: the boldest one that it lists. */
async function order(page: Page, name: string): Promise<boolean> {
  const units = page.getByRole('region', { name: 'Units' });
  await press(units.getByRole('button', { name: new RegExp(`^${name},`) }));
  const round = page.getByRole('region', { name: `From ${name}` });
  await round.waitFor();
  await round.getByRole('heading', { name: 'Its orders' }).waitFor();
  const attack = round.getByRole('button', { name: /^(Fight|Shoot at|Charge) / });
  const advance = round.getByRole('button', { name: /^Move towards Red/ });
  // The engine says what the unit may do.
  await still(page);
  const first = (await attack.count()) > 0 ? attack.first() : advance.first();
  if ((await first.count()) === 0) return false;
  await press(first);
  const held = page.getByRole('group', { name: /^Ready to give/ });
  await still(page);
  if ((await held.count()) === 0) return false;
  const give = held.getByRole('button', { name: 'Give the order' });
  if (await soon(give.isDisabled({ timeout: 10_000 }), true)) {
    await soon(press(held.getByRole('button', { name: 'Cancel' })), undefined);
    return false;
  }
  // Enter gives the ready order, wherever the focus is in the words.
  await expect.poll(() => focus(page)).toMatch(/^Ready to give/);
  await page.keyboard.press('Enter');
  await held.waitFor({ state: 'detached' });
  return true;
}

test('on a phone, typed: one order by its line, and the drawing again', async () => {
  const phone = await openTable({ browser: { ...PHONE, colorScheme: 'dark' } });
  try {
    const { page } = phone;
    await press(page.getByRole('button', { name: 'Quick battle' }));
    await page.getByRole('main', { name: 'Table' }).waitFor();
    await press(page.getByRole('button', { name: 'Table in words' }));
    await press(
      page
        .getByRole('region', { name: 'Units' })
        .getByRole('button', { name: /^Blue .*may act\.$/ })
        .first(),
    );
    await page.getByRole('heading', { name: 'Its orders' }).waitFor();
    await page.getByText('Type an order').press('Enter');
    const line = page.getByRole('textbox', { name: 'Type an order' });
    // Use the unit's own example, once the engine has found one.
    const unit = (await page.getByRole('heading', { name: /^From Blue / }).innerText()).slice(5);
    const example = async () => (await line.getAttribute('placeholder')) ?? '';
    await expect.poll(example).toContain(`move "${unit}"`);
    await line.fill(await example());
    await line.press('Enter');
    await expect
      .poll(() => page.getByRole('status').allInnerTexts())
      .toContainEqual(expect.stringMatching(/ (moves? ?:|march(es)? |advances? )/));
    expect(await phone.accessibility()).toEqual([]);
    await phone.picture('words-phone');
    await press(page.getByRole('button', { name: 'Show the drawing' }));
    await page.getByRole('region', { name: 'Overview' }).waitFor({ state: 'detached' });
    expect(phone.errors).toEqual([]);
  } finally {
    await phone.close();
  }
});
