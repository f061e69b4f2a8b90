// The height of the ground: hills with slopes, beds of waters, ditches. In lengths of the table.
import type { TerrainView, Xy } from '../../contract/contract';
import { bounds, depth, inside } from '../../table/frame';

/** Height of one level of a hill. */
export const LEVEL = 1.25;
/** Height of the water surface. */
export const WATER = -0.1;

interface Rise {
  box: ReturnType<typeof bounds>;
  high: (at: Xy) => number;
}

export function alongLine([x, y]: Xy, line: Xy[]): number {
  let least = Infinity;
  for (let i = 0; i + 1 < line.length; i += 1) {
    const [ax, ay] = line[i] as Xy;
    const [bx, by] = line[i + 1] as Xy;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

export const smoothly = (from: number, to: number, v: number): number => {
  const t = Math.max(0, Math.min(1, (v - from) / (to - from)));
  return t * t * (3 - 2 * t);
};

function grown(box: ReturnType<typeof bounds>, by: number) {
  return { x: box.x - by, y: box.y - by, w: box.w + 2 * by, h: box.h + 2 * by };
}

function hill(area: Xy[], level: number): Rise {
  const box = bounds(area);
  // Slopes take most of a small hill, and a strip of a large one.
  const wide = Math.min(2.6, Math.min(box.w, box.h) * 0.42);
  const top = LEVEL * Math.max(1, level);
  return {
    box,
    high(at) {
      if (!inside(at, area)) return 0;
      const in_ = depth(at, area);
      const t = Math.min(1, in_ / wide);
      // Steep at the foot, round at the top.
      return top * (0.12 * smoothly(0, 0.06, t) + 0.88 * Math.sin((t * Math.PI) / 2) ** 1.25);
    },
  };
}

function water(piece: TerrainView): Rise[] {
  const bed = (d: number) => -0.42 * smoothly(-0.12, 0.38, d);
  if (piece.line.length > 1) {
    const half = piece.width / 2;
    return [
      {
        box: grown(bounds(piece.line), half + 0.3),
        high: (at) => bed(half - alongLine(at, piece.line)),
      },
    ];
  }
  return piece.areas.map((area) => ({
    box: grown(bounds(area), 0.3),
    high: (at) => bed(inside(at, area) ? depth(at, area) : -depth(at, area)),
  }));
}

function trench(piece: TerrainView): Rise[] {
  const line = piece.line.length > 1 ? piece.line : null;
  if (!line) return [];
  const half = Math.max(0.35, piece.width / 2);
  return [
    {
      box: grown(bounds(line), half + 0.8),
      high(at) {
        const d = alongLine(at, line);
        return (
          0.34 * Math.exp(-(((d - half - 0.12) / 0.22) ** 2)) - 0.26 * smoothly(half, half * 0.3, d)
        );
      },
    },
  ];
}

/** Returns a gentle unevenness: no table is perfectly flat. */
function uneven(x: number, y: number): number {
  return (
    0.03 * Math.sin(x * 0.9 + 1.7 * Math.sin(y * 0.31)) +
    0.03 * Math.sin(y * 1.1 + 1.3 * Math.sin(x * 0.37))
  );
}

function highest(rises: Rise[], at: Xy): number {
  let most = 0;
  for (const { box, high } of rises)
    if (at[0] >= box.x && at[0] <= box.x + box.w && at[1] >= box.y && at[1] <= box.y + box.h)
      most = Math.max(most, high(at));
  return most;
}

export class Land {
  readonly #hills: Rise[] = [];
  readonly #beds: Rise[] = [];
  readonly #works: Rise[] = [];
  readonly #shallow: Xy[][];
  readonly #grid: Float32Array;
  readonly cell: number;
  readonly columns: number;
  readonly rows: number;

  constructor(
    terrain: TerrainView[],
    readonly table: Xy,
  ) {
    for (const piece of terrain) {
      if (piece.ground === 'hill')
        this.#hills.push(...piece.areas.map((a) => hill(a, piece.level)));
      if (piece.ground === 'river' || piece.ground === 'lake') this.#beds.push(...water(piece));
      if (piece.ground === 'trench') this.#works.push(...trench(piece));
    }
    this.#shallow = terrain
      .filter((piece) => piece.ground === 'ford')
      .flatMap((piece) => piece.areas);
    this.cell = Math.max(0.28, Math.sqrt((table[0] * table[1]) / 12_500));
    this.columns = Math.ceil(table[0] / this.cell);
    this.rows = Math.ceil(table[1] / this.cell);
    this.#grid = new Float32Array((this.columns + 1) * (this.rows + 1));
    this.#rise();
    for (let r = 0; r <= this.rows; r += 1)
      for (let c = 0; c <= this.columns; c += 1) {
        const i = r * (this.columns + 1) + c;
        this.#grid[i] = (this.#grid[i] ?? 0) + this.#exact(this.point(c, r));
      }
  }

  /** Raises and smooths the hills: a rectangle's edges make no ridges. Their feet stay in place. */
  #rise(): void {
    const wide = this.columns + 1;
    const inside = new Uint8Array(this.#grid.length);
    for (let r = 0; r <= this.rows; r += 1)
      for (let c = 0; c <= this.columns; c += 1) {
        const i = r * wide + c;
        this.#grid[i] = highest(this.#hills, this.point(c, r));
        inside[i] = this.#grid[i] > 0 ? 1 : 0;
      }
    if (this.#hills.length === 0) return;
    for (let pass = 0; pass < Math.round(1.9 / this.cell); pass += 1) {
      const before = this.#grid.slice();
      for (let r = 1; r < this.rows; r += 1)
        for (let c = 1; c < this.columns; c += 1) {
          const i = r * wide + c;
          const at = (d: number) => before[i + d] ?? 0;
          const mean = (4 * at(0) + at(1) + at(-1) + at(wide) + at(-wide)) / 8;
          this.#grid[i] = inside[i] ? mean : mean * 0.25;
        }
    }
  }

  /** Returns the table's point at a knot of the grid. */
  point(column: number, row: number): Xy {
    return [(column / this.columns) * this.table[0], (row / this.rows) * this.table[1]];
  }

  knot(column: number, row: number): number {
    return this.#grid[row * (this.columns + 1) + column] ?? 0;
  }

  #exact(at: Xy): number {
    const of = (rises: Rise[], start: number, pick: (a: number, b: number) => number) =>
      rises.reduce((sum, { box, high }) => {
        if (at[0] < box.x || at[0] > box.x + box.w || at[1] < box.y || at[1] > box.y + box.h)
          return sum;
        return pick(sum, high(at));
      }, start);
    let down = of(this.#beds, 0, Math.min);
    if (down < 0 && this.#shallow.some((area) => inside(at, area)))
      down = Math.max(down, WATER - 0.06);
    const works = of(this.#works, 0, (a, b) => (Math.abs(b) > Math.abs(a) ? b : a));
    return works + uneven(at[0], at[1]) * (down < -0.02 ? 0.2 : 1) + down;
  }

  /** Returns the height of the ground at a point of the table. */
  at([x, y]: Xy): number {
    const c = Math.max(0, Math.min(this.columns - 1e-6, (x / this.table[0]) * this.columns));
    const r = Math.max(0, Math.min(this.rows - 1e-6, (y / this.table[1]) * this.rows));
    const [i, j] = [Math.floor(c), Math.floor(r)];
    const [u, v] = [c - i, r - j];
    const low = this.knot(i, j) * (1 - u) + this.knot(i + 1, j) * u;
    const high = this.knot(i, j + 1) * (1 - u) + this.knot(i + 1, j + 1) * u;
    return low * (1 - v) + high * v;
  }

  /** Returns the height at which things stand: on the surface of water, not on its bed. */
  stood(at: Xy): number {
    return Math.max(this.at(at), WATER + 0.02);
  }
}
