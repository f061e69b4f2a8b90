// A battle on the screen. It asks the engine and shows the answers; it knows no rules.
import type {
  Act,
  Answer,
  Engine,
  From,
  LogEntry,
  Motion,
  Order,
  Played,
  Saying,
  SideKey,
  View,
  Wanted,
} from '../contract/contract';
import { failure, type EngineFailure } from '../engine/protocol';
import { Knowing } from './knowing.svelte';
import { GUIDE, Tutor } from './tutor.svelte';
import { Effects, suffered } from '../table/effects.svelte';
import { ForcedTests } from './forced.svelte';
import { Hand } from './hand.svelte';
import { Hold } from './hold.svelte';
import { Laying } from './laying.svelte';
import { Motions } from '../table/motion.svelte';
import { Replay } from './replay.svelte';
import { Robot } from './robot.svelte';
import { isComputer, newId, type Begun, type Pending, type Players } from './save';
import { pace, settings } from '../settings/settings.svelte';
import type { AnyRoom } from './room';
import { shelf } from './shelf.svelte';
import type { Sound } from './sound';
import { t } from '../words/page';

/** Plays a sound; the code for sounds loads only when a player has turned them on. */
function sound(what: Sound): void {
  if (settings.sound) void import('./sound').then(({ play }) => play(what));
}

export type Start =
  /** A scenario or a battle file, optionally with house rules, armies and a seal. */
  | (From & { house?: string; armies?: [string | null, string | null]; seal?: Seal })
  | { journal: string; lesson?: Begun | null }
  /** The guided battle of a rule set. */
  | { learn: string };

/** A secret of this player, and the word another player said after hearing its code. */
export interface Seal {
  secret: string;
  word: string;
}

/** The source of the engine's dice. */
export type Dice = { seed: number } | { seal: Seal };

/** How a battle is played. */
export interface Manner {
  /** Name under which the battle is saved; a new one by default. */
  id?: string;
  /** Whether the battle is on a real table: the people enter every throw. */
  umpire?: boolean;
  /** Whether to take the battle over from another tab that plays it. */
  steal?: boolean;
  /** Whether the real table keeps the positions from the beginning. */
  left?: boolean;
  /** An order whose dice were being entered when the page was closed. */
  pending?: Pending | null;
  /** Room in which the battle is played with others. */
  room?: AnyRoom;
}

/** Answer to a wanted throw: the faces, one throw back, or null to take the order back. */
export type Thrown = number[] | 'back' | null;

/** Stands in the place of the faces when the player lets the engine throw. */
export const ENGINE_THROWS = 0;

/** Pace without animation. */
const AT_ONCE = { move: 0, dice: 0 };

/** Number of the computer's orders to announce one by one: the last ones. */
const MOST_TOLD = 3;

/** What a battle needs from the page around it. */
export interface Surround {
  /** The computer player that takes over a side if none is named. */
  readonly opponent: string;
  /** Shows a message that disappears by itself. */
  say(note: string): void;
  /** A person gave an order in this battle. */
  ordered(): void;
}

export class Game {
  view: View = $state.raw() as View;
  log: LogEntry[] = $state.raw([]);
  players: Players = $state({ a: 'you', b: 'sergeant' });
  /** What the engine refused, until the player closes it or something else happens. */
  trouble: EngineFailure | null = $state.raw(null);
  /** The order whose dice lie on the table. */
  thrown: LogEntry | null = $state.raw(null);
  rolling = $state(false);
  /** Whether to skip the animation of the next order: the player has already gone on. */
  atOnce = false;
  wanted: Wanted | null = $state.raw(null);
  /** Throws entered so far for the order whose dice are wanted. */
  before: { wanted: Wanted; faces: number[] }[] = $state.raw([]);
  busy = $state(false);
  /** Whether the player has looked at the result. */
  resultSeen = $state(false);
  /** Text for a screen reader. */
  spoken = $state('');

  readonly motions = new Motions();
  readonly know = new Knowing();
  readonly effects = new Effects();
  readonly hand: Hand;
  readonly forced: ForcedTests;
  readonly laying: Laying;
  readonly robot: Robot;
  readonly replay: Replay;
  readonly tutor: Tutor;
  /** This tab's right to play the battle. */
  readonly hold: Hold;

  #answer: ((faces: Thrown) => void) | null = null;
  #skip: (() => void) | null = null;
  #pending: Pending | null = null;
  #saving: Promise<void> | null = null;
  #changed = false;
  /** Whether the last orders are not saved in this browser, nor by a server. */
  unsaved = $state(false);
  #closed = false;
  /** What the computer did since a person could last give an order. */
  #heard: string[] = [];
  readonly id: string;
  /** Whether the battle is on a real table: the people enter every throw. */
  readonly umpire: boolean;
  /** Room in which the battle is played with others. */
  readonly room: AnyRoom | null;
  /** Whether the page knows who led the sides: a journal from elsewhere does not say. */
  readonly playersKnown: boolean;

  private constructor(
    readonly engine: Engine,
    view: View,
    players: Players,
    /** How the battle was started, so that it can start again. */
    readonly from: Start,
    manner: Manner,
    readonly around: Surround | null,
  ) {
    this.id = manner.id ?? newId();
    this.umpire = manner.umpire ?? false;
    this.room = manner.room ?? null;
    this.playersKnown = !('journal' in from) || manner.id !== undefined;
    this.view = view;
    this.players = players;
    this.hand = new Hand(this);
    this.forced = new ForcedTests(this);
    this.laying = new Laying(this);
    this.robot = new Robot(this);
    this.replay = new Replay(this);
    this.tutor = new Tutor(this);
    this.hold = new Hold(this.id);
  }

  static async start(
    engine: Engine,
    from: Start,
    players: Players,
    seed: number,
    manner: Manner = {},
    around: Surround | null = null,
  ): Promise<Game> {
    const view = await begun(engine, from, seed);
    const lesson = 'learn' in from || 'journal' in from ? await engine.lesson() : null;
    if (lesson) players = { a: 'you', b: 'you', [lesson.side === 'a' ? 'b' : 'a']: GUIDE };
    if (view.left && !manner.room) {
      // Only people see the miniatures of a real table.
      players = { a: 'you', b: 'friend' };
      manner = { umpire: true, ...manner };
    }
    const game = new Game(engine, view, players, from, manner, around);
    game.tutor.lesson = lesson;
    await game.hold.take(manner.steal);
    // Not before: what a tab does in a room depends on whether it plays.
    manner.room?.seat(game);
    game.log = await engine.log();
    game.resultSeen = false;
    game.keep();
    game.#ready();
    const { pending } = manner;
    if (pending && pending.number === view.number) {
      const { order, throws, says } = pending;
      void (order ? game.give(order, throws, says ?? undefined) : game.open(throws));
    } else if (game.umpire && !('journal' in from) && game.log[0]?.rolls.length) {
      // On a real table, people throw for the opening too.
      void game.open().then(() => (manner.left ? game.leave() : undefined));
    } else if (manner.left && !view.left) void game.leave();
    else game.robot.wake();
    return game;
  }

  /** Asks again what may be done now. */
  #ready(): void {
    this.hand.ready();
    this.forced.look();
  }

  close(): void {
    // Ask for the journal before the engine begins another battle.
    if (this.#changed) {
      const rest = [this.#saving, this.#write()];
      this.#saving = Promise.all(rest).then(() => undefined);
    }
    this.#closed = true;
    this.room?.close();
    const rest = this.#saving ?? Promise.resolve();
    void rest.finally(() => this.hold.release());
    this.robot.pause();
    this.replay.stop();
    this.#answer?.(null);
  }

  /** The view on the screen: the current one, or one from the replay. */
  get shown(): View {
    return this.replay.view ?? this.view;
  }

  side(key: SideKey) {
    return this.view.sides[key === 'a' ? 0 : 1];
  }

  get computerToMove(): boolean {
    return isComputer(this.players[this.view.toMove]);
  }

  /** Whether a person at this screen may give orders now. */
  get mine(): boolean {
    const free = !this.replay.on && !this.busy && this.hold.own;
    const open = this.room?.open ?? true;
    return !this.view.ended && !this.computerToMove && free && open;
  }

  /** Plays the opening with dice thrown by hand; the engine's dice stand if the player stops. */
  async open(throws: number[][] = []): Promise<void> {
    this.busy = true;
    try {
      const what = { order: null, number: 0 };
      this.#pending = { ...what, throws };
      this.keep();
      const played = await this.#ask(throws, (faces) => this.engine.opening(faces), what);
      if (!played) return;
      this.view = played.view;
      this.log = [played.entry];
      this.spoken = played.entry.lines.map((line) => line.text).join('. ');
    } catch (error) {
      this.trouble = failure(error);
    } finally {
      this.busy = false;
      this.wanted = null;
      this.before = [];
      this.#pending = null;
      if (!this.#closed) this.keep();
      this.#ready();
      this.robot.wake();
    }
  }

  /** Leaves the positions to the real table. People then lead both sides: only they see it. */
  async leave(): Promise<void> {
    if (this.#closed) return;
    for (const side of ['a', 'b'] as const) {
      if (isComputer(this.players[side])) this.players[side] = side === 'a' ? 'you' : 'friend';
    }
    await this.change(() => this.engine.leaveToTable());
  }

  /** Gives an order, with throws entered before and statements about the real table. */
  async give(order: Order, throws: number[][] = [], says?: Saying): Promise<boolean> {
    if (this.busy || this.#closed || !this.hold.own) return false;
    this.busy = true;
    this.trouble = null;
    const by = this.computerToMove ? null : this.view.toMove;
    let given = false;
    try {
      const played = await this.#play(order, throws, says);
      this.#pending = null;
      if (!played) {
        this.keep();
        return false;
      }
      await this.#accept(played);
      await this.tutor.refresh();
      given = true;
      return true;
    } catch (error) {
      this.trouble = failure(error);
      this.spoken = this.trouble.message;
      await this.#again();
      return false;
    } finally {
      this.busy = false;
      this.wanted = null;
      this.before = [];
      this.#pending = null;
      this.motions.clear();
      this.#ready();
      if (given && this.view.toMove === by && !this.forced.going) this.hand.goOn();
      this.robot.wake();
    }
  }

  /** After a failure, shows what the engine holds, in case it went on without the page. */
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

  /** Whether the people enter the throws of the next order. */
  get #asks(): boolean {
    // A guided battle tells what its own dice did.
    if (this.tutor.on) return false;
    if (this.room) return this.room.asksDice && !this.computerToMove;
    return this.umpire || (settings.handDice && !this.computerToMove);
  }

  async #play(order: Order, given: number[][], says?: Saying): Promise<Played | null> {
    const number = this.view.number;
    if (!this.#asks) return (await this.engine.play(order, number, null, says)) as Played;
    return this.#ask(given, (faces) => this.engine.play(order, number, faces, says), {
      order,
      number,
      ...(says ? { says } : {}),
    });
  }

  /** Asks for throw after throw until the engine has all it wants; null if the player stops. */
  async #ask(
    given: number[][],
    play: (faces: number[]) => Promise<Answer>,
    what: { order: Order | null; number: number; says?: Saying },
  ): Promise<Played | null> {
    const throws: { wanted: Wanted | null; faces: number[] }[] = given.map((faces) => ({
      wanted: null,
      faces,
    }));
    const pend = () => {
      this.#pending = { ...what, throws: throws.map((one) => one.faces) };
      this.keep();
    };
    for (;;) {
      const answer = await play(throws.flatMap((one) => one.faces));
      if (!('wanted' in answer)) return answer;
      this.before = throws.flatMap(({ wanted, faces }) => (wanted ? [{ wanted, faces }] : []));
      // Save before any dice are entered, so that the order is not lost.
      pend();
      const more = await this.#askDice(answer.wanted);
      if (!more) return null;
      if (more === 'back') throws.pop();
      else throws.push({ wanted: answer.wanted, faces: more });
      pend();
    }
  }

  #askDice(wanted: Wanted): Promise<Thrown> {
    this.wanted = wanted;
    this.spoken = [`${this.side(wanted.by).name}: ${wanted.says}`, wanted.needs]
      .filter(Boolean)
      .join(', ');
    return new Promise((resolve) => {
      this.#answer = (faces) => {
        this.#answer = null;
        this.wanted = null;
        resolve(faces);
      };
    });
  }

  /** Answers a wanted throw: `back` returns to the throw before, null takes the order back. */
  throwDice(faces: Thrown): void {
    this.#answer?.(faces);
  }

  async #accept({ view, entry, motions, act }: Played): Promise<void> {
    this.struck = null;
    this.hand.clear();
    // Save first: showing the order may take a while.
    this.#pending = null;
    this.#kept(view);
    this.keep();
    if (!isComputer(this.players[entry.side])) this.around?.ordered();
    const { move, dice } = this.robot.hurry || this.atOnce ? AT_ONCE : pace();
    if (entry.rolls.length > 0) {
      this.thrown = entry;
      // Dice that already lie on the real table are not rolled on the screen.
      if (dice > 0 && entry.rolls.some((roll) => roll.thrown !== 'hand')) {
        this.rolling = true;
        sound('dice');
        await this.#wait(dice);
        this.rolling = false;
      }
    } else if (!this.computerToMove) {
      this.thrown = null;
    }
    const shooter = this.view.units.find((unit) => act?.verb === 'shoot' && unit.id === act.unit);
    if (shooter) this.effects.hang(shooter, this.view);
    await this.#explain(act, view, motions, move);
    await this.motions.run(motions, move);
    const turned = view.toMove !== this.view.toMove;
    const mover = this.view.toMove;
    const computer = this.computerToMove;
    this.view = view;
    this.effects.lift(view);
    this.motions.clear();
    this.log = [...this.log, entry];
    const told = [
      entry.order,
      ...entry.rolls.map((roll) => roll.says),
      ...entry.lines.map((line) => line.text),
    ].join('. ');
    // Say nothing while the computer goes on; announce all its orders together at the end.
    if (computer && this.computerToMove && !view.ended) {
      this.#heard.push(told);
      return;
    }
    const before = this.#heard;
    this.#heard = [];
    this.spoken = [
      before.length > 0 ? t.gave(this.side(mover).name, before.length + 1) : '',
      ...before.slice(-MOST_TOLD),
      told,
      turned && !view.ended ? `${t.yourTurn(this.side(view.toMove).name)}.` : '',
      view.ended?.title ?? '',
    ]
      .filter(Boolean)
      .join('. ');
  }

  /** Shows who shot at whom, and the dust of a charging unit. */
  async #explain(act: Act | null, after: View, motions: Motion[], time: number): Promise<void> {
    const unit = (id: number) =>
      this.view.units.find((one) => one.id === id && one.status === 'table');
    const [from, to] = [act && unit(act.unit), act && unit(act.target)];
    const charged = motions.find((motion) => motion.gait === 'charged');
    if (charged) sound('drum');
    if (time <= 0) return;
    if (charged && from)
      this.effects.show({
        kind: 'dust',
        from: charged.from.centre,
        to: charged.to.centre,
        wide: from.size[0],
        time: time * 2.4,
      });
    if (act?.verb !== 'shoot' || !from || !to) return;
    sound('volley');
    this.effects.show({ kind: 'volley', from, to, hit: suffered(to, after), time: time * 4 });
    await this.#wait(time * 1.3);
  }

  /** Ends the current animation at once; during the computer's turn, the rest of that turn too. */
  skip(): void {
    this.robot.hurry = this.computerToMove;
    this.#skip?.();
    this.motions.skip();
    this.effects.clear();
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

  /** Lets another player take over a side. */
  setPlayer(side: SideKey, player: string): void {
    this.players[side] = player;
    this.robot.interrupt();
    this.hand.clear();
    this.#ready();
    this.keep();
    this.robot.wake();
  }

  async undo(): Promise<void> {
    if (this.room) return this.#askBack(this.room);
    if (this.umpire) return this.strike();
    if (!this.canUndo) return;
    await this.change(async () => {
      let view = await this.engine.undo();
      // Undo back to a person's turn: the computer would only repeat its order.
      while (view.canUndo && isComputer(this.players[view.toMove])) view = await this.engine.undo();
      this.spoken = t.tookBack;
      return view;
    });
  }

  /** In a room, asks the other player to go back to before the last order of this side. */
  #askBack(room: AnyRoom): void {
    const last = this.log.findLast((entry) => entry.number > 0 && entry.side === room.you);
    if (last) room.ask({ back: last.number - 1 });
  }

  /** The last order of the others whose recap the player has closed. */
  recapSeen = $state(0);

  /** What others did since a person here last gave an order; empty until one may again. */
  get recap(): LogEntry[] {
    if (!this.mine || this.umpire) return [];
    const own = this.log.findLastIndex(
      (entry) => entry.number > 0 && !isComputer(this.players[entry.side]),
    );
    return this.log.slice(own + 1).filter((entry) => entry.number > 0);
  }

  /** Whether the last order can be taken back. */
  get canUndo(): boolean {
    if (this.busy || this.replay.on || !this.hold.own) return false;
    if (this.room) {
      const { room } = this;
      const own = this.log.some((entry) => entry.number > 0 && entry.side === room.you);
      return room.open && room.on && own && !room.asking;
    }
    return this.umpire ? this.view.number > 0 : this.view.canUndo && this.#ownLately;
  }

  /**
   * Whether a person gave one of the orders that can be taken back. Undoing only the computer's
   * orders would change nothing: it would give them again.
   */
  get #ownLately(): boolean {
    const lately = this.log.slice(this.log.findLastIndex((entry) => entry.rolls.length > 0) + 1);
    return lately.some((entry) => entry.number > 0 && !isComputer(this.players[entry.side]));
  }

  /** Strikes out an entry made by mistake, dice and all; the log keeps it crossed out. */
  async strike(n = this.view.number - 1): Promise<void> {
    if (this.busy || n < 0 || this.replay.on || !this.hold.own) return;
    const before = await this.engine.journal();
    const entry = this.log.find((one) => one.number === n + 1);
    await this.change(() => this.engine.strike(n));
    if (this.trouble) return;
    this.spoken = t.struckSays;
    this.struck = { says: t.struckOf(entry?.order ?? ''), number: n, before };
  }

  /** The entry just struck out, until the next order: it can be put back. */
  struck: { says: string; number: number; before: string } | null = $state.raw(null);

  /** Restores the entry just struck out, dice and all. */
  async putBack(): Promise<void> {
    const struck = this.struck;
    if (!struck || this.busy || struck.number !== this.view.number) return;
    this.struck = null;
    await this.change(() => this.engine.load(struck.before));
    if (!this.trouble) this.spoken = t.putBackSays;
  }

  /** Goes on from an earlier order and drops what came after. */
  async fork(n: number): Promise<void> {
    await this.change(() => this.engine.fork(n));
  }

  /** Replaces the view, or says why that failed. */
  async change(how: () => Promise<View>): Promise<void> {
    this.robot.interrupt();
    this.busy = true;
    this.trouble = null;
    try {
      this.view = await how();
      this.effects.smoke = [];
      this.log = await this.engine.log();
      await this.tutor.refresh();
      this.thrown = null;
      this.resultSeen = false;
      this.#kept(this.view);
      this.keep();
    } catch (error) {
      this.trouble = failure(error);
    } finally {
      this.busy = false;
      this.hand.clear();
      this.#ready();
      this.robot.wake();
    }
  }

  /** The view to save beside the journal: the battle as the engine holds it. */
  #shown: View | null = null;
  #kept(view: View): void {
    this.#shown = view;
  }

  /** Saves the battle in the browser: one save at a time, and the last one counts. */
  keep(): void {
    // A battle that another tab plays is saved by that tab.
    if (!this.hold.own) return;
    this.#changed = true;
    if (this.#closed) return;
    this.#saving ??= this.#save().finally(() => {
      this.#saving = null;
    });
  }

  /** Whether the battle is saved before anything was done in it. */
  #untouched = false;

  /** Saves the battle as it is, even untouched: the page is about to be loaded again. */
  async keepAsIs(): Promise<void> {
    this.#untouched = true;
    this.keep();
    await this.#saving;
  }

  /** Resolves when everything so far is saved. */
  async keptNow(): Promise<void> {
    await this.#saving;
  }

  async #save(): Promise<void> {
    while (this.#changed && !this.#closed) await this.#write();
  }

  async #write(): Promise<void> {
    this.#changed = false;
    if (!this.hold.own) return;
    const { number, title, turn, ended, rules, sides } = this.#shown ?? this.view;
    const lesson = this.tutor.lesson;
    // A battle in which nothing was done is not worth saving.
    const begun = number > 0 || lesson || this.umpire || this.#untouched || this.#pending;
    const saved = shelf.battles.some(({ id }) => id === this.id);
    if (!begun && !saved) return;
    const head = {
      id: this.id,
      players: { ...this.players },
      title,
      rules,
      sides: [sides[0].name, sides[1].name] as [string, string],
      turn,
      orders: number,
      ended: ended !== null,
      umpire: this.umpire,
      pending: this.#pending && { ...this.#pending },
      lesson: lesson && { rules: lesson.rules, begun: [...lesson.begun] },
    };
    try {
      const journal = await this.engine.journal();
      const fits = await shelf.keep({ ...head, journal, date: Date.now() });
      this.unsaved = !fits && !this.room;
    } catch {
      // The engine has no journal to give; the call that broke it has reported why.
    }
  }
}

/** Returns the same start without a seal on the dice. */
export function unsealed(from: Start): Start {
  const copy = { ...from };
  if ('seal' in copy) delete copy.seal;
  return copy;
}

/** Starts a battle or continues one, with its guide if it is a guided one and that is possible. */
async function begun(engine: Engine, from: Start, seed: number): Promise<View> {
  if ('learn' in from) return engine.learn(from.learn);
  if (!('journal' in from)) {
    const { house = null, armies = null, seal = null, ...battle } = from;
    if (!house && !armies && !seal) return engine.start(battle, seed);
    return engine.start(battle, seed, house, armies, seal);
  }
  const view = await engine.load(from.journal);
  const { lesson } = from;
  if (!lesson) return view;
  // The tutorial may have changed since and no longer fit: continue without it.
  return engine.learn(lesson.rules, lesson.begun).catch(() => view);
}
