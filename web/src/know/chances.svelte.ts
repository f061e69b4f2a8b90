// The chances over a battle, worked out beside it.
import { startDesk, type Desk } from '../engine/client';
import { Work } from '../engine/work.svelte';
import type { Chances } from '../contract/contract';
import type { Game } from '../game/game.svelte';

/** The player that plays battles out, on both sides. */
export const GREEDY = 'greedy-2026-11';

export class ChancesRun extends Work<Chances> {
  constructor(
    /** Line up to which the battle is examined. */
    readonly number: number,
    open: () => Desk,
  ) {
    super(open);
  }

  /** Starts over, with this number of battles from each place. */
  begin(journal: string, player: string, playouts: number): Promise<void> {
    return this.start(journal, {
      begin: (desk) => desk.chances(player, playouts),
      on: (desk, pieces) => desk.chancesOn(pieces),
      done: (view) => view.done >= view.all,
    });
  }
}

const known = new WeakMap<Game, ChancesRun>();

/** Returns the chances of a battle until it goes on: the replay and the report share them. */
export function chancesOf(game: Game): ChancesRun {
  const before = known.get(game);
  if (before?.number === game.view.number) return before;
  before?.close();
  const run = new ChancesRun(game.view.number, () => startDesk());
  known.set(game, run);
  return run;
}
