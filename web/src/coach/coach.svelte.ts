// The coach: what to order now, why an order was given, how good all orders were.
import type { Advised, Review } from '../contract/contract';
import { Work } from '../engine/work.svelte';
import type { Game } from '../game/game.svelte';

/** The players who advise and who judge orders, and the playouts per judged position. */
const ADVISER = 'general';
const JUDGE = 'colonel';
const JUDGED = 96;

/** What to do now. */
export class Suggestion extends Work<Advised> {
  /** Starts to think about the battle as it stands, with this number of playouts. */
  ask(journal: string, playouts: number): Promise<void> {
    return this.start(journal, {
      begin: (desk) => desk.suggest(ADVISER, playouts),
      on: (desk, pieces) => desk.suggestOn(pieces),
      done: (view) => view.left === 0,
    });
  }
}

/** Why an order was given. */
export class Reasons extends Work<Advised> {
  /** Whether these are the computer player's own thoughts, not those of the judge. */
  own = $state(false);

  async ask(game: Game, number: number): Promise<void> {
    const own = await game.engine.why(number).catch(() => null);
    if (own) {
      this.own = true;
      this.view = own;
      return;
    }
    await this.start(await game.engine.journal(), {
      begin: (desk) => desk.weigh(number, JUDGE, JUDGED),
      on: (desk, pieces) => desk.suggestOn(pieces),
      done: (view) => view.left === 0,
    });
  }
}

/** How good the orders of a battle were. */
export class Reviewed extends Work<Review> {
  constructor(
    /** Line up to which the battle is reviewed. */
    readonly number: number,
  ) {
    super();
  }

  async ask(game: Game): Promise<void> {
    await this.start(await game.engine.journal(), {
      begin: (desk) => desk.review(JUDGE),
      on: (desk, pieces) => desk.reviewOn(pieces),
      done: (view) => view.done >= view.all,
    });
  }
}

const known = new WeakMap<Game, Reviewed>();

/** Returns the review of a battle, which lasts until the battle goes on. */
export function reviewOf(game: Game): Reviewed {
  const before = known.get(game);
  if (before?.number === game.view.number) return before;
  before?.close();
  const review = new Reviewed(game.view.number);
  known.set(game, review);
  return review;
}
