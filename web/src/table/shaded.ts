import type { Placed, Xy } from '../contract/contract';

/** Ground shaded over the table. */
export interface Ground {
  kind: 'move' | 'command';
  outline: Xy[][];
}

/** An enemy that threatens or is threatened, with its own colour. */
export interface Marked {
  unit: number;
  /** Rank by strength: the strongest is 1. */
  rank: number;
  colour: string;
  /** Measured lines of charges and shots. */
  lines: { verb: string; at: [Xy, Xy] }[];
  /** Places it would move to first. */
  moved: Placed[];
  /** Ground on which it could attack or be attacked. */
  ground: Xy[][];
  /** Whether another enemy is looked at instead. */
  dim: boolean;
}

/** Colours that stand out on green and brown, also for the colour-blind, then repeat. */
export const THREATS = ['#ff5747', '#ffc21a', '#5ccbff', '#e39bff', '#ffffff', '#9be15d'];
