import type { Xy } from '../contract/contract';

/** Ground that is drawn over the table. */
export interface Ground {
  kind: 'charge' | 'shoot' | 'move' | 'command';
  outline: Xy[][];
}
