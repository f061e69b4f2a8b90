// One tab plays a battle. A second tab that opens it says so and may take it over. Without this the
// last save would win, and the other tab's orders would be silently lost.

export type Held = 'own' | 'elsewhere' | 'taken';

/** Attempts to get a lock and milliseconds between them: a page that closes releases it late. */
const TIMES = 5;
const BETWEEN = 150;
/** Locks of this tab: it may reopen a battle whose lock it has not released yet. */
const held: Partial<Record<string, Hold>> = {};

export class Hold {
  /** Whether the battle is ours, held by another tab, or taken from us by another tab. */
  state: Held = $state('own');
  #free: (() => void) | null = null;
  readonly #name: string;

  constructor(id: string) {
    this.#name = `sandtable.battle.${id}`;
  }

  get own(): boolean {
    return this.state === 'own';
  }

  /** Takes the lock if it is free, or from another tab if `steal` is set. */
  async take(steal = false): Promise<void> {
    // Browsers without locks, and pages that may not use them, play without.
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
