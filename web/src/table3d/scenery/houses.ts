// Buildings: the name of a place says what stands there, its age how it is built.
import { chance } from '../../table/scatter';
import type { Era } from '../../table/art/era';
import { shade, type P3, type Sculpt } from '../sculpt';
import { DARK, gabled, pick, STUFF, type Stuff } from './walls';

export type House =
  | 'cottage'
  | 'barn'
  | 'farmhouse'
  | 'inn'
  | 'church'
  | 'chapel'
  | 'mill'
  | 'watermill'
  | 'kiln'
  | 'tollhouse'
  | 'school'
  | 'fold'
  | 'tent'
  | 'well'
  | 'haystack'
  | 'cart'
  | 'gallows'
  | 'beacon'
  | 'signal'
  | 'barrow'
  | 'cross'
  | 'kiosk';

type Maker = (s: Sculpt, stuff: Stuff, n: number, era: Era) => void;

const MAKERS: Record<House, Maker> = {
  cottage(s, k, n, era) {
    if (era === 'dark') return hall(s, k, 1.6, n);
    if (era === 'ancient') return villa(s, k, n, 1.5);
    gabled(s, {
      size: [1.7, 0.9, 1.15],
      wall: pick(k.walls, n),
      roof: pick(k.roofs, n),
      chimney: true,
      ...(k.timbered && n % 2 === 0 ? { timber: k.frame } : {}),
      clapboard: era === 'civil',
    });
  },
  barn(s, k, n, era) {
    if (era === 'dark') return hall(s, k, 1.9, n);
    gabled(s, {
      size: [2.1, 1.05, 1.35],
      wall: era === 'civil' ? '#8a4030' : '#7a5a3c',
      roof: pick(k.roofs, n + 1),
      steep: 0.7,
      clapboard: true,
    });
    s.box([0, 0, 0.69], [0.62, 0.85, 0.06], '#4a3626');
    for (const x of [-0.15, 0.15]) s.box([x, 0, 0.72], [0.28, 0.82, 0.03], '#8f6f4a');
  },
  farmhouse(s, k, n, era) {
    if (era === 'dark') return hall(s, k, 2.2, n);
    if (era === 'ancient') return villa(s, k, n, 2.1);
    gabled(s, {
      size: [2.2, 1.25, 1.35],
      wall: pick(k.walls, n),
      roof: pick(k.roofs, n),
      chimney: true,
      ...(k.timbered ? { timber: k.frame } : {}),
      clapboard: era === 'civil',
    });
    s.at([-0.7, 0, 0.85], [0, Math.PI / 2, 0], 1, () =>
      gabled(s, { size: [0.9, 0.8, 0.9], wall: pick(k.walls, n), roof: pick(k.roofs, n) }),
    );
    if (era === 'civil') porch(s, 2.2, 0.68);
  },
  inn(s, k, n, era) {
    gabled(s, {
      size: [2.7, 1.6, 1.5],
      wall: pick(k.walls, n),
      roof: pick(k.roofs, n),
      chimney: true,
      ...(k.timbered ? { timber: k.frame } : {}),
      clapboard: era === 'civil',
    });
    s.at([1.0, 0, 1.1], [0, Math.PI / 2, 0], 1, () =>
      gabled(s, {
        size: [1.3, 1.15, 1.1],
        wall: pick(k.walls, n + 1),
        roof: pick(k.roofs, n),
        ...(k.timbered ? { timber: k.frame } : {}),
      }),
    );
    s.stick([-1.1, 0, 1.25], [-1.1, 1.55, 1.25], 0.045, '#4a3424');
    s.stick([-1.1, 1.45, 1.25], [-0.6, 1.45, 1.25], 0.035, '#4a3424');
    s.box([-0.78, 0.98, 1.25], [0.4, 0.4, 0.05], '#2f5d9b');
    s.box([-0.78, 1.08, 1.25], [0.2, 0.2, 0.07], '#e0b84a');
  },
  church(s, k, n, era) {
    if (era === 'ancient') return temple(s);
    if (era === 'dark') return hall(s, k, 2.4, n);
    const wall = era === 'civil' ? '#efece2' : '#bcb3a0';
    const roof = era === 'civil' ? '#5a544c' : '#6b6a6c';
    gabled(s, { size: [2.4, 1.25, 1.25], wall, roof, steep: 0.8 });
    s.box([-1.45, 0, 0], [0.85, 2.2, 0.85], wall, 0.97);
    s.box([-1.45, 2.2, 0], [0.95, 0.1, 0.95], shade(wall, 0.85));
    s.loft(
      [
        { p: [-1.45, 2.3, 0], r: 0.6 },
        { p: [-1.45, 3.7, 0], r: 0.015 },
      ],
      4,
      roof,
    );
    for (const z of [-0.43, 0.43]) s.box([-1.45, 1.6, z], [0.26, 0.4, 0.04], DARK);
    s.box([-1.89, 0, 0], [0.04, 0.7, 0.34], '#5a3c28');
    s.stick([-1.45, 3.65, 0], [-1.45, 4.0, 0], 0.025, '#d9b04a');
    s.stick([-1.55, 3.88, 0], [-1.35, 3.88, 0], 0.02, '#d9b04a');
  },
  chapel(s, k, _n, era) {
    if (era === 'ancient') return temple(s);
    gabled(s, {
      size: [1.5, 0.95, 0.95],
      wall: pick(k.walls, 0),
      roof: pick(k.roofs, 0),
      steep: 0.85,
    });
    s.box([-0.62, 1.2, 0], [0.28, 0.75, 0.28], pick(k.walls, 0));
    s.loft(
      [
        { p: [-0.62, 1.95, 0], r: 0.24 },
        { p: [-0.62, 2.4, 0], r: 0.01 },
      ],
      4,
      pick(k.roofs, 0),
    );
  },
  mill(s, k) {
    // A post mill: its body turns on a trestle.
    for (const [x, z] of [
      [-0.5, -0.5],
      [0.5, -0.5],
      [-0.5, 0.5],
      [0.5, 0.5],
    ] as const)
      s.stick([x, 0, z], [x * 0.2, 1.0, z * 0.2], 0.07, '#6b4a30');
    s.stick([0, 0, 0], [0, 1.1, 0], 0.12, '#5a3f28', 0.1, 6);
    s.box([0, 0.85, 0], [0.95, 1.35, 1.15], '#d9d2c0', 0.95);
    for (let y = 0.95; y < 2.1 && s.fine; y += 0.14)
      for (const z of [-0.58, 0.58]) s.box([0, y, z * 0.985], [0.92, 0.014, 0.014], '#8f8a7c');
    const roof = k.roofs[1] as string;
    for (const x of [-1, 1])
      s.quad(
        [
          [x * 0.54, 2.15, -0.62],
          [x * 0.54, 2.15, 0.62],
          [0, 2.68, 0.62],
          [0, 2.68, -0.62],
        ],
        roof,
        [x, 1, 0],
      );
    for (const z of [-0.575, 0.575])
      s.tri(
        [
          [-0.48, 2.18, z],
          [0.48, 2.18, z],
          [0, 2.64, z],
        ],
        '#cfc8b6',
        [
          [0, 0, z],
          [0, 0, z],
          [0, 0, z],
        ],
      );
    s.stick([0, 2.0, -0.5], [0, 2.02, -0.86], 0.07, '#4a3626', 0.06, 5);
    s.at([0, 2.02, -0.82], [0, 0, 0.42], 1, () => {
      for (let i = 0; i < 4; i += 1)
        s.at([0, 0, 0], [0, 0, (i * Math.PI) / 2], 1, () => {
          s.stick([0, 0, 0], [0, 1.7, 0], 0.032, '#5a4028');
          const sail: [P3, P3, P3, P3] = [
            [0.03, 0.4, -0.01],
            [0.34, 0.4, -0.01],
            [0.34, 1.66, -0.01],
            [0.03, 1.66, -0.01],
          ];
          s.quad(sail, '#e9dfc6', [0, 0, -1]).quad(sail, '#c9bfa6', [0, 0, 1]);
          for (let y = 0.4; y <= 1.66 && s.fine; y += 0.21)
            s.stick([0, y, -0.03], [0.36, y, -0.03], 0.014, '#6b4a30', 0.014, 3);
        });
    });
    s.stick([0, 0.95, 0.5], [0, 0.1, 1.5], 0.05, '#6b4a30');
  },
  watermill(s, k, n, era) {
    MAKERS.farmhouse(s, k, n, era);
    s.at([0, 0.5, -0.92], [0, Math.PI / 2, 0], 1, () => {
      for (let i = 0; i < 10; i += 1) {
        const a = (i / 10) * 2 * Math.PI;
        s.stick([0, 0, 0], [0, Math.sin(a) * 0.7, Math.cos(a) * 0.7], 0.03, '#5a4028', 0.03, 3);
        s.at([0, Math.sin(a) * 0.68, Math.cos(a) * 0.68], [-a, 0, 0], 1, () =>
          s.box([0, -0.02, 0], [0.34, 0.04, 0.2], '#6b4c30'),
        );
      }
    });
  },
  kiln(s) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.62 },
        { p: [0, 0.7, 0], r: 0.66 },
        { p: [0, 1.4, 0], r: 0.42 },
        { p: [0, 2.1, 0], r: 0.22 },
        { p: [0, 2.3, 0], r: 0.26 },
      ],
      10,
      '#9c5b42',
    );
    s.box([0, 0, 0.62], [0.42, 0.55, 0.12], DARK);
    s.loft(
      [
        { p: [0, 0.66, 0], r: 0.7 },
        { p: [0, 0.74, 0], r: 0.7 },
      ],
      10,
      '#3a342f',
      { ends: false },
    );
  },
  tollhouse(s, k, n, era) {
    MAKERS.cottage(s, k, n, era);
    s.stick([0.2, 0, 1.05], [0.2, 0.62, 1.05], 0.06, '#f0ece0');
    for (let i = 0; i < 5; i += 1)
      s.stick(
        [0.1 - i * 0.34, 0.55, 1.05],
        [-0.24 - i * 0.34, 0.55, 1.05],
        0.04,
        i % 2 ? '#f0ece0' : '#a83a32',
      );
  },
  school(s, k, n, era) {
    gabled(s, {
      size: [1.8, 1.05, 1.2],
      wall: era === 'civil' ? '#a84a3a' : pick(k.walls, n),
      roof: pick(k.roofs, n),
      clapboard: true,
    });
    s.box([-0.6, 1.5, 0], [0.34, 0.5, 0.34], '#efece2');
    s.loft(
      [
        { p: [-0.6, 2.0, 0], r: 0.28 },
        { p: [-0.6, 2.35, 0], r: 0.01 },
      ],
      4,
      '#5a544c',
    );
  },
  fold(s) {
    const n = 14;
    for (let i = 0; i < n; i += 1) {
      if (i === 0) continue;
      const a = (i / n) * 2 * Math.PI;
      s.at([Math.sin(a) * 1.15, 0, Math.cos(a) * 1.15], [0, a, 0], 1, () =>
        s.box([0, 0, 0], [0.54, 0.42, 0.2], i % 2 ? '#8f897c' : '#9c968a', 0.9),
      );
    }
  },
  tent(s, _k, n) {
    const cloth = n % 2 ? '#e6dec8' : '#d9cfb4';
    for (const x of [-1, 1])
      s.quad(
        [
          [x * 0.42, 0, -0.5],
          [x * 0.42, 0, 0.5],
          [0, 0.72, 0.5],
          [0, 0.72, -0.5],
        ],
        cloth,
        [x, 0.6, 0],
      );
    for (const z of [-0.5, 0.5])
      s.tri(
        [
          [-0.42, 0, z],
          [0.42, 0, z],
          [0, 0.72, z],
        ],
        shade(cloth, 0.75),
        [
          [0, 0, z],
          [0, 0, z],
          [0, 0, z],
        ],
      );
    s.tri(
      [
        [-0.1, 0, 0.505],
        [0.1, 0, 0.505],
        [0, 0.6, 0.505],
      ],
      DARK,
      [
        [0, 0, 1],
        [0, 0, 1],
        [0, 0, 1],
      ],
    );
  },
  well(s) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.3 },
        { p: [0, 0.34, 0], r: 0.3 },
      ],
      9,
      '#9a9488',
      { ends: false },
    );
    s.loft(
      [
        { p: [0, 0.3, 0], r: 0.24 },
        { p: [0, 0.31, 0], r: 0.23 },
      ],
      9,
      '#1c2326',
    );
    for (const x of [-0.3, 0.3]) s.stick([x, 0.2, 0], [x, 0.95, 0], 0.04, '#6b4a30');
    for (const z of [-1, 1])
      s.quad(
        [
          [-0.42, 0.9, z * 0.34],
          [0.42, 0.9, z * 0.34],
          [0.42, 1.15, 0],
          [-0.42, 1.15, 0],
        ],
        '#8f5a40',
        [0, 1, z],
      );
  },
  haystack(s) {
    s.loft(
      [
        { p: [0, 0, 0], r: 0.42 },
        { p: [0, 0.4, 0], r: 0.48 },
        { p: [0, 0.8, 0], r: 0.28 },
        { p: [0, 1.0, 0], r: 0.03 },
      ],
      9,
      '#c2a450',
    );
  },
  cart(s) {
    s.box([0, 0.36, 0], [0.6, 0.08, 1.1], '#7a5a36');
    for (const x of [-0.3, 0.3]) s.box([x, 0.42, 0], [0.04, 0.24, 1.1], '#8a6a42');
    for (const x of [-0.38, 0.38])
      s.at([x, 0.32, 0], [0, 0, 0], 1, () =>
        s.loft(
          [
            { p: [-0.03, 0, 0], r: 0.32 },
            { p: [0.03, 0, 0], r: 0.32 },
          ],
          10,
          '#5a4028',
          { ref: [0, 1, 0] },
        ),
      );
    s.ball([0, 0.55, 0.1], [0.28, 0.18, 0.45], '#b99a4c', 7);
  },
  gallows(s) {
    s.box([0, 0, 0], [0.9, 0.22, 0.9], '#6b4a30');
    s.stick([-0.3, 0.2, 0], [-0.3, 1.9, 0], 0.06, '#5a3f28');
    s.stick([-0.3, 1.82, 0], [0.45, 1.82, 0], 0.05, '#5a3f28');
    s.stick([-0.3, 1.45, 0], [0.0, 1.8, 0], 0.035, '#5a3f28');
    s.stick([0.36, 1.8, 0], [0.36, 1.35, 0], 0.015, '#c8b48c', 0.015, 3);
  },
  beacon(s) {
    for (let i = 0; i < 3; i += 1) {
      const a = (i * 2 * Math.PI) / 3;
      s.stick([Math.cos(a) * 0.4, 0, Math.sin(a) * 0.4], [0, 1.35, 0], 0.05, '#5a4028');
    }
    s.loft(
      [
        { p: [0, 1.3, 0], r: 0.12 },
        { p: [0, 1.6, 0], r: 0.3 },
      ],
      7,
      '#3a3634',
      { ends: false },
    );
    s.ball([0, 1.6, 0], [0.26, 0.14, 0.26], '#7a5a36', 6);
  },
  signal(s) {
    s.stick([0, 0, 0], [0, 2.7, 0], 0.06, '#6b4a30', 0.04);
    s.stick([-0.6, 2.35, 0], [0.6, 2.65, 0], 0.04, '#2c2926');
    s.stick([0.6, 2.65, 0], [0.85, 2.3, 0], 0.04, '#2c2926');
    s.stick([-0.6, 2.35, 0], [-0.8, 2.0, 0], 0.04, '#2c2926');
    s.box([0, 0, 0.3], [0.7, 0.6, 0.6], '#cfc4a8', 0.95, '#8a5a44');
  },
  barrow(s) {
    s.ball([0, 0, 0], [1.4, 0.5, 0.9], '#6c7440', 9);
    for (const x of [-0.22, 0.22]) s.box([x, 0, 0.82], [0.18, 0.5, 0.18], '#9a968c', 0.85);
    s.box([0, 0.46, 0.82], [0.75, 0.14, 0.3], '#8d897f');
  },
  cross(s) {
    s.box([0, 0, 0], [0.5, 0.14, 0.5], '#a39c8c');
    s.box([0, 0.14, 0], [0.34, 0.14, 0.34], '#a39c8c');
    s.box([0, 0.28, 0], [0.13, 0.95, 0.13], '#b0a998', 0.85);
    s.box([0, 0.82, 0], [0.5, 0.12, 0.12], '#b0a998');
  },
  kiosk(s, k, n) {
    s.box([0, 0, 0], [0.5, 0.8, 0.5], pick(k.walls, n));
    s.loft(
      [
        { p: [0, 0.8, 0], r: 0.46 },
        { p: [0, 1.15, 0], r: 0.01 },
      ],
      4,
      '#a83a32',
    );
  },
};

function porch(s: Sculpt, wide: number, z: number): void {
  s.box([0, 0, z + 0.28], [wide, 0.1, 0.56], '#9a8a70');
  for (let i = 0; i < 5; i += 1)
    s.stick(
      [wide * (i / 4 - 0.5) * 0.94, 0.1, z + 0.5],
      [wide * (i / 4 - 0.5) * 0.94, 0.72, z + 0.5],
      0.03,
      '#f2efe6',
    );
  s.quad(
    [
      [-wide / 2 - 0.05, 0.7, z + 0.6],
      [wide / 2 + 0.05, 0.7, z + 0.6],
      [wide / 2, 0.92, z],
      [-wide / 2, 0.92, z],
    ],
    '#6b6258',
    [0, 1, 0.4],
  );
}

/** Models a northern hall under thatch that nearly reaches the ground. */
function hall(s: Sculpt, k: Stuff, long: number, n: number): void {
  gabled(s, {
    size: [long, 0.55, 1.15],
    wall: pick(k.walls, n),
    roof: pick(k.roofs, n),
    steep: 0.95,
    timber: k.frame,
  });
  for (const x of [-1, 1])
    for (const z of [-1, 1])
      s.stick(
        [x * (long / 2 + 0.1), 1.4, z * 0.26],
        [x * (long / 2 + 0.16), 2.0, -z * 0.14],
        0.035,
        k.frame,
      );
}

/** Models a southern farm around a court. */
function villa(s: Sculpt, k: Stuff, n: number, wide: number): void {
  const low = { wall: pick(k.walls, n), roof: pick(k.roofs, n), steep: 0.34 };
  gabled(s, { size: [wide, 0.95, 0.9], ...low });
  s.at([wide * 0.36, 0, 0.75], [0, Math.PI / 2, 0], 1, () =>
    gabled(s, { size: [0.95, 0.7, 0.6], ...low }),
  );
  s.box([-wide * 0.42, 0, 0.85], [0.12, 0.45, 0.9], low.wall);
  s.box([-wide * 0.02, 0, 1.26], [wide * 0.72, 0.45, 0.12], low.wall);
}

function temple(s: Sculpt): void {
  const stone = '#e0d8c4';
  s.box([0, 0, 0], [2.3, 0.14, 1.4], shade(stone, 0.85));
  s.box([0, 0.14, 0], [2.1, 0.12, 1.2], stone);
  s.box([0.15, 0.26, 0], [1.4, 0.95, 0.8], '#cfc4aa');
  for (const x of [-0.95, -0.6, 0.95])
    for (const z of [-0.48, -0.16, 0.16, 0.48])
      s.stick([x, 0.26, z], [x, 1.2, z], 0.07, stone, 0.06, 7);
  s.box([0, 1.2, 0], [2.15, 0.14, 1.22], stone);
  s.at([0, 1.34, 0], [0, 0, 0], 1, () => {
    for (const z of [-1, 1])
      s.quad(
        [
          [-1.12, 0, z * 0.66],
          [1.12, 0, z * 0.66],
          [1.12, 0.42, 0],
          [-1.12, 0.42, 0],
        ],
        '#b5603c',
        [0, 1, z],
      );
    for (const x of [-1.06, 1.06])
      s.tri(
        [
          [x, 0, -0.6],
          [x, 0, 0.6],
          [x, 0.4, 0],
        ],
        stone,
        [
          [x, 0, 0],
          [x, 0, 0],
          [x, 0, 0],
        ],
      );
  });
}

/** Distance from the middle of a building to its edge. */
export const REACH: Partial<Record<House, number>> = {
  well: 0.5,
  haystack: 0.5,
  cart: 0.7,
  gallows: 0.6,
  cross: 0.4,
  tent: 0.7,
  kiln: 0.8,
  beacon: 0.5,
  signal: 0.6,
  chapel: 0.95,
  kiosk: 0.4,
};

export const build = (house: House, era: Era, n: number) => (s: Sculpt) =>
  MAKERS[house](s, STUFF[era], n, era);
export const throwFor = (name: string) => chance(`houses ${name}`);
