// Long work at a desk beside the battle, in portions: the table never waits for it, intermediate
// results are shown, and a stop takes effect soon.
import { startDesk, type Desk } from './client';
import { failure, type EngineFailure } from './protocol';

/** Target length of one portion, in milliseconds. */
const PORTION = 400;
/** Highest number of pieces in one portion. */
const MOST = 400;

/** A piece of work: how it begins, how it continues, when it is done. */
export interface Job<T> {
  begin: (desk: Desk) => Promise<T>;
  on: (desk: Desk, pieces: number) => Promise<T>;
  done: (view: T) => boolean;
}

export class Work<T> {
  view: T | null = $state.raw(null);
  running = $state(false);
  trouble: EngineFailure | null = $state.raw(null);
  #desk: Desk | null = null;
  #job: Job<T> | null = null;
  #journal = '';
  #pieces = 1;

  constructor(private readonly open: () => Desk = startDesk) {}

  /** Starts over with a battle. */
  async start(journal: string, job: Job<T>): Promise<void> {
    this.close();
    this.view = null;
    this.trouble = null;
    this.running = true;
    this.#pieces = 1;
    const desk = (this.#desk = this.open());
    this.#job = job;
    this.#journal = journal;
    await this.#may(desk, async () => {
      await desk.load(journal);
      const first = await job.begin(desk);
      if (this.#desk !== desk) return;
      this.view = first;
      await this.#go(desk, job);
    });
  }

  stop(): void {
    this.running = false;
  }

  /** Continues after a stop; starts over if the engine that did the work has died. */
  async goOn(): Promise<void> {
    const [desk, job] = [this.#desk, this.#job];
    if (!job || this.running) return;
    if (!desk) return this.start(this.#journal, job);
    this.running = true;
    await this.#may(desk, () => this.#go(desk, job));
  }

  /** Leaves the desk. */
  close(): void {
    this.running = false;
    this.#desk?.close();
    this.#desk = null;
  }

  async #may(desk: Desk, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (this.#desk !== desk) return;
      this.close();
      this.trouble = failure(error);
    }
  }

  async #go(desk: Desk, job: Job<T>): Promise<void> {
    if (this.view !== null && job.done(this.view)) return this.close();
    while (this.running && this.#desk === desk) {
      const before = performance.now();
      const view = await job.on(desk, this.#pieces);
      const took = Math.max(1, performance.now() - before);
      if (this.#desk !== desk) return;
      this.view = view;
      if (job.done(view)) return this.close();
      const wanted = Math.round((this.#pieces * PORTION) / took);
      this.#pieces = Math.max(1, Math.min(wanted, this.#pieces * 4, MOST));
    }
  }
}
