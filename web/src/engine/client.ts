// The engine as the page sees it: every call is a message to a worker and back. One worker plays;
// another runs the same engine and thinks, looks back, builds and studies.

import {
  CHANGES,
  METHODS,
  WORDS_OF,
  type DeskCalls,
  type Engine,
  type LabCalls,
  type PaperCalls,
} from '../contract/contract';
import { language } from '../words/language';
import { t } from '../words/page';
import { Held, type Change, type Tail } from './difference';
import { Heard, TABLE } from './heard';
import { catalogue, parts, words, type Words } from './module';
import { Unfetched } from './fetched';
import { EngineFailure, type Answer, type FromPage, type Method } from './protocol';

interface Call {
  /** What the page holds of the battle in question. */
  held: Held;
  /** Whether the answer contains the battle as it stands. */
  viewed: boolean;
  resolve: (value: unknown) => void;
  reject: (error: EngineFailure) => void;
}

/** Something to work with beside the battle in play, until it is closed. */
export interface Closed {
  close(): void;
}

/** The calls of a desk: of the engine's own calls, only the one that loads a battle. */
export type Desk = Pick<Engine, 'load'> & DeskCalls & PaperCalls & Closed;

/** Returns whether a call may change the battle. */
const changes = (method: Method) => (CHANGES as readonly Method[]).includes(method);

/** An engine in a worker. */
export class Instance {
  #worker: Promise<Worker> | null = null;
  #last = 0;
  #tables = 0;
  readonly #waiting = new Map<number, Call>();
  readonly #held = new Map<number, Held>();
  readonly #heirs: (() => void)[] = [];
  /** Names of the words that the worker has, or will have before the next question. */
  #taught = new Set<string>();
  /** The last question about each battle, until it is sent. */
  readonly #sent = new Map<number, Promise<unknown>>();

  constructor(private readonly begin: () => Promise<Worker> = begun) {}

  /** Opens a battle of its own in the engine: one to play, or one for other work beside it. */
  open(beside = false): Open {
    this.#tables += 1;
    return new Open(this, this.#tables, beside);
  }

  /** Registers a callback for the death of the engine. */
  whenDead(heir: () => void): void {
    this.#heirs.push(heir);
  }

  /** Asks a question, in order, once the engine has the words that the answer needs. */
  ask(table: number, method: Method, args: string, heard: readonly string[]): Promise<unknown> {
    const ready = this.#ready(heard, this.#sent.get(table));
    this.#sent.set(
      table,
      ready.catch(() => undefined),
    );
    return ready.then((worker) => this.#post(worker, table, method, args));
  }

  async #ready(heard: readonly string[], before: Promise<unknown> | undefined): Promise<Worker> {
    // Load the words and the engine in parallel.
    const [said] = await Promise.all([words(heard).catch(explained), this.#started()]);
    await before;
    // The engine may have died meanwhile: take its successor.
    const worker = await this.#started();
    this.#teach(worker, said);
    return worker;
  }

  #teach(worker: Worker, said: Words): void {
    const news = Object.entries(said).filter(([name]) => !this.#taught.has(name));
    if (news.length === 0) return;
    worker.postMessage({ language, words: Object.fromEntries(news) } satisfies FromPage);
    for (const [name] of news) this.#taught.add(name);
  }

  #post(worker: Worker, table: number, method: Method, args: string): Promise<unknown> {
    this.#last += 1;
    const id = this.#last;
    const held = this.#held.get(table) ?? new Held();
    this.#held.set(table, held);
    const viewed = method === 'view' || changes(method);
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, held, viewed });
      worker.postMessage({ id, table, language, method, args } satisfies FromPage);
    });
  }

  /** Loads the engine and its words ahead of the first question. */
  warm(): void {
    this.#started().catch(() => undefined);
    words(TABLE).catch(() => undefined);
  }

  close(table: number): void {
    this.#held.delete(table);
    this.#sent.delete(table);
    const close = (worker: Worker) => worker.postMessage({ close: table } satisfies FromPage);
    // An engine that failed to start holds nothing.
    this.#worker?.then(close, () => undefined);
  }

  #started(): Promise<Worker> {
    this.#worker ??= this.begin().then(
      (worker) => {
        worker.addEventListener('message', (event: MessageEvent<Answer>) => this.#hear(event.data));
        worker.addEventListener('error', (event) => this.#died(event.message));
        return worker;
      },
      (error: unknown) => {
        this.#worker = null;
        return explained(error);
      },
    );
    return this.#worker;
  }

  #hear(answer: Answer): void {
    if ('died' in answer) return this.#died(answer.died);
    const call = this.#waiting.get(answer.id);
    if (!call) return;
    this.#waiting.delete(answer.id);
    try {
      call.resolve(understood(call, answer));
    } catch (error) {
      call.reject(error as EngineFailure);
    }
  }

  /** Fails all open questions; the next question starts another engine. */
  #died(message: string): void {
    const worker = this.#worker;
    this.#worker = null;
    this.#taught = new Set();
    void worker?.then((dead) => dead.terminate());
    console.error(message);
    const broken = new EngineFailure({
      message: t.engineStopped,
      hint: t.engineStoppedHint,
      stopped: true,
    });
    for (const call of this.#waiting.values()) call.reject(broken);
    this.#waiting.clear();
    for (const heir of this.#heirs) heir();
  }
}

/** A battle that is open in an engine. */
class Open {
  readonly #heard: Heard;

  constructor(
    private readonly engine: Instance,
    private readonly table: number,
    beside: boolean,
  ) {
    this.#heard = new Heard(beside);
  }

  ask(method: Method, args: string): Promise<unknown> {
    return this.engine.ask(this.table, method, args, this.#heard.needs(method, args));
  }

  close(): void {
    this.engine.close(this.table);
  }
}

/** The second engine, which thinks, looks back, builds and studies; started on first use. */
const beside = new Instance();

/** Starts the engine that plays; `again` runs after it died and a new one has taken over. */
export function start(again = () => {}, plays = new Instance(), thinks = beside): Engine {
  const table = new Playing(plays.open(), thinks.open(), again);
  plays.whenDead(() => table.revive());
  thinks.whenDead(() => table.repeat());
  const engine = calls((method, args) => table.ask(method, args));
  return { ...engine, catalogue: () => told(plays) };
}

/** Opens a desk, which builds, prints and looks back. */
export function startDesk(engine = beside): Desk {
  const table = engine.open(true);
  return { ...calls((method, args) => table.ask(method, args)), close: () => table.close() };
}

/** Opens a lab. */
export function startLab(engine = beside): LabCalls {
  const table = engine.open(true);
  return calls((method, args) => table.ask(method, args));
}

/** Fetches the words of a rule set that is about to be played. */
export function soon(rules: string): void {
  words(WORDS_OF[rules] ?? []).catch(() => undefined);
}

/** Returns the catalogue, and loads the engine in the background. */
async function told(plays: Instance): ReturnType<Engine['catalogue']> {
  try {
    return (await catalogue()) as Awaited<ReturnType<Engine['catalogue']>>;
  } catch (error) {
    return explained(error);
  } finally {
    plays.warm();
  }
}

type Asked = [method: Method, args: string];

/**
 * The battle in play. Before a question, the engine that thinks repeats what was done to the
 * battle: the same calls lead the same engine to the same battle, dice and all. After an engine
 * died, its successor repeats everything.
 */
class Playing {
  /** Calls that led to the current battle, from its last journal on. */
  #done: Asked[] = [];
  /** Calls that the engine that thinks has not repeated yet. */
  #untold: Asked[] = [];
  /** Set while another engine takes over from one that died. */
  #reviving: Promise<unknown> | null = null;

  constructor(
    private readonly here: Open,
    private readonly there: Open,
    private readonly again: () => void,
  ) {}

  async ask(method: Method, args: string): Promise<unknown> {
    if (method === 'think' || method === 'why') return this.#think(method, args);
    if (this.#reviving) await this.#reviving;
    const answer = await this.here.ask(method, args);
    const asked: Asked = [method, args];
    if (begins(asked)) {
      this.#done = [asked];
      this.#untold = [asked];
    } else if (changes(method)) {
      this.#done.push(asked);
      this.#untold.push(asked);
    } else if (method === 'journal' && !this.#done.some(([method]) => method === 'learn')) {
      // The journal contains all that was done, but not the state of a lesson.
      this.#done = [['load', encode([answer])]];
    }
    return answer;
  }

  /** Lets another engine take over at once after the engine died. */
  revive(): void {
    // Its last calls kill it: leave it alone until another battle begins.
    if (this.#reviving) return;
    const told = Promise.all(this.#done.map(([method, args]) => this.here.ask(method, args)));
    this.#reviving = told.then(
      () => this.again(),
      () => undefined,
    );
    void this.#reviving.then(() => (this.#reviving = null));
  }

  /** Lets the next engine that thinks repeat everything, after the last one died. */
  repeat(): void {
    this.#untold = [...this.#done];
  }

  async #think(method: Method, args: string): Promise<unknown> {
    const ask = () => {
      for (const [told, given] of this.#untold.splice(0)) {
        this.there.ask(told, given).catch(() => undefined);
      }
      return this.there.ask(method, args);
    };
    // Some other question to that engine may have killed it: ask once more.
    return ask().catch((error: unknown) => {
      if (error instanceof EngineFailure && error.stopped) return ask();
      throw error;
    });
  }
}

/** Returns whether a call begins another battle. Continuing a guided one does not. */
const begins = ([method, args]: Asked) =>
  method === 'start' ||
  method === 'load' ||
  (method === 'learn' && (JSON.parse(args) as unknown[]).length === 1);

type Calls = Engine & Omit<Desk, 'close'> & LabCalls;

/** Returns every call as a function; the engine refuses those it does not know. */
function calls(ask: (method: Method, args: string) => Promise<unknown>): Calls {
  return Object.fromEntries(
    METHODS.map((method) => [method, (...args: unknown[]) => ask(method, encode(args))]),
  ) as unknown as Calls;
}

/** Encodes the arguments as a JSON array, without missing ones at the end. */
export function encode(args: unknown[]): string {
  let end = args.length;
  while (end > 0 && args[end - 1] === undefined) end -= 1;
  return JSON.stringify(args.slice(0, end));
}

/** Returns the value of the engine's answer, or throws its error. */
export function unwrap(json: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    throw new EngineFailure({ message: t.engineOdd(json.slice(0, 80)) });
  }
  if (answer && typeof answer === 'object') {
    if ('ok' in answer) return answer.ok;
    if ('err' in answer) throw new EngineFailure(answer.err as EngineFailure);
  }
  throw new EngineFailure({ message: t.engineOdd(json.slice(0, 80)) });
}

/** Completes an answer with the parts left out because the page holds them. */
function understood({ held, viewed }: Call, answer: Extract<Answer, { json: string }>): unknown {
  if (answer.new === 'journal') return held.journal(JSON.parse(answer.json) as Tail);
  if (answer.new === 'view')
    return held.changed(JSON.parse(answer.json) as { change: Change; around: null });
  const whole = unwrap(answer.json);
  return viewed ? held.whole(whole) : whole;
}

/** Throws the error; says in words that a file could not be fetched. */
function explained(error: unknown): never {
  if (!(error instanceof Unfetched)) throw error;
  throw new EngineFailure({ message: t.unfetched(error.file), hint: t.unfetchedHint });
}

async function begun(): Promise<Worker> {
  const all = await parts();
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  worker.postMessage(all satisfies FromPage);
  return worker;
}
