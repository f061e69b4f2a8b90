// An umpire of a real table that keeps the positions: states every order on the board, throws the
// dice it asks for, and reads nothing but the screen.

import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

import type { Press } from './harness';
import type { Moment } from './human';
import { tick } from './play';

/** The engine may still be working out earlier odds when the next question arrives. */
const SLOWLY = { timeout: 60_000 };

/** What the board waits for. */
type Wait = 'over' | 'dice' | 'choice' | 'order' | 'nothing';

function waits(page: Page): Promise<Wait> {
  return page.evaluate(() => {
    const has = (what: string) => document.querySelector(what) !== null;
    if (has('[data-testid=result]')) return 'over';
    if (has('[data-testid=dice-pad]')) return 'dice';
    if (has('.battle[data-busy]')) return 'nothing';
    return has('[data-testid=choice-option]') ? 'choice' : 'order';
  });
}

/** Opens a unit of the board if it is closed, and waits until its orders are known. */
export async function openUnit(page: Page, unit: Locator, by: Press): Promise<void> {
  if ((await unit.getAttribute('aria-expanded')) !== 'true') await by(unit);
  await page.locator('.orders[aria-busy=false]').waitFor(SLOWLY);
}

/**
 * Selects an act of an open unit, with its first target. Returns true if the order must be stated,
 * false if it needed nothing from the table and was given.
 */
export async function takeAct(page: Page, verb: string, by: Press): Promise<boolean> {
  await by(page.getByTestId(`act-${verb}`).first());
  let asks = await asked(page);
  if (asks === 'whom') {
    await by(page.getByTestId('stated-target').first());
    asks = await asked(page);
  }
  if (asks === 'given') return false;
  expect(asks, `what the board asks of: ${verb}`).toBe('what');
  await judged(page);
  return true;
}

/** Returns what the board asks for after an act was selected, once the engine has answered. */
async function asked(page: Page): Promise<'what' | 'whom' | 'given'> {
  const asks = await page.waitForFunction(
    () => {
      const has = (what: string) => document.querySelector(what) !== null;
      if (has('[data-testid=seen]')) return 'what';
      if (has('.orders[aria-busy=true]')) return null;
      return has('[data-testid=stated-target]') ? 'whom' : 'given';
    },
    undefined,
    SLOWLY,
  );
  return (await asks.jsonValue()) ?? 'given';
}

/** Waits until the current statement has been judged. */
export async function judged(page: Page): Promise<void> {
  await page.locator('[data-testid=seen][aria-busy=false]').waitFor(SLOWLY);
}

/** Acts by preference, the boldest first. */
const BOLD = ['fight', 'charge', 'shoot', 'test', 'rally', 'load'];

export class Umpire {
  /** Number of acts so far, by kind. */
  readonly done = new Map<string, number>();
  #tried = new Set<string>();
  #when = '';
  #must = 0;
  #seed = 7;

  constructor(
    private readonly page: Page,
    private readonly by: Press,
    private readonly moment: Moment = () => Promise.resolve(),
  ) {}

  get orders(): number {
    return [...this.done.values()].reduce((sum, n) => sum + n, 0);
  }

  /** Plays until the battle is over, or until `until` returns true. */
  async play(until: () => Promise<boolean> = () => Promise.resolve(false)): Promise<void> {
    for (let i = 0, idle = Date.now(); i < 20_000; i += 1) {
      const now = await waits(this.page);
      if (now !== 'nothing') idle = Date.now();
      if (now === 'over' || (now === 'order' && (await until()))) return;
      if (now === 'dice') await this.#throw();
      else if (now === 'choice') await this.#choose();
      else if (now === 'order') await this.#act();
      else if (Date.now() - idle > 180_000) throw new Error(`nothing goes on: ${this.#when}`);
    }
    throw new Error('the battle has no end');
  }

  #count(what: string): void {
    if (process.env['SANDTABLE_TRACE']) console.log(this.orders, this.#when, what);
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  #chance(): number {
    this.#seed = (this.#seed * 1103515245 + 12345) % 2147483648;
    return this.#seed / 2147483648;
  }

  async #throw(): Promise<void> {
    await this.moment('dice');
    const faces = this.page.getByTestId('dice-pad').getByRole('button');
    await this.by(faces.nth(Math.floor(this.#chance() * (await faces.count()))));
    this.#count('die');
  }

  async #choose(): Promise<void> {
    await this.moment('choice');
    await this.by(this.page.getByTestId('choice-option').first());
    this.#count('choice');
  }

  async #act(): Promise<void> {
    const { page, by } = this;
    const { when, units } = await this.#board();
    if (when !== this.#when) this.#tried.clear();
    this.#when = when;
    const at = units.findIndex((unit) => !this.#tried.has(unit));
    if (at >= 0) {
      this.#tried.add(units[at] ?? '');
      return this.#order(page.getByTestId('board-unit').nth(at));
    }
    const main = page.locator('[data-testid=main-order]:enabled');
    if (await main.isVisible()) {
      this.#must = 0;
      await by(main);
      return this.#count('end');
    }
    // A unit must still act: try again what was put off.
    this.#tried.clear();
    this.#must += 1;
    if (this.#must > 5) throw new Error(`nobody can go on: ${when}`);
  }

  /** Returns turn, side and phase, and the units that may act. */
  #board(): Promise<{ when: string; units: string[] }> {
    return this.page.evaluate(() => {
      const board = document.querySelector('[data-testid=board]');
      const says = (what: string) =>
        [...(board?.querySelectorAll(what) ?? [])].map((it) => it.textContent?.trim() ?? '');
      return {
        when: says('.phase, [data-testid=to-move]').join(', '),
        units: says('[data-testid=board-unit] .name'),
      };
    });
  }

  /** Gives a unit the boldest order possible. */
  async #order(unit: Locator): Promise<void> {
    const { page, by } = this;
    await openUnit(page, unit, by);
    const acts = await page
      .getByTestId(/^act-/)
      .evaluateAll((all) => all.map((it) => (it as HTMLElement).dataset['testid']?.slice(4) ?? ''));
    const verb = BOLD.find((verb) => acts.includes(verb)) ?? this.#goes(acts);
    if (verb === undefined) return;
    if (await takeAct(page, verb, by)) {
      await this.#state(verb);
      const give = page.getByTestId('stated-give');
      if (!(await give.first().isVisible()) || !(await give.first().isEnabled()))
        return this.#drop(verb);
      await this.moment(`stated-${verb}`);
      await by(give.first());
    }
    this.#count(verb);
  }

  /** Returns `move` for the first few times only: without drawn positions, moves change nothing. */
  #goes(acts: string[]): string | undefined {
    const told = this.done.get('move') ?? 0;
    return acts.includes('move') && told < 4 ? 'move' : undefined;
  }

  /** States what the order needs from the table: the distance, and sometimes which side is met. */
  async #state(verb: string): Promise<void> {
    const { page, by } = this;
    const told = this.done.get(verb) ?? 0;
    if (verb === 'move' && told === 0) await page.getByTestId('stated-by').fill('3');
    const bands = page.getByTestId('seen').locator('.quick button');
    const many = await bands.count();
    if (many > 0) await by(bands.nth(told % many));
    // Choose one of four sides, by key or by tap.
    if (told % 3 === 2 && (await page.getByTestId('met-left').count()) > 0)
      await tick(page.getByTestId('met-left'));
    await judged(page);
  }

  /** Drops an order that the rules forbid as stated. */
  async #drop(verb: string): Promise<void> {
    const { page, by } = this;
    await this.moment(`refused-${verb}`);
    await by(page.locator('.bar').getByRole('button', { name: 'Something else' }));
    await page.getByTestId('seen').waitFor({ state: 'detached' });
    if (process.env['SANDTABLE_TRACE']) console.log('refused', this.#when, verb);
  }
}
