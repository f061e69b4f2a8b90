// What stands about on the table: where, how large, which way.
import type { Xy } from '../../contract/contract';
import type { Sculpt } from '../sculpt';

export interface Item {
  /** What it is called among the models. */
  key: string;
  make: (s: Sculpt) => void;
  at: Xy;
  /** Degrees clockwise from north. */
  turn: number;
  size: number;
  /** Taken from the table where a unit stands so near. */
  clear: number;
  /** How far it reaches, where that is farther: nothing else is put there. */
  reach?: number;
  /** Over or under the ground. */
  up?: number;
  /** Leans with the slope it stands on. */
  lies?: boolean;
}
