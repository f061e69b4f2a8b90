// Which unit lies next in a direction.
import type { UnitView, Xy } from '../contract/contract';

export type Direction = 'north' | 'south' | 'east' | 'west';

const WAY: Record<Direction, Xy> = { north: [0, 1], south: [0, -1], east: [1, 0], west: [-1, 0] };

/** Finds the nearest unit within 60 degrees of the direction; sideways distance counts double. */
export function toward(
  units: Pick<UnitView, 'id' | 'centre'>[],
  from: Xy,
  direction: Direction,
  not: number | null,
): number | null {
  const [wx, wy] = WAY[direction];
  let best: number | null = null;
  let least = Infinity;
  for (const unit of units) {
    if (unit.id === not) continue;
    const dx = unit.centre[0] - from[0];
    const dy = unit.centre[1] - from[1];
    const along = dx * wx + dy * wy;
    const aside = Math.abs(dx * wy - dy * wx);
    if (along <= 0 || aside > along * 1.75) continue;
    const cost = along + 2 * aside;
    if (cost < least) {
      least = cost;
      best = unit.id;
    }
  }
  return best;
}
