// An entry of the glossary.

export interface Entry {
  id: string;
  term: string;
  says: string;
  /** Lower-case words that mean it in clauses and on the page; in German also the English ones. */
  match: string[];
  /** Other words that a player may search for. */
  also: string[];
  see: string[];
  /** What a rule set means by it, if that differs. */
  sets?: Record<string, string>;
}
