// A statement about the real table: a unit, what it is to do, and what the engine needs for that.
import type { ActView, FormView, OddsView, Order, Saying, Supposed } from '../contract/contract';
import { failure, type EngineFailure } from '../engine/protocol';
import type { Game } from '../game/game.svelte';

/** An order possible by the statement, with its odds. */
export interface Choice extends Supposed {
  odds: OddsView | null;
}

/** Verbs of a move: they ask which way and how far. */
const GOES = new Set(['move', 'face']);
/** Milliseconds without a change before the engine is asked. */
const PAUSE = 120;

export class Stating {
  unit: number | null = $state(null);
  /** Whether a question to the engine is still open, about the unit's acts or what an act needs. */
  asking = $state(false);
  acts: ActView[] = $state.raw([]);
  act: ActView | null = $state.raw(null);
  target: number | null = $state(null);
  form: FormView | null = $state.raw(null);
  says: Saying | null = $state.raw(null);
  way = $state('');
  by = $state(0);
  choices: Choice[] = $state.raw([]);
  /** Whether the choices match the current statement: only then can one be given. */
  judged = $state(false);
  trouble: EngineFailure | null = $state.raw(null);
  #asked = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly game: Game) {}

  /** Whether an order is being stated: everything else waits. */
  get open(): boolean {
    return this.form !== null;
  }

  get goes(): boolean {
    return this.act !== null && GOES.has(this.act.verb);
  }

  /** Selects a unit, or drops everything. */
  async choose(unit: number | null): Promise<void> {
    this.drop();
    this.unit = unit;
    this.acts = [];
    this.game.trouble = null;
    if (unit === null) return;
    const asked = ++this.#asked;
    this.asking = true;
    const acts = await this.#try(() => this.game.engine.acts(unit));
    if (asked !== this.#asked) return;
    this.acts = acts ?? [];
    this.asking = false;
  }

  /** Selects an act; goes on at once if it has no target, or just one. */
  async take(act: ActView): Promise<void> {
    this.drop();
    this.act = act;
    if (act.targets.length === 0) await this.at(null);
    else if (act.targets.length === 1) await this.at(act.targets[0] ?? null);
  }

  /** Selects the target of the act. */
  async at(target: number | null): Promise<void> {
    const { unit, act } = this;
    if (unit === null || !act) return;
    const asked = ++this.#asked;
    this.target = target;
    this.asking = true;
    const form = await this.#try(() =>
      target === null
        ? this.game.engine.form(unit, act.verb)
        : this.game.engine.form(unit, act.verb, target),
    );
    if (asked !== this.#asked) return;
    this.asking = false;
    if (!form) return;
    this.form = form;
    this.says = form.says;
    const [way] = form.ways.filter((one) => (act.verb === 'face') === (one.most === 0));
    this.way = (way ?? form.ways[0])?.name ?? '';
    this.by = (way ?? form.ways[0])?.most ?? 0;
    this.#suppose();
  }

  /** Changes the statement. */
  state(part: Partial<Saying>): void {
    if (!this.says) return;
    this.says = { ...this.says, ...part };
    this.#suppose();
  }

  /** Changes the way or the distance of a move. */
  go(way: string, by: number): void {
    this.way = way;
    this.by = by;
    this.#suppose();
  }

  /** Drops the statement; the unit stays selected. */
  drop(): void {
    this.#asked += 1;
    clearTimeout(this.#timer);
    this.asking = false;
    this.act = null;
    this.target = null;
    this.form = null;
    this.says = null;
    this.choices = [];
    this.trouble = null;
  }

  /** Gives an order on the statement; dice are asked for as usual. */
  async give(order: Order, says: Saying | null): Promise<void> {
    const { unit } = this;
    const given = await this.game.give(order, [], says ?? undefined);
    if (!given) return;
    const still = unit !== null && this.game.view.ready.includes(unit);
    await this.choose(still ? unit : null);
  }

  #suppose(): void {
    clearTimeout(this.#timer);
    const asked = ++this.#asked;
    this.judged = false;
    this.#timer = setTimeout(() => void this.#ask(asked), PAUSE);
  }

  async #ask(asked: number): Promise<void> {
    const { act, says, way, by } = this;
    const engine = this.game.engine;
    if (!act || !says) return;
    const current = () => asked === this.#asked;
    try {
      const found = this.goes
        ? await engine.suppose(says, act.verb, way, by)
        : await engine.suppose(says, act.verb);
      if (!current()) return;
      this.trouble = null;
      this.choices = found.map((one) => ({ ...one, odds: null }));
      this.judged = true;
      const spoken = found.map((one) =>
        [one.preview.says, ...one.preview.refusals.map((r) => r.says)].join('. '),
      );
      this.game.spoken = spoken.join('. ');
      const odds = await Promise.all(
        found.map((one) =>
          // A move involves no chance, and its cost is already shown.
          one.preview.legal && !this.goes
            ? engine.odds(one.order, null, null, says).catch(() => null)
            : Promise.resolve(null),
        ),
      );
      if (!current()) return;
      const some = (one: OddsView | null) => (one && one.rows.length > 0 ? one : null);
      this.choices = found.map((one, i) => ({ ...one, odds: some(odds[i] ?? null) }));
    } catch (error) {
      if (!current()) return;
      this.choices = [];
      this.judged = true;
      this.trouble = failure(error);
      this.game.spoken = this.trouble.message;
    }
  }

  async #try<T>(ask: () => Promise<T>): Promise<T | null> {
    try {
      return await ask();
    } catch (error) {
      this.game.trouble = failure(error);
      return null;
    }
  }
}
