// Whom the dice favoured in a battle that is over: how much more of an army they brought a side than
// was to be expected. It is weighed beside the page; nobody waits for it.
import type { Chances, LogEntry, SideKey } from '../contract/contract';
import { startDesk, type Desk } from '../engine/client';
import { Work } from '../engine/work.svelte';
import { GREEDY } from '../know/chances.svelte';

/** What is less than this is nobody's luck, in percent of an army. */
const LEAST = 5;

export interface Luck {
  /** Nobody, where it was about even. */
  side: SideKey | null;
  /** In percent of an army. */
  percent: number;
}

/** Whom the dice of both sides favoured, taken together. */
export function lucky(sides: Chances['sides']): Luck {
  const [a, b] = (['a', 'b'] as const).map(
    (key) => sides.find(({ side }) => side === key)?.luck ?? 0,
  ) as [number, number];
  const percent = Math.round(Math.abs(a - b));
  return { side: percent < LEAST ? null : a > b ? 'a' : 'b', percent };
}

/** The weighing of one battle's dice. */
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

/** All dice are weighed before anything is played out. */
const weighed = ({ places, done, all }: Chances) => places.length > 0 || done >= all;

/** Whether dice fell in a battle: cards that were drawn are none. */
export const rolled = (log: LogEntry[]) =>
  log.some(({ rolls }) => rolls.some(({ drawn }) => !drawn));
