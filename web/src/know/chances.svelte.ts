// How the chances of a battle went, worked out beside it: the table is never waited for, and a
// stop is heard soon.
import { startDesk, type Desk } from '../engine/client';
import type { Chances } from '../contract/contract';
import { failure, type EngineFailure } from '../engine/protocol';
import type { Game } from '../game/game.svelte';

/** Work is asked for in portions of about so many milliseconds. */
const PORTION = 400;

export class ChancesRun {
  view: Chances | null = $state.raw(null);
  running = $state(false);
  trouble: EngineFailure | null = $state.raw(null);
  #engine: Desk | null = null;
  #pieces = 1;

  constructor(
    /** The line up to which the battle is looked at. */
    readonly number: number,
    private readonly open: () => Desk,
  ) {}

  /** Begins anew, so many battles from each place. */
  async begin(journal: string, player: string, playouts: number): Promise<void> {
    this.close();
    this.view = null;
    this.trouble = null;
    this.running = true;
    const engine = (this.#engine = this.open());
    try {
      await engine.load(journal);
      const first = await engine.chances(player, playouts);
      if (this.#engine !== engine) return;
      this.view = first;
      await this.#go(engine);
    } catch (error) {
      if (this.#engine === engine) this.#fail(error);
    }
  }

  stop(): void {
    this.running = false;
  }

  async goOn(): Promise<void> {
    const engine = this.#engine;
    if (!engine || this.running) return;
    this.running = true;
    try {
      await this.#go(engine);
    } catch (error) {
      if (this.#engine === engine) this.#fail(error);
    }
  }

  /** Leaves the desk. */
  close(): void {
    this.running = false;
    this.#engine?.close();
    this.#engine = null;
  }

  async #go(engine: Desk): Promise<void> {
    while (this.running && this.#engine === engine) {
      const before = performance.now();
      const view = await engine.chancesOn(this.#pieces);
      const took = Math.max(1, performance.now() - before);
      if (this.#engine !== engine) return;
      this.view = view;
      if (view.done >= view.all) return this.close();
      const wanted = Math.round((this.#pieces * PORTION) / took);
      this.#pieces = Math.max(1, Math.min(wanted, this.#pieces * 4, 400));
    }
  }

  #fail(error: unknown): void {
    this.close();
    this.trouble = failure(error);
  }
}

const known = new WeakMap<Game, ChancesRun>();

/** What is known of the chances of a battle as long as it stands: the replay and the report share it. */
export function chancesOf(game: Game): ChancesRun {
  const before = known.get(game);
  if (before?.number === game.view.number) return before;
  before?.close();
  const run = new ChancesRun(game.view.number, () => startDesk());
  known.set(game, run);
  return run;
}
