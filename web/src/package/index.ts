// The engine for whoever builds on it: the package `sandtable` (`npm/`). Every call goes over the
// wire that the page uses; no rule is known here.
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
/** The name of a call. */
export type Method = keyof Wire;
/** What a call is given. */
export type Given<M extends Method> = Parameters<Wire[M]>;
/** What a call answers. */
export type Got<M extends Method> = Awaited<ReturnType<Wire[M]>>;

/** Where the engine is: an address, a file (not in a browser), its bytes, or compiled already. */
export type Source = string | URL | ArrayBuffer | Uint8Array | WebAssembly.Module;

/** What a battle is started with beside its scenario. */
export interface Start {
  /** The seed of its dice: the same seed and orders come to the same battle. 1 if left out. */
  seed?: number;
  /** House rules, the text of a `*.rules.toml`. */
  house?: string;
  /** Armies for the two sides, by their ids. */
  armies?: [string | null, string | null];
}

let begun: Promise<unknown> | null = null;

/**
 * Opens the engine. Without a source it is the file that lies in this package. It is fetched and
 * compiled once: the first source counts, until it could not be had.
 */
export async function open(source?: Source): Promise<Sandtable> {
  begun ??= compiled(source).then((module) => init({ module_or_path: module }));
  try {
    await begun;
  } catch (error) {
    begun = null;
    throw error;
  }
  return new Sandtable();
}

async function compiled(source?: Source): Promise<WebAssembly.Module> {
  if (source instanceof WebAssembly.Module) return source;
  if (source instanceof ArrayBuffer || source instanceof Uint8Array)
    return WebAssembly.compile(source as BufferSource);
  const place = source ?? new URL('../engine/pkg/engine_bg.wasm', import.meta.url);
  const file = local(place);
  if (file !== null) return WebAssembly.compile(await read(file));
  const response = await fetch(place);
  if (!response.ok)
    throw new Error(`the engine could not be fetched: ${response.status}, ${String(place)}`);
  // A host that does not know what it serves: it is compiled once it is all there.
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

/** The file that is meant, where there are files. */
function local(place: string | URL): string | URL | null {
  if (place instanceof URL) return place.protocol === 'file:' ? place : null;
  if ('document' in globalThis || /^(https?|data|blob):/.test(place)) return null;
  return place.startsWith('file:') ? new URL(place) : place;
}

async function read(file: string | URL): Promise<BufferSource> {
  // Bundlers for browsers must not look for it.
  const files = 'node:fs/promises';
  const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ files)) as {
    readFile(file: string | URL): Promise<Uint8Array<ArrayBuffer>>;
  };
  return readFile(file);
}

/** The engine: begins battles, and answers what needs none. */
export class Sandtable {
  #language: Language = 'en';

  /** The version of the engine. */
  get version(): string {
    return version();
  }

  /**
   * Speaks another language from now on, in calls and in the battles that it begins: `de` is
   * German. Fetches the words of all rule sets once, some 200 kB over the wire.
   */
  async speak(language: Language): Promise<this> {
    await fetchWords(language);
    this.#language = language;
    return this;
  }

  /** The rule sets, scenarios and computer players that ship with it. */
  catalogue(): Catalogue {
    return this.call('catalogue');
  }

  /** Starts a scenario that ships, by its id. */
  scenario(id: string, start: Start = {}): Battle {
    return this.#begin({ scenario: id }, start);
  }

  /** Starts from the text of a battle file. */
  battle(text: string, start: Start = {}): Battle {
    return this.#begin({ text }, start);
  }

  /**
   * Goes on with a journal (or from a battle file). Every order of a journal is played again over
   * its dice: one that was edited is refused. Only a journal of other rules than this engine has,
   * an older edition, is taken as it was written.
   */
  load(text: string): Battle {
    const battle = new Battle(this.#language);
    battle.load(text);
    return battle;
  }

  /** A computer player plays both sides; the hash of the journal is the same everywhere. */
  selfplay(game: SelfplayOf): Selfplay {
    return this.call('selfplay', game);
  }

  /** Any call that needs no battle: `rulebook`, `rulings`, `fight`, `kit`, `draft`, … */
  call<M extends Method>(method: M, ...given: Given<M>): Got<M> {
    const battle = new Battle(this.#language);
    try {
      return battle.call(method, ...given);
    } finally {
      battle.close();
    }
  }

  #begin(from: From, { seed = 1, house, armies }: Start): Battle {
    const battle = new Battle(this.#language);
    battle.call('start', from, seed, house ?? null, armies ?? null);
    return battle;
  }
}

/** A battle. */
export class Battle {
  readonly #module = new Module();
  #language: Language;

  constructor(language: Language = 'en') {
    this.#language = language;
  }

  /** Tells of itself in another language from now on; fetches the words of its rule set once. */
  async speak(language: Language): Promise<this> {
    await fetchWords(language, this.view().rules);
    this.#language = language;
    return this;
  }

  /** The battle as it stands. */
  view(): View {
    return this.call('view');
  }

  /** How it ended; null while it goes on. */
  ended(): EndView | null {
    return this.view().ended;
  }

  /** What a unit may be ordered now. */
  offers(unit: number): OfferView[] {
    return this.call('offers', unit);
  }

  /** Whether an order may be given, with every reason against it; nothing happens. */
  judge(order: Order): Preview {
    return this.call('preview', order);
  }

  /** The same of an order as people write it: `move "Blue Hussars" advance 6`. */
  typed(line: string): Preview {
    return this.call('typed', line);
  }

  /** What an order may come to, as exact fractions where they can be had. */
  odds(order: Order, others: Policy | null = null, tree = false): OddsView {
    return this.call('odds', order, others, tree);
  }

  /** Gives an order; the engine throws the dice. One that the rules forbid is thrown back. */
  play(order: Order): Played {
    return this.call('play', order, this.view().number) as Played;
  }

  /**
   * Gives an order with dice thrown by hand, in the order asked. When they run short, nothing has
   * happened and the answer says what is `wanted`: call again with all faces so far and more.
   */
  thrown(order: Order, faces: number[]): Played | { wanted: Wanted } {
    return this.call('play', order, this.view().number, faces);
  }

  /** What a computer player would order next; not yet given. */
  think(level: string): Order {
    return this.call('think', level);
  }

  /** Takes back the last order, at most to the last roll of dice. */
  undo(): View {
    return this.call('undo');
  }

  /** The battle after line n of the journal; the battle itself does not change. */
  at(n: number): View {
    return this.call('at', n);
  }

  /** What happened so far, an entry an order. */
  log(): LogEntry[] {
    return this.call('log');
  }

  /** The battle as it was played, as the text of a journal. */
  journal(): string {
    return this.call('journal');
  }

  /** The battle as it stands, as the text of a battle file. */
  position(): string {
    return this.call('position');
  }

  /** Goes on with another battle: a journal or a battle file. */
  load(text: string): View {
    return this.call('load', text);
  }

  /** The battle on paper, as a PDF file. */
  pdf(...given: Given<'print'>): Uint8Array<ArrayBuffer> {
    return Uint8Array.from(this.call('print', ...given), (letter) => letter.charCodeAt(0));
  }

  /** Any call of the contract; those above are the usual ones. */
  call<M extends Method>(method: M, ...given: Given<M>): Got<M> {
    const answer = JSON.parse(this.#module.call(this.#language, method, JSON.stringify(given))) as
      { ok: Got<M> } | { err: EngineError };
    if ('err' in answer) throw new EngineFailure(answer.err);
    return answer.ok;
  }

  /** Gives its memory back; the battle is not asked any more. */
  close(): void {
    this.#module.free();
  }
}
