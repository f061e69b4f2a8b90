// Mills that are objectives on open ground: their places, the same on the plan and in 3D.
import type { View, Xy } from '../contract/contract';
import { bounds, inside, middle } from './frame';

/** Distance from the corner of the objective: units that hold it stand in the middle. */
const WITHIN = 1.2;

/** Returns the distance of a point from a line of several stretches. */
function away([x, y]: Xy, line: Xy[]): number {
  let least = Infinity;
  line.forEach(([ax, ay], i) => {
    const [bx, by] = line[i + 1] ?? [ax, ay];
    const [dx, dy] = [bx - ax, by - ay];
    const long = dx * dx + dy * dy || 1;
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / long));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  });
  return least;
}

/**
 * Returns where mills stand: at objectives with that name, in the corner farthest from the roads. A
 * town or a hill of that name has its own mill.
 */
export function mills({ terrain, zones }: Pick<View, 'terrain' | 'zones'>): Xy[] {
  const roads = terrain.filter(({ ground, line }) => ground === 'road' && line.length > 1);
  return zones
    .filter(({ side, area, name, written }) => {
      const built = terrain.some(
        (piece) =>
          ['town', 'hill', 'bridge'].includes(piece.ground) &&
          piece.areas.some((own) => inside(middle(area), own)),
      );
      return side === null && area.length > 2 && /\bmill$/i.test(written ?? name) && !built;
    })
    .map(({ area }) => {
      const { x, y, w, h } = bounds(area);
      const [cx, cy] = [x + w / 2, y + h / 2];
      const [dx, dy] = [w / 2 - WITHIN, h / 2 - WITHIN].map((far) => Math.max(0, far));
      const corners = [1, -1].flatMap((down) =>
        [1, -1].map((across): Xy => [cx + across * (dx ?? 0), cy + down * (dy ?? 0)]),
      );
      const free = (at: Xy) => Math.min(...roads.map(({ line }) => away(at, line)), 9);
      return corners.reduce((best, at) => (free(at) > free(best) + 0.01 ? at : best));
    });
}
