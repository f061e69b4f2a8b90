// Scenery along a line: rail fences, worm fences, walls, hedges, trenches; and bridges.
import type { TerrainView, Xy } from '../../contract/contract';
import { bounds, middle } from '../../table/frame';
import { chance } from '../../table/scatter';
import type { Era } from '../../table/art/era';
import { shade, type Sculpt } from '../sculpt';
import type { Item } from './items';
import { clump } from './trees';

interface Step {
  at: Xy;
  /** Direction of the line, in degrees clockwise from north. */
  turn: number;
  long: number;
}

/** Cuts a line into pieces of about this length. */
export function steps(line: Xy[], each: number): Step[] {
  return line.flatMap((a, i): Step[] => {
    const b = line[i + 1];
    if (!b) return [];
    const far = Math.hypot(b[0] - a[0], b[1] - a[1]);
    const n = Math.max(1, Math.round(far / each));
    const turn = (Math.atan2(b[0] - a[0], b[1] - a[1]) * 180) / Math.PI;
    return Array.from({ length: n }, (_, k) => ({
      at: [a[0] + ((b[0] - a[0]) * (k + 0.5)) / n, a[1] + ((b[1] - a[1]) * (k + 0.5)) / n] as Xy,
      turn,
      long: far / n,
    }));
  });
}

type Maker = (s: Sculpt, n: number) => void;

// Each of these runs north and is one unit of length long.
const rails: Maker = (s, n) => {
  const next = chance(`rails${n}`);
  const wood = n % 2 ? '#8a7458' : '#957e60';
  s.box([0, 0, -0.46], [0.09, 0.56 + next() * 0.06, 0.09], wood, 0.85);
  for (const y of [0.18, 0.38])
    s.stick(
      [0.03, y + (next() - 0.5) * 0.04, -0.52],
      [0.03, y + (next() - 0.5) * 0.04, 0.52],
      0.036,
      wood,
    );
};

const worm: Maker = (s, n) => {
  const aside = n % 2 ? 0.16 : -0.16;
  for (let i = 0; i < 4; i += 1)
    s.stick(
      [-aside, 0.07 + i * 0.13, -0.58],
      [aside, 0.07 + i * 0.13, 0.58],
      0.045,
      i % 2 ? '#8d8068' : '#7d705a',
    );
};

const wall: Maker = (s, n) => {
  const next = chance(`wall${n}`);
  const stones = ['#9a9486', '#8b8577', '#a8a294', '#7f7a6e'];
  const of = () => stones[Math.floor(next() * 4)] as string;
  if (!s.fine) {
    s.box([0, 0, 0], [0.3, 0.42, 1.02], of(), 0.85);
    return;
  }
  for (let row = 0; row < 3; row += 1) {
    let z = -0.5 - (row % 2 ? 0.1 : 0);
    while (z < 0.5) {
      const deep = 0.2 + next() * 0.16;
      s.box(
        [(next() - 0.5) * 0.03, row * 0.13, z + deep / 2],
        [0.34 - row * 0.04, 0.14, deep * 1.02],
        of(),
        0.94,
      );
      z += deep;
    }
  }
  for (let z = -0.44; z < 0.5; z += 0.17) s.box([0, 0.39, z], [0.24, 0.1, 0.13], of(), 0.7);
};

const hedge: Maker = (s, n) => {
  const greens = ['#46602a', '#52702f', '#3b5426', '#5f7c38'];
  for (const z of [-0.28, 0.28]) clump(s, [0, 0.3, z], [0.28, 0.36, 0.4], greens, `hedge${n}${z}`);
};

const trench: Maker = (s, n) => {
  const next = chance(`trench${n}`);
  // Fascines along the ditch, and a rail on top.
  for (const x of [-0.55, 0.55])
    for (let i = 0; i < 3; i += 1)
      s.stick(
        [x + (next() - 0.5) * 0.03, 0.02 + i * 0.1, -0.52],
        [x, 0.02 + i * 0.1, 0.52],
        0.055,
        i % 2 ? '#7a5f3c' : '#86694a',
        0.055,
        5,
      );
};

const gabions: Maker = (s) => {
  for (const z of [-0.25, 0.25]) {
    s.loft(
      [
        { p: [0, 0, z], r: 0.2 },
        { p: [0, 0.5, z], r: 0.23 },
      ],
      8,
      '#8f7348',
      { ends: false },
    );
    s.loft(
      [
        { p: [0, 0.47, z], r: 0.2 },
        { p: [0, 0.53, z], r: 0.12 },
      ],
      7,
      '#6b5236',
    );
  }
};

const MAKERS: Record<string, [Maker, number]> = {
  fence: [rails, 1],
  worm: [worm, 1.1],
  wall: [wall, 1],
  hedge: [hedge, 1.05],
  trench: [trench, 1],
  works: [gabions, 1],
};

function row(kind: string, line: Xy[]): Item[] {
  const [make, each] = MAKERS[kind] as [Maker, number];
  return steps(line, each).map(({ at, turn, long }, i) => {
    const n = kind === 'worm' ? i % 2 : i % 4;
    return {
      key: `${kind} ${n}`,
      make: (s: Sculpt) => make(s, n),
      at,
      turn,
      size: long,
      clear: 0,
      lies: true,
    };
  });
}

/** Returns the middle line of a piece known only by its outline. */
function spine(area: Xy[]): Xy[] {
  const [a, b, c, d] = area;
  if (!a || !b || !c || !d) return [];
  const mid = (p: Xy, q: Xy): Xy => [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2];
  const across = Math.hypot(a[0] - b[0], a[1] - b[1]) > Math.hypot(b[0] - c[0], b[1] - c[1]);
  return across ? [mid(a, d), mid(b, c)] : [mid(a, b), mid(c, d)];
}

export function lines(piece: TerrainView): Item[] {
  const kind = /hedge/i.test(piece.name) && piece.ground !== 'wall' ? 'hedge' : piece.ground;
  if (!MAKERS[kind]) return [];
  if (piece.ground === 'works')
    return piece.areas.flatMap((area) => row(kind, [...area, area[0] as Xy]));
  if (piece.line.length > 1) return row(kind, piece.line);
  return piece.areas.flatMap((area) => row(kind, spine(area)));
}

/** Models bridges: each spans the river under it, with its road across. */
export function bridge(piece: TerrainView, terrain: TerrainView[], era: Era): Item[] {
  return piece.areas.map((area) => {
    const at = middle(area);
    const box = bounds(area);
    const river = terrain.find(({ ground }) => ground === 'river');
    const near = river
      ? steps(river.line, 1).reduce<Step | null>(
          (best, it) => (!best || away(it.at, at) < away(best.at, at) ? it : best),
          null,
        )
      : null;
    const turn = near ? near.turn + 90 : box.w > box.h ? 90 : 0;
    const flat = Math.abs(Math.sin((turn * Math.PI) / 180)) > 0.7;
    const road = terrain.find(({ ground, line }) => ground === 'road' && line.length > 1);
    const [across, along] = flat ? [box.h, box.w] : [box.w, box.h];
    const wide = Math.min(across, Math.max(1.7, (road?.width ?? 1) * 1.35));
    const long = Math.max(along, (river?.width ?? 1.5) + 1.2);
    const stone = era !== 'civil' && era !== 'dark';
    return {
      key: `bridge ${stone} ${wide.toFixed(1)} ${long.toFixed(1)}`,
      make: (s: Sculpt) => span(s, wide, long, stone),
      at,
      turn,
      size: 1,
      clear: 0,
      up: 0,
    };
  });
}

const away = (a: Xy, b: Xy) => Math.hypot(a[0] - b[0], a[1] - b[1]);

function span(s: Sculpt, wide: number, long: number, stone: boolean): void {
  const n = 8;
  const body = stone ? '#a39a88' : '#7d6244';
  const high = (t: number) => 0.16 + 0.26 * Math.sin(Math.PI * t);
  for (let i = 0; i < n; i += 1) {
    const [t, u] = [i / n, (i + 1) / n];
    const z = (k: number) => (k - 0.5) * long;
    const x = wide / 2;
    s.quad(
      [
        [-x, high(t), z(t)],
        [x, high(t), z(t)],
        [x, high(u), z(u)],
        [-x, high(u), z(u)],
      ],
      stone ? '#b3a78e' : i % 2 ? '#8a6e4e' : '#7a6042',
      [0, 1, 0],
    );
    for (const side of [-1, 1]) {
      // An arch under the bridge.
      const under = (k: number) =>
        -0.5 + 0.52 * Math.sin(Math.PI * Math.min(1, Math.max(0, (k - 0.18) / 0.64)));
      s.quad(
        [
          [side * x, under(t), z(t)],
          [side * x, under(u), z(u)],
          [side * x, high(u), z(u)],
          [side * x, high(t), z(t)],
        ],
        shade(body, i % 2 ? 1 : 0.93),
        [side, 0, 0],
      );
      if (stone) {
        const y = (high(t) + high(u)) / 2;
        s.at(
          [side * (x - 0.07), y, (z(t) + z(u)) / 2],
          [-Math.atan2(high(u) - high(t), long / n), 0, 0],
          1,
          () => s.box([0, 0, 0], [0.16, 0.3, long / n + 0.02], i % 2 ? '#a89f8c' : '#b2a996'),
        );
      } else {
        s.stick([side * x, high(t), z(t)], [side * x, high(t) + 0.4, z(t)], 0.04, body);
        s.stick([side * x, high(t) + 0.36, z(t)], [side * x, high(u) + 0.36, z(u)], 0.035, body);
      }
    }
  }
}
