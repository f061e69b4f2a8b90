import type { Placed, Xy } from '../contract/contract';

/** Ground that is drawn over the table. */
export interface Ground {
  kind: 'move' | 'command';
  outline: Xy[][];
}

/** An enemy who threatens, or is threatened, as he is drawn: a colour of his own. */
export interface Marked {
  unit: number;
  /** The strongest is the first. */
  rank: number;
  colour: string;
  /** What was measured of each charge and shot. */
  lines: { verb: string; at: [Xy, Xy] }[];
  /** Where he would move to first. */
  moved: Placed[];
  /** Ground on which it could be done. */
  ground: Xy[][];
  /** Another is being looked at. */
  dim: boolean;
}

/** Told apart on green and brown, by those too who see few colours; no more are told apart. */
export const THREATS = ['#ff5747', '#ffc21a', '#5ccbff', '#e39bff', '#ffffff', '#9be15d'];
