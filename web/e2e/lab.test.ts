// The rules lab: a study is put together, played in a worker, reported and saved, while a battle
// goes on.

import { expect } from 'vitest';

import { openTable, PHONE, story, type Table } from './harness';
import { clearStorage, fillStorage } from './play';

let table: Table;

const test = story(
  async () => {
    table = await openTable({ browser: PHONE, instant: true });
  },
  () => table?.close(),
);

/** Opens a study file of a thousand battles, its scenario on line 3. */
async function opens(title: string, scenario: string) {
  await table.page.getByTestId('study-file').setInputFiles({
    name: 'long.study.toml',
    mimeType: 'text/plain',
    buffer: Buffer.from(`format = 1
title = "${title}"
scenario = "${scenario}"
battles = 1000
players = ["greedy", "random"]
`),
  });
}

test('a fight of two units tells its odds, what is refused and how long it lasts', async () => {
  const { page } = table;
  await page.getByTestId('lab').click();
  await page.getByTestId('fight-rules').selectOption('three-hit');
  const odds = page.getByTestId('odds');
  await odds.getByText('2/3').first().waitFor({ timeout: 60_000 });
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-fight-phone');
  await page.getByTestId('course').locator('summary').click();
  await page.getByRole('button', { name: 'Calculate' }).click();
  await page.getByTestId('course').getByText('mean turns').waitFor({ timeout: 60_000 });
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-course-phone');
  // House rules: every switch and number, with the new odds beside the printed ones.
  const house = page.getByTestId('fight-house');
  await house.locator('summary').click();
  // Words replace the `three_inches` and `true` of files.
  await house.locator('select').first().waitFor();
  const told = await house.locator('.list').innerText();
  expect(told).not.toMatch(/[a-z]_[a-z]|\btrue\b|\bfalse\b/);
  expect(await house.locator('option').allTextContents()).toContain('3 inches');
  await house.scrollIntoViewIfNeeded();
  await table.picture('lab-house-rules-phone');
  const printed = await odds.first().textContent();
  await house.getByTestId('house-search').fill('hits to eliminate');
  await house.getByRole('textbox', { name: /^Hits to eliminate/ }).fill('1');
  await page.getByRole('heading', { name: 'Under your house rules' }).waitFor({ timeout: 60_000 });
  await expect.poll(() => odds.first().textContent()).not.toBe(printed);
  expect(await page.getByTestId('as-printed').getByTestId('odds').textContent()).toBe(printed);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-fight-house-phone');
  await house.getByRole('textbox', { name: /^Hits to eliminate/ }).fill('3');
  await page.getByTestId('as-printed').waitFor({ state: 'detached' });
  // A distance of no table is marked; the odds stay those of the last one.
  const marked = page.getByRole('alert').filter({ hasText: /^0 to/ });
  await page.getByTestId('fight-range').fill('999');
  await marked.waitFor();
  expect(await odds.first().textContent()).toBe(printed);
  await page.getByTestId('fight-range').fill('30');
  await marked.waitFor({ state: 'detached' });
  await page.getByText('It may not').waitFor();
  // Another rule set, by a link as a friend would get it.
  await page.getByTestId('fight-rules').selectOption('otr-d6');
  await odds.waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Copy a link' }).click();
  await expect.poll(() => page.evaluate(() => location.href)).toMatch(/#lab=fight\.[\w-]+$/);
  await page.reload();
  await odds.waitFor({ timeout: 60_000 });
  expect(await page.getByTestId('fight-rules').inputValue()).toBe('otr-d6');
  expect(table.errors).toEqual([]);
});

test('a fight as a table: of one input it is a list, of two a grid, with whole headings', async () => {
  const { page } = table;
  const grid = page.getByTestId('grid');
  await grid.locator('summary').click();
  const found = grid.getByRole('table');
  /** Returns the headings of rows and columns, and whether they are broken or cut. */
  const headings = () =>
    found
      .getByRole('columnheader')
      .or(found.getByRole('rowheader'))
      .evaluateAll((all) =>
        all.map((it) => {
          const letters = document.createRange();
          letters.selectNodeContents(it);
          const lines = new Set([...letters.getClientRects()].map(({ top }) => Math.round(top)));
          const broken = it.scrollWidth > it.clientWidth + 1;
          return { says: it.textContent?.trim() ?? '', broken, lines: lines.size };
        }),
      );
  /** Asks, and waits for the complete answer. */
  const ask = async () => {
    await grid.getByTestId('grid-ask').click();
    await found.waitFor({ timeout: 60_000 });
    await grid.getByRole('progressbar').waitFor({ state: 'detached', timeout: 60_000 });
  };
  await ask();
  const list = await headings();
  expect(list.length).toBeGreaterThan(4);
  expect(list.filter(({ says, broken }) => broken || says === '')).toEqual([]);
  expect(await found.evaluate((it) => it.scrollWidth - (it.parentElement?.clientWidth ?? 0))).toBe(
    0,
  );
  await grid.scrollIntoViewIfNeeded();
  await table.picture('lab-list-phone');
  await grid.locator('select').nth(1).selectOption({ label: 'side that is met' });
  await ask();
  const both = await headings();
  // Columns and rows are as asked for.
  const [across, down] = [found.getByRole('columnheader'), found.getByRole('rowheader')];
  expect((await across.allInnerTexts()).slice(0, 3)).toEqual(['2', '4', '6']);
  expect(await down.allInnerTexts()).toEqual(['front', 'flank', 'rear']);
  // Numbers and short words never break: a wide grid scrolls.
  expect(both.filter(({ says, broken, lines }) => broken || says === '' || lines > 1)).toEqual([]);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-grid-phone');
  expect(table.errors).toEqual([]);
});

test('a house rule is put to the test, and the report says what it does', async () => {
  const { page } = table;
  await page.getByTestId('tab-study').click();
  const form = page.getByTestId('study-scenario');
  await form.selectOption('three-hit/two-hills');
  await page.getByTestId('study-battles').fill('12');
  await page.getByTestId('house-search').fill('hits to eliminate');
  const number = page.getByLabel(/^Hits to eliminate/);
  await number.fill('2');
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-study-phone');
  await page.getByTestId('study-play').click();
  const progress = page.getByTestId('study-progress');
  await progress.getByText('24 of 24 battles').waitFor({ timeout: 120_000 });
  const report = page.getByTestId('report');
  await report.getByText('How this was made').waitFor({ timeout: 30_000 });
  const says = await report.evaluate((host) => host.shadowRoot?.textContent ?? '');
  expect(says).toContain('Hits to eliminate: 2 instead of 3');
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-report-phone');
  expect(table.errors).toEqual([]);
});

test('what was played is kept, and a study goes on while a battle is played', async () => {
  const { page } = table;
  await page.getByRole('button', { name: 'Another question' }).click();
  const asked = Date.now();
  await opens('A long one', 'three-hit/two-hills');
  // A first answer comes long before all battles are played, and improves with more of them.
  const report = page.getByTestId('report');
  await report.waitFor({ timeout: 60_000 });
  console.log(`a first answer after ${((Date.now() - asked) / 1000).toFixed(1)} s`);
  const told = () => report.evaluate((host) => host.shadowRoot?.textContent ?? '');
  const first = await told();
  expect(first).toContain('Who wins');
  expect(await page.getByTestId('study-progress').innerText()).not.toMatch(/^1000 of/);
  await expect.poll(told, { timeout: 60_000 }).not.toBe(first);
  await page.getByText(/^[1-9]\d* of 1000 battles/).waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Home' }).click();
  await page
    .getByTestId('lab')
    .getByText(/\d+ of 1000/)
    .waitFor();
  await page.getByTestId('play').click();
  await page.getByTestId('table').waitFor();
  // The table responds as if nothing else were running.
  await page.getByTestId('main-order').click();
  await page.getByTestId('main-order').waitFor();
  await page.goto(`${table.address}#lab`);
  await page.getByText(/^[1-9]\d* of 1000 battles/).waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByText(/Stopped/).waitFor();
  const done = Number(/(\d+) of/.exec(await page.getByTestId('study-progress').innerText())?.[1]);
  // Close the tab, and open the study again.
  await page.reload();
  await page.getByTestId('tab-study').click();
  await opens('A long one, asked again', 'three-hit/two-hills');
  await page
    .getByText(`${done} battles from an earlier visit are saved`)
    .waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Another question' }).click();
  expect(table.errors).toEqual([]);
});

test('battles that cannot be saved are not called saved', async () => {
  const { page } = table;
  await fillStorage(page);
  await opens('No room', 'three-hit/the-kings-ford');
  await page.getByTestId('not-saved').waitFor({ timeout: 60_000 });
  expect(await table.accessibility()).toEqual([]);
  await table.picture('lab-not-saved-phone');
  await page.getByRole('button', { name: 'Stop' }).click();
  const progress = page.getByTestId('study-progress');
  await progress.getByText(/Stopped/).waitFor();
  expect(await progress.innerText()).not.toContain('saved');
  // Once there is room again, those from before are saved, too.
  await clearStorage(page);
  await page.getByRole('button', { name: 'Go on' }).click();
  await page.getByTestId('not-saved').waitFor({ state: 'detached', timeout: 60_000 });
  await page.getByRole('button', { name: 'Stop' }).click();
  await progress.getByText(/Stopped. The battles played so far are saved/).waitFor();
  const done = Number(/(\d+) of/.exec(await progress.innerText())?.[1]);
  await page.reload();
  await page.getByTestId('tab-study').click();
  await opens('No room', 'three-hit/the-kings-ford');
  await page
    .getByText(`${done} battles from an earlier visit are saved`)
    .waitFor({ timeout: 60_000 });
  await page.getByRole('button', { name: 'Another question' }).click();
  expect(table.errors).toEqual([]);
});

test('a study that is wrong says where', async () => {
  const { page } = table;
  await opens('x', 'three-hit/no-such-hill');
  const trouble = page.getByTestId('study-trouble');
  await trouble.waitFor({ timeout: 30_000 });
  expect(await trouble.innerText()).toMatch(/no-such-hill[\s\S]*Line 3, column \d+/);
  // Even a broken file is explained in words, not in those of a parser.
  await page.getByRole('button', { name: 'Another question' }).click();
  await opens('x', 'three-hit/two-hills"\nplayers = [oops');
  await trouble.waitFor({ timeout: 30_000 });
  const says = await trouble.innerText();
  expect(says).toMatch(/a text needs a quotation mark[\s\S]*Line 4, column \d+/);
  expect(says).not.toMatch(/TOML|expected|more flaws|\^\^|\|\s*\^/);
});
