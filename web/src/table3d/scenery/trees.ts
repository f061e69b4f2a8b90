// Trees and bushes of clump foliage.
import { IcosahedronGeometry } from 'three';
import { chance } from '../../table/scatter';
import { shade, type P3, type Sculpt } from '../sculpt';

/** Kinds of plants. */
export type Growth =
  | 'oak'
  | 'beech'
  | 'birch'
  | 'willow'
  | 'fir'
  | 'pine'
  | 'cypress'
  | 'olive'
  | 'apple'
  | 'bush'
  | 'hops'
  | 'vine'
  | 'corn'
  | 'reed'
  | 'stump';

const round = new Map<number, P3[]>();
function corners(fineness: number): P3[] {
  let found = round.get(fineness);
  if (!found) {
    const at = new IcosahedronGeometry(1, fineness).getAttribute('position');
    found = Array.from({ length: at.count }, (_, i): P3 => [at.getX(i), at.getY(i), at.getZ(i)]);
    round.set(fineness, found);
  }
  return found;
}

/** Models a rough ball of foliage in several greens, with single leaves standing off it. */
export function clump(s: Sculpt, at: P3, r: number | P3, greens: string[], seed: string): void {
  const next = chance(seed);
  const [rx, ry, rz] = typeof r === 'number' ? [r, r * 0.86, r] : r;
  const all = corners(s.fine ? 1 : 0);
  const rough = (p: P3): P3 => {
    const k = 1 + 0.16 * Math.sin(p[0] * 9.1 + p[1] * 7.3 + p[2] * 8.7 + seed.length);
    return [at[0] + p[0] * rx * k, at[1] + p[1] * ry * k, at[2] + p[2] * rz * k];
  };
  for (let i = 0; i < all.length; i += 3) {
    const three = [all[i], all[i + 1], all[i + 2]] as [P3, P3, P3];
    const low = three.reduce((sum, p) => sum + p[1], 0) / 3;
    const green = greens[Math.floor(next() * greens.length)] as string;
    s.tri(
      three.map(rough) as [P3, P3, P3],
      shade(green, low < -0.2 ? 0.62 : low > 0.5 ? 1.08 : 0.9),
      three,
    );
  }
  const leaves = s.fine ? 46 : 9;
  for (let i = 0; i < leaves; i += 1) {
    const [a, h] = [next() * 7, next() * 1.7 - 0.6];
    const wide = Math.sqrt(Math.max(0.05, 1 - Math.min(1, h * h)));
    const out: P3 = [Math.cos(a) * wide, Math.min(1, h), Math.sin(a) * wide];
    const p: P3 = [
      at[0] + out[0] * rx * 1.04,
      at[1] + out[1] * ry * 1.04,
      at[2] + out[2] * rz * 1.04,
    ];
    const q = (k: number): P3 => [
      p[0] + (next() - 0.5) * k * rx,
      p[1] + (next() - 0.5) * k * ry,
      p[2] + (next() - 0.5) * k * rz,
    ];
    s.tri([q(0.7), q(0.7), q(0.7)], shade(greens[i % greens.length] as string, 1.06), [
      out,
      out,
      out,
    ]);
  }
}

const BARK = '#5a4330';
const OAK = ['#4c6a2c', '#587a32', '#3f5c28', '#68863a'];
const BEECH = ['#5f7f34', '#6f9040', '#52722e', '#7d9a48'];
const PALE = ['#7c9358', '#8ba267', '#6d854c', '#99ad78'];
const DARK = ['#2f4a2c', '#385634', '#274026', '#43633c'];
const OLIVE = ['#74805a', '#828c68', '#656f4c', '#8f9876'];

/** Heights are in lengths of the table: a man is one high. */
const TREES: Record<Growth, (s: Sculpt, n: number) => void> = {
  oak: (s, n) => leafy(s, n, OAK, 1.0, 0.95),
  beech: (s, n) => leafy(s, n, BEECH, 1.15, 0.85),
  birch(s, n) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.075 },
        { p: [0.05, 1.3, 0], r: 0.05 },
        { p: [0, 2.2, 0.04], r: 0.02 },
      ],
      5,
      '#d9d4c8',
      { ends: false },
    );
    clump(s, [0.1, 1.6, 0.05], [0.5, 0.55, 0.5], BEECH, `birch${n}`);
    clump(s, [-0.12, 2.2, -0.08], [0.38, 0.5, 0.38], PALE, `birch top${n}`);
  },
  willow(s, n) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.16 },
        { p: [0.06, 0.8, 0], r: 0.12 },
      ],
      5,
      BARK,
      { ends: false },
    );
    clump(s, [0, 1.25, 0], [0.75, 0.62, 0.75], PALE, `willow${n}`);
    clump(s, [0.3, 0.95, 0.3], [0.42, 0.5, 0.42], PALE, `willow low${n}`);
  },
  fir(s, n) {
    s.stick([0, 0, 0], [0, 0.8, 0], 0.1, BARK, 0.08, 5);
    const tiers = s.fine ? 6 : 4;
    for (let i = 0; i < tiers; i += 1) {
      const t = i / tiers;
      const [low, r] = [0.35 + t * 2.1, 0.72 * (1 - t) + 0.1];
      const next = chance(`fir${n}${i}`);
      const c = 9;
      for (let k = 0; k < c; k += 1) {
        const p = (j: number): P3 => {
          const a = ((j % c) / c) * 2 * Math.PI + i;
          const rr = r * (j % 2 ? 0.78 : 1.06);
          return [Math.cos(a) * rr, low - (j % 2 ? 0 : 0.07), Math.sin(a) * rr];
        };
        const out: P3[] = [p(k), p(k + 1)].map(([x, , z]) => [x, 0.5, z]);
        s.tri(
          [p(k), p(k + 1), [0, low + 0.85 - t * 0.25, 0]],
          DARK[Math.floor(next() * 4)] as string,
          [out[0] as P3, out[1] as P3, [0, 1, 0]],
        );
      }
    }
  },
  pine(s, n) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.11 },
        { p: [0.08, 1.5, 0.04], r: 0.08 },
        { p: [0, 2.2, 0], r: 0.04 },
      ],
      5,
      '#6d4a34',
      { ends: false },
    );
    clump(s, [0, 2.2, 0], [0.72, 0.34, 0.72], DARK, `pine${n}`);
    clump(s, [0.28, 1.85, 0.2], [0.46, 0.24, 0.46], DARK, `pine low${n}`);
  },
  cypress(s, n) {
    s.stick([0, 0, 0], [0, 0.4, 0], 0.08, BARK);
    clump(s, [0, 1.3, 0], [0.3, 1.2, 0.3], DARK, `cypress${n}`);
  },
  olive(s, n) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.13 },
        { p: [0.1, 0.4, 0.05], r: 0.09 },
        { p: [-0.05, 0.85, 0], r: 0.06 },
      ],
      5,
      '#6b5d4a',
      { ends: false },
    );
    clump(s, [0.18, 1.05, 0.1], [0.5, 0.38, 0.48], OLIVE, `olive${n}`);
    clump(s, [-0.28, 1.12, -0.1], [0.42, 0.34, 0.42], OLIVE, `olive other${n}`);
  },
  apple(s, n) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.09 },
        { p: [0.03, 0.6, 0], r: 0.07 },
      ],
      5,
      BARK,
      { ends: false },
    );
    clump(s, [0, 1.0, 0], [0.5, 0.44, 0.5], BEECH, `apple${n}`);
    if (!s.fine) return;
    const next = chance(`apples${n}`);
    for (let i = 0; i < 9; i += 1) {
      const a = next() * 7;
      s.ball([Math.cos(a) * 0.47, 0.85 + next() * 0.35, Math.sin(a) * 0.47], 0.045, '#b8402c', 4);
    }
  },
  bush(s, n) {
    clump(s, [0, 0.14, 0], [0.34, 0.26, 0.3], OAK, `bush${n}`);
    if (s.fine) clump(s, [0.2, 0.1, 0.14], [0.22, 0.18, 0.2], BEECH, `bush low${n}`);
  },
  hops(s, n) {
    s.stick([0, 0, 0], [0, 1.7, 0], 0.03, '#8a6a42', 0.02);
    clump(s, [0, 0.9, 0], [0.18, 0.8, 0.18], BEECH, `hops${n}`);
  },
  vine(s, n) {
    s.stick([0, 0, 0], [0, 0.6, 0], 0.025, '#7a5c3a', 0.02, 3);
    clump(s, [0, 0.42, 0], [0.26, 0.24, 0.2], BEECH, `vine${n}`);
  },
  corn(s, n) {
    const next = chance(`corn${n}`);
    for (let i = 0; i < (s.fine ? 10 : 5); i += 1) {
      const [x, z, h] = [(next() - 0.5) * 0.5, (next() - 0.5) * 0.5, 0.42 + next() * 0.22];
      const a = next() * 7;
      const out: P3 = [0, 1, 0];
      for (const side of [1, -1])
        s.tri(
          [
            [x - Math.cos(a) * 0.06, 0, z - Math.sin(a) * 0.06],
            [x + Math.cos(a) * 0.06, 0, z + Math.sin(a) * 0.06],
            [x + (next() - 0.5) * 0.2 * side, h, z + (next() - 0.5) * 0.2],
          ],
          ['#9a9440', '#b5a552', '#86893a'][i % 3] as string,
          [out, out, out],
        );
    }
  },
  reed(s, n) {
    const next = chance(`reed${n}`);
    for (let i = 0; i < (s.fine ? 9 : 5); i += 1) {
      const [x, z] = [(next() - 0.5) * 0.36, (next() - 0.5) * 0.36];
      s.stick(
        [x, 0, z],
        [x + (next() - 0.5) * 0.15, 0.4 + next() * 0.35, z + (next() - 0.5) * 0.15],
        0.03,
        i % 2 ? '#7d8a44' : '#a39a58',
        0.004,
        3,
      );
    }
  },
  stump(s) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.2 },
        { p: [0, 0.08, 0], r: 0.14 },
        { p: [0, 0.26, 0], r: 0.13 },
      ],
      7,
      BARK,
    );
    s.loft(
      [
        { p: [0, 0.261, 0], r: 0.12 },
        { p: [0, 0.27, 0], r: 0.11 },
      ],
      7,
      '#c8a878',
    );
  },
};

function leafy(s: Sculpt, n: number, greens: string[], high: number, wide: number): void {
  const next = chance(`${greens[0]}${n}`);
  s.loft(
    [
      { p: [0, 0, 0], r: 0.19 },
      { p: [0.02, 0.12, 0], r: 0.13 },
      { p: [0.06, 0.8 * high, 0.03], r: 0.1 },
      { p: [0, 1.5 * high, 0], r: 0.05 },
    ],
    6,
    BARK,
    { ends: false },
  );
  const lumps = s.fine ? 4 : 3;
  for (let i = 0; i < lumps; i += 1) {
    const a = (i / lumps) * 2 * Math.PI + n;
    const r = (0.52 + next() * 0.16) * wide;
    const out = i === 0 ? 0 : 0.42 * wide;
    clump(
      s,
      [Math.cos(a) * out, (i === 0 ? 1.85 : 1.3 + next() * 0.3) * high, Math.sin(a) * out],
      r,
      greens,
      `${n} ${i}`,
    );
    if (s.fine && i > 0)
      s.stick(
        [0.04, 0.8 * high, 0.02],
        [Math.cos(a) * out, 1.2 * high, Math.sin(a) * out],
        0.05,
        BARK,
        0.03,
      );
  }
}

export const grow = (growth: Growth, n: number) => (s: Sculpt) => TREES[growth](s, n);
