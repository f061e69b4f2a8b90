// The coach's numbers in words.
import type { WeighedOrder } from '../contract/contract';

/** Formats whole percent, without the sign. */
export const percent = (value: number): string => Math.abs(value).toFixed(0);

/** Returns a key that identifies an order from view to view. */
export const key = (one: WeighedOrder): string => JSON.stringify(one.order);

/** Returns the error of a chance in percent, as far as a chance can be wrong: it is 0 to 100. */
export const margin = (chance: number, within: number): number =>
  Math.min(within, Math.max(chance, 100 - chance));

/** Returns how sure a chance is, from its error in percent. */
export function sureness(within: number): 'sure' | 'roughly' | 'guess' {
  if (within <= 6) return 'sure';
  return within <= 14 ? 'roughly' : 'guess';
}
