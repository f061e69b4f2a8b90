// Finds the unit at a place in the window: the nearest whose figures or base lie under it, or else
// the one closest to it.
import type { UnitView, Xy } from '../contract/contract';
import type { Pose } from '../table/pose';
import { world } from './land/ground';
import type { Lens } from './lens.svelte';

/** A unit this many pixels away still counts as hit. */
const NEAR = 16;

export function pick(
  lens: Lens,
  units: UnitView[],
  poses: Record<number, Pose>,
  high: (unit: number) => number,
  place: Xy,
): number | null {
  const { from, to } = lens.ray(place);
  let best: number | null = null;
  let least = Infinity;
  for (const unit of units) {
    const { centre, facing } = poses[unit.id] ?? unit;
    const [cx, , cz] = world(centre, lens.table);
    const a = (facing * Math.PI) / 180;
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    const foot = lens.up(centre);
    const turned = (x: number, z: number): Xy => [cos * x + sin * z, -sin * x + cos * z];
    const [ox, oz] = turned(from.x - cx, from.z - cz);
    const [dx, dz] = turned(to.x, to.z);
    const far = enter(
      [ox, from.y - foot, oz],
      [dx, to.y, dz],
      [-unit.size[0] / 2, -0.1, -unit.size[1] / 2],
      [unit.size[0] / 2, high(unit.id), unit.size[1] / 2],
    );
    if (far < least) [best, least] = [unit.id, far];
  }
  if (best !== null) return best;
  let close = NEAR;
  for (const unit of units) {
    const { centre } = poses[unit.id] ?? unit;
    const [x, y] = lens.seen(centre, 0.4);
    const far = Math.hypot(x - place[0], y - place[1]);
    if (far < close) [best, close] = [unit.id, far];
  }
  return best;
}

type Three = [number, number, number];

/** Returns how far along a ray a box begins; Infinity if the ray misses it. */
function enter(from: Three, to: Three, low: Three, high: Three): number {
  let [near, far] = [0, Infinity];
  for (let i = 0; i < 3; i += 1) {
    const [o, d] = [from[i] as number, to[i] as number];
    const [a, b] = [((low[i] as number) - o) / d, ((high[i] as number) - o) / d];
    near = Math.max(near, Math.min(a, b));
    far = Math.min(far, Math.max(a, b));
  }
  return near <= far ? near : Infinity;
}
