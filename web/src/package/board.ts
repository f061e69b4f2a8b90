// `<sandtable-board>`: a battle in any web page.
//
//   <script type="module" src="sandtable/board.js"></script>
//   <sandtable-board src="battle.journal.jsonl"></sandtable-board>
import { mount, unmount } from 'svelte';
import sheet from '../ui/app.css?raw';
import type { SideKey } from '../contract/contract';
import type { Battle, Language, Sandtable } from './index';
import { languages, open } from './index';
import Board from './Board.svelte';
import { WORDS, type Words } from './words';

/** The page's colours by name, scoped to the board. */
const COLOURS = [...sheet.matchAll(/:root(\.dark)?\s*\{[^}]*\}/g)]
  .map(([block, dark]) =>
    dark
      ? `@media (prefers-color-scheme: dark) {${block.replace(':root.dark', ':host')}}`
      : block.replace(':root', ':host'),
  )
  .join('\n');

const OWN = `:host { display: block; container-type: inline-size; color: var(--ink);
  font: 1rem/1.45 var(--sans); } :host([hidden]) { display: none; }
  .told { margin: 0; padding: 0.8rem 1rem; border: 1px solid var(--line); border-radius: 6px;
  background: var(--card); } .told.wrong { border-left: 4px solid var(--bad); }`;

/** Default player of a board. */
const USUAL = 'sergeant';

/**
 * A board that shows one of: `src`, the address of a journal or a battle file; `battle`, its text;
 * `scenario`, the id of a built-in one. `at` is the line to open at (default: the start). With
 * `play="a"` or `play="b"` the reader leads that side against the computer (`level`, `seed`).
 * `label` is its name; `names="off"` hides the names of units. `lang` is its language, `en` or `de`
 * (default: that of the surrounding element). `engine` is the address of the engine, if it is not
 * beside this file.
 *
 * Fires an event `sandtable-step` at every step, with the number of the line.
 */
export class SandtableBoard extends HTMLElement {
  static readonly observedAttributes = [
    ...['src', 'battle', 'scenario', 'at', 'play'],
    ...['level', 'seed', 'label', 'names', 'lang', 'engine'],
  ];

  readonly #root = this.attachShadow({ mode: 'open' });
  readonly #place = document.createElement('div');
  #shown: Record<string, unknown> | null = null;
  #battle: Battle | null = null;
  /** Number of the latest start: an older start that finishes late is dropped. */
  #last = 0;

  constructor() {
    super();
    const style = document.createElement('style');
    style.textContent = `${COLOURS}\n${OWN}`;
    this.#root.append(style, this.#place);
  }

  connectedCallback(): void {
    void this.#begin();
  }

  disconnectedCallback(): void {
    this.#last += 1;
    this.#clear();
  }

  attributeChangedCallback(): void {
    if (this.isConnected) void this.#begin();
  }

  /** The journal of the battle on the board; null while there is none. */
  get journal(): string | null {
    return this.#battle?.journal() ?? null;
  }

  async #begin(): Promise<void> {
    this.#last += 1;
    const own = this.#last;
    // Several attributes that change together cause a single start.
    await Promise.resolve();
    if (own !== this.#last) return;
    const language = this.#language();
    const w = WORDS[language];
    this.#say(w.loading, false, language);
    try {
      const text = await this.#text(w);
      const sandtable = await open(this.#engine());
      if (own !== this.#last) return;
      const battle = await spoken(this.#opened(sandtable, text, w), language);
      if (own !== this.#last) return battle.close();
      this.#clear();
      this.#show(battle, language);
    } catch (error) {
      if (own === this.#last) this.#say(w.wrong(reason(error, w)), true, language);
    }
  }

  /** Returns the requested language if the package has it, or else English. */
  #language(): Language {
    const asked = this.closest('[lang]')?.getAttribute('lang') ?? '';
    const own = asked.toLowerCase().split('-')[0];
    return languages.find((one) => one === own) ?? 'en';
  }

  #engine(): URL | undefined {
    const place = this.getAttribute('engine');
    return place === null ? undefined : new URL(place, document.baseURI);
  }

  async #text(w: Words): Promise<string | null> {
    const src = this.getAttribute('src');
    if (src === null) return this.getAttribute('battle');
    const response = await fetch(src).catch(() => null);
    if (!response) throw new Error(w.unfetched(src));
    if (!response.ok) throw new Error(w.unfetched(src, response.status));
    // The transfer may break off.
    return response.text().catch(() => {
      throw new Error(w.unfetched(src));
    });
  }

  #opened(sandtable: Sandtable, text: string | null, w: Words): Battle {
    if (text !== null) {
      const journal = text.trimStart().startsWith('{');
      return journal ? sandtable.load(text) : sandtable.battle(text, { seed: this.#seed(w) });
    }
    const scenario = this.getAttribute('scenario');
    if (scenario !== null) return sandtable.scenario(scenario, { seed: this.#seed(w) });
    throw new Error(w.nothing);
  }

  #seed(w: Words): number {
    const given = this.getAttribute('seed') ?? '1';
    const seed = Number(given);
    if (!/^\s*\d+\s*$/.test(given) || !Number.isSafeInteger(seed)) {
      throw new Error(w.noSeed(given));
    }
    return seed;
  }

  #show(battle: Battle, language: Language): void {
    const side = this.getAttribute('play');
    this.#battle = battle;
    this.#place.lang = language;
    this.#shown = mount(Board, {
      target: this.#place,
      props: {
        battle,
        w: WORDS[language],
        at: Number(this.getAttribute('at') ?? 0),
        label: this.getAttribute('label'),
        names: this.getAttribute('names') !== 'off',
        side: side === 'a' || side === 'b' ? (side satisfies SideKey) : null,
        level: this.getAttribute('level') ?? USUAL,
        onstep: (number: number) =>
          this.dispatchEvent(
            new CustomEvent('sandtable-step', { detail: { number }, bubbles: true }),
          ),
      },
    });
  }

  #say(text: string, wrong: boolean, language: Language): void {
    this.#clear();
    this.#place.lang = language;
    const told = document.createElement('p');
    told.className = wrong ? 'told wrong' : 'told';
    told.setAttribute('role', wrong ? 'alert' : 'status');
    told.textContent = text;
    this.#place.replaceChildren(told);
  }

  #clear(): void {
    if (this.#shown) void unmount(this.#shown);
    this.#shown = null;
    this.#battle?.close();
    this.#battle = null;
    this.#place.replaceChildren();
  }
}

/** Switches a battle to a language; closes it if the words cannot be fetched. */
async function spoken(battle: Battle, language: Language): Promise<Battle> {
  try {
    return await battle.speak(language);
  } catch (error) {
    battle.close();
    throw error;
  }
}

/** Says in sentences what went wrong. */
function reason(error: unknown, w: Words): string {
  const { message, hint, line } = error as Error & { hint?: string | null; line?: number | null };
  const place = line ? w.line(line) : '';
  return `${message}${place}${hint ? `. ${hint}` : ''}`;
}

if (!customElements.get('sandtable-board'))
  customElements.define('sandtable-board', SandtableBoard);

declare global {
  interface HTMLElementTagNameMap {
    'sandtable-board': SandtableBoard;
  }
}
