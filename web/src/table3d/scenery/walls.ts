// Walls and roofs: what every age builds of, and the gabled house that most buildings are.
import type { Era } from '../../table/art/era';
import { shade, type P3, type Sculpt } from '../sculpt';

export interface Stuff {
  walls: string[];
  roofs: string[];
  frame: string;
  timbered: boolean;
}

export const STUFF: Record<Era, Stuff> = {
  ancient: {
    walls: ['#e3d3b0', '#d8c096', '#ead9bb'],
    roofs: ['#b5603c', '#a85534', '#c26d45'],
    frame: '#7a5636',
    timbered: false,
  },
  dark: {
    walls: ['#a98f64', '#9a7f56', '#b59c70'],
    roofs: ['#a08a4e', '#8f7a45', '#b09a5a'],
    frame: '#5a4028',
    timbered: false,
  },
  pike: {
    walls: ['#e6dcc2', '#dccba6', '#efe6d0'],
    roofs: ['#8f7a4a', '#9a5a3c', '#86713f'],
    frame: '#4a3424',
    timbered: true,
  },
  lace: {
    walls: ['#e8dfc8', '#dfcda8', '#e9d9b4'],
    roofs: ['#9c4f36', '#8a4630', '#a85a3e'],
    frame: '#5a3c28',
    timbered: true,
  },
  shako: {
    walls: ['#e9e1cd', '#d9c9a4', '#e4d6b8'],
    roofs: ['#97503a', '#6d6a68', '#a35a3e'],
    frame: '#5c4030',
    timbered: true,
  },
  civil: {
    walls: ['#e9e6da', '#b3b0a4', '#c9b79a'],
    roofs: ['#6b6258', '#58524a', '#7a5a44'],
    frame: '#f2efe6',
    timbered: false,
  },
};

interface Walls {
  size: P3;
  wall: string;
  roof: string;
  /** Colour of the timber in walls of timber and clay. */
  timber?: string;
  /** Steepness of the roof. */
  steep?: number;
  chimney?: boolean;
  clapboard?: boolean;
}

export const DARK = '#2a2522';

/** Models a house with a gabled roof along its x axis. */
export function gabled(
  s: Sculpt,
  { size: [w, h, d], wall, roof, timber, steep = 0.62, chimney, clapboard }: Walls,
): void {
  const [a, b] = [w / 2, d / 2];
  const top = h + d * steep;
  s.box([0, 0, 0], [w, h, d], wall, 1, wall);
  s.box([0, 0, 0], [w + 0.08, 0.12, d + 0.08], '#8a8378');
  for (const x of [-a, a]) {
    const out: P3 = [Math.sign(x), 0, 0];
    s.tri(
      [
        [x, h, -b],
        [x, h, b],
        [x, top, 0],
      ],
      shade(wall, 0.95),
      [out, out, out],
    );
  }
  const [over, eave] = [a + 0.14, b + 0.16];
  const low = h - 0.16 * steep;
  for (const side of [-1, 1]) {
    const n: P3 = [0, 1, side / steep];
    s.quad(
      [
        [-over, low, side * eave],
        [over, low, side * eave],
        [over, top + 0.05, 0],
        [-over, top + 0.05, 0],
      ],
      roof,
      n,
    );
    s.quad(
      [
        [-over, low - 0.06, side * eave],
        [over, low - 0.06, side * eave],
        [over, low, side * eave],
        [-over, low, side * eave],
      ],
      shade(roof, 0.7),
      [0, 0, side],
    );
    if (s.fine) courses(s, side, over, eave, low, top, roof);
    for (const x of [-over, over])
      s.quad(
        [
          [x, low - 0.06, side * eave],
          [x, low, side * eave],
          [x, top + 0.05, 0],
          [x, top - 0.02, 0],
        ],
        shade(roof, 0.6),
        [Math.sign(x), 0, 0],
      );
  }
  s.box([0, top + 0.02, 0], [2 * over, 0.06, 0.12], shade(roof, 0.8));
  openings(s, w, h, d, timber ?? '#6b4a30');
  if (timber) beams(s, w, h, d, top, timber);
  if (clapboard && s.fine)
    for (let y = 0.2; y < h; y += 0.14)
      for (const side of [-1, 1])
        s.box([0, y, side * (b + 0.004)], [w, 0.012, 0.012], shade(wall, 0.7));
  if (chimney) {
    s.box([a * 0.62, h * 0.8, d * 0.12], [0.24, top - h * 0.8 + 0.3, 0.24], '#8f5a44');
    s.box([a * 0.62, top + 0.28, d * 0.12], [0.3, 0.06, 0.3], '#6d4434');
  }
}

/** Models rows of tiles, each a step. */
function courses(
  s: Sculpt,
  side: number,
  over: number,
  eave: number,
  low: number,
  top: number,
  roof: string,
): void {
  for (let i = 1; i < 6; i += 1) {
    const t = i / 6;
    const [y, z] = [low + (top + 0.05 - low) * t, side * eave * (1 - t)];
    s.quad(
      [
        [-over, y + 0.005, z],
        [over, y + 0.005, z],
        [over, y + 0.05, z],
        [-over, y + 0.05, z],
      ],
      shade(roof, i % 2 ? 0.72 : 0.82),
      [0, 0.3, side],
    );
  }
}

function openings(s: Sculpt, w: number, h: number, d: number, wood: string): void {
  for (const side of [-1, 1]) {
    const z = (side * d) / 2;
    const n = Math.max(2, Math.round(w / 0.62));
    for (let i = 0; i < n; i += 1) {
      const x = w * ((i + 0.5) / n - 0.5);
      const door = side === 1 && i === Math.floor(n / 2);
      const [bw, bh, y] = door
        ? [0.3, Math.min(0.72, h * 0.7), 0]
        : [0.22, Math.min(0.3, h * 0.32), h * 0.42];
      s.box([x, y, z], [bw, bh, 0.04], door ? wood : DARK);
      if (!s.fine) continue;
      s.box([x, y + bh, z], [bw + 0.08, 0.05, 0.06], wood);
      if (door) continue;
      s.box([x, y - 0.04, z], [bw + 0.08, 0.04, 0.08], wood);
      for (const e of [-1, 1])
        s.box([x + e * (bw / 2 + 0.07), y, z], [0.1, bh, 0.05], shade(wood, 1.15));
    }
  }
  for (const side of [-1, 1]) s.box([(side * w) / 2, h * 0.9, 0], [0.04, 0.26, 0.22], DARK);
}

function beams(s: Sculpt, w: number, h: number, d: number, top: number, timber: string): void {
  if (!s.fine) return;
  const t = 0.055;
  for (const side of [-1, 1]) {
    const z = side * (d / 2 + 0.012);
    for (const y of [0.14, h * 0.52, h - t]) s.box([0, y, z], [w, t, 0.03], timber);
    const n = Math.max(3, Math.round(w / 0.5));
    for (let i = 0; i <= n; i += 1)
      s.box([w * (i / n - 0.5), 0.12, z], [t, h - 0.12, 0.03], timber);
    for (const x of [-1, 1])
      s.stick([x * w * 0.5, h * 0.1, z], [x * w * 0.3, h * 0.52, z], 0.03, timber);
    const x = side * (w / 2 + 0.012);
    for (const y of [0.14, h * 0.52, h - t]) s.box([x, y, 0], [0.03, t, d], timber);
    for (const e of [-0.5, -0.17, 0.17, 0.5]) s.box([x, 0.12, e * d], [0.03, h - 0.12, t], timber);
    s.box([x, h, 0], [0.03, top - h - 0.05, t], timber);
  }
}

/** Returns one of some colours. */
export const pick = (of: string[], n: number) => of[n % of.length] as string;
