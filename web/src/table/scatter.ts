// Trees, houses, reeds and stones: always in the same places for the same ground.
import type { Xy } from '../engine/contract';
import { bounds, circle, depth, inside, path, round } from './frame';

/** Numbers that look thrown but never change. */
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

/** Points spread over an area (drawing units), at least `margin` from its edge. */
export function spread(area: Xy[], step: number, margin: number, next: () => number): Xy[] {
  const box = bounds(area);
  const found: Xy[] = [];
  // An enormous area gets a coarser grid, never an endless one.
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

export interface Trees {
  shadow: string;
  crown: string[];
  light: string;
}

export function trees(area: Xy[], seed: string): Trees {
  const next = chance(seed);
  const drawn: Trees = { shadow: '', crown: ['', '', ''], light: '' };
  for (const [x, y] of spread(area, 9.5, 3, next)) {
    const r = round(3.4 + next() * 1.9);
    drawn.shadow += circle([x + 1.6, y + 2], r);
    const tone = Math.floor(next() * 3);
    drawn.crown[tone] += crown([x, y], r, next);
    drawn.light += circle([x - r * 0.28, y - r * 0.32], round(r * 0.42));
  }
  return drawn;
}

/** A crown with a wavy edge. */
function crown([x, y]: Xy, r: number, next: () => number): string {
  const lobes = 6;
  const turn = next() * Math.PI;
  const points = Array.from({ length: lobes }, (_, i): Xy => {
    const a = turn + (i / lobes) * 2 * Math.PI;
    return [x + r * Math.cos(a), y + r * Math.sin(a)];
  });
  const [first] = points as [Xy];
  const b = round(r * 0.62);
  return `M${round(first[0])} ${round(first[1])}${points
    .map((_, i) => points[(i + 1) % lobes] as Xy)
    .map(([px, py]) => `A${b} ${b} 0 0 1 ${round(px)} ${round(py)}`)
    .join('')}Z`;
}

export interface Houses {
  shadow: string;
  lit: string;
  dark: string;
  ridge: string;
}

export function houses(area: Xy[], seed: string): Houses {
  const next = chance(seed);
  const drawn: Houses = { shadow: '', lit: '', dark: '', ridge: '' };
  for (const [x, y] of spread(area, 15, 5.5, next)) {
    const across = next() > 0.5;
    const w = 4.6 + next() * 2;
    const h = 3.1 + next() * 0.9;
    const turn = (next() - 0.5) * 0.35 + (across ? Math.PI / 2 : 0);
    const at = (u: number, v: number): Xy => [
      x + u * w * Math.cos(turn) - v * h * Math.sin(turn),
      y + u * w * Math.sin(turn) + v * h * Math.cos(turn),
    ];
    const shift = (p: Xy): Xy => [p[0] + 1.4, p[1] + 1.8];
    const box = [at(-1, -1), at(1, -1), at(1, 1), at(-1, 1)];
    drawn.shadow += path(box.map(shift), true);
    drawn.lit += path([at(-1, -1), at(1, -1), at(1, 0), at(-1, 0)], true);
    drawn.dark += path([at(-1, 0), at(1, 0), at(1, 1), at(-1, 1)], true);
    drawn.ridge += path([at(-1, 0), at(1, 0)], false);
    drawn.ridge += path([at(0.5, -0.55), at(0.5, -0.2)], false);
  }
  return drawn;
}

/** Tufts of reed in a marsh. */
export function reeds(area: Xy[], seed: string): string {
  const next = chance(seed);
  return spread(area, 11, 2, next)
    .map(([x, y]) => {
      const s = 1.6 + next();
      return `M${round(x)} ${round(y)}v${-round(s * 1.6)}M${round(x)} ${round(y)}l${-round(s)} ${-round(s * 1.2)}M${round(x)} ${round(y)}l${round(s)} ${-round(s * 1.2)}`;
    })
    .join('');
}

/** Short waves on still water. */
export function waves(area: Xy[], seed: string): string {
  const next = chance(seed);
  return spread(area, 15, 5, next)
    .map(([x, y]) => `M${round(x - 3)} ${round(y)}q1.5 -1.4 3 0t3 0`)
    .join('');
}

/** Stones on broken ground. */
export function stones(area: Xy[], seed: string): string {
  const next = chance(seed);
  return spread(area, 8, 1.5, next)
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
