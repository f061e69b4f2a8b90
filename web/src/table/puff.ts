// A puff of smoke or dust, as an outline.
import type { Xy } from '../contract/contract';
import { round } from './frame';

/** The balls of a puff: shift sideways, shift down, size, relative to its radius. */
const BALLS = [
  [0, 0, 1],
  [-0.8, 0.3, 0.7],
  [0.85, 0.2, 0.75],
  [0.1, -0.75, 0.7],
] as const;

export const puff = ([x, y]: Xy, r: number): string =>
  BALLS.map(([dx, dy, f]) => {
    const [px, py, pr] = [x + dx * r, y + dy * r, round(r * f)];
    return `M${round(px - pr)} ${round(py)}a${pr} ${pr} 0 1 0 ${2 * pr} 0a${pr} ${pr} 0 1 0 ${-2 * pr} 0`;
  }).join('');
