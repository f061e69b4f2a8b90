// Tests that must be made and leave no choice: one click makes all of them, one after the other.
import type { Order } from '../contract/contract';
import { isComputer } from './save';
import type { Game } from './game.svelte';
import { pace } from '../settings/settings.svelte';
import { Latest } from './latest';

/** The only order that a unit may be given now. */
export interface Forced {
  unit: number;
  order: Order;
}

/** Verbs of orders that depend on a die alone. */
const BOUND = new Set(['test']);

export class ForcedTests {
  /** All forced tests; empty unless every unit that may act can only be tested. */
  all: Forced[] = $state.raw([]);
  /** Whether the tests are being made now. */
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

  /** Looks for forced tests again, after something has changed. */
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

  /** Makes all tests. Stops at a decision, the end of the phase or anything unexpected. */
  async run(): Promise<void> {
    if (this.going) return;
    this.going = true;
    try {
      const { game } = this;
      const side = game.view.toMove;
      // Ask again after each test: its result may free or force another unit.
      for (let left = this.all; left.length > 0; left = await this.#find()) {
        const [next] = left;
        if (!next || !(await game.give(next.order))) break;
        const { view } = game;
        const over = view.ended || view.choice || view.toMove !== side;
        if (over || isComputer(game.players[view.toMove])) break;
        // Show each test before the next one.
        await new Promise((resolve) => setTimeout(resolve, pace().between));
      }
    } finally {
      this.going = false;
      this.look();
    }
  }
}
