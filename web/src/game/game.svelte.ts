// A battle on the screen. It asks the engine and shows the answers; it knows no rule.
import type {
  Engine,
  From,
  LogEntry,
  Order,
  Played,
  SideKey,
  View,
  Wanted,
} from '../engine/contract';
import { failure, type EngineFailure } from '../engine/protocol';
import { GUIDE, Tutor } from '../lesson/tutor.svelte';
import { Hand } from './hand.svelte';
import { Laying } from './laying.svelte';
import { Motions } from './motion.svelte';
import { Replay } from './replay.svelte';
import { Robot } from './robot.svelte';
import { isComputer, keep, type Begun, type Players } from './save';
import { pace, settings } from './settings.svelte';

export type Start =
  /** A scenario or a battle file, under house rules and with armies if they are given. */
  | (From & { house?: string; armies?: (string | null)[] })
  | { journal: string; lesson?: Begun | null }
  /** The guided battle of a rule set. */
  | { learn: string };

export class Game {
  view: View = $state.raw() as View;
  log: LogEntry[] = $state.raw([]);
  players: Players = $state({ a: 'you', b: 'greedy' });
  /** What the engine would not take, until it is closed or something else happens. */
  trouble: EngineFailure | null = $state.raw(null);
  /** The order whose dice lie on the table. */
  thrown: LogEntry | null = $state.raw(null);
  rolling = $state(false);
  wanted: Wanted['wanted'] | null = $state.raw(null);
  busy = $state(false);
  /** The result has been looked at. */
  resultSeen = $state(false);
  /** What a screen reader is told. */
  spoken = $state('');

  readonly motions = new Motions();
  readonly hand: Hand;
  readonly laying: Laying;
  readonly robot: Robot;
  readonly replay: Replay;
  readonly tutor: Tutor;

  #answer: ((faces: number[] | null) => void) | null = null;
  #skip: (() => void) | null = null;
  #saving: Promise<void> | null = null;
  #closed = false;

  private constructor(
    readonly engine: Engine,
    view: View,
    players: Players,
    /** How the battle was started, to start it again. */
    readonly from: Start,
  ) {
    this.view = view;
    this.players = players;
    this.hand = new Hand(this);
    this.laying = new Laying(this);
    this.robot = new Robot(this);
    this.replay = new Replay(this);
    this.tutor = new Tutor(this);
  }

  static async start(engine: Engine, from: Start, players: Players, seed: number): Promise<Game> {
    const view = await begun(engine, from, seed);
    const lesson = 'learn' in from || 'journal' in from ? await engine.lesson() : null;
    if (lesson) players = { a: 'you', b: 'you', [lesson.side === 'a' ? 'b' : 'a']: GUIDE };
    const game = new Game(engine, view, players, from);
    game.tutor.lesson = lesson;
    game.log = await engine.log();
    game.resultSeen = false;
    void game.#save();
    game.hand.ready();
    game.robot.wake();
    return game;
  }

  close(): void {
    this.#closed = true;
    this.robot.pause();
    this.replay.stop();
    this.#answer?.(null);
  }

  /** The view on the screen: the battle's, or one of its past. */
  get shown(): View {
    return this.replay.view ?? this.view;
  }

  side(key: SideKey) {
    return this.view.sides[key === 'a' ? 0 : 1];
  }

  get computerToMove(): boolean {
    return isComputer(this.players[this.view.toMove]);
  }

  /** A person at this screen may give orders now. */
  get mine(): boolean {
    return !this.view.ended && !this.computerToMove && !this.replay.on && !this.busy;
  }

  async give(order: Order): Promise<boolean> {
    if (this.busy || this.#closed) return false;
    this.busy = true;
    this.trouble = null;
    try {
      const played = await this.#play(order);
      if (!played) return false;
      await this.#accept(played);
      await this.tutor.refresh();
      return true;
    } catch (error) {
      this.trouble = failure(error);
      this.spoken = this.trouble.message;
      await this.#again();
      return false;
    } finally {
      this.busy = false;
      this.wanted = null;
      this.motions.clear();
      this.hand.ready();
      this.robot.wake();
    }
  }

  /** After a failure: shows what the engine holds, should it have gone on without us. */
  async #again(): Promise<void> {
    try {
      const view = await this.engine.view();
      if (view.number === this.view.number) return;
      this.view = view;
      this.log = await this.engine.log();
    } catch {
      // The message already says what went wrong.
    }
  }

  async #play(order: Order): Promise<Played | null> {
    const number = this.view.number;
    // A guided battle tells what its own dice did.
    if (!settings.handDice || this.computerToMove || this.tutor.on) {
      return (await this.engine.play(order, number)) as Played;
    }
    const faces: number[] = [];
    for (;;) {
      const answer = await this.engine.play(order, number, faces);
      if (!('wanted' in answer)) return answer;
      const more = await this.#askDice(answer.wanted);
      if (!more) return null;
      faces.push(...more);
    }
  }

  #askDice(wanted: Wanted['wanted']): Promise<number[] | null> {
    this.wanted = wanted;
    this.spoken = wanted.says;
    return new Promise((resolve) => {
      this.#answer = (faces) => {
        this.#answer = null;
        this.wanted = null;
        resolve(faces);
      };
    });
  }

  /** The dice that were wanted; null takes the order back. */
  throwDice(faces: number[] | null): void {
    this.#answer?.(faces);
  }

  async #accept({ view, entry, motions }: Played): Promise<void> {
    this.hand.clear();
    const { move, dice } = pace();
    if (entry.rolls.length > 0) {
      this.thrown = entry;
      if (dice > 0) {
        this.rolling = true;
        await this.#wait(dice);
        this.rolling = false;
      }
    } else if (!this.computerToMove) {
      this.thrown = null;
    }
    await this.motions.run(motions, move);
    const turned = view.toMove !== this.view.toMove;
    this.view = view;
    this.motions.clear();
    this.log = [...this.log, entry];
    this.spoken = [
      entry.order,
      ...entry.rolls.map((roll) => roll.says),
      ...entry.lines.map((line) => line.text),
      turned && !view.ended ? `${this.side(view.toMove).name} to move.` : '',
      view.ended?.title ?? '',
    ]
      .filter(Boolean)
      .join('. ');
    void this.#save();
  }

  /** Ends what is being shown at once. */
  skip(): void {
    this.#skip?.();
    this.motions.skip();
  }

  #wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#skip = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.#skip = done;
    });
  }

  /** Another player took over a side. */
  setPlayer(side: SideKey, player: string): void {
    this.players[side] = player;
    this.robot.interrupt();
    this.hand.clear();
    this.hand.ready();
    void this.#save();
    this.robot.wake();
  }

  async undo(): Promise<void> {
    if (this.busy || !this.view.canUndo || this.replay.on) return;
    await this.change(async () => {
      let view = await this.engine.undo();
      // Back to a player: the computer would only do the same again.
      while (view.canUndo && isComputer(this.players[view.toMove])) view = await this.engine.undo();
      this.spoken = 'The last order is taken back.';
      return view;
    });
  }

  /** Goes on from an earlier order; what came after is dropped. */
  async fork(n: number): Promise<void> {
    await this.change(() => this.engine.fork(n));
  }

  /** Puts another view in place of this one, or says why not. */
  async change(how: () => Promise<View>): Promise<void> {
    this.robot.interrupt();
    this.busy = true;
    this.trouble = null;
    try {
      this.view = await how();
      this.log = await this.engine.log();
      await this.tutor.refresh();
      this.thrown = null;
      this.resultSeen = false;
      void this.#save();
    } catch (error) {
      this.trouble = failure(error);
    } finally {
      this.busy = false;
      this.hand.clear();
      this.hand.ready();
      this.robot.wake();
    }
  }

  /** Keeps the battle, where something has changed but no order was given. */
  keep(): void {
    void this.#save();
  }

  /** Keeps the battle in the browser; one save at a time, the last one counts. */
  async #save(): Promise<void> {
    if (this.#saving) return;
    let saved = -1;
    this.#saving = (async () => {
      while (saved !== this.view.number && !this.#closed) {
        const { number, title, turn, ended } = this.view;
        const journal = await this.engine.journal();
        saved = number;
        if (!this.#closed) {
          const lesson = this.tutor.lesson;
          keep({
            journal,
            players: { ...this.players },
            title,
            turn,
            ended: ended !== null,
            lesson: lesson && { rules: lesson.rules, begun: lesson.begun },
          });
        }
      }
    })();
    try {
      await this.#saving;
    } catch {
      // Not kept this time; the next order tries again.
    } finally {
      this.#saving = null;
    }
  }
}

/** Starts a battle, or goes on with one; a guided one with its guide where that is possible. */
async function begun(engine: Engine, from: Start, seed: number): Promise<View> {
  if ('learn' in from) return engine.learn(from.learn);
  if (!('journal' in from)) {
    if (!from.house && !from.armies) return engine.start(from, seed);
    return engine.start(from, seed, from.house ?? null, from.armies ?? [null, null]);
  }
  const view = await engine.load(from.journal);
  const { lesson } = from;
  if (!lesson) return view;
  // A tutorial that was changed since has no place for this battle: it goes on alone.
  return engine.learn(lesson.rules, lesson.begun).catch(() => view);
}
