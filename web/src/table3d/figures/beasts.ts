// Horses, elephants, chariots and guns, on the same scale as men.
import type { P3, Ring, Sculpt } from '../sculpt';
import { shade } from '../sculpt';
import type { Dress } from './dress';
import { seated } from './men';

export const HORSES = ['#5d3d20', '#3a2a20', '#7a5230', '#8d867c', '#2b2421', '#8a5a34'];

/** Models a horse on four legs, one and a half times as long as a man is high. */
export function horse(s: Sculpt, colour: string, saddle?: string, stride = 0): void {
  const mane = shade(colour, 0.45);
  const body: Ring[] = [
    { p: [0, 0.76, 0.72], r: [0.05, 0.08] },
    { p: [0, 0.8, 0.62], r: [0.16, 0.17] },
    { p: [0, 0.78, 0.42], r: [0.2, 0.21] },
    { p: [0, 0.74, 0.05], r: [0.19, 0.2] },
    { p: [0, 0.77, -0.28], r: [0.18, 0.21] },
    { p: [0, 0.8, -0.46], r: [0.12, 0.16] },
  ];
  s.loft(body, 8, colour, { ref: [0, 1, 0] });
  s.loft(
    [
      { p: [0, 0.8, -0.38], r: [0.12, 0.18] },
      { p: [0, 1.0, -0.6], r: [0.085, 0.13] },
      { p: [0, 1.16, -0.76], r: [0.07, 0.1] },
    ],
    6,
    colour,
    { ref: [0, 0, 1] },
  );
  s.loft(
    [
      { p: [0, 1.2, -0.69], r: [0.075, 0.09] },
      { p: [0, 1.14, -0.85], r: [0.075, 0.085] },
      { p: [0, 0.98, -1.03], r: [0.05, 0.055] },
      { p: [0, 0.93, -1.08], r: [0.045, 0.045], c: shade(colour, 0.6) },
    ],
    6,
    colour,
    { ref: [0, 1, 0] },
  );
  const step = [0.1, -0.06, -0.12, 0.08].map((z) => z * (1 + stride));
  const feet: [number, number][] = [
    [-0.12, -0.36],
    [0.12, -0.36],
    [-0.13, 0.5],
    [0.13, 0.5],
  ];
  feet.forEach(([x, z], i) => {
    const fore = z < 0;
    const dz = step[i] ?? 0;
    s.loft(
      [
        { p: [x, 0.72, z], r: [0.085, 0.11] },
        { p: [x, 0.4, z + dz * 0.4 + (fore ? -0.02 : 0.08)], r: 0.055 },
        { p: [x, 0.1, z + dz], r: 0.038 },
        { p: [x, 0, z + dz - 0.02], r: 0.052, c: '#221a14' },
      ],
      5,
      colour,
      { ends: false },
    );
  });
  s.loft(
    [
      { p: [0, 0.86, 0.7], r: 0.05 },
      { p: [0, 0.7, 0.84], r: 0.06 },
      { p: [0, 0.36, 0.82], r: 0.02 },
    ],
    4,
    mane,
  );
  s.loft(
    [
      { p: [0, 1.26, -0.66], r: [0.02, 0.05] },
      { p: [0, 1.08, -0.54], r: [0.025, 0.06] },
      { p: [0, 0.97, -0.26], r: [0.02, 0.03] },
    ],
    4,
    mane,
    { ref: [0, 0, 1] },
  );
  if (s.fine)
    for (const side of [-1, 1])
      s.stick([side * 0.045, 1.23, -0.7], [side * 0.05, 1.33, -0.7], 0.026, colour, 0.006, 3);
  if (saddle) {
    s.loft(
      [
        { p: [0, 0.77, 0.32], r: [0.215, 0.225] },
        { p: [0, 0.76, -0.08], r: [0.21, 0.22] },
      ],
      8,
      saddle,
      { ends: false, ref: [0, 1, 0] },
    );
    if (s.fine) s.stick([0, 1.05, 0.28], [0, 1.05, 0.42], 0.07, '#6d6a64', 0.07, 6);
  }
}

export function rider(s: Sculpt, d: Dress, colour: string, saddle: string): void {
  horse(s, colour, saddle, 0.4);
  s.at([0, 1.0, 0.08], [0, 0, 0], 1, () => seated(s, d));
}

function wheel(s: Sculpt, at: P3, r: number, colour: string): void {
  const n = s.fine ? 12 : 7;
  s.at(at, [0, 0, 0], 1, () => {
    for (let i = 0; i < n; i += 1) {
      const [a, b] = [(i / n) * 2 * Math.PI, ((i + 1) / n) * 2 * Math.PI];
      const p = (t: number, f: number, x: number): P3 => [
        x,
        Math.sin(t) * r * f,
        Math.cos(t) * r * f,
      ];
      s.quad([p(a, 1, -0.05), p(b, 1, -0.05), p(b, 1, 0.05), p(a, 1, 0.05)], '#2c2a28', [
        0,
        Math.sin((a + b) / 2),
        Math.cos((a + b) / 2),
      ]);
      for (const x of [-0.05, 0.05])
        s.quad([p(a, 1, x), p(b, 1, x), p(b, 0.82, x), p(a, 0.82, x)], colour, [
          Math.sign(x),
          0,
          0,
        ]);
      if (i % 2 === 0) s.stick([0, 0, 0], p(a, 0.85, 0), 0.022, colour, 0.016, 3);
    }
    s.stick([-0.07, 0, 0], [0.07, 0, 0], 0.05, colour, 0.05, 6);
  });
}

/** Models a field gun on its carriage. */
export function gun(s: Sculpt, wood: string, metal: string, old = false): void {
  for (const x of [-0.34, 0.34]) wheel(s, [x, 0.36, 0], 0.36, wood);
  s.stick([-0.36, 0.36, 0], [0.36, 0.36, 0], 0.045, wood, 0.045, 5);
  for (const x of [-0.09, 0.09])
    s.loft(
      [
        { p: [x, 0.46, -0.18], r: [0.04, 0.1] },
        { p: [x, 0.42, 0.15], r: [0.04, 0.09] },
        { p: [x * 0.5, 0.06, 0.95], r: [0.04, 0.06] },
      ],
      4,
      wood,
      { ref: [0, 1, 0] },
    );
  s.loft(
    [
      { p: [0, 0.56, 0.34], r: 0.04 },
      { p: [0, 0.56, 0.28], r: 0.1 },
      { p: [0, 0.575, -0.1], r: 0.088 },
      { p: [0, 0.6, -0.6], r: 0.066 },
      { p: [0, 0.603, -0.62], r: 0.085 },
      { p: [0, 0.605, -0.68], r: old ? 0.09 : 0.074, c: '#191715' },
    ],
    8,
    metal,
    { ref: [0, 1, 0] },
  );
}

/** Models an ancient stone or bolt thrower. */
export function engine(s: Sculpt): void {
  const wood = '#7a5a36';
  for (const x of [-0.28, 0.28]) {
    s.box([x, 0.1, 0], [0.1, 0.12, 1.1], wood);
    s.box([x, 0.2, -0.3], [0.1, 0.62, 0.12], wood, 0.9);
    s.stick([x, 0.25, 0.3], [x, 0.78, -0.28], 0.035, wood);
    wheel(s, [x * 1.45, 0.16, -0.36], 0.16, '#5f452a');
    wheel(s, [x * 1.45, 0.16, 0.38], 0.16, '#5f452a');
  }
  s.stick([-0.36, 0.8, -0.3], [0.36, 0.8, -0.3], 0.06, wood, 0.06, 5);
  s.stick([0, 0.34, -0.05], [0, 0.9, 0.5], 0.04, '#8a6a42', 0.03, 5);
  s.ball([0, 0.95, 0.52], [0.09, 0.06, 0.09], '#8d8a84', 6);
  for (const x of [-0.16, 0.16])
    s.stick([x, 0.3, -0.24], [x, 0.74, -0.24], 0.06, '#d8c9a0', 0.06, 6);
}

/** Models a chariot with two horses and two men. */
export function chariot(s: Sculpt, d: Dress, colour: string, scythed: boolean): void {
  for (const x of [-0.26, 0.26])
    s.at([x, 0, -0.95], [0, 0, 0], 0.9, () => horse(s, colour, undefined, 1));
  s.stick([0, 0.55, 0.3], [0, 0.72, -0.9], 0.03, '#6b4a2e');
  for (const x of [-0.5, 0.5]) {
    wheel(s, [x, 0.36, 0.45], 0.36, '#8a5a30');
    if (scythed) s.stick([x, 0.36, 0.45], [x * 1.9, 0.34, 0.4], 0.03, '#cfd4d8', 0.004);
  }
  s.stick([-0.5, 0.36, 0.45], [0.5, 0.36, 0.45], 0.04, '#5a4028');
  s.box([0, 0.4, 0.45], [0.8, 0.05, 0.66], '#7a5a36');
  s.box([0, 0.44, 0.13], [0.8, 0.4, 0.05], d.coat);
  for (const x of [-0.39, 0.39]) s.box([x, 0.44, 0.36], [0.04, 0.3, 0.46], d.coat, 0.8);
  s.at([-0.18, 0.3, 0.42], [0, 0, 0], 0.95, () =>
    seatedAs(s, { ...d, arms: 'none', shield: undefined }),
  );
  s.at([0.2, 0.3, 0.5], [0, 0.2, 0], 0.95, () =>
    seatedAs(s, { ...d, arms: 'javelin', shield: undefined }),
  );
}

const seatedAs = (s: Sculpt, d: Dress) => s.at([0, 0.55, 0], [0, 0, 0], 1, () => seated(s, d));

/** Models an elephant with a tower and its crew. */
export function elephant(s: Sculpt, d: Dress): void {
  const grey = '#7d7872';
  s.loft(
    [
      { p: [0, 1.05, 0.95], r: [0.16, 0.24] },
      { p: [0, 1.12, 0.75], r: [0.4, 0.42] },
      { p: [0, 1.15, 0.3], r: [0.48, 0.5] },
      { p: [0, 1.18, -0.2], r: [0.46, 0.48] },
      { p: [0, 1.28, -0.55], r: [0.3, 0.36] },
    ],
    9,
    grey,
    { ref: [0, 1, 0] },
  );
  s.loft(
    [
      { p: [0, 1.5, -0.5], r: [0.2, 0.22] },
      { p: [0, 1.5, -0.82], r: [0.25, 0.28] },
      { p: [0, 1.32, -1.02], r: [0.17, 0.18] },
      { p: [0, 0.95, -1.14], r: 0.1 },
      { p: [0, 0.5, -1.14], r: 0.07 },
      { p: [0, 0.3, -1.28], r: 0.05 },
    ],
    7,
    grey,
    { ref: [1, 0, 0] },
  );
  for (const x of [-1, 1]) {
    const ear: P3[] = [
      [x * 0.2, 1.66, -0.7],
      [x * 0.52, 1.6, -0.56],
      [x * 0.54, 1.2, -0.58],
      [x * 0.24, 1.16, -0.74],
    ];
    s.quad(ear as [P3, P3, P3, P3], shade(grey, 0.85), [0, 0.2, -1]);
    s.quad(ear as [P3, P3, P3, P3], shade(grey, 0.75), [0, 0.2, 1]);
    s.loft(
      [
        { p: [x * 0.14, 1.14, -1.05], r: 0.05 },
        { p: [x * 0.22, 0.92, -1.3], r: 0.04 },
        { p: [x * 0.2, 1.0, -1.5], r: 0.008 },
      ],
      5,
      '#efe7d2',
      { ref: [1, 0, 0] },
    );
    for (const z of [-0.32, 0.66])
      s.loft(
        [
          { p: [x * 0.26, 1.0, z], r: [0.19, 0.22] },
          { p: [x * 0.27, 0.4, z - x * 0.05], r: 0.14 },
          { p: [x * 0.27, 0, z - x * 0.06], r: 0.16 },
        ],
        7,
        shade(grey, 0.92),
        { ends: false },
      );
  }
  s.stick([0, 1.1, 1.08], [0, 0.6, 1.16], 0.035, shade(grey, 0.8), 0.015);
  s.loft(
    [
      { p: [0, 1.17, 0.62], r: [0.51, 0.53] },
      { p: [0, 1.17, -0.22], r: [0.5, 0.52] },
    ],
    9,
    d.coat,
    { ends: false, ref: [0, 1, 0] },
  );
  s.box([0, 1.62, 0.2], [0.62, 0.42, 0.7], '#8a5f34', 1.1, '#3c2a1a');
  if (s.fine) for (const z of [-0.14, 0.54]) s.box([0, 1.78, z], [0.68, 0.08, 0.04], '#d2a548');
  s.at([0, 1.86, -0.52], [0, 0, 0], 0.82, () =>
    seated(s, { ...d, arms: 'none', shield: undefined }),
  );
  s.at([-0.14, 1.98, 0.1], [0, 0.3, 0], 0.82, () =>
    seated(s, { ...d, arms: 'javelin', shield: undefined }),
  );
  s.at([0.16, 1.98, 0.34], [0, -0.4, 0], 0.82, () =>
    seated(s, { ...d, arms: 'bow', shield: undefined }),
  );
}
