// One tab plays a battle: a second one that opens it is told, and may take it over. Without it
// whoever saved last would win, and the other's orders would be lost without a word.

export type Held = 'own' | 'elsewhere' | 'taken';

/** How often a lock is asked for, and how long between: a page that is left gives it up late. */
const TIMES = 5;
const BETWEEN = 150;
/** What this tab holds: it may open a battle again that it has not quite put away. */
const held: Partial<Record<string, Hold>> = {};

export class Hold {
  /** Ours; another tab's; ours until another tab took it. */
  state: Held = $state('own');
  #free: (() => void) | null = null;
  readonly #name: string;

  constructor(id: string) {
    this.#name = `sandtable.battle.${id}`;
  }

  get own(): boolean {
    return this.state === 'own';
  }

  /** Takes it if it is free; takes it from another tab if that is wanted. */
  async take(steal = false): Promise<void> {
    // Browsers that have no locks, and pages that may not use them, play as they always did.
    if (typeof navigator === 'undefined' || !navigator.locks) return;
    held[this.#name]?.release();
    for (let i = 0; i < (steal ? 1 : TIMES); i += 1) {
      if (i > 0) await new Promise((later) => setTimeout(later, BETWEEN));
      await this.#ask(steal);
      if (this.own) return;
    }
  }

  #ask(steal: boolean): Promise<void> {
    return new Promise<void>((known) => {
      const kept = (lock: Lock | null) => {
        this.state = lock ? 'own' : 'elsewhere';
        known();
        if (!lock) return undefined;
        held[this.#name] = this;
        return new Promise<void>((free) => (this.#free = free));
      };
      const how = steal ? { steal: true } : { ifAvailable: true };
      navigator.locks.request(this.#name, how, kept).catch(() => {
        // Another tab took it.
        this.#free = null;
        this.state = 'taken';
        known();
      });
    });
  }

  release(): void {
    this.#free?.();
    this.#free = null;
    if (held[this.#name] === this) held[this.#name] = undefined;
  }
}
