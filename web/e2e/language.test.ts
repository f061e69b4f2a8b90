// The page in German: chosen by the browser, changed by hand, remembered; nothing is wider than a
// phone.

import { afterEach, expect, test } from 'vitest';

import { LAPTOP, openTable, PHONE, sampled, type Table } from './harness';
import { allGerman, battleCard, german, setUp, watched } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

test('a German browser is spoken to in German, until it is told otherwise', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-DE' } });
  const { page } = table;
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await page.getByTestId('play').first().waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await table.accessibility()).toEqual([]);
  expect(await wide()).toBeLessThanOrEqual(0);
  await table.picture('german-first-screen');
  await page.getByTestId('play').first().click();
  await page.getByRole('button', { name: 'Menü' }).click();
  const menu = page.getByRole('dialog', { name: 'Menü' });
  await menu.getByRole('button', { name: 'Link kopieren' }).waitFor();
  expect(await table.accessibility()).toEqual([]);
  expect(await wide()).toBeLessThanOrEqual(0);
  await table.picture('german-menu');
  // A change of language goes on with the battle.
  await menu.getByLabel('Sprache').selectOption('en');
  await page.getByTestId('turn').getByText(/^Turn/).waitFor();
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('en');
  await page.reload();
  await page.getByRole('button', { name: 'Quick battle' }).waitFor();
  // So it does before anybody has given an order.
  await setUp(page, 'three-hit/two-hills', { seed: 3, players: { b: 'friend' } });
  await page.getByTestId('turn').waitFor();
  await page.getByRole('button', { name: 'Menu' }).click();
  await page.getByRole('dialog').getByLabel('Language').selectOption('de');
  await page.getByTestId('turn').getByText(/^Zug/).waitFor();
  expect(table.errors).toEqual([]);
});

test('a German battle fetches the words of its own rule set, and another its own', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-DE' }, instant: true });
  const { page } = table;
  const fetched = new Set<string>();
  page.on('request', (request) => {
    const words = /\/assets\/([a-z0-9-]+)-[\w-]{8}\.json$/.exec(request.url())?.[1];
    // The table's own words may have arrived before the listener was attached.
    if (words && words !== 'table' && !words.startsWith('catalogue')) fetched.add(words);
  });
  await german(await watched(page, 'otr-d6/turnpike', 3));
  expect([...fetched]).toEqual(['otr-d6']);
  await page.goto(table.address);
  await german(await watched(page, 'pike-and-shot/the-hop-garden', 3));
  expect([...fetched].sort()).toEqual(['otr-d6', 'pike-and-shot', 'three-hit']);
  expect(table.errors).toEqual([]);
});

test('the lab and a guided battle speak German', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-AT' } });
  const { page } = table;
  await page.getByRole('link', { name: 'Das Regellabor' }).first().click();
  await page.getByRole('heading', { name: 'Das Regellabor' }).waitFor();
  await page.getByText('Die Einheit, die handelt').waitFor();
  expect(await table.accessibility()).toEqual([]);
  await table.picture('german-lab');
  expect(table.errors).toEqual([]);
});

test('a fight, a table of it and a study are told in German', async () => {
  table = await openTable({ browser: { ...PHONE, locale: 'de-DE' }, instant: true });
  const { page } = table;
  await page.getByTestId('lab').click();
  await page.getByTestId('fight-rules').selectOption('three-hit');
  await page.getByTestId('odds').getByText('2/3').first().waitFor({ timeout: 60_000 });
  const course = page.getByTestId('course');
  await course.locator('summary').click();
  await course.getByRole('button', { name: 'Berechnen' }).click();
  await course.getByText('im Mittel (Züge)').waitFor({ timeout: 60_000 });
  const grid = page.getByTestId('grid');
  await grid.locator('summary').click();
  await grid.getByTestId('grid-ask').click();
  await grid.getByText(/^Chance, dass/).waitFor({ timeout: 60_000 });
  await german(page.locator('main'));
  expect(await table.accessibility()).toEqual([]);
  await table.picture('german-lab-fight');
  await page.getByTestId('tab-study').click();
  await page.getByTestId('study-scenario').selectOption('three-hit/two-hills');
  await page.getByTestId('study-battles').fill('12');
  await page.getByTestId('house-search').fill('hits to eliminate');
  await page.getByLabel(/^Treffer bis zum Ausschalten/).fill('2');
  await page.getByTestId('study-play').click();
  await page.getByText('24 von 24 Gefechten').waitFor({ timeout: 120_000 });
  const report = page.getByTestId('report');
  await report.getByText('Wie das entstand').waitFor({ timeout: 30_000 });
  const says = await report.evaluate((host) => {
    // Leave out the drawing and the source file, which are not in the page's words.
    const parts = host.shadowRoot?.querySelectorAll('h1, h2, h3, p, th, td, summary, text');
    return [...(parts ?? [])].map((part) => part.textContent).join('\n');
  });
  expect(says).toContain('Treffer bis zum Ausschalten: 2 statt 3');
  expect(says).toContain('Wer gewinnt');
  allGerman(says);
  expect(await table.accessibility()).toEqual([]);
  await table.picture('german-lab-report');
  expect(table.errors).toEqual([]);
});

const TOLD = [
  ['three-hit/two-hills', 'laptop'],
  ['otr-d6/turnpike', 'phone'],
  ['six-plus/broad-acre', 'laptop'],
  ['favorite/the-hedge-at-noon', 'phone'],
  ['throw-me-a-6/the-war-cry', 'laptop'],
  ['regimental/two-brigades', 'phone'],
] as const;

// crates/session/tests/foreign.rs asks for the German of every rule set.
test.each(sampled(TOLD, 0, 3, 5))('%s is told in German on a %s', async (scenario, screen) => {
  const browser = screen === 'phone' ? PHONE : LAPTOP;
  table = await openTable({ browser: { ...browser, locale: 'de-DE' }, instant: true });
  const { page } = table;
  const name = scenario.split('/')[0];
  const card = await battleCard(page, scenario);
  await card.waitFor();
  await german(card);
  // Some orders of the computer, with dice among them.
  const log = await watched(page, scenario, 13);
  await german(log);
  await table.picture(`german-${name}-log`);
  await page.keyboard.press('w');
  const overview = page.getByRole('region', { name: 'Überblick' });
  await overview.waitFor();
  await german(overview);
  await table.picture(`german-${name}-words`);
  expect(await table.accessibility()).toEqual([]);
  expect(table.errors).toEqual([]);
});
