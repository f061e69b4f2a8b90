// Where a battle used its clauses.
import type { LogEntry } from '../contract/contract';

/** Returns the orders in which each clause was used. */
export function usesOf(log: LogEntry[]): Map<string, number[]> {
  const uses = new Map<string, number[]>();
  for (const { number, clauses } of log) {
    for (const clause of clauses) {
      const at = uses.get(clause);
      if (at) at.push(number);
      else uses.set(clause, [number]);
    }
  }
  return uses;
}
