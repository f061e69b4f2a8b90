// A word of the glossary.

export interface Entry {
  id: string;
  term: string;
  says: string;
  /** The words of clauses and of the page that mean it, lower case; the German ones have the English too. */
  match: string[];
  /** Other words somebody may look for it by. */
  also: string[];
  see: string[];
  /** What a rule set means by it, where that is something else. */
  sets?: Record<string, string>;
}
