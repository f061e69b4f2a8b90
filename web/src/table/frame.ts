// Converts the table's inches or centimetres, north up, to drawing units, y down.
import type { Ruler, Xy } from '../contract/contract';
import { numeral } from '../words/numbers';

/** Drawing units per inch or centimetre: tables in either have similar numbers. */
export const U = 10;

/** Margin around the table for its frame, in drawing units. */
export const RIM = 14;

export class Frame {
  readonly width: number;
  readonly height: number;

  constructor(
    /** Size of the table, in its unit of length. */
    readonly table: Xy,
    readonly ruler: Ruler = 'inches',
    /** Whether to turn a wide table clockwise by a quarter, for a tall screen: north is right. */
    readonly turned = false,
  ) {
    this.width = table[turned ? 1 : 0] * U;
    this.height = table[turned ? 0 : 1] * U;
  }

  at([x, y]: Xy): Xy {
    return this.turned ? [round(y * U), round(x * U)] : [round(x * U), round(this.height - y * U)];
  }

  /** Converts a bearing on the table to one on the drawing. */
  angle(facing: number): number {
    return this.turned ? (facing + 90) % 360 : facing;
  }

  /** Converts a point of the drawing back to the table's lengths. */
  lengths([x, y]: Xy): Xy {
    return this.turned ? [y / U, x / U] : [x / U, (this.height - y) / U];
  }

  /** Formats a length as a tape shows it. */
  tape(length: number): string {
    return measured(length.toFixed(1), this.ruler);
  }

  points(points: Xy[]): Xy[] {
    return points.map((p) => this.at(p));
  }

  /** Returns a path through the points, in drawing units. */
  path(points: Xy[], closed: boolean): string {
    return path(this.points(points), closed);
  }

  paths(areas: Xy[][]): string {
    return areas.map((area) => this.path(area, true)).join('');
  }
}

/** Formats a number with its unit of length. */
export const measured = (number: number | string, ruler: Ruler) =>
  ruler === 'inches' ? `${numeral(number)}″` : `${numeral(number)} cm`;

/** Rounds to 1/100, never to -0. */
export const round = (v: number) => Math.round(v * 100) / 100 + 0;

export function path(points: Xy[], closed: boolean): string {
  if (points.length === 0) return '';
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}${closed ? 'Z' : ''}`;
}

/** Returns rails laid in a zigzag along a line: a corner every six units, on alternating sides. */
export function zigzag(points: Xy[]): Xy[] {
  const out: Xy[] = [];
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [a, b] = [points[i] as Xy, points[i + 1] as Xy];
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const rails = Math.max(1, Math.round(long / 6));
    const [dx, dy] = [(b[0] - a[0]) / rails, (b[1] - a[1]) / rails];
    const aside = long > 0 ? (1.5 * rails) / long : 0;
    for (let n = i === 0 ? 0 : 1; n <= rails; n += 1) {
      const side = n % 2 === 0 ? aside : -aside;
      out.push([a[0] + dx * n - dy * side, a[1] + dy * n + dx * side]);
    }
  }
  return out;
}

/** Returns a closed curve through the points (Catmull-Rom as cubic Béziers). */
export function smooth(points: Xy[]): string {
  const n = points.length;
  if (n < 3) return path(points, true);
  const p = (i: number) => points[(i + n) % n] as Xy;
  let d = `M${round(p(0)[0])} ${round(p(0)[1])}`;
  for (let i = 0; i < n; i += 1) {
    const [a, b, c, e] = [p(i - 1), p(i), p(i + 1), p(i + 2)];
    const q1: Xy = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6];
    const q2: Xy = [c[0] - (e[0] - b[0]) / 6, c[1] - (e[1] - b[1]) / 6];
    d += `C${[...q1, ...q2, ...c].map(round).join(' ')}`;
  }
  return `${d}Z`;
}

export function circle([x, y]: Xy, r: number): string {
  return `M${round(x - r)} ${round(y)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
}

export function ellipse([x, y]: Xy, rx: number, ry: number): string {
  return `M${round(x - rx)} ${round(y)}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
}

export function inside([x, y]: Xy, area: Xy[]): boolean {
  let within = false;
  for (let i = 0, j = area.length - 1; i < area.length; j = i, i += 1) {
    const [ax, ay] = area[i] as Xy;
    const [bx, by] = area[j] as Xy;
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) within = !within;
  }
  return within;
}

export function bounds(points: Xy[]): { x: number; y: number; w: number; h: number } {
  const xs = points.map((p) => p[0]);
  const ys = points.map((p) => p[1]);
  const x = Math.min(...xs);
  const y = Math.min(...ys);
  return { x, y, w: Math.max(...xs) - x, h: Math.max(...ys) - y };
}

export function middle(points: Xy[]): Xy {
  const n = Math.max(1, points.length);
  return [points.reduce((s, p) => s + p[0], 0) / n, points.reduce((s, p) => s + p[1], 0) / n];
}

/** Scales an area about its middle. */
export function scaled(points: Xy[], f: number): Xy[] {
  const [cx, cy] = middle(points);
  return points.map(([x, y]) => [cx + (x - cx) * f, cy + (y - cy) * f]);
}

/** Returns the distance of a point from the edge of an area; never negative. */
export function depth([x, y]: Xy, area: Xy[]): number {
  let least = Infinity;
  for (let i = 0; i < area.length; i += 1) {
    const [ax, ay] = area[i] as Xy;
    const [bx, by] = area[(i + 1) % area.length] as Xy;
    const [dx, dy] = [bx - ax, by - ay];
    const t = Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy || 1)));
    least = Math.min(least, Math.hypot(x - ax - t * dx, y - ay - t * dy));
  }
  return least;
}

/** Returns the corners of a rectangle that faces `facing`, in table lengths, front left first. */
export function corners(centre: Xy, facing: number, [w, d]: Xy): Xy[] {
  const a = (facing * Math.PI) / 180;
  const ahead: Xy = [Math.sin(a), Math.cos(a)];
  const right: Xy = [Math.cos(a), -Math.sin(a)];
  const at = (r: number, f: number): Xy => [
    centre[0] + (right[0] * r * w) / 2 + (ahead[0] * f * d) / 2,
    centre[1] + (right[1] * r * w) / 2 + (ahead[1] * f * d) / 2,
  ];
  return [at(-1, 1), at(1, 1), at(1, -1), at(-1, -1)];
}

/** Returns where a stand lies in its unit's own drawing: facing up, the middle at 0, 0. */
export function local(centre: Xy, facing: number, at: Xy): Xy {
  const a = (facing * Math.PI) / 180;
  const dx = (at[0] - centre[0]) * U;
  const dy = -(at[1] - centre[1]) * U;
  return [round(Math.cos(a) * dx + Math.sin(a) * dy), round(-Math.sin(a) * dx + Math.cos(a) * dy)];
}

/** Returns the bearing from one point to another, in degrees clockwise from north. */
export function bearing(from: Xy, to: Xy): number {
  const a = (Math.atan2(to[0] - from[0], to[1] - from[1]) * 180) / Math.PI;
  return (a + 360) % 360;
}
