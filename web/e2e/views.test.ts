// Every view of the page, as four people see it: on a laptop and a phone, light and dark, in
// English and German. axe finds nothing; contrast that axe leaves open is measured; nothing
// overflows the side, no text is cut off, nothing covers anything. Rooms and tournaments have
// similar tests of their own.

import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';

import { unreadable } from './contrast';
import {
  click,
  LAPTOP,
  openTable,
  PHONE,
  press,
  sampled,
  SMALL_LAPTOP,
  type Press,
  type Table,
} from './harness';
import { untidy } from './neat';
import { mine, moreOptions, settled, still, tick } from './play';

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

/** The smallest phone that the page supports. */
const SMALL = { ...PHONE, viewport: { width: 360, height: 640 } };
const SCREENS: [string, BrowserContextOptions, Press][] = [
  ['laptop-light-en', { ...LAPTOP, locale: 'en-GB' }, click],
  ['laptop-dark-de', { ...SMALL_LAPTOP, colorScheme: 'dark', locale: 'de-DE' }, click],
  ['phone-light-en', { ...PHONE, locale: 'en-GB' }, press],
  ['phone-dark-de', { ...SMALL, colorScheme: 'dark', locale: 'de-DE' }, press],
];
const SEEN = sampled(SCREENS, 0, 3);

/** Matches buttons by their names in both languages. */
const named = (...names: string[]) => new RegExp(`^(${names.join('|')})$`);
const MENU = named('Menu', 'Menü');

/** The page on a screen, with its checks: flaws are collected and reported together. */
class Looker {
  readonly wrong: string[] = [];

  private constructor(
    private readonly name: string,
    readonly it: Table,
    readonly by: Press,
  ) {}

  static async at(
    [name, browser, by]: (typeof SCREENS)[number],
    how: { webgl?: boolean; scenario?: string } = {},
  ): Promise<Looker> {
    const seen = { ...browser, reducedMotion: 'reduce' } as const;
    const it = await openTable({ browser: seen, instant: true, ...how });
    table = it;
    return new Looker(name, it, by);
  }

  get page(): Page {
    return this.it.page;
  }

  async look(what: string): Promise<void> {
    const { it, page } = this;
    await still(page);
    await it.picture(`views/${this.name}-${what}`);
    const found = [...(await untidy(page)), ...(await unreadable(page))];
    this.wrong.push(...found.map((flaw) => `${what}: ${flaw}`));
    if (process.env['SANDTABLE_TRACE']) console.log(this.name, what, found);
  }

  /** Presses a button of the menu. */
  async menu(...names: string[]): Promise<void> {
    await this.by(this.page.getByRole('button', { name: MENU }));
    await this.by(this.page.getByRole('dialog').getByRole('button', { name: named(...names) }));
  }

  /** Unfolds everything in a part of the page, including folded parts inside. */
  async unfold(part: Locator): Promise<void> {
    const folded = part.locator('details:not([open]) > summary:visible');
    for (let i = 0; i < 12 && (await folded.count()) > 0; i += 1) await this.by(folded.first());
  }

  /** Goes to another hash of the address. */
  async go(hash: string): Promise<void> {
    await this.page.goto(`${this.it.address.split('#')[0]}${hash}`);
    await this.page.reload();
  }

  done(): void {
    expect(this.wrong).toEqual([]);
    expect(this.it.errors).toEqual([]);
  }
}

test.each(SEEN)(
  'a battle, from the first screen to its report, on a %s',
  async (...screen) => {
    const looker = await Looker.at(screen);
    const { page, by } = looker;
    await page.getByTestId('play').waitFor();
    await looker.look('1-first-screen');
    await page.getByTestId('library').scrollIntoViewIfNeeded();
    await looker.look('1-library');
    await by(
      page
        .getByTestId('scenario-three-hit/two-hills')
        .getByRole('button', { name: /^(Set up|Einrichten)/ }),
    );
    await looker.look('2-set-up');
    await moreOptions(page);
    await looker.unfold(page.getByRole('dialog'));
    await looker.look('2-set-up-more');
    await page.getByTestId('seed').fill('7');
    await page.getByTestId('player-b').selectOption('friend');
    await by(page.getByRole('button', { name: named('Begin', 'Beginnen') }));
    await mine(page);
    await looker.look('3-table');
    await by(page.getByTestId('next-ready'));
    await page.getByTestId('offer-move').first().waitFor();
    await looker.look('3-unit');
    await page.keyboard.press('m');
    await page.getByTestId('confirm').or(page.getByTestId('give')).first().waitFor();
    await looker.look('3-order-in-hand');
    await page.keyboard.press('Escape');
    await by(page.getByRole('button', { name: named('Help', 'Hilfe') }));
    await looker.look('4-help');
    await page.keyboard.press('Escape');
    await by(page.getByRole('button', { name: MENU }));
    await looker.look('4-menu');
    await page.keyboard.press('Escape');
    await looker.menu('Picture', 'Bild');
    await page.getByTestId('still').locator('svg').waitFor();
    await looker.look('4-picture');
    await page.keyboard.press('Escape');
    await page.keyboard.press('/');
    const search = page.getByTestId('rulebook').getByRole('searchbox');
    await search.fill(screen[0].endsWith('de') ? 'Geschütz' : 'gun');
    await page.getByTestId('hits').waitFor();
    await looker.look('5-rules-found');
    await search.press('Escape');
    await looker.look('5-rulebook');
    await by(
      page
        .getByTestId('rulebook')
        .getByRole('button', { name: /(what it means|was es bedeutet)$/ })
        .first(),
    );
    await page.getByTestId('meaning').waitFor();
    await looker.look('5-term');
    await page.keyboard.press('Escape');
    await page.getByTestId('meaning').waitFor({ state: 'detached' });
    await by(page.getByRole('button', { name: named('Table in words', 'Tisch in Worten') }));
    await page.getByRole('region', { name: named('Overview', 'Überblick') }).waitFor();
    await looker.look('6-in-words');
    await by(page.getByRole('button', { name: named('Table in words', 'Tisch in Worten') }));
    await by(page.getByRole('button', { name: MENU }));
    for (const side of ['a', 'b'])
      await page.getByRole('dialog').getByTestId(`player-${side}`).selectOption('greedy-2026-11');
    await page.keyboard.press('Escape');
    await page.getByTestId('result').waitFor({ timeout: 240_000 });
    await looker.look('7-result');
    await by(
      page.getByRole('dialog').getByRole('button', { name: named('Replay', 'Nachspielen') }),
    );
    // Look at the first moment, once the engine has returned it.
    const replay = page.getByTestId('replay');
    await replay.getByRole('slider').fill('0');
    await expect.poll(() => page.getByTestId('turn').innerText()).toMatch(/(Turn|Zug) 1 /);
    await looker.look('8-replay');
    await looker.unfold(replay);
    await page.getByTestId('clause-choice').waitFor();
    await page.getByTestId('chances').waitFor();
    await looker.look('8-replay-unfolded');
    await by(replay.getByRole('button', { name: named('Leave', 'Verlassen') }));
    await by(page.getByRole('tab', { name: named('Log', 'Protokoll') }));
    await looker.look('9-log');
    await by(page.getByTestId('short-log'));
    await looker.look('9-log-in-short');
    await looker.menu('On paper', 'Auf Papier');
    await page.getByTestId('paper-preview').getByRole('img').first().waitFor({ timeout: 60_000 });
    await looker.look('a-print');
    await page.keyboard.press('Escape');
    await looker.menu('Battle report', 'Gefechtsbericht');
    await page.getByTestId('report').waitFor();
    await looker.look('b-report');
    await looker.go('');
    await page.getByTestId('kept').waitFor();
    await page.getByTestId('kept').scrollIntoViewIfNeeded();
    await looker.look('c-kept-battles');
    looker.done();
  },
  400_000,
);

test.each(SEEN)(
  'what is beside a battle, on a %s',
  async (...screen) => {
    const looker = await Looker.at(screen);
    const { page, by } = looker;
    await by(page.getByTestId('umpire'));
    await looker.look('d-umpire-set-up');
    await moreOptions(page);
    await tick(page.getByTestId('positions-left'));
    await looker.look('d-positions-left');
    await tick(page.getByTestId('positions-kept'));
    await by(page.getByRole('dialog').getByRole('button', { name: named('Begin', 'Beginnen') }));
    await page.getByTestId('dice-pad').waitFor();
    await looker.look('d-dice');
    await page.keyboard.press('Escape');
    await page.getByTestId('dice-pad').waitFor({ state: 'detached' });
    await settled(page);
    await by(page.getByTestId('board-unit').first());
    await looker.look('d-board');
    await by(page.getByRole('button', { name: MENU }));
    await looker.look('d-board-menu');
    await page.keyboard.press('Escape');

    await looker.go('#lab');
    await page.getByTestId('odds').first().waitFor({ timeout: 60_000 });
    await looker.look('e-fight');
    await by(page.getByTestId('course').locator('summary'));
    await by(page.getByTestId('course').getByRole('button'));
    await page
      .getByTestId('course')
      .getByText(/mean turns|im Mittel/)
      .waitFor({ timeout: 60_000 });
    await by(page.getByTestId('grid').locator('summary'));
    await by(page.getByTestId('grid-ask'));
    await page.getByTestId('grid').getByRole('table').waitFor({ timeout: 60_000 });
    await page.getByTestId('grid').scrollIntoViewIfNeeded();
    await looker.look('e-grid');
    await by(page.getByTestId('fight-house').locator('summary'));
    await page.getByTestId('fight-house').locator('select').first().waitFor();
    await looker.look('e-house-rules');
    await by(page.getByTestId('tab-study'));
    await page.getByTestId('study-play').waitFor();
    await looker.look('f-study');
    await page.getByTestId('study-scenario').selectOption('three-hit/two-hills');
    // Enough battles to keep running while the test looks.
    await page.getByTestId('study-battles').fill('5000');
    await page.getByTestId('house-search').fill('hits to eliminate');
    await page.getByLabel(/^(Hits to eliminate|Treffer bis zum Ausschalten)/).fill('2');
    await by(page.getByTestId('study-play'));
    await page.getByTestId('report').waitFor({ timeout: 60_000 });
    await by(page.getByRole('button', { name: named('Stop', 'Anhalten') }));
    await page
      .getByTestId('study-progress')
      .getByText(/Stopped|Angehalten/)
      .waitFor();
    await looker.look('f-report');

    await looker.go('#build');
    await page.getByTestId('build-rules').waitFor();
    await looker.look('g-build');
    await page.getByTestId('build-rules').selectOption('three-hit');
    await page.getByTestId('build-seed').fill('4');
    await by(page.getByTestId('build-generate'));
    await page.getByTestId('table').waitFor({ timeout: 60_000 });
    for (const tab of await page.getByTestId(/^tab-/).all()) {
      await by(tab);
      await looker.look(`g-${(await tab.getAttribute('data-testid')) ?? ''}`);
    }

    await looker.go('');
    await by(page.getByTestId('learn-three-hit').first());
    await page.getByTestId('lesson').waitFor();
    await looker.look('h-lesson-read');
    await expect
      .poll(
        async () => {
          const on = page.getByTestId('go-on');
          if (await on.isVisible()) await by(on);
          return page.getByTestId('task').isVisible();
        },
        { timeout: 120_000 },
      )
      .toBe(true);
    await looker.look('h-lesson-do');
    looker.done();
  },
  400_000,
);

test.each(SEEN)(
  'a battle in three dimensions, on a %s',
  async (...screen) => {
    const looker = await Looker.at(screen, {
      webgl: true,
      scenario: 'web/e2e/turn-three-hit.battle.toml',
    });
    const { page, by } = looker;
    await mine(page);
    await by(page.getByRole('button', { name: named('Table in 3-D', 'Tisch in 3-D') }));
    await page.locator('[data-deep][data-still]').waitFor({ timeout: 90_000 });
    await looker.look('i-three-dimensions');
    await by(page.getByTestId('next-ready'));
    await page.getByTestId('offer-move').first().waitFor();
    await page.locator('[data-deep][data-still]').waitFor({ timeout: 90_000 });
    await looker.look('i-three-dimensions-unit');
    looker.done();
  },
  400_000,
);
