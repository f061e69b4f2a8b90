// Whose words a call needs: a language other than English is fetched rule set by rule set, as
// they are played.

import { WORDS_OF } from '../contract/contract';

/** What every battle needs, and what a lab or a desk needs besides. */
export const TABLE: readonly string[] = ['table'];
const DESK = [...TABLE, 'study'];

/** Calls that answer no words. */
const MUTE = new Set(['seal']);

/** Whose words an open battle has needed so far. */
export class Heard {
  readonly #rules = new Set<string>();
  readonly #always: readonly string[];

  constructor(beside: boolean) {
    this.#always = beside ? DESK : TABLE;
  }

  /**
   * Whose words a call needs. Its arguments name the rule set, or a battle or journal that does;
   * a set whose name is there by chance is fetched for nothing, no harm done. Where none was ever
   * named, the call may be about any of them.
   */
  needs(method: string, args: string): string[] {
    if (MUTE.has(method)) return [];
    for (const rules of Object.keys(WORDS_OF)) if (args.includes(rules)) this.#rules.add(rules);
    const rules = this.#rules.size > 0 ? [...this.#rules] : Object.keys(WORDS_OF);
    return [...new Set([...this.#always, ...rules.flatMap((name) => WORDS_OF[name] ?? [])])];
  }
}
