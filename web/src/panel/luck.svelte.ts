// Whom the dice favoured in a finished battle: how much more of an army than expected they brought
// a side. It is worked out in the background; nothing waits for it.
import type { Chances, LogEntry, SideKey } from '../contract/contract';
import { startDesk, type Desk } from '../engine/client';
import { Work } from '../engine/work.svelte';
import { GREEDY } from '../know/chances.svelte';

/** Differences below this are nobody's luck, in percent of an army. */
const LEAST = 5;

export interface Luck {
  /** Null if the luck was about even. */
  side: SideKey | null;
  /** Luck in percent of an army. */
  percent: number;
}

/** Returns which side the dice favoured, taking both sides together. */
export function lucky(sides: Chances['sides']): Luck {
  const [a, b] = (['a', 'b'] as const).map(
    (key) => sides.find(({ side }) => side === key)?.luck ?? 0,
  ) as [number, number];
  const percent = Math.round(Math.abs(a - b));
  return { side: percent < LEAST ? null : a > b ? 'a' : 'b', percent };
}

/** Weighs the dice of one battle. */
export class Weighing {
  readonly #work: Work<Chances>;
  readonly luck = $derived.by((): Luck | null => {
    const view = this.#work.view;
    return view && weighed(view) ? lucky(view.sides) : null;
  });

  constructor(open: () => Desk = startDesk) {
    this.#work = new Work(open);
  }

  async begin(journal: string): Promise<void> {
    await this.#work.start(journal, {
      begin: (desk) => desk.chances(GREEDY, 1),
      on: (desk, pieces) => desk.chancesOn(pieces),
      done: weighed,
    });
  }

  close(): void {
    this.#work.close();
  }
}

/** Returns whether all dice are weighed: that happens before any playouts. */
const weighed = ({ places, done, all }: Chances) => places.length > 0 || done >= all;

/** Returns whether a battle had dice; drawn cards do not count. */
export const rolled = (log: LogEntry[]) =>
  log.some(({ rolls }) => rolls.some(({ drawn }) => !drawn));
