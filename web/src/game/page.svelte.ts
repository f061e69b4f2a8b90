// The page itself: the engine, what it offers, and the current screen.
import { createContext } from 'svelte';
import type { Catalogue, ClauseView, Engine, HouseView, RulesetInfo } from '../contract/contract';
import { readBook, type Book } from './book';
import { EngineFailure, failure } from '../engine/protocol';
import { GUIDE } from './tutor.svelte';
import { Game, type Manner, type Start, type Surround } from './game.svelte';
import { pack, readHash, unpack, type Hash, type Lab } from './link';
import { sortOf, textOf } from './opened';
import { isComputer, type Players, type SavedHead } from './save';
import type { Enter, Entering } from './room';
import type { Language } from '../settings/languages';
import { set, settings } from '../settings/settings.svelte';
import { newSeed } from './seed';
import { shelf } from './shelf.svelte';
import { t } from '../words/page';
import { w as r } from '../words/room';

/** Prefix of the names under which battles of rooms are saved. */
const ROOM = 'room-';
/** Where the battle is noted that goes on after the page is loaded again. */
const CONTINUE = 'sandtable.continue';

export type Tab = 'orders' | 'log' | 'rules';

/** What comes before the damage of a journal, ready to play on. */
interface Rescue {
  about: EngineFailure;
  orders: number;
  take(): Promise<boolean>;
}

/** Returns the file that the program was started with. */
async function opened(): Promise<string> {
  try {
    const answer = await fetch('./opened.battle.toml', { cache: 'no-store' });
    if (answer.ok) return await answer.text();
  } catch {
    throw new EngineFailure({ message: r.silent, hint: r.silentSays });
  }
  throw new EngineFailure({ message: t.notFound });
}

/** A question before a battle is left that could not be saved: what happens then. */
export interface Leaving {
  go: () => void;
  stay: () => void;
}

export class Page implements Surround {
  engine: Engine = $state.raw() as Engine;
  catalogue: Catalogue | null = $state.raw(null);
  game: Game | null = $state.raw(null);
  /** A message that stays until it is closed. */
  trouble: EngineFailure | null = $state.raw(null);
  /** What can be saved of the damaged journal that this trouble is about. */
  rescue: Rescue | null = $state.raw(null);
  /** Where the player wants to go from a battle that is not saved, until it is clear what to do. */
  leaving: Leaving | null = $state.raw(null);
  /** A message that disappears by itself. */
  note = $state('');
  /** The rules lab, if it is open. */
  lab: Lab | null = $state.raw(null);
  /** Whether the table builder is open. */
  building = $state(false);
  /** The open tournament, or the list of all. */
  tournament: { id: string | null } | null = $state.raw(null);
  /** Progress of a running study, which goes on while a battle is on the table. */
  study: { done: number; all: number } | null = $state.raw(null);
  busy = $state(false);
  tab: Tab = $state('orders');
  help = $state(false);
  /** Whether a battle on a real table shows the board, not the map. */
  board = $state(true);
  /** Whether words describe the table in place of the drawing. */
  words = $state(false);
  /** The glossary word whose meaning is shown. */
  term: string | null = $state(null);
  /** Number of times the search of the rulebook was opened. */
  finding = $state(0);
  /** Text to look for in the rulebook. */
  sought = $state('');
  /** Whether the battle report replaces the table. */
  report = $state(false);
  /** Whether the next replay begins with a review of the orders. */
  reviewing = $state(false);
  /** Whether a still of the moment is being taken. */
  picture = $state(false);
  /** Whether the player is choosing what to print. */
  paper = $state(false);
  clause: { id: string; asked: number } | null = $state.raw(null);
  book: Book | null = $state.raw(null);
  /** Opened house rules: the next battle of their rule set uses them. */
  house: { text: string; view: HouseView } | null = $state.raw(null);
  #noted: ReturnType<typeof setTimeout> | undefined;

  async open(engine: Engine): Promise<void> {
    this.engine = engine;
    void shelf.refresh();
    try {
      this.catalogue = await engine.catalogue();
    } catch (error) {
      this.trouble = failure(error);
      return;
    }
    const battle = this.#interrupted();
    if (battle) await this.resume(battle);
    else await this.follow(location.hash);
  }

  /**
   * Speaks another language: loads the page again and continues the battle. If the battle could not
   * be saved, the player decides first.
   */
  async speak(wanted: Language | 'system'): Promise<void> {
    await this.game?.keepAsIs();
    if (this.game?.unsaved) this.#question(() => this.#reload(wanted, null));
    else this.#reload(wanted, this.game?.id ?? null);
  }

  #reload(language: Language | 'system', id: string | null): void {
    const before = settings.language;
    if (!set('language', language)) {
      set('language', before);
      this.trouble = new EngineFailure({ message: t.noLanguage });
      return;
    }
    // The player has given the battle up: the browser need not ask as well.
    if (id === null) {
      this.game?.close();
      this.game = null;
    }
    try {
      // A room is in the address, with its key.
      if (id && !id.startsWith(ROOM)) sessionStorage.setItem(CONTINUE, id);
    } catch {
      // Without storage, the battle is lost with the page anyway.
    }
    location.reload();
  }

  /** Returns the battle that loading the page again interrupted. */
  #interrupted(): string | null {
    try {
      const battle = sessionStorage.getItem(CONTINUE);
      sessionStorage.removeItem(CONTINUE);
      return battle;
    } catch {
      return null;
    }
  }

  /** A person's first order makes it their own battle: a reload must not begin it again. */
  ordered(): void {
    const kind = readHash(location.hash)?.kind;
    // A link to an earlier moment of it may have been copied from there.
    const begins = ['scenario', 'open', 'build', 'battle', 'lab'];
    if (kind && begins.includes(kind)) this.#leaveLink();
  }

  /** Does what a link asks for. */
  async follow(hash: string): Promise<void> {
    const wish = readHash(hash);
    if (!wish) {
      if (this.lab || this.building || this.tournament) this.home();
    } else if (this.game?.unsaved) this.#question(() => void this.#go(wish));
    else await this.#go(wish);
  }

  /** Number of times that the page was asked to go somewhere: the last time counts. */
  #asked = 0;
  /** Settles when no battle is being set up. */
  #settingUp: Promise<unknown> = Promise.resolve();

  /** The battle that the player has given up, though it is not saved; none if nothing took its place. */
  #givenUp: Game | null = null;

  /** Asks before a battle is left that could not be saved. */
  #question(go: () => void, stay = () => {}): void {
    const { game } = this;
    this.leaving?.stay();
    const goes = () => {
      this.#givenUp = game;
      go();
    };
    this.leaving = { go: goes, stay };
  }

  /** Returns whether the page may begin a battle; if the one on the table is not saved, the player
   * decides. A battle that goes on under its own id loses nothing. */
  #mayBegin(id?: string): true | Promise<boolean> {
    const { game } = this;
    if (!game?.unsaved || game === this.#givenUp || game.id === id) return true;
    return new Promise((decide) => {
      this.#question(
        () => decide(true),
        () => decide(false),
      );
    });
  }

  /** Counts that the page is asked to go somewhere; returns the number of this time. */
  #ask(): number {
    this.#asked += 1;
    return this.#asked;
  }

  async #go(wish: NonNullable<Hash>): Promise<void> {
    const asked = this.#ask();
    // An earlier message is about something else.
    this.trouble = null;
    try {
      const table = !['lab', 'build', 'tournament'].includes(wish.kind);
      if (table) await this.#settingUp;
      if (asked !== this.#asked) return;
      if (wish.kind !== 'room') this.#stay();
      if (wish.kind === 'broken') throw new EngineFailure({ message: t.linkBroken });
      if (wish.kind === 'lab') {
        this.game?.close();
        this.game = null;
        this.lab = wish;
        this.building = false;
        this.tournament = null;
      } else if (wish.kind === 'build') {
        this.game?.close();
        this.game = null;
        this.lab = null;
        this.building = true;
        this.tournament = null;
      } else if (wish.kind === 'tournament') {
        this.game?.close();
        this.game = null;
        this.lab = null;
        this.building = false;
        this.tournament = { id: wish.id };
      } else if (wish.kind === 'room') {
        await this.enter(wish.id, wish.link);
      } else if (wish.kind === 'scenario') {
        await this.start({ scenario: wish.id }, this.players());
      } else if (wish.kind === 'open') {
        const text = await opened();
        if (asked !== this.#asked) return;
        if (sortOf('', text) === 'house') await this.layHouse(text);
        else await this.start({ text }, this.players());
      } else {
        const journal = await unpack(wish.data).catch(() => {
          throw new EngineFailure({ message: t.linkBroken });
        });
        if (asked !== this.#asked) return;
        await this.start({ journal }, this.players());
        // From here on it is the player's own battle: a reload must not begin it again.
        this.#leaveLink();
      }
    } catch (error) {
      // Nobody needs the message who has gone elsewhere meanwhile.
      if (asked === this.#asked) this.trouble = failure(error);
      this.#givenUp = null;
    }
  }

  /** Goes to a table where others play. */
  async enter(id: string, link: string | null = null, how: Entering = {}): Promise<void> {
    // A double press goes in once.
    const way = JSON.stringify([id, link, how]);
    if (this.#entering?.way === way) return;
    const may = this.#mayBegin();
    if (may !== true && !(await may)) return;
    this.#ask();
    this.#stay();
    const entering = { way, wanted: new AbortController() };
    this.#entering = entering;
    this.trouble = null;
    this.note = r.joining;
    try {
      await this.goTo?.(id, link, how, entering.wanted.signal);
    } catch (error) {
      if (this.#entering === entering) this.trouble = failure(error);
      this.#givenUp = null;
    } finally {
      if (this.#entering === entering) this.#stay();
    }
  }

  /** Goes to no room any more, if the page was on its way to one. */
  #stay(): void {
    if (!this.#entering) return;
    this.#entering.wanted.abort();
    this.#entering = null;
    this.note = '';
  }

  /** The room that the page is on its way to, and how. */
  #entering: { way: string; wanted: AbortController } | null = null;

  /** Goes to a table of a room; set by the code that sets up the page. */
  goTo: Enter | null = null;

  /** The computer player last chosen at this screen; for newcomers the second level. */
  get opponent(): string {
    const levels = this.catalogue?.levels ?? [];
    const known = levels.find(({ id }) => id === settings.opponent);
    return (known ?? levels[1] ?? levels[0])?.id ?? 'greedy';
  }
  set opponent(player: string) {
    set('opponent', player);
  }

  /** You against that computer player. */
  players(): Players {
    return { a: 'you', b: this.opponent };
  }

  async start(
    from: Start,
    players: Players,
    seed = newSeed(),
    manner: Manner = {},
  ): Promise<boolean> {
    const may = this.#mayBegin(manner.id);
    if (may !== true && !(await may)) return false;
    if (this.busy) return false;
    this.#ask();
    if (!manner.room) this.#stay();
    this.busy = true;
    this.trouble = null;
    const begun = this.#begin(from, players, seed, manner);
    this.#settingUp = begun;
    return begun;
  }

  async #begin(from: Start, players: Players, seed: number, manner: Manner): Promise<boolean> {
    const asked = this.#asked;
    try {
      // Save the battle before the engine turns to another.
      const before = this.game;
      await before?.keptNow();
      const engine = manner.room?.engine(this.engine) ?? this.engine;
      const game = await Game.start(engine, from, players, seed, manner, this);
      before?.close();
      // Meanwhile somebody followed a link to something else.
      if (asked !== this.#asked) {
        game.close();
        this.game = null;
        return false;
      }
      this.game = game;
      this.lab = null;
      this.building = false;
      this.tournament = null;
      this.tab = 'orders';
      this.board = true;
      this.report = false;
      this.clause = null;
      this.book = null;
      void this.loadBook(game.view.rules);
      return true;
    } catch (error) {
      const about = failure(error);
      // The battle on the table stays: the engine's state may be gone, but not the journal.
      await this.#restore();
      this.#givenUp = null;
      const damaged = 'journal' in from && !manner.room ? from.journal : null;
      if (damaged !== null) await this.#rescue(damaged, about, players, manner);
      // Not before: whoever reads the message can act on it.
      this.trouble = about;
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Offers what comes before the damage of a journal, as a battle of its own. */
  async #rescue(
    damaged: string,
    about: EngineFailure,
    players: Players,
    { umpire }: Manner,
  ): Promise<void> {
    const rest = await this.engine.rescue(damaged).catch(() => null);
    if (!rest) return;
    const begin = { journal: rest.journal };
    this.rescue = {
      about,
      orders: rest.orders,
      take: () => this.start(begin, players, newSeed(), { umpire: umpire ?? false }),
    };
  }

  /** Makes sure that the engine still holds the battle after a failed start. */
  async #restore(): Promise<void> {
    const game = this.game;
    if (!game) return;
    try {
      const view = await this.engine.view();
      if (view.number === game.view.number && view.title === game.view.title) return;
      const saved = await shelf.find(game.id);
      if (!saved) return;
      await game.change(async () => {
        const view = await this.engine.load(saved.journal);
        const { lesson } = saved;
        return lesson ? this.engine.learn(lesson.rules, lesson.begun).catch(() => view) : view;
      });
    } catch {
      // The message already says what went wrong.
    }
  }

  /** Continues a saved battle; by default the latest one that is not over. */
  async resume(id = shelf.battles.find((one) => !one.ended)?.id, steal = false): Promise<void> {
    if (id?.startsWith(ROOM)) {
      const own = this.game?.id === id ? (this.game.room?.you ?? null) : null;
      await this.enter(id.slice(ROOM.length), null, { own, steal });
      if (this.trouble?.message === r.trouble.noRoom) await this.#keepCopy(id);
      return;
    }
    const asked = this.#ask();
    const saved = id === undefined ? null : await shelf.find(id);
    if (asked !== this.#asked) return;
    if (!saved) {
      if (id !== undefined && !shelf.trouble) {
        this.trouble = new EngineFailure({ message: t.damagedSave, hint: t.damagedSaveHint });
      }
      return;
    }
    const { journal, lesson = null, umpire, pending = null } = saved;
    const manner = { id: saved.id, umpire, pending, steal };
    await this.start({ journal, lesson }, this.unguided(saved.players), newSeed(), manner);
    // It was saved for a change of language, before anything was done in it.
    const untouched = saved.orders === 0 && !lesson && !umpire && !pending;
    if (untouched && this.game?.id === id) await shelf.drop(saved.id);
  }

  /** Opens this browser's copy of a battle whose room is gone: it goes on at one screen. */
  async #keepCopy(id: string): Promise<void> {
    const saved = await shelf.find(id);
    if (!saved) return;
    const players = { a: 'you', b: 'friend' };
    if (!(await this.start({ journal: saved.journal }, players))) return;
    const { game } = this;
    await game?.keepAsIs();
    // A full storage cannot take the copy in: the battle stays where it was.
    if (game && (await shelf.find(game.id))) await shelf.drop(id);
    this.trouble = new EngineFailure({ message: r.roomGone, hint: r.roomGoneSays });
  }

  /** Continues the battle on a real table, or on the screen again. */
  async carry(umpire: boolean): Promise<void> {
    const { game } = this;
    if (!game) return;
    const players = umpire ? { a: 'you', b: 'friend' } : { ...game.players };
    // If only the computer has acted so far, begin the battle again.
    const ours = game.log.some(
      (entry) => entry.number > 0 && !isComputer(game.players[entry.side]),
    );
    const anew = umpire && !ours && !('journal' in game.from) && !('learn' in game.from);
    const from = anew ? game.from : { journal: await game.engine.journal() };
    if (this.game !== game) return;
    await this.start(from, players, game.view.seed, { id: game.id, umpire });
  }

  /** The battle that `resume` continues. */
  get saved(): SavedHead | null {
    return shelf.battles.find((one) => !one.ended) ?? null;
  }

  /** Starts the guided first battle of a rule set. */
  learn(rules: string): Promise<boolean> {
    return this.start({ learn: rules }, this.players());
  }

  /** Returns the players of a battle without its guide: a computer player takes its place. */
  unguided(players: Players): Players {
    const other = this.players().b;
    const is = (player: string) => (player === GUIDE ? other : player);
    return { a: is(players.a), b: is(players.b) };
  }

  async openFile(file: File): Promise<void> {
    if (file.size > 12_000_000) {
      this.trouble = new EngineFailure({
        message: t.tooLarge(file.name),
        hint: t.endings,
      });
      return;
    }
    const asked = this.#ask();
    let text: string;
    try {
      text = textOf(await file.arrayBuffer());
    } catch {
      // The file changed or went away after it was chosen.
      if (asked === this.#asked)
        this.trouble = new EngineFailure({ message: t.unreadable(file.name) });
      return;
    }
    if (asked !== this.#asked) return;
    const sort = sortOf(file.name, text);
    if (sort === 'house') await this.layHouse(text);
    else if (sort === 'study') {
      location.hash = `#lab=study.${await pack(text)}`;
    } else if (sort === 'battle' || sort === 'journal') {
      const from = sort === 'journal' ? { journal: text } : { text };
      await this.start(from, this.game?.players ?? this.players());
    } else {
      const { message, hint } = t.elsewhere[sort];
      this.trouble = new EngineFailure({ message: message(file.name), hint });
    }
  }

  /** Checks house rules and keeps them for the next battle. */
  async layHouse(text: string): Promise<void> {
    const asked = this.#ask();
    this.trouble = null;
    try {
      this.house = { text, view: await this.engine.house(text) };
      if (asked === this.#asked) this.home();
    } catch (error) {
      if (asked === this.#asked) this.trouble = failure(error);
    }
  }

  /** Returns a start of the scenario, with the opened house rules of its rule set if any. */
  under(scenario: { id: string; rules: string }): Start {
    const house = this.house?.view.rules === scenario.rules ? this.house.text : undefined;
    return house ? { scenario: scenario.id, house } : { scenario: scenario.id };
  }

  /**
   * Goes back to the first screen; the battle stays saved. If it could not be saved, the player
   * decides first.
   */
  home(): void {
    if (this.game?.unsaved) this.#question(() => this.#leave());
    else this.#leave();
  }

  #leave(): void {
    this.#ask();
    this.#stay();
    const game = this.game;
    game?.close();
    void game?.keptNow().then(() => shelf.refresh());
    this.game = null;
    this.lab = null;
    this.building = false;
    this.tournament = null;
    this.book = null;
    this.trouble = null;
    void shelf.refresh();
    this.#leaveLink();
  }

  /** Takes what the link asked for out of the address. */
  #leaveLink(): void {
    if (location.hash) history.replaceState(null, '', location.pathname + location.search);
  }

  async link(): Promise<string> {
    const data = await pack(await this.engine.journal());
    return `${location.href.split('#')[0]}#b=${data}`;
  }

  say(note: string): void {
    clearTimeout(this.#noted);
    this.note = note;
    this.#noted = setTimeout(() => (this.note = ''), 4000);
  }

  /** Opens the rulebook at a clause. */
  show(id: string): void {
    this.tab = 'rules';
    this.clause = { id, asked: (this.clause?.asked ?? 0) + 1 };
  }

  /** Opens the rulebook at its search. */
  find(what = this.sought): void {
    this.tab = 'rules';
    this.sought = what;
    this.finding += 1;
  }

  async loadBook(rules: string): Promise<void> {
    try {
      this.book = await readBook(this.engine, rules);
    } catch (error) {
      this.trouble = failure(error);
    }
  }

  clauseOf(id: string): ClauseView | null {
    for (const section of this.book?.sections ?? []) {
      const found = section.clauses.find((clause) => clause.id === id);
      if (found) return found;
    }
    return null;
  }

  ruleset(id: string): RulesetInfo | null {
    return this.catalogue?.rulesets.find((r) => r.id === id) ?? null;
  }

  /** Says in words who plays a side. */
  playerName(player: string): string {
    const elsewhere = /^remote-([ab])$/.exec(player);
    if (elsewhere) return this.game?.room?.name(elsewhere[1] === 'a' ? 0 : 1) ?? r.unnamed;
    if (!isComputer(player)) return player === 'you' ? t.byYou : t.byFriend;
    if (player === GUIDE) return t.byGuide;
    return this.catalogue?.levels.find((l) => l.id === player)?.title ?? player;
  }
}

const [found, given] = createContext<Page>();

/** Returns the page that a component belongs to. Call it while the component is set up. */
export const usePage = found;
/** Tells all components below which page they belong to. */
export const givePage = given;
