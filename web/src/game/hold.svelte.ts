// One tab plays a battle, or works on a draft. A second tab that opens a battle says so and may take
// it over. Without this the last save would win, and the other tab's work would be silently lost.
import { claim, type Free } from './claim';

export type Held = 'own' | 'elsewhere' | 'taken';

/** Attempts to get a lock and milliseconds between them: a page that closes releases it late. */
const TIMES = 5;
const BETWEEN = 150;
/** Locks of this tab: it may reopen a battle whose lock it has not released yet. */
const held: Partial<Record<string, Hold>> = {};

export class Hold {
  /** Whether the battle is ours, held by another tab, or taken from us by another tab. */
  state: Held = $state('own');
  #free: Free | null = null;
  readonly #name: string;

  constructor(id: string, of: 'battle' | 'draft' = 'battle') {
    this.#name = `sandtable.${of}.${id}`;
  }

  get own(): boolean {
    return this.state === 'own';
  }

  /** Takes the lock if it is free, or from another tab if `steal` is set. */
  async take(steal = false): Promise<void> {
    held[this.#name]?.release();
    for (let i = 0; i < (steal ? 1 : TIMES); i += 1) {
      if (i > 0) await new Promise((later) => setTimeout(later, BETWEEN));
      this.#free = await claim(this.#name, steal, () => this.#lose());
      this.state = this.#free ? 'own' : 'elsewhere';
      if (!this.#free) continue;
      held[this.#name] = this;
      return;
    }
  }

  /** Another tab took it. */
  #lose(): void {
    this.#free = null;
    this.state = 'taken';
  }

  release(): void {
    this.#free?.();
    this.#free = null;
    if (held[this.#name] === this) held[this.#name] = undefined;
  }
}
