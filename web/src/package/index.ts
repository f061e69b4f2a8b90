// The engine for developers who build on it: the package `sandtable` (`npm/`). Every call uses the
// page's own protocol; no rules are known here.
import type { DeskCalls, Engine, LabCalls, PaperCalls } from '../contract/contract';
import type {
  EndView,
  EngineError,
  LogEntry,
  OddsView,
  OfferView,
  Order,
  Played,
  Policy,
  Preview,
  Wanted,
} from '../contract/contract';
import type { Catalogue, From, Selfplay, SelfplayOf, View } from '../contract/contract';
import { EngineFailure } from '../engine/protocol';
import init, { Engine as Module, version } from '../engine/pkg/engine';
import { fetchWords, languages, type Language } from './spoken';

export type * from '../contract/contract';
export { EngineFailure, languages, type Language };

type Wire = Engine & DeskCalls & LabCalls & PaperCalls;
/** Name of a call. */
export type Method = keyof Wire;
/** Arguments of a call. */
export type Given<M extends Method> = Parameters<Wire[M]>;
/** Answer of a call. */
export type Got<M extends Method> = Awaited<ReturnType<Wire[M]>>;

/** Where the engine is: an address, a file (not in a browser), its bytes, or a compiled module. */
export type Source = string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module;

/** Options for starting a battle. */
export interface Start {
  /** Seed of the dice: the same seed and orders lead to the same battle. Default: 1. */
  seed?: number;
  /** House rules: the text of a `*.rules.toml`. */
  house?: string;
  /** Ids of the armies of the two sides. */
  armies?: [string | null, string | null];
}

let begun: Promise<unknown> | null = null;
let ready = false;

/** Begins a battle in the engine. */
function module(): Module {
  if (!ready) throw new Error('the engine is not open yet: `await open()` first');
  return new Module();
}

/**
 * Opens the engine; by default the file in this package. The engine is fetched and compiled once:
 * only the first source counts, unless it fails.
 */
export async function open(source?: Source): Promise<Sandtable> {
  begun ??= compiled(source).then((module) => init({ module_or_path: checked(module) }));
  try {
    await begun;
    ready = true;
  } catch (error) {
    begun = null;
    throw error;
  }
  return new Sandtable();
}

/** Rejects a module that is not the engine before it replaces anything. */
function checked(module: WebAssembly.Module): WebAssembly.Module {
  const exported = WebAssembly.Module.exports(module).map((one) => one.name);
  if (exported.includes('engine_new')) return module;
  throw new Error('this is WebAssembly, but not the engine of Sandtable');
}

async function compiled(source?: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  const known = source === undefined || typeof source === 'string' || source instanceof URL;
  if (!known && !(source instanceof ArrayBuffer || source instanceof Uint8Array))
    throw new TypeError('`open` takes an address, a file, or the bytes of the engine');
  if (source instanceof ArrayBuffer || source instanceof Uint8Array)
    return WebAssembly.compile(source as BufferSource);
  const place = source ?? new URL('../engine/pkg/engine_bg.wasm', import.meta.url);
  const file = local(place);
  if (file !== null) return WebAssembly.compile(await read(file));
  const response = await fetch(place).catch((cause: unknown) => {
    throw new Error(`the engine could not be fetched from ${String(place)}`, { cause });
  });
  if (!response.ok)
    throw new Error(`the engine could not be fetched: ${response.status}, ${String(place)}`);
  // If the host does not send the right type, compile after the whole download.
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

/** Returns the file that a place names, or null if it is an address to fetch. */
function local(place: string | URL): string | URL | null {
  if (place instanceof URL) return place.protocol === 'file:' ? place : null;
  if ('document' in globalThis || /^(https?|data|blob):/.test(place)) return null;
  return place.startsWith('file:') ? new URL(place) : place;
}

async function read(file: string | URL): Promise<BufferSource> {
  // Keep bundlers for browsers from looking for this module.
  const files = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as {
    readFile(file: string | URL): Promise<Uint8Array<ArrayBuffer>>;
  };
  return readFile(file);
}

/** The engine: begins battles, and answers calls that need no battle. */
export class Sandtable {
  #language: Language = 'en';

  /** The version of the engine. */
  get version(): string {
    return version();
  }

  /**
   * Switches to another language, for later calls and for the battles it begins: `de` is German.
   * Fetches the words of all rule sets once, about 200 kB compressed.
   */
  async speak(language: Language): Promise<this> {
    await fetchWords(language);
    this.#language = language;
    return this;
  }

  /** Returns the built-in rule sets, scenarios and computer players. */
  catalogue(): Catalogue {
    return this.call('catalogue');
  }

  /** Starts a built-in scenario, by its id. */
  scenario(id: string, start: Start = {}): Battle {
    needs(typeof id === 'string', '`scenario` takes the id of a scenario as text');
    return this.#begin({ scenario: id }, start);
  }

  /** Starts a battle from the text of a battle file. */
  battle(text: string, start: Start = {}): Battle {
    needs(typeof text === 'string', '`battle` takes the text of a battle file');
    return this.#begin({ text }, start);
  }

  /**
   * Continues a journal (or starts from a battle file). The engine replays every order of a journal
   * over its dice and refuses an edited one. Only a journal of other rules than this engine's, such
   * as an older edition, is accepted as written.
   */
  load(text: string): Battle {
    return this.#opened((battle) => battle.load(text));
  }

  /** Lets a computer player play both sides; the hash of the journal is the same everywhere. */
  selfplay(game: SelfplayOf): Selfplay {
    needs(isObject(game), '`selfplay` takes an object: `{ scenario, level, seed }`');
    return this.call('selfplay', game);
  }

  /** Makes any call that needs no battle: `rulebook`, `rulings`, `fight`, `kit`, `draft`, … */
  call<M extends Method>(method: M, ...given: Given<M>): Got<M> {
    const battle = new Battle(this.#language);
    try {
      return battle.call(method, ...given);
    } finally {
      battle.close();
    }
  }

  #begin(from: From, start: Start | null): Battle {
    // JavaScript has no types: `null` means the same as nothing.
    needs(
      start === null || isObject(start),
      'how a battle starts is an object: `{ seed, house, armies }`',
    );
    const { seed = 1, house, armies } = start ?? {};
    return this.#opened((battle) =>
      battle.call('start', from, checkedSeed(seed), house ?? null, armies ?? null),
    );
  }

  /**
   * Opens a battle by its first call. If that fails, nobody gets the battle, so it is closed here:
   * a loop leaves the garbage collector no time, and the engine would run out of memory.
   */
  #opened(first: (battle: Battle) => unknown): Battle {
    const battle = new Battle(this.#language);
    try {
      first(battle);
    } catch (error) {
      battle.close();
      throw error;
    }
    return battle;
  }
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Throws an error about an argument of the wrong type, since JavaScript has no types. */
function needs(holds: boolean, message: string): void {
  if (!holds) throw new EngineFailure({ message });
}

/** Returns a seed that can be written as JSON, where the numbers that are none become `null`. */
function checkedSeed(seed: number): number {
  const whole = Number.isSafeInteger(seed) && seed >= 0;
  if (typeof seed !== 'number' || whole) return seed;
  throw new EngineFailure({
    message: `\`seed\` must be a whole number from 0 to ${String(Number.MAX_SAFE_INTEGER)}, not ${String(seed)}`,
  });
}

/** Writes the arguments of a call as a JSON array. */
function written(method: string, given: readonly unknown[]): string {
  return `[${given.map((one, at) => argument(method, one, at + 1)).join(',')}]`;
}

function argument(method: string, given: unknown, number: number): string {
  try {
    // In a list, since `undefined` alone has no JSON.
    return JSON.stringify([given]).slice(1, -1);
  } catch (cause) {
    throw new TypeError(
      `argument ${String(number)} of the call \`${method}\` cannot be written as JSON: it must be plain ` +
        'data, without BigInt, with no object inside itself, and not thousands of levels deep',
      { cause },
    );
  }
}

/** A battle. */
export class Battle {
  #module: Module | null = module();
  #language: Language;

  constructor(language: Language = 'en') {
    this.#language = language;
  }

  /** Switches the battle to another language; fetches the words of its rule set once. */
  async speak(language: Language): Promise<this> {
    await fetchWords(language, this.view().rules);
    this.#language = language;
    return this;
  }

  /** Returns the battle as it stands. */
  view(): View {
    return this.call('view');
  }

  /** Returns how the battle ended; null while it goes on. */
  ended(): EndView | null {
    return this.view().ended;
  }

  /** Returns the orders that a unit may be given now. */
  offers(unit: number): OfferView[] {
    return this.call('offers', unit);
  }

  /** Judges an order without giving it; lists every reason against it. */
  judge(order: Order): Preview {
    needs(Boolean(order), '`judge` takes an order, as an offer has it');
    return this.call('preview', order);
  }

  /** Judges an order in written form: `move "Blue Hussars" advance 6`. */
  typed(line: string): Preview {
    return this.call('typed', line);
  }

  /** Returns the possible outcomes of an order, as exact fractions if possible. */
  odds(order: Order, others: Policy | null = null, tree = false): OddsView {
    return this.call('odds', order, others, tree);
  }

  /** Gives an order; the engine throws the dice. Throws if the rules forbid the order. */
  play(order: Order): Played {
    return this.call('play', order, this.view().number) as Played;
  }

  /**
   * Gives an order with dice thrown by hand, in the order asked. If there are too few, nothing
   * happens and the answer says what is `wanted`: call again with all faces so far and more.
   */
  thrown(order: Order, faces: number[]): Played | { wanted: Wanted } {
    needs(
      Array.isArray(faces),
      '`thrown` takes the faces that were thrown as a list; an empty one asks what is wanted',
    );
    return this.call('play', order, this.view().number, faces);
  }

  /** Returns the order that a computer player would give next, without giving it. */
  think(level: string): Order {
    return this.call('think', level);
  }

  /** Undoes the last order, but never beyond the last roll of dice. */
  undo(): View {
    return this.call('undo');
  }

  /** Returns the battle after line n of the journal; the battle itself does not change. */
  at(n: number): View {
    return this.call('at', n);
  }

  /** Returns what happened so far, one entry per order. */
  log(): LogEntry[] {
    return this.call('log');
  }

  /** Returns the battle as it was played, as the text of a journal. */
  journal(): string {
    return this.call('journal');
  }

  /** Returns the battle as it stands, as the text of a battle file. */
  position(): string {
    return this.call('position');
  }

  /** Switches to another battle: a journal or a battle file. */
  load(text: string): View {
    return this.call('load', text);
  }

  /** Returns the battle on paper, as a PDF file. */
  pdf(...given: Given<'print'>): Uint8Array<ArrayBuffer> {
    needs(isObject(given[0]), '`pdf` takes what to print: an object, `{ parts, … }`');
    return Uint8Array.from(this.call('print', ...given).file, (letter) => letter.charCodeAt(0));
  }

  /** Makes any call of the contract; the methods above cover the usual ones. */
  call<M extends Method>(method: M, ...given: Given<M>): Got<M> {
    for (const name of [method, this.#language] as unknown[])
      if (typeof name !== 'string')
        throw new EngineFailure({
          message: `the names of a call and of a language are text, not ${typeof name}`,
        });
    // First of all, since an argument's own `toJSON` may close the battle.
    const args = written(method, given);
    if (this.#module === null) throw new EngineFailure({ message: 'this battle is closed' });
    const answer = JSON.parse(this.#module.call(this.#language, method, args)) as
      { ok: Got<M> } | { err: EngineError };
    if ('err' in answer) throw new EngineFailure(answer.err);
    return answer.ok;
  }

  /** Frees the memory of the battle. Calls after that throw; closing twice does no harm. */
  close(): void {
    this.#module?.free();
    this.#module = null;
  }
}
