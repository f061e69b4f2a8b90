// The angle of view: from above, or from a chair beside the table. Both are parallel projections:
// flat things are foreshortened the lower the view, upright things stay upright.
import type { TerrainView, Xy } from '../contract/contract';
import { bounds, Frame, inside, middle, round } from './frame';

export interface Eye {
  /** Drawn length of a unit of depth, 0 to 1. */
  k: number;
  /** Drawn length of a unit of height. */
  rise: number;
  tilted: boolean;
}

/** A true plan, so that it can be measured; upright things are drawn leaning back a little. */
export const ABOVE: Eye = { k: 1, rise: 0.62, tilted: false };
export const BESIDE: Eye = { k: 0.6, rise: 0.9, tilted: true };

/** Height of one level of a hill, in drawing units. */
const LEVEL = 13;

/** Returns the rings of a hill, outermost first: the size and the height of each, 0 to 1. */
export function rings(levels: number): { size: number; high: number }[] {
  const n = 3 + Math.min(3, levels);
  return Array.from({ length: n }, (_, i) => {
    const size = 1 - i * (0.86 / n);
    return { size, high: 1 - size * size };
  });
}

/** The drawn height of the ground: hills, if the table is tilted. */
export class Heights {
  readonly #hills: { area: Xy[]; mid: Xy; high: number; box: ReturnType<typeof bounds> }[];

  constructor(
    terrain: TerrainView[],
    frame: Frame,
    readonly eye: Eye,
  ) {
    this.#hills = eye.tilted
      ? terrain
          .filter((piece) => piece.ground === 'hill')
          .flatMap((piece) =>
            piece.areas.map((outline) => {
              const area = frame.points(outline);
              return { area, mid: middle(area), high: top(piece.level), box: bounds(area) };
            }),
          )
      : [];
  }

  /** Returns the drawing units above the table, at a point of the plan. */
  at(point: Xy): number {
    let high = 0;
    for (const hill of this.#hills) {
      const { box } = hill;
      if (point[0] < box.x || point[0] > box.x + box.w) continue;
      if (point[1] < box.y || point[1] > box.y + box.h || !inside(point, hill.area)) continue;
      const out = outwards(point, hill.mid, hill.area);
      high = Math.max(high, hill.high * (1 - out * out));
    }
    return high * this.eye.rise;
  }

  /** Returns where a point of the plan is drawn. */
  drawn(point: Xy): Xy {
    return [point[0], point[1] * this.eye.k - this.at(point)];
  }

  /** Returns the point of the plan drawn at a place: on a slope, the nearest one. */
  plan([x, y]: Xy): Xy {
    const flat: Xy = [x, y / this.eye.k];
    if (this.#hills.length === 0) return flat;
    // Nearer ground hides farther ground: search from the foot of the screen upwards.
    for (let down = 60; down > 0; down -= 1) {
      const at: Xy = [x, flat[1] + down];
      if (this.drawn(at)[1] <= y) return at;
    }
    return flat;
  }
}

/** A frame whose points follow the visible ground, for marks foreshortened with the table. */
export class Lifted extends Frame {
  constructor(
    frame: Frame,
    readonly heights: Heights,
  ) {
    super(frame.table, frame.ruler, frame.turned);
  }

  override at(point: Xy): Xy {
    const [x, y] = this.heights.drawn(super.at(point));
    return [x, round(y / this.heights.eye.k)];
  }
}

export const top = (level: number) => LEVEL * Math.max(1, level);

/** Returns where a point lies between the middle of an area (0) and its edge (1). */
function outwards(point: Xy, mid: Xy, area: Xy[]): number {
  let [low, high] = [0, 1];
  for (let i = 0; i < 9; i += 1) {
    const size = (low + high) / 2;
    const back: Xy = [
      mid[0] + (point[0] - mid[0]) / Math.max(size, 1e-3),
      mid[1] + (point[1] - mid[1]) / Math.max(size, 1e-3),
    ];
    if (inside(back, area)) high = size;
    else low = size;
  }
  return high;
}
