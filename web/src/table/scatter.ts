// Trees, houses, reeds and stones: always in the same places for the same ground.
import type { Xy } from '../contract/contract';
import { bounds, depth, inside, path, round } from './frame';

/** Returns a generator of random-looking numbers that are always the same for a seed. */
export function chance(seed: string): () => number {
  let a = 2166136261;
  for (let i = 0; i < seed.length; i += 1) a = Math.imul(a ^ seed.charCodeAt(i), 16777619);
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

/** Maps a point of the plan to the place where it is drawn. */
type Put = (at: Xy) => Xy;
const same: Put = (at) => at;

/** Spreads points over an area (drawing units), at least `margin` from its edge. */
export function spread(area: Xy[], step: number, margin: number, next: () => number): Xy[] {
  const box = bounds(area);
  const found: Xy[] = [];
  // A huge area gets a coarser grid, to limit the number of points.
  const grid = Math.max(step, Math.sqrt((box.w * box.h) / 900));
  let row = 0;
  for (let y = box.y + grid / 3; y < box.y + box.h; y += grid * 0.87) {
    row += 1;
    for (let x = box.x + (row % 2 ? 0 : grid / 2); x < box.x + box.w; x += grid) {
      const at: Xy = [x + (next() - 0.5) * grid * 0.6, y + (next() - 0.5) * grid * 0.6];
      if (inside(at, area) && depth(at, area) >= margin) found.push(at);
    }
  }
  return found;
}

export interface Tree {
  /** Foot of the trunk. */
  at: Xy;
  r: number;
  tone: number;
  /** Crown around the origin: a wavy outline, and two lighter ones within. */
  crown: Xy[][];
}

/** Returns the trees of a wood, those behind first. */
export function trees(area: Xy[], seed: string): Tree[] {
  const next = chance(seed);
  return spread(area, 10.5, 3.2, next)
    .map(([x, y]): Tree => {
      const r = 3.8 + next() * 2;
      const lobes = (f: number, n: number) => {
        const turn = next() * Math.PI;
        return Array.from({ length: n }, (_, i): Xy => {
          const a = turn + (i / n) * 2 * Math.PI;
          const wave = r * f * (0.9 + next() * 0.2);
          return [wave * Math.cos(a), wave * Math.sin(a) * 0.92];
        });
      };
      return {
        at: [x, y],
        r,
        tone: Math.floor(next() * 3),
        crown: [lobes(1, 8), lobes(0.72, 7), lobes(0.4, 6)],
      };
    })
    .sort((a, b) => a.at[1] - b.at[1]);
}

/** Returns a closed line of arcs through points around a place: leaves. */
export function leaves(points: Xy[], [x, y]: Xy): string {
  const all = points.map(([px, py]): Xy => [round(x + px), round(y + py)]);
  const [first] = all;
  if (!first) return '';
  const long = Math.hypot(...(points[0] as Xy));
  const b = round((long * 2.3) / points.length + 0.4);
  return `M${first[0]} ${first[1]}${all
    .map((_, i) => all[(i + 1) % all.length] as Xy)
    .map(([px, py]) => `A${b} ${b} 0 0 1 ${px} ${py}`)
    .join('')}Z`;
}

/** Returns a trunk that stands at a place. */
export function trunk([x, y]: Xy, high: number): string {
  return `M${round(x - 0.7)} ${round(y)}L${round(x - 0.45)} ${round(y - high)}H${round(x + 0.45)}L${round(x + 0.7)} ${round(y)}Z`;
}

export interface Houses {
  shadow: string;
  /** Walls in the light and in the shade; the slopes of the roofs likewise. */
  wall: string;
  wallDark: string;
  lit: string;
  dark: string;
  ridge: string;
  /** Windows and doors. */
  holes: string;
}

type Xyz = [number, number, number];

/** Draws houses as boxes under a gabled roof; `rise` scales their height, `put` projects them. */
export function houses(area: Xy[], seed: string, put: Put = same, rise = 0.62): Houses {
  const next = chance(seed);
  const drawn: Houses = {
    shadow: '',
    wall: '',
    wallDark: '',
    lit: '',
    dark: '',
    ridge: '',
    holes: '',
  };
  const places = spread(area, 15.5, 5.5, next).sort((a, b) => a[1] - b[1]);
  for (const [x, y] of places) {
    const across = next() > 0.45;
    const [w, h] = [4.5 + next() * 2, 3 + next() * 0.9];
    const turn = (next() - 0.5) * 0.34 + (across ? Math.PI / 2 : 0);
    const [eaves, top] = [4.2 * rise, 8.4 * rise];
    const at = ([u, v, z]: Xyz): Xy => {
      const [px, py] = put([
        x + u * w * Math.cos(turn) - v * h * Math.sin(turn),
        y + u * w * Math.sin(turn) + v * h * Math.cos(turn),
      ]);
      return [px, py - z];
    };
    const face = (points: Xyz[]) => {
      const flat = points.map(at);
      return turns(flat) > 0 ? path(flat, true) : '';
    };
    const ground: Xyz[] = [
      [-1, -1, 0],
      [1, -1, 0],
      [1, 1, 0],
      [-1, 1, 0],
    ];
    drawn.shadow += path(
      ground.map(at).map(([px, py]): Xy => [px + 2.4, py + 1.6]),
      true,
    );
    ground.forEach((a, i) => {
      const b = ground[(i + 1) % 4] as Xyz;
      // Gables reach to the ridge.
      const gable: Xyz[] = i % 2 === 1 ? [[a[0], 0, top]] : [];
      const wall = face([a, b, [b[0], b[1], eaves], ...gable, [a[0], a[1], eaves]]);
      const [pa, pb] = [at(a), at(b)];
      if (Math.abs(pb[0] - pa[0]) > Math.abs(pb[1] - pa[1])) drawn.wall += wall;
      else drawn.wallDark += wall;
      if (!wall) return;
      for (const t of i % 2 === 1 ? [0.5] : [0.22, 0.5, 0.78]) {
        const hole = (d: number, z: number): Xyz => [
          a[0] + (b[0] - a[0]) * (t + d),
          a[1] + (b[1] - a[1]) * (t + d),
          z * eaves,
        ];
        const low = t === 0.5 && i % 2 === 0 ? 0 : 0.38;
        drawn.holes += path(
          [hole(-0.06, low), hole(0.06, low), hole(0.06, 0.78), hole(-0.06, 0.78)].map(at),
          true,
        );
      }
    });
    const out = 1.12;
    const slopes: Xyz[][] = [
      [
        [-out, -out, eaves * 0.92],
        [-out, 0, top],
        [out, 0, top],
        [out, -out, eaves * 0.92],
      ],
      [
        [out, out, eaves * 0.92],
        [out, 0, top],
        [-out, 0, top],
        [-out, out, eaves * 0.92],
      ],
    ];
    // Light falls from the upper left.
    const [first, second] = Math.cos(turn) + Math.sin(turn) > 0 ? ['lit', 'dark'] : ['dark', 'lit'];
    drawn[first as 'lit'] += face((slopes[0] as Xyz[]).toReversed());
    drawn[second as 'lit'] += face((slopes[1] as Xyz[]).toReversed());
    drawn.ridge += path([at([-out, 0, top]), at([out, 0, top])], false);
    const [cx, cy] = at([0.55, 0, top]);
    drawn.holes += path(
      [
        [cx - 0.7, cy + 0.6],
        [cx + 0.7, cy + 0.6],
        [cx + 0.7, cy - 1.8 * rise],
        [cx - 0.7, cy - 1.8 * rise],
      ],
      true,
    );
  }
  return drawn;
}

/** Returns which way an outline turns on the screen: faces that turn the other way are hidden. */
function turns(points: Xy[]): number {
  return points.reduce((sum, [x, y], i) => {
    const [nx, ny] = points[(i + 1) % points.length] as Xy;
    return sum + x * ny - nx * y;
  }, 0);
}

/** Draws tufts of reed in a marsh. */
export function reeds(area: Xy[], seed: string, put: Put = same): string {
  const next = chance(seed);
  return spread(area, 11, 2, next)
    .map(put)
    .map(([x, y]) => {
      const s = 1.6 + next();
      return `M${round(x)} ${round(y)}v${-round(s * 1.6)}M${round(x)} ${round(y)}l${-round(s)} ${-round(s * 1.2)}M${round(x)} ${round(y)}l${round(s)} ${-round(s * 1.2)}`;
    })
    .join('');
}

/** Draws short waves on still water. */
export function waves(area: Xy[], seed: string, put: Put = same): string {
  const next = chance(seed);
  return spread(area, 15, 5, next)
    .map(put)
    .map(([x, y]) => `M${round(x - 3)} ${round(y)}q1.5 -1.4 3 0t3 0`)
    .join('');
}

/** Draws stones on broken ground. */
export function stones(area: Xy[], seed: string, put: Put = same): string {
  const next = chance(seed);
  return spread(area, 8, 1.5, next)
    .map(put)
    .map(([x, y]) => {
      const r = 0.8 + next() * 1.4;
      const turn = next() * 6;
      return path(
        [0, 1.3, 2.4, 3.8, 5.1].map((a): Xy => [
          x + r * (0.75 + 0.25 * Math.sin(3 * a)) * Math.cos(a + turn),
          y + r * 0.8 * Math.sin(a + turn),
        ]),
        true,
      );
    })
    .join('');
}
