// A rulebook for reading: its clauses, which the engine knows, and the rulings beside them.
import type { Engine, Rulebook, RulingView } from '../contract/contract';

export interface Book extends Rulebook {
  rulings: RulingView[];
}

export async function readBook(engine: Engine, rules: string): Promise<Book> {
  const [book, rulings] = await Promise.all([engine.rulebook(rules), engine.rulings(rules)]);
  return { ...book, rulings };
}
