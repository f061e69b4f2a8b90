// Tests that must be made and leave no choice: all of them are made one after the other, when the
// player says so once.
import type { Order } from '../contract/contract';
import { isComputer } from './save';
import type { Game } from './game.svelte';
import { pace } from '../settings/settings.svelte';
import { Latest } from './latest';

/** An order that a unit is bound to be given: nothing else can be done with it now. */
export interface Forced {
  unit: number;
  order: Order;
}

/** What is left to a die alone. */
const BOUND = new Set(['test']);

export class ForcedTests {
  /** All of them, where every unit that may act can only be tested. */
  all: Forced[] = $state.raw([]);
  /** They are being made, one after the other. */
  going = $state(false);
  #asked: Latest<number, Forced[]>;

  constructor(private readonly game: Game) {
    this.#asked = new Latest(
      () => this.#find(),
      (found, number) => {
        if (number === game.view.number) this.all = found;
      },
      () => (this.all = []),
    );
  }

  /** Looks again, after something has changed. */
  look(): void {
    if (this.going) return;
    this.all = [];
    const { mine, view } = this.game;
    if (mine && !view.choice && view.ready.length > 0) this.#asked.want(view.number);
  }

  async #find(): Promise<Forced[]> {
    const all: Forced[] = [];
    for (const unit of this.game.view.ready) {
      const offers = await this.game.engine.offers(unit);
      const [offer] = offers;
      const [option] = offer?.orders ?? [];
      const alone = offers.length === 1 && offer?.orders.length === 1;
      if (!offer || !option || !alone || !BOUND.has(offer.verb)) return [];
      all.push({ unit, order: option.order });
    }
    return all;
  }

  /** Makes them all; a decision, the end of the phase or anything unforeseen ends it. */
  async run(): Promise<void> {
    if (this.going) return;
    this.going = true;
    try {
      const { game } = this;
      const side = game.view.toMove;
      // Each is asked anew: what a test does to one may free or bind another.
      for (let left = this.all; left.length > 0; left = await this.#find()) {
        const [next] = left;
        if (!next || !(await game.give(next.order))) break;
        const { view } = game;
        const over = view.ended || view.choice || view.toMove !== side;
        if (over || isComputer(game.players[view.toMove])) break;
        // Each is seen before the next.
        await new Promise((resolve) => setTimeout(resolve, pace().between));
      }
    } finally {
      this.going = false;
      this.look();
    }
  }
}
