// The page itself: the engine, what it offers, which screen is shown.
import type {
  Catalogue,
  ClauseView,
  Engine,
  HouseView,
  Rulebook,
  RulesetInfo,
} from '../engine/contract';
import { EngineFailure, failure } from '../engine/protocol';
import { GUIDE } from '../lesson/tutor.svelte';
import { Game, type Start } from './game.svelte';
import { pack, readHash, unpack } from './link';
import { isComputer, kept, type Players, type Saved } from './save';

export type Tab = 'orders' | 'log' | 'rules';

export class Page {
  engine: Engine = $state.raw() as Engine;
  catalogue: Catalogue | null = $state.raw(null);
  game: Game | null = $state.raw(null);
  /** A message that stays until it is closed. */
  trouble: EngineFailure | null = $state.raw(null);
  /** A message that goes by itself. */
  note = $state('');
  busy = $state(false);
  tab: Tab = $state('orders');
  help = $state(false);
  clause: { id: string; asked: number } | null = $state.raw(null);
  book: Rulebook | null = $state.raw(null);
  saved: Saved | null = $state.raw(null);
  /** House rules that were opened: the next battle of their rule set is played by them. */
  house: { text: string; view: HouseView } | null = $state.raw(null);
  #noted: ReturnType<typeof setTimeout> | undefined;

  async open(engine: Engine): Promise<void> {
    this.engine = engine;
    this.saved = kept();
    try {
      this.catalogue = await engine.catalogue();
    } catch (error) {
      this.trouble = failure(error);
      return;
    }
    await this.follow(location.hash);
  }

  /** Does what a link asks for. */
  async follow(hash: string): Promise<void> {
    const wish = readHash(hash);
    if (!wish) return;
    try {
      if (wish.kind === 'scenario') {
        await this.start({ scenario: wish.id }, this.players());
      } else if (wish.kind === 'open') {
        const answer = await fetch('./opened.battle.toml', { cache: 'no-store' });
        if (!answer.ok) throw new EngineFailure({ message: 'The battle to open was not found.' });
        const text = await answer.text();
        if (isHouse(text)) await this.layHouse(text);
        else await this.start({ text }, this.players());
      } else {
        const journal = await unpack(wish.data).catch(() => {
          throw new EngineFailure({ message: 'This link is cut short or damaged.' });
        });
        await this.start({ journal }, this.players());
      }
    } catch (error) {
      this.trouble = failure(error);
    }
  }

  /** You against the better computer player. */
  players(): Players {
    return { a: 'you', b: this.catalogue?.levels.at(-1)?.id ?? 'greedy' };
  }

  async start(from: Start, players: Players, seed = newSeed()): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    this.trouble = null;
    try {
      const before = this.game;
      const game = await Game.start(this.engine, from, players, seed);
      before?.close();
      this.game = game;
      this.tab = 'orders';
      this.clause = null;
      this.book = null;
      void this.loadBook(game.view.rules);
      return true;
    } catch (error) {
      this.trouble = failure(error);
      // The battle that was on the table stays: its engine state may be gone, its journal is not.
      await this.#restore();
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** The engine still holds the battle when a start fails; make sure of it. */
  async #restore(): Promise<void> {
    const game = this.game;
    if (!game) return;
    try {
      const view = await this.engine.view();
      if (view.number === game.view.number && view.title === game.view.title) return;
      const saved = kept();
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

  async resume(): Promise<void> {
    const saved = kept();
    if (!saved) return;
    const { journal, lesson = null } = saved;
    await this.start({ journal, lesson }, this.unguided(saved.players));
  }

  /** The guided first battle of a rule set. */
  learn(rules: string): Promise<boolean> {
    return this.start({ learn: rules }, this.players());
  }

  /** Players where no guide is: a battle that goes on without it has the computer instead. */
  unguided(players: Players): Players {
    const other = this.players().b;
    const is = (player: string) => (player === GUIDE ? other : player);
    return { a: is(players.a), b: is(players.b) };
  }

  async openFile(file: File): Promise<void> {
    if (file.size > 12_000_000) {
      this.trouble = new EngineFailure({
        message: `${file.name} is larger than 12 MB; no battle is.`,
        hint: 'Battles end in .battle.toml, journals in .journal.jsonl.',
      });
      return;
    }
    const text = await file.text();
    if (file.name.endsWith('.rules.toml') || isHouse(text)) {
      await this.layHouse(text);
      return;
    }
    const isJournal = file.name.endsWith('.jsonl') || text.trimStart().startsWith('{');
    await this.start(
      isJournal ? { journal: text } : { text },
      this.game?.players ?? this.players(),
    );
  }

  /** Checks house rules and keeps them for the next battle. */
  async layHouse(text: string): Promise<void> {
    this.trouble = null;
    try {
      this.house = { text, view: await this.engine.house(text) };
      this.home();
    } catch (error) {
      this.trouble = failure(error);
    }
  }

  /** A scenario to start, under the house rules that were opened for its rule set. */
  under(scenario: { id: string; rules: string }): Start {
    const house = this.house?.view.rules === scenario.rules ? this.house.text : undefined;
    return house ? { scenario: scenario.id, house } : { scenario: scenario.id };
  }

  /** Back to the first screen; the battle stays kept. */
  home(): void {
    this.game?.close();
    this.game = null;
    this.book = null;
    this.trouble = null;
    this.saved = kept();
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

  async loadBook(rules: string): Promise<void> {
    try {
      this.book = await this.engine.rulebook(rules);
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

  /** Who plays a side, in words. */
  playerName(player: string): string {
    if (!isComputer(player)) return player === 'you' ? 'you' : 'a friend';
    if (player === GUIDE) return 'by the guide';
    return this.catalogue?.levels.find((l) => l.id === player)?.title ?? player;
  }
}

/** Whether a text is meant as house rules: they have a base, battles have rules. */
function isHouse(text: string): boolean {
  return /^\s*base\s*=/m.test(text) && !/^\s*rules\s*=/m.test(text);
}

export function newSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 1;
}

export const page = new Page();
