// Numbers of the coach as people say them.
import type { WeighedOrder } from '../contract/contract';

/** In whole per cent. */
export const percent = (value: number): string => Math.abs(value).toFixed(0);

/** By what an order is known from view to view. */
export const key = (one: WeighedOrder): string => JSON.stringify(one.order);

/** How sure a chance is that may be off by so much, in per cent. */
export function sureness(within: number): 'sure' | 'roughly' | 'guess' {
  if (within <= 6) return 'sure';
  return within <= 14 ? 'roughly' : 'guess';
}
