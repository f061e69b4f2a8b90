// What the player holds: a selected unit, a ghost on its way, an order not yet given.
import type {
  OddsView,
  OfferView,
  Order,
  Overlay,
  Preview,
  UnitView,
  Xy,
} from '../contract/contract';
import { failure } from '../engine/protocol';
import type { Game } from './game.svelte';
import { Latest } from './latest';
import { settings } from '../settings/settings.svelte';
import { targetsOf, type Choice } from './targets';
import { t } from '../words/page';
import { toward, type Direction } from './toward';

export interface Armed {
  label: string;
  verb: string;
  order: Order;
  unit: number;
  target: number | null;
  preview: Preview | null;
  odds: OddsView | null;
}

interface Wish {
  unit: number;
  centre: Xy;
  facing: number | null;
}

/** Returns whether the player uses a touch screen. */
const touched = () => typeof matchMedia === 'function' && matchMedia('(hover: none)').matches;

/** Verbs whose orders need no confirmation: they involve no chance. */
const PLAIN = new Set(['form', 'join', 'leave', 'load', 'pass']);
/** Verbs whose orders are drawn as a path. */
const ON_THE_WAY = new Set(['move', 'face', 'place']);
const tenth = (length: number) => Math.round(length * 10) / 10;

/** Returns the unit of `some` nearest to another; the first if that one is not on the table. */
function nearest(some: number[], to: UnitView | null, units: UnitView[]): number {
  const from = to?.centre;
  const far = (id: number) => {
    const at = units.find((unit) => unit.id === id && unit.status === 'table')?.centre;
    return at && from ? Math.hypot(at[0] - from[0], at[1] - from[1]) : 0;
  };
  return some.reduce((best, id) => (far(id) < far(best) ? id : best));
}

export class Hand {
  selected: number | null = $state(null);
  offers: OfferView[] = $state.raw([]);
  overlay: Overlay | null = $state.raw(null);
  armed: Armed | null = $state.raw(null);
  /** Where the player drags the unit, and what the engine makes of it. */
  wish: Wish | null = $state.raw(null);
  ghost: Preview | null = $state.raw(null);
  dragging = $state(false);
  /** The target under the pointer, with the odds of the attacks on it. */
  peek: { target: number; choices: (Choice & { odds: OddsView | null })[] } | null =
    $state.raw(null);
  /** Whether that target was clicked: its odds then stay while the pointer moves to them. */
  #stays = false;

  #offered: Latest<number, OfferView[]>;
  #near: Latest<Wish, Preview | null>;
  #drawn: Latest<number, Overlay>;
  #odds: Record<string, Promise<OddsView | null>> = {};
  #oddsOf = -1;

  constructor(private readonly game: Game) {
    const fail = (error: unknown) => (game.trouble = failure(error));
    this.#offered = new Latest(
      (unit) => game.engine.offers(unit),
      (offers, unit) => {
        if (unit === this.selected) this.offers = offers;
      },
      fail,
    );
    this.#near = new Latest(
      (wish) => game.engine.nearest(wish.unit, wish.centre, wish.facing),
      (preview) => (this.ghost = preview),
      fail,
    );
    this.#drawn = new Latest(
      (unit) => game.engine.overlay(unit),
      (overlay, unit) => {
        if (unit === this.selected) this.overlay = overlay;
      },
      () => (this.overlay = null),
    );
  }

  get unit(): UnitView | null {
    return this.game.shown.units.find((u) => u.id === this.selected) ?? null;
  }

  /** The offer to move or to be put on the table, if there is one. */
  get way(): OfferView | null {
    return this.offers.find((o) => o.verb === 'move' || o.verb === 'place') ?? null;
  }

  /** All the regions that the unit's moves can reach. */
  get reach(): Xy[][] {
    return this.offers
      .filter((o) => o.verb === 'move' || o.verb === 'place')
      .flatMap((o) => o.region);
  }

  get facing(): OfferView | null {
    return this.offers.find((o) => o.verb === 'face') ?? null;
  }

  /** The possible attacks on each enemy that can be a target. */
  get targets(): Map<number, Choice[]> {
    const side = this.unit?.side;
    const foe = (id: number) => this.game.view.units.some((u) => u.id === id && u.side !== side);
    return targetsOf(this.offers, foe);
  }

  select(id: number | null): void {
    if (id === this.selected) return;
    this.drop();
    this.game.trouble = null;
    // The player has read the dice by now.
    if (!this.game.rolling && this.game.mine) this.game.thrown = null;
    this.selected = id;
    this.offers = [];
    this.overlay = null;
    this.ready();
  }

  /** Asks again what the selected unit may do, after something has changed. */
  ready(): void {
    const id = this.selected;
    if (id === null || this.game.replay.on) return;
    if (this.unit?.status === 'destroyed') return this.select(null);
    if (this.game.mine) this.#offered.want(id);
    this.draw();
  }

  /** Draws arcs, ranges and sight of the selected unit, if the settings ask for them. */
  draw(): void {
    if (this.selected !== null && (settings.arcs || settings.sight))
      this.#drawn.want(this.selected);
    else this.overlay = null;
  }

  /** Drops the chosen order; the unit stays selected. */
  drop(): void {
    this.#near.forget();
    this.armed = null;
    this.wish = null;
    this.ghost = null;
    this.dragging = false;
    this.peek = null;
    this.#stays = false;
  }

  /** Clears the order and the offers, which an order has made out of date. */
  clear(): void {
    this.drop();
    this.#offered.forget();
    this.offers = [];
    this.overlay = null;
  }

  /** Handles Esc: drops the chosen order first, then the unit. */
  cancel(): void {
    if (this.game.trouble) this.game.trouble = null;
    else if (this.armed || this.wish || this.#stays) this.drop();
    else this.select(null);
  }

  /** Drags the ghost of the selected unit. */
  drag(centre: Xy, facing: number | null = null): void {
    if (this.selected === null || !this.game.mine) return;
    this.armed = null;
    this.peek = null;
    this.#stays = false;
    this.game.trouble = null;
    this.wish = { unit: this.selected, centre, facing };
    this.#near.want(this.wish);
  }

  /** Nudges the ghost by keyboard: inches and degrees. */
  nudge(by: Xy, turn: number): void {
    const unit = this.unit;
    if (!unit) return;
    const from = this.wish ?? { centre: unit.centre, facing: unit.facing };
    const facing = from.facing ?? this.ghost?.path.at(-1)?.facing ?? unit.facing;
    const [w, h] = this.game.view.table;
    const clamp = (v: number, max: number) => Math.max(0, Math.min(max, v));
    this.drag(
      [clamp(from.centre[0] + by[0], w), clamp(from.centre[1] + by[1], h)],
      (facing + turn + 360) % 360,
    );
    void this.release();
  }

  /** Releases the ghost: the order that the engine made of it is now ready. */
  async release(give = false): Promise<void> {
    const wish = this.wish;
    this.dragging = false;
    if (!wish) return;
    await this.#near.settled();
    if (this.wish !== wish) return;
    const preview = this.ghost;
    if (!preview || (!preview.legal && preview.path.length === 0)) {
      const refusals = preview?.refusals ?? [];
      this.drop();
      this.game.trouble = failure({ message: t.noMove, refusals });
      this.game.spoken = [t.noMove, ...refusals.map((r) => r.says)].join(' ');
      return;
    }
    this.armed = {
      label: preview.says,
      verb: this.way?.verb ?? 'face',
      order: preview.order,
      unit: wish.unit,
      target: null,
      preview,
      odds: null,
    };
    const end = preview.path.at(-1)?.centre;
    // A unit put on the table has no path that shows where it ends.
    const says =
      end && this.way?.verb === 'place'
        ? t.at(`${preview.says}: ${this.unit?.name ?? ''}`, tenth(end[0]), tenth(end[1]), 0)
        : preview.says;
    this.game.spoken = [says, ...preview.refusals.map((r) => r.says)].join('. ');
    if (give && preview.legal) await this.confirm();
  }

  /** Readies a move that a search for its purpose found. */
  hold(unit: number, preview: Preview): void {
    if (this.selected !== unit || !this.game.mine) return;
    this.drop();
    this.ghost = preview.path.length > 0 ? preview : null;
    const end = preview.path.at(-1);
    if (end) this.wish = { unit, centre: end.centre, facing: end.facing };
    this.armed = {
      label: preview.says,
      verb: this.way?.verb ?? 'face',
      order: preview.order,
      unit,
      target: null,
      preview,
      odds: null,
    };
  }

  /** Readies an order, with its odds; gives plain orders at once. */
  async take(choice: Choice, target: number | null): Promise<void> {
    if (this.selected === null || !this.game.mine) return;
    this.drop();
    this.game.trouble = null;
    if (PLAIN.has(choice.verb)) {
      await this.game.give(choice.order);
      return;
    }
    const armed: Armed = { ...choice, unit: this.selected, target, preview: null, odds: null };
    this.armed = armed;
    const [preview, odds] = await Promise.all([
      this.game.engine.preview(choice.order).catch(() => null),
      this.odds(choice.order),
    ]);
    if (this.armed !== armed) return;
    this.armed = { ...armed, preview, odds };
    // Draw where it would take the unit, as for a drag.
    this.ghost = preview && preview.path.length > 1 ? preview : null;
  }

  /** Gives a typed order at once if it involves no chance; readies it otherwise. */
  async typed(line: string, preview: Preview): Promise<boolean> {
    const game = this.game;
    if (!game.mine) return false;
    if (!preview.legal) {
      game.trouble = failure({ message: t.refused, refusals: preview.refusals });
      game.spoken = preview.refusals.map((refusal) => refusal.says).join('. ');
      return false;
    }
    this.drop();
    game.trouble = null;
    const verb = /^\s*([\w-]+)/.exec(line)?.[1] ?? '';
    const odds = await this.odds(preview.order);
    const { unit } = preview;
    if (!odds || odds.rows.length < 2 || unit === null) return game.give(preview.order);
    this.select(unit);
    this.armed = { label: line, verb, order: preview.order, unit, target: null, preview, odds };
    game.spoken = preview.says;
    return true;
  }

  async confirm(): Promise<void> {
    const armed = this.armed;
    if (!armed || !this.game.mine || armed.preview?.legal === false) return;
    const next = this.selected;
    this.#shot = armed.target;
    await this.game.give(armed.order);
    if (this.selected === next) this.ready();
  }

  /** Shows the odds against a unit: under the pointer, or until something else is done. */
  async look(target: number | null, stays = false): Promise<void> {
    if (this.#stays && !stays) return;
    this.#stays = stays;
    const choices = target === null ? undefined : this.targets.get(target);
    if (target === null || !choices || this.armed || this.dragging) {
      this.peek = null;
      return;
    }
    if (this.peek?.target === target) return;
    const peek = { target, choices: choices.map((c) => ({ ...c, odds: null as OddsView | null })) };
    this.peek = peek;
    const odds = await Promise.all(choices.map((c) => this.odds(c.order)));
    if (this.peek === peek) {
      this.peek = {
        target,
        choices: peek.choices.map((c, i) => ({ ...c, odds: odds[i] ?? null })),
      };
    }
  }

  /** Returns exact odds, asked once for each order and state; null if no dice are thrown. */
  odds(order: Order): Promise<OddsView | null> {
    if (this.#oddsOf !== this.game.view.number) {
      this.#odds = {};
      this.#oddsOf = this.game.view.number;
    }
    const key = JSON.stringify(order);
    const known = this.#odds[key];
    if (known) return known;
    const asked = this.game.engine
      .odds(order)
      .then((odds) => (odds.rows.length > 0 ? odds : null))
      .catch(() => null);
    this.#odds[key] = asked;
    return asked;
  }

  /** A unit picked up while a ready move was being given, and where it is dragged. */
  #next: { unit: number; to: Xy | null; dropped: boolean } | null = null;

  /** Whether going on gives the ready move: by touch, as a move involves no chance. */
  get #ripe(): boolean {
    const { armed, game } = this;
    const moves = armed?.target === null && ON_THE_WAY.has(armed.verb);
    return touched() && moves && armed.preview?.legal === true && game.mine && !game.tutor.on;
  }

  /** Gives a ready move before something else begins; returns whether it did. */
  async settle(): Promise<boolean> {
    const { armed, game } = this;
    if (!armed || !this.#ripe) return false;
    const odds = await this.odds(armed.order);
    if (this.armed !== armed || (odds && odds.rows.length > 1)) return false;
    game.atOnce = true;
    try {
      return await game.give(armed.order);
    } finally {
      game.atOnce = false;
    }
  }

  /** Picks up a unit; by touch, gives the ready move of the last unit first. */
  async pick(unit: number): Promise<void> {
    if (unit === this.selected || !this.#ripe) return this.select(unit);
    const next = (this.#next = { unit, to: null as Xy | null, dropped: false });
    await this.settle();
    if (this.#next !== next) return;
    this.#next = null;
    this.select(unit);
    if (!next.to) return;
    this.dragging = !next.dropped;
    this.drag(next.to);
    if (next.dropped) await this.release(settings.dropGives);
  }

  /** Drags a unit that was picked up. */
  carry(unit: number, to: Xy): void {
    if (this.#next?.unit === unit) this.#next.to = to;
    else if (this.selected === unit) {
      this.dragging = true;
      this.drag(to);
    }
  }

  /** Drops a unit that was picked up. */
  letGo(): void {
    if (this.#next) this.#next.dropped = true;
    else void this.release(settings.dropGives);
  }

  /** The last unit that was selected automatically: the table shows where it stands. */
  brought: number | null = $state(null);

  /** Target of the last order. */
  #shot: number | null = null;

  /**
   * Goes on after a person's order, by touch only: selects the next unit that may act once the last
   * one has nothing left to do, and readies a shot. The dice of the last order stay for reading.
   */
  goOn(): void {
    const { mine, view, laying, tutor } = this.game;
    if (!touched() || !mine || view.choice || laying.open || tutor.on || settings.handDice) return;
    const { ready } = view;
    if (ready.length === 0) return;
    const last = this.#shot;
    this.#shot = null;
    if (this.selected !== null && ready.includes(this.selected)) {
      void this.#propose(this.selected, { last, acted: true });
      return;
    }
    this.drop();
    // The unit beside the last one is nearest to the finger.
    const next = nearest(ready, this.unit, view.units);
    this.selected = next;
    this.brought = next;
    this.offers = [];
    this.overlay = null;
    this.ready();
    void this.#propose(next, { last, acted: false });
  }

  /**
   * Readies a shot, with its odds, for a unit that can do nothing else or has already acted: at the
   * target of the last shot, or else at the nearest. One tap gives the order; it never gives
   * itself.
   */
  async #propose(unit: number, { last, acted }: { last: number | null; acted: boolean }) {
    await this.#offered.settled();
    const busy = this.armed !== null || this.wish !== null || !this.game.mine;
    if (this.selected !== unit || busy || this.offers.length === 0) return;
    if (!acted && this.offers.some((offer) => offer.verb !== 'shoot')) return;
    const shots = [...this.targets].filter(([, ways]) => ways.every((way) => way.verb === 'shoot'));
    const foes = shots.map(([target]) => target);
    if (foes.length === 0) return;
    const same = last !== null && foes.includes(last);
    const target = same ? last : nearest(foes, this.unit, this.game.view.units);
    const ways = this.targets.get(target) ?? [];
    const [way] = ways;
    if (way && ways.length === 1) await this.take(way, target);
  }

  /** Selects the next unit that may act. */
  cycle(by: 1 | -1): number | null {
    // While the computer moves, the ready units are not ours to order.
    const ready = this.game.mine ? this.game.view.ready : [];
    if (ready.length === 0) return null;
    const at = ready.indexOf(this.selected ?? -1);
    const next = at < 0 ? (by > 0 ? 0 : ready.length - 1) : (at + by + ready.length) % ready.length;
    // If there is no other unit, drop the order that this one has ready.
    if (ready[next] === this.selected) this.drop();
    this.select(ready[next] ?? null);
    return this.selected;
  }

  /** Selects the nearest unit in a direction. */
  beside(direction: Direction): number | null {
    const units = this.game.shown.units.filter((u) => u.status === 'table');
    const from = this.unit?.centre ?? [this.game.view.table[0] / 2, this.game.view.table[1] / 2];
    const next = toward(units, from, direction, this.selected);
    if (next !== null) this.select(next);
    return next;
  }
}
