// Scenery on the table: where, how large, which way.
import type { Xy } from '../../contract/contract';
import type { Sculpt } from '../sculpt';

export interface Item {
  /** Name among the models. */
  key: string;
  make: (s: Sculpt) => void;
  at: Xy;
  /** Degrees clockwise from north. */
  turn: number;
  size: number;
  /** Distance at which a unit removes the item from the table; 0 keeps it. */
  clear: number;
  /** Distance from the middle that must stay free of other items. */
  reach?: number;
  /** Height over or under the ground. */
  up?: number;
  /** Whether the item leans with the slope. */
  lies?: boolean;
}
