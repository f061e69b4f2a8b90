// A person at the table: gives every order through the page's own controls, with some sense. Reads
// nothing but the screen: where units stand, what is offered, what the odds say.

import type { CDPSession, Locator, Page } from 'playwright-core';

import { press } from './harness';
import { diceWanted, frames, spoken } from './play';

export interface Place {
  x: number;
  y: number;
}

/** A unit as the screen shows it. */
export interface Seen extends Place {
  id: string;
  side: string;
  says: string;
  ready: boolean;
  target: boolean;
}

/** What the screen shows at one moment. */
interface Screen {
  units: Seen[];
  /** Pixels per inch or centimetre of the table. */
  scale: number;
  table: { left: number; top: number; right: number; bottom: number };
}

export interface Pointer {
  tap(at: Place): Promise<void>;
  press(button: Locator): Promise<void>;
  drag(from: Place, to: Place): Promise<void>;
  /** Looks at a target without selecting it: points at it, or holds a finger on it. */
  look(at: Place): Promise<boolean>;
}

export function mouse(page: Page): Pointer {
  return {
    tap: ({ x, y }) => page.mouse.click(x, y),
    async press(button) {
      // A hand moves there over everything in between.
      const box = await button.boundingBox({ timeout: 15_000 });
      if (box) await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2, { steps: 3 });
      await button.click({ timeout: 15_000 });
    },
    async drag(from, to) {
      await page.mouse.move(from.x, from.y);
      await page.mouse.down();
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 });
      await page.mouse.move(to.x, to.y);
      await page.mouse.up();
    },
    async look({ x, y }) {
      await page.mouse.move(x, y, { steps: 2 });
      return peeked(page);
    },
  };
}

export function finger(page: Page, touch: CDPSession): Pointer {
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...at: Place[]) =>
    touch.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at.map((place, id) => ({ ...place, id })),
    });
  return {
    tap: ({ x, y }) => page.touchscreen.tap(x, y),
    press,
    async drag(from, to) {
      // Sent together: a finger that rests after touching down would hold instead of drag.
      await Promise.all([
        send('touchStart', from),
        send('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 }),
        send('touchMove', to),
      ]);
      // Rest before lifting: after a flick, the next tap would only stop the flick.
      await frames(page, 8);
      await send('touchMove', { x: to.x, y: to.y + 0.5 });
      await send('touchEnd');
    },
    async look(at) {
      await send('touchStart', at);
      const seen = await peeked(page);
      await send('touchEnd');
      return seen;
    },
  };
}

/** Returns whether odds appear beside the unit. */
function peeked(page: Page): Promise<boolean> {
  return page
    .getByTestId('peek')
    .waitFor({ timeout: 20_000 })
    .then(() => true)
    .catch(() => false);
}

/** Returns everything the table shows, in one look. */
export async function look(page: Page): Promise<Screen> {
  return page.evaluate(() => {
    const svg = document.querySelector('[data-testid=table]');
    if (!svg) throw new Error('no table');
    const box = svg.getBoundingClientRect();
    const units = [...svg.querySelectorAll<SVGGElement>('[data-unit]')].map((unit) => {
      const it = unit.querySelector('.touch')?.getBoundingClientRect() ?? new DOMRect();
      return {
        id: unit.dataset['unit'] ?? '',
        side: unit.dataset['side'] ?? '',
        says: unit.getAttribute('aria-label') ?? '',
        ready: unit.classList.contains('ready'),
        target: unit.classList.contains('target'),
        x: it.x + it.width / 2,
        y: it.y + it.height / 2,
      };
    });
    return {
      units,
      scale: Number(svg.querySelector<HTMLElement>('[data-scale]')?.dataset['scale'] ?? 10),
      table: { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
    };
  });
}

/** What the screen waits for. */
type Wait = 'over' | 'choice' | 'dice' | 'mine' | 'theirs';

export function waits(page: Page): Promise<Wait> {
  return page.evaluate(() => {
    const has = (id: string) => document.querySelector(`[data-testid=${id}]`) !== null;
    if (has('result')) return 'over';
    if (has('dice-pad')) return 'dice';
    const answer = document.querySelector<HTMLButtonElement>('[data-testid=choice-option]');
    if (answer) return answer.disabled ? 'theirs' : 'choice';
    // While a unit must fight or test, no button ends the phase.
    const mine = document.querySelector(
      '[data-testid=main-order]:enabled, [data-testid=next-ready]:enabled',
    );
    return mine ? 'mine' : 'theirs';
  });
}

/** Returns what every order changes on the screen: what was announced, and where units stand. */
function news(page: Page): Promise<string> {
  return page.evaluate(() =>
    [
      document.querySelector('[data-testid=spoken]')?.textContent,
      ...[...document.querySelectorAll('[data-unit]')].map((it) => it.getAttribute('transform')),
    ].join(),
  );
}

/** Orders that need no target and come before any move. */
const PLAIN = ['rally', 'test'];

export interface Moment {
  /** Called with the name of a moment, for pictures. */
  (what: string): Promise<void>;
}

export class Human {
  /** Number of orders given so far. */
  orders = 0;
  /** Number of actions so far, by kind. */
  readonly done = new Map<string, number>();
  #tried = new Map<string, number>();
  #when = '';
  #seed = 7;
  #must = 0;
  #surprises = 0;

  constructor(
    private readonly page: Page,
    private readonly by: Pointer,
    private readonly moment: Moment = () => Promise.resolve(),
  ) {}

  /**
   * Plays until the battle is over or `until` returns true; also stops when `leaves` returns true
   * while others act.
   */
  async play(
    until: () => Promise<boolean> = () => Promise.resolve(false),
    leaves: () => boolean = () => false,
  ): Promise<void> {
    let [idle, shown] = [Date.now(), ''];
    // Count only this player's actions, however long the others take.
    for (let acts = 0; acts < 3000;) {
      const now = await waits(this.page);
      if (now === 'over') return;
      if (now === 'mine' && (await until())) {
        // An order may just have been given: check for its dice before leaving.
        await diceWanted(this.page);
        if ((await waits(this.page)) === 'mine') return;
        continue;
      }
      // Others may take long, as long as something happens.
      const shows = now === 'theirs' ? await news(this.page) : '';
      if (now !== 'theirs' || shows !== shown) idle = Date.now();
      shown = shows;
      if (Date.now() - idle > 90_000) {
        await this.moment('stuck');
        const says = await this.page.getByRole('region', { name: 'Turn' }).innerText();
        throw new Error(`nobody does anything: ${says}`);
      }
      if (now === 'theirs' && leaves()) return;
      if (now === 'theirs') await frames(this.page, 6);
      else {
        acts += 1;
        await this.#orLookAgain(() => this.#answer(now));
      }
    }
    throw new Error('the battle has no end');
  }

  #answer(now: 'choice' | 'dice' | 'mine'): Promise<void> {
    if (now === 'choice') return this.#choose();
    return now === 'dice' ? this.#throw() : this.#act();
  }

  /** Looks again if a button has disappeared in the meantime; not more than a few times in a row. */
  async #orLookAgain(what: () => Promise<void>): Promise<void> {
    try {
      await what();
      this.#surprises = 0;
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'TimeoutError' || this.#surprises >= 3)
        throw error;
      this.#surprises += 1;
      this.done.set('surprise', (this.done.get('surprise') ?? 0) + 1);
      console.log(`surprised at ${this.#when}: ${error.message.slice(0, 900)}`);
      await this.moment('surprise');
      await this.page.keyboard.press('Escape');
    }
  }

  #count(what: string): void {
    this.orders += 1;
    if (process.env['SANDTABLE_TRACE']) console.log(this.orders, this.#when, what);
    this.done.set(what, (this.done.get(what) ?? 0) + 1);
  }

  #chance(): number {
    this.#seed = (this.#seed * 1103515245 + 12345) % 2147483648;
    return this.#seed / 2147483648;
  }

  async #choose(): Promise<void> {
    const answers = this.page.getByTestId('choice-option');
    await this.moment('choice');
    const n = await answers.count();
    // The first answer is usually the bold one.
    const which = this.#chance() < 0.7 ? 0 : Math.floor(this.#chance() * n);
    await this.by.press(answers.nth(which));
    this.#count('choice');
    await this.#settled();
  }

  async #throw(): Promise<void> {
    await this.moment('dice-pad');
    const faces = this.page.getByTestId('dice-pad').getByRole('button');
    const n = await faces.count();
    await this.by.press(faces.nth(Math.floor(this.#chance() * n)));
    this.#count('hand-thrown die');
  }

  /** Returns turn, phase and group: what a unit has tried counts only for these. */
  #moment(): Promise<string> {
    return this.page.evaluate(() =>
      ['turn', 'to-move']
        .map((id) => document.querySelector(`[data-testid=${id}]`)?.textContent ?? '')
        .concat(document.querySelector('[aria-current=step]')?.textContent ?? '')
        .join('|'),
    );
  }

  async #act(): Promise<void> {
    const now = await this.#moment();
    if (now !== this.#when) {
      this.#when = now;
      this.#tried.clear();
    }
    const next = this.page.getByTestId('next-ready');
    const id = (await next.isVisible()) ? await this.#pick(next) : null;
    if (id === null) {
      const main = this.page.getByTestId('main-order');
      if (!(await main.isVisible())) {
        // A unit must still act: try again what was put off.
        this.#tried.clear();
        this.#must += 1;
        if (this.#must > 20) throw new Error(`nothing goes on: ${now}`);
        return;
      }
      this.#must = 0;
      await this.by.press(main);
      this.#count('end');
      return this.#settled();
    }
    this.#tried.set(id, (this.#tried.get(id) ?? 0) + 1);
    await this.#order(id);
  }

  /** Returns the id of the selected unit. */
  #chosen(): Promise<string | null> {
    return this.page.evaluate(
      () =>
        document.querySelector('[data-unit].selected')?.getAttribute('data-unit') ??
        document.querySelector('[data-testid=unit-card]')?.getAttribute('data-of') ??
        null,
    );
  }

  /** Goes to the next unit that may act and has not been tried in vain. */
  async #pick(next: Locator): Promise<string | null> {
    if (await this.#allTried(next)) return null;
    for (let i = 0; i < 40; i += 1) {
      await this.by.press(next);
      const id = await this.#chosen();
      if (id === null) return null;
      if ((this.#tried.get(id) ?? 0) < 2) return id;
      if ([...this.#tried.values()].every((n) => n >= 2) && i >= this.#tried.size) return null;
    }
    return null;
  }

  /** Returns whether all units that may act are on the table and were tried. */
  async #allTried(next: Locator): Promise<boolean> {
    const ready = await this.page
      .locator('[data-unit].ready')
      .evaluateAll((all) => all.map((it) => it.getAttribute('data-unit') ?? ''));
    const many = Number(/\d+/.exec((await next.textContent()) ?? '')?.[0] ?? -1);
    return many === ready.length && ready.every((id) => (this.#tried.get(id) ?? 0) >= 2);
  }

  /** Gives one order to the selected unit: the boldest one offered. */
  async #order(id: string): Promise<void> {
    const { page } = this;
    const offers = page.getByTestId(/^offer-/);
    try {
      await offers.first().waitFor({ timeout: 15_000 });
    } catch {
      this.#tried.set(id, 9);
      return;
    }
    const kinds = await offers.evaluateAll((all) =>
      all.map((it) => (it as HTMLElement).dataset['testid']?.slice('offer-'.length) ?? ''),
    );
    const screen = await look(page);
    const target = screen.units.find((unit) => unit.target);
    const attacks = kinds.some((kind) => ['fight', 'shoot', 'charge'].includes(kind));
    if (target && attacks && (this.#tried.get(id) ?? 0) < 2) {
      if (await this.#attack(screen, target)) return;
      // In a crowd the tap may have hit another unit, which has other offers.
      if ((await this.#chosen()) !== id) return;
    }
    const plain = PLAIN.find((kind) => kinds.includes(kind));
    if (plain) return this.#give(page.getByTestId(`offer-${plain}`).first(), plain);
    if (kinds.includes('place')) return this.#place(id);
    if (kinds.includes('move') && (await this.#march(id, screen))) return;
    if (kinds.includes('load')) return this.#give(page.getByTestId('offer-load').first(), 'load');
    this.#tried.set(id, 9);
  }

  /** Taps a target, reads the odds, and gives the order if it is legal. */
  async #attack(screen: Screen, target: Seen): Promise<boolean> {
    const { page, by } = this;
    if (!inside(target, screen)) return false;
    if (!this.done.has('look')) {
      // Once without selecting it: point at it, or hold a finger on it.
      const seen = await by.look(target);
      if (seen) {
        this.done.set('look', 1);
        await this.moment('look');
      }
    }
    await by.tap(target);
    const armed = page.getByTestId('armed');
    const peek = page.getByTestId('peek');
    const met = await armed
      .or(peek)
      .first()
      .waitFor({ timeout: 10_000 })
      .then(() => true)
      .catch(() => false);
    if (!met) {
      // In a crowd the tap hit another unit: use the button instead.
      this.done.set('missed', (this.done.get('missed') ?? 0) + 1);
      const offer = page.getByTestId(/^offer-(fight|shoot|charge)$/).first();
      if (!(await offer.isVisible())) return false;
      await by.press(offer);
      await armed.waitFor({ timeout: 30_000 });
    }
    if (await peek.isVisible()) {
      // If there are several attacks, usually take the first that is not a charge.
      const choices = peek.getByRole('button');
      const names = await choices.allInnerTexts();
      const shot = names.findIndex((name) => !/charge/i.test(name));
      await this.moment('peek');
      await by.press(choices.nth(shot >= 0 && this.#chance() < 0.6 ? shot : 0));
      await armed.waitFor({ timeout: 30_000 });
    }
    const label = await armed.locator('h2').innerText();
    const kind = /charge/i.test(label) ? 'charge' : /fight/i.test(label) ? 'fight' : 'shoot';
    await armed
      .getByTestId('odds')
      .waitFor({ timeout: 10_000 })
      .catch(() => undefined);
    await this.moment(`armed-${kind}`);
    const give = page.getByTestId('give');
    if (!(await give.isEnabled())) {
      await by.press(armed.getByRole('button', { name: 'Cancel' }));
      return false;
    }
    await by.press(give);
    this.#count(kind);
    await this.#settled();
    await this.moment(`done-${kind}`);
    return true;
  }

  async #give(offer: Locator, kind: string): Promise<void> {
    const { page } = this;
    const before = await spoken(page);
    await this.by.press(offer);
    // An order without chance is given at once, and announced.
    await page.waitForFunction(
      (before) =>
        ['give', 'dice-pad'].some((id) => document.querySelector(`[data-testid=${id}]`)) ||
        document.querySelector('[data-testid=spoken]')?.textContent !== before,
      before,
      { timeout: 30_000 },
    );
    const give = page.getByTestId('give');
    if (await give.isVisible()) {
      await this.moment(`armed-${kind}`);
      await this.by.press(give);
    }
    this.#count(kind);
    await this.#settled();
  }

  /** Puts a unit on the table by tapping its zone. */
  async #place(id: string): Promise<void> {
    const { page } = this;
    const reach = await page.getByTestId('reach').first().boundingBox();
    if (!reach) {
      this.#tried.set(id, 9);
      return;
    }
    const screen = await look(page);
    const free = (at: Place) =>
      inside(at, screen) && screen.units.every((it) => Math.hypot(it.x - at.x, it.y - at.y) > 30);
    // A tap on another unit, or beside the table, would do nothing.
    const places = Array.from({ length: 40 }, () => ({
      x: reach.x + reach.width * (0.1 + 0.8 * this.#chance()),
      y: reach.y + reach.height * (0.25 + 0.5 * this.#chance()),
    })).filter(free);
    for (const at of places.slice(0, 5)) {
      await this.by.tap(at);
      if (await this.#confirm('place', id)) return;
    }
    this.#tried.set(id, 9);
  }

  /** Drags a unit towards the nearest enemy, to within reach of a charge or a shot. */
  async #march(id: string, screen: Screen): Promise<boolean> {
    const me = screen.units.find((unit) => unit.id === id);
    if (!me) return false;
    const foes = screen.units.filter((unit) => unit.side !== me.side);
    const away = (unit: Place) => Math.hypot(unit.x - me.x, unit.y - me.y);
    const foe = foes.reduce<Seen | null>((m, u) => (!m || away(u) < away(m) ? u : m), null);
    if (!foe) return false;
    const far = away(foe) / screen.scale;
    if (far < 5) return false;
    const by = (Math.min(far - 4, 12) * screen.scale) / away(foe);
    const to = { x: me.x + (foe.x - me.x) * by, y: me.y + (foe.y - me.y) * by };
    if (!inside(me, screen) || !inside(to, screen)) return false;
    await this.by.drag(me, to);
    if (await this.#confirm('move', id)) return true;
    return false;
  }

  /** Confirms the ready order, once the engine has found the nearest legal one. */
  async #confirm(kind: string, id: string): Promise<boolean> {
    const { page } = this;
    const confirm = page.getByTestId('confirm');
    // A refused order shows a chip that says why; a tap on another unit has selected that one.
    await page
      .waitForFunction(
        (id) => {
          const has = (what: string) => document.querySelector(what) !== null;
          const chosen = document.querySelector('[data-unit].selected')?.getAttribute('data-unit');
          return (
            has('[data-testid=confirm], [data-testid=trouble], .chip .bad') ||
            (chosen !== undefined && chosen !== id)
          );
        },
        id,
        { timeout: 15_000 },
      )
      .catch(() => undefined);
    if (!(await confirm.isVisible())) return false;
    await this.moment(`armed-${kind}`);
    await this.by.press(confirm);
    this.#count(kind);
    await this.#settled();
    return true;
  }

  /** Waits until the order is done, and the page asks for something or is idle. */
  async #settled(): Promise<void> {
    await this.page.waitForFunction(
      () => {
        const has = (id: string) => document.querySelector(`[data-testid=${id}]`) !== null;
        const busy = document.querySelector(
          '[data-testid=main-order]:disabled, [data-testid=next-ready]:disabled',
        );
        return has('result') || has('dice-pad') || has('choice-option') || busy === null;
      },
      undefined,
      { timeout: 60_000 },
    );
  }
}

/** Returns whether a point is on the visible part of the table, away from its buttons. */
function inside(at: Place, { table }: Screen): boolean {
  return (
    at.x > table.left + 6 &&
    at.x < table.right - 6 &&
    at.y > table.top + 6 &&
    at.y < table.bottom - 14
  );
}
