// How far a unit can move, measured at the ends: ahead, back and to either side.
import type { AreaView, Xy } from '../contract/contract';

/** The place of a number, and its value. */
export interface End {
  at: Xy;
  far: number;
}

/** How far from straight ahead a corner of the outline may lie, in degrees. */
const ASKEW = 10;
/** Shorter distances are not shown. */
const LEAST = 0.5;

/** Returns the farthest places of a reach ahead, back and to the sides, each with its distance. */
export function ends(from: { centre: Xy; facing: number } | null, reach: Xy[][]): End[] {
  if (!from) return [];
  const corners = reach.flat().map((at) => {
    const [dx, dy] = [at[0] - from.centre[0], at[1] - from.centre[1]];
    const bearing = (Math.atan2(dx, dy) * 180) / Math.PI - from.facing;
    return { at, far: Math.hypot(dx, dy), bearing };
  });
  return [0, 90, 180, 270].flatMap((quarter) => {
    const off = (bearing: number) => Math.abs(((bearing - quarter + 900) % 360) - 180);
    const there = corners.filter(({ far, bearing }) => far >= LEAST && off(bearing) <= ASKEW);
    const end = there.reduce<(typeof there)[number] | null>(
      (most, one) => (most && most.far >= one.far ? most : one),
      null,
    );
    return end ? [{ at: end.at, far: end.far }] : [];
  });
}

/**
 * Returns an area's far edge from one end to the other. Outlines begin at the left of the front, go
 * out, and come back to its right.
 */
export function edge({ outline }: AreaView, right: boolean): Xy[] {
  const far = outline.length > 2 ? outline.slice(1, -1) : outline;
  return right ? [...far].reverse() : far;
}
