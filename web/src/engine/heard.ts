// Which words a call needs: a language other than English is fetched one rule set at a time, as
// they are played.

import { WORDS_OF } from '../contract/contract';

/** Words that every battle needs; `DESK` adds what a lab or a desk needs. */
export const TABLE: readonly string[] = ['table'];
const DESK = [...TABLE, 'study'];

/** Calls whose answers contain no words. */
const MUTE = new Set(['seal', 'rescue']);

/** The words that an open battle has needed so far. */
export class Heard {
  readonly #rules = new Set<string>();
  readonly #always: readonly string[];

  constructor(beside: boolean) {
    this.#always = beside ? DESK : TABLE;
  }

  /**
   * Returns the words that a call needs. Its arguments name the rule set, or a battle or journal
   * that does. A name that occurs by chance costs a needless download, nothing more. If no rule set
   * was ever named, the call may be about any of them.
   */
  needs(method: string, args: string): string[] {
    if (MUTE.has(method)) return [];
    for (const rules of Object.keys(WORDS_OF)) if (args.includes(rules)) this.#rules.add(rules);
    const rules = this.#rules.size > 0 ? [...this.#rules] : Object.keys(WORDS_OF);
    return [...new Set([...this.#always, ...rules.flatMap((name) => WORDS_OF[name] ?? [])])];
  }
}
