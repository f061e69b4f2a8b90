// Men on foot, one unit of length high to the brow, modelled with few corners: legs, coat, arms, a
// face, a hat, what they carry.
import { shade, type P3, type Sculpt } from '../sculpt';
import type { Arms, Dress } from './dress';

/** Places of the left and right hand, by what the man carries. */
const HANDS: Record<Arms, [P3, P3]> = {
  shoulder: [
    [-0.2, 0.5, -0.06],
    [0.19, 0.47, -0.12],
  ],
  aimed: [
    [-0.02, 0.74, -0.36],
    [0.12, 0.72, -0.12],
  ],
  sword: [
    [-0.22, 0.46, 0.02],
    [0.24, 0.84, -0.22],
  ],
  spear: [
    [-0.2, 0.56, -0.14],
    [0.23, 0.6, -0.1],
  ],
  pike: [
    [-0.08, 0.56, -0.2],
    [0.17, 0.66, -0.16],
  ],
  levelled: [
    [-0.05, 0.62, -0.3],
    [0.2, 0.58, 0.06],
  ],
  pilum: [
    [-0.2, 0.54, -0.16],
    [0.25, 0.82, 0.06],
  ],
  bow: [
    [-0.16, 0.76, -0.34],
    [0.14, 0.76, -0.02],
  ],
  sling: [
    [-0.22, 0.5, -0.1],
    [0.24, 0.92, 0.04],
  ],
  javelin: [
    [-0.2, 0.54, -0.16],
    [0.24, 0.86, 0.06],
  ],
  rammer: [
    [-0.08, 0.52, -0.22],
    [0.2, 0.6, -0.16],
  ],
  pistol: [
    [-0.14, 0.48, -0.16],
    [0.16, 0.74, -0.34],
  ],
  lance: [
    [-0.14, 0.46, -0.16],
    [0.22, 0.58, -0.06],
  ],
  none: [
    [-0.22, 0.42, -0.02],
    [0.22, 0.42, -0.04],
  ],
};

const WOOD = '#6b452a';
const IRON = '#7f868d';

/** Models a standing man. */
export function man(s: Sculpt, d: Dress): void {
  legs(s, d);
  torso(s, d);
  arms(s, d);
  head(s, d);
  carried(s, d);
  shield(s, d);
}

/** Models a seated man, with his hips at the origin. */
export function seated(s: Sculpt, d: Dress): void {
  s.at([0, -0.4, 0], [0, 0, 0], 1, () => {
    for (const side of [-1, 1]) {
      const x = side * 0.2;
      s.loft(
        [
          { p: [side * 0.07, 0.44, 0], r: 0.1 },
          { p: [x, 0.34, -0.12], r: 0.085 },
          { p: [x + side * 0.02, 0.06, -0.02], r: 0.06, c: d.shoes },
        ],
        5,
        d.legs,
      );
      if (s.fine) s.box([x + side * 0.02, -0.0, -0.06], [0.09, 0.07, 0.2], d.shoes);
    }
    torso(s, { ...d, skirt: false });
    arms(s, d);
    head(s, d);
    carried(s, d);
    if (d.shield) shield(s, d);
  });
}

function legs(s: Sculpt, d: Dress): void {
  // One foot is a little before the other, as if about to go.
  const bare = d.legs === d.skin;
  for (const side of [-1, 1]) {
    const x = side * 0.082;
    const z = side * 0.045;
    s.loft(
      [
        { p: [x, 0.0, z], r: 0.055, c: d.shoes },
        { p: [x, bare ? 0.08 : 0.14, z], r: 0.056 },
        { p: [x, 0.26, z * 0.8], r: 0.072 },
        { p: [x * 0.8, 0.46, 0], r: 0.092 },
      ],
      5,
      d.legs,
      { ends: false },
    );
    if (s.fine) s.box([x, 0, z - 0.045], [0.09, 0.055, 0.19], d.shoes, 0.8);
  }
}

function torso(s: Sculpt, d: Dress): void {
  const body = d.armour || d.coat;
  const low = d.skirt ? 0.26 : 0.4;
  s.loft(
    [
      { p: [0, low, 0], r: d.skirt ? [0.185, 0.155] : [0.15, 0.11] },
      { p: [0, 0.46, 0], r: [0.145, 0.108] },
    ],
    7,
    d.coat,
    { ends: false },
  );
  s.loft(
    [
      { p: [0, 0.45, 0], r: [0.148, 0.11] },
      { p: [0, 0.6, -0.01], r: [0.165, 0.122] },
      { p: [0, 0.74, 0], r: [0.175, 0.112] },
      { p: [0, 0.79, 0], r: [0.09, 0.07], c: d.facing },
    ],
    7,
    body,
    { ends: false },
  );
  if (!s.fine) return;
  s.loft(
    [
      { p: [0, 0.775, 0], r: [0.085, 0.075] },
      { p: [0, 0.815, 0], r: [0.07, 0.065] },
    ],
    6,
    d.facing,
  );
  if (d.belts) {
    // Crossed belts, and the waist belt.
    for (const side of [-1, 1])
      s.quad(
        [
          [side * 0.13, 0.745, -0.122],
          [side * 0.085, 0.75, -0.122],
          [-side * 0.11, 0.48, -0.135],
          [-side * 0.145, 0.5, -0.13],
        ],
        d.belts,
        [0, 0, -1],
      );
    s.loft(
      [
        { p: [0, 0.46, 0], r: [0.158, 0.12] },
        { p: [0, 0.5, 0], r: [0.158, 0.12] },
      ],
      7,
      d.belts,
      { ends: false },
    );
  }
  if (d.pack) {
    s.box([0, 0.52, 0.165], [0.22, 0.2, 0.1], d.pack, 0.92);
    s.stick([-0.13, 0.755, 0.165], [0.13, 0.755, 0.165], 0.05, '#8f8b84', 0.05, 6);
  }
  if (d.cloak)
    s.loft(
      [
        { p: [0, 0.24, 0.16], r: [0.2, 0.03] },
        { p: [0, 0.55, 0.13], r: [0.18, 0.03] },
        { p: [0, 0.77, 0.06], r: [0.12, 0.04] },
      ],
      6,
      d.cloak,
    );
}

function arms(s: Sculpt, d: Dress): void {
  const hands = HANDS[d.arms];
  hands.forEach((hand, i) => {
    const side = i === 0 ? -1 : 1;
    const shoulder: P3 = [side * 0.175, 0.72, 0];
    const elbow: P3 = [
      (shoulder[0] + hand[0]) / 2 + side * 0.06,
      (shoulder[1] + hand[1]) / 2 - 0.07,
      (shoulder[2] + hand[2]) / 2 + 0.05,
    ];
    const bare = d.legs === d.skin;
    s.loft(
      [
        { p: shoulder, r: 0.066 },
        { p: elbow, r: 0.056, c: bare ? d.skin : d.coat },
        { p: mid(elbow, hand, 0.72), r: 0.046, c: bare ? d.skin : d.facing },
        { p: hand, r: 0.044, c: d.skin },
      ],
      5,
      d.coat,
      { ends: false },
    );
    if (s.fine) s.ball(hand, 0.048, d.skin, 5);
    if (s.fine && d.facing === '#d9b04a')
      s.ball([shoulder[0], shoulder[1] + 0.03, 0], [0.075, 0.03, 0.07], d.facing, 6);
  });
}

const mid = (a: P3, b: P3, t: number): P3 => a.map((v, i) => v + ((b[i] ?? 0) - v) * t) as P3;

function head(s: Sculpt, d: Dress): void {
  s.ball([0, 0.895, -0.005], [0.082, 0.1, 0.088], d.skin, 8);
  if (s.fine) {
    // A nose, brows and a moustache are enough for a face of three millimetres.
    s.tri(
      [
        [-0.018, 0.875, -0.088],
        [0.018, 0.875, -0.088],
        [0, 0.905, -0.108],
      ],
      d.skin,
      [
        [0, 0.3, -1],
        [0, 0.3, -1],
        [0, 0.3, -1],
      ],
    );
    for (const side of [-1, 1])
      s.box([side * 0.033, 0.906, -0.082], [0.024, 0.012, 0.012], '#2b1d14');
    s.box([0, 0.852, -0.088], [d.beard ? 0.085 : 0.06, 0.014, 0.012], d.hair);
    if (d.beard) s.ball([0, 0.825, -0.05], [0.07, 0.055, 0.055], d.hair, 6);
    s.ball([0, 0.91, 0.02], [0.09, 0.095, 0.085], d.hair, 7);
  }
  hat(s, d);
}

type Hats = Record<Dress['hat'], (s: Sculpt, d: Dress) => void>;

const HATS: Hats = {
  shako(s, d) {
    s.loft(
      [
        { p: [0, 0.93, 0], r: 0.098 },
        { p: [0, 1.12, 0.01], r: 0.118 },
      ],
      8,
      d.hatColour,
    );
    if (!s.fine) return;
    s.loft(
      [
        { p: [0, 1.095, 0.01], r: 0.121 },
        { p: [0, 1.125, 0.01], r: 0.122 },
      ],
      8,
      d.trim,
      { ends: false },
    );
    s.box([0, 0.925, -0.12], [0.13, 0.015, 0.09], '#151312');
    s.box([0, 0.99, -0.115], [0.05, 0.06, 0.012], '#d9b04a');
    s.stick([0, 1.1, -0.1], [0, 1.24, -0.1], 0.022, d.trim, 0.03, 5);
  },
  bearskin(s, d) {
    s.loft(
      [
        { p: [0, 0.93, 0], r: 0.105 },
        { p: [0, 1.08, 0], r: 0.135 },
        { p: [0, 1.2, 0], r: 0.11 },
        { p: [0, 1.24, 0], r: 0.02 },
      ],
      8,
      '#1d1815',
    );
    if (s.fine) s.box([0, 0.96, -0.125], [0.1, 0.07, 0.012], '#d9b04a', 0.3);
    s.stick([0.11, 0.98, 0], [0.12, 1.22, 0], 0.025, d.trim, 0.02, 5);
  },
  tricorne(s, d) {
    s.ball([0, 0.965, 0], [0.095, 0.075, 0.095], d.hatColour, 7);
    const rim: P3[] = [0, 1, 2].map((i) => {
      const a = -Math.PI / 2 + (i * 2 * Math.PI) / 3;
      return [Math.cos(a) * 0.2, 0.985, Math.sin(a) * 0.2];
    });
    rim.forEach((a, i) => {
      const b = rim[(i + 1) % 3] as P3;
      const m: P3 = [(a[0] + b[0]) * 0.42, 1.035, (a[2] + b[2]) * 0.42];
      s.tri([a, m, [0, 0.94, 0]], d.hatColour).tri([m, b, [0, 0.94, 0]], d.hatColour);
      s.tri([a, [0, 0.94, 0], m], d.hatColour).tri([m, [0, 0.94, 0], b], d.hatColour);
      if (!s.fine) return;
      s.stick(a, m, 0.012, d.trim, 0.012, 3).stick(m, b, 0.012, d.trim, 0.012, 3);
    });
  },
  mitre(s, d) {
    s.loft(
      [
        { p: [0, 0.93, 0], r: 0.1 },
        { p: [0, 1.05, 0], r: [0.105, 0.08] },
        { p: [0, 1.27, -0.04], r: [0.012, 0.01] },
      ],
      8,
      d.coat,
    );
    s.tri(
      [
        [-0.1, 0.93, -0.105],
        [0.1, 0.93, -0.105],
        [0, 1.29, -0.07],
      ],
      '#d2a548',
      [
        [0, 0.2, -1],
        [0, 0.2, -1],
        [0, 0.2, -1],
      ],
    );
    if (s.fine) s.ball([0, 1.29, -0.05], 0.03, d.trim, 5);
  },
  bicorne(s, d) {
    s.ball([0, 0.97, 0], [0.1, 0.085, 0.1], d.hatColour, 7);
    s.loft(
      [
        { p: [-0.23, 0.95, 0], r: [0.01, 0.02] },
        { p: [-0.09, 1.02, 0], r: [0.03, 0.085] },
        { p: [0, 1.055, 0], r: [0.032, 0.1] },
        { p: [0.09, 1.02, 0], r: [0.03, 0.085] },
        { p: [0.23, 0.95, 0], r: [0.01, 0.02] },
      ],
      6,
      d.hatColour,
      { ref: [0, 0, 1] },
    );
    if (s.fine) s.stick([0.04, 1.02, -0.06], [0.06, 1.16, -0.04], 0.03, d.trim, 0.012, 5);
  },
  kepi(s, d) {
    s.loft(
      [
        { p: [0, 0.935, 0], r: 0.096 },
        { p: [0, 1.0, -0.015], r: 0.094 },
        { p: [0, 1.045, -0.045], r: 0.08 },
      ],
      8,
      d.hatColour,
    );
    if (!s.fine) return;
    s.box([0, 0.935, -0.115], [0.14, 0.014, 0.09], '#171412');
    s.loft(
      [
        { p: [0, 0.94, 0], r: 0.099 },
        { p: [0, 0.962, 0], r: 0.099 },
      ],
      8,
      shade(d.facing, 0.9),
      { ends: false },
    );
  },
  slouch(s, d) {
    s.loft(
      [
        { p: [0, 0.945, 0], r: [0.19, 0.2] },
        { p: [0, 0.965, 0], r: [0.17, 0.18] },
      ],
      9,
      d.hatColour,
    );
    s.loft(
      [
        { p: [0, 0.955, 0], r: 0.1 },
        { p: [0, 1.05, 0], r: [0.085, 0.09] },
        { p: [0, 1.07, 0], r: [0.04, 0.05] },
      ],
      7,
      d.hatColour,
    );
    if (s.fine)
      s.loft(
        [
          { p: [0, 0.97, 0], r: 0.103 },
          { p: [0, 0.99, 0], r: 0.1 },
        ],
        8,
        d.trim,
        { ends: false },
      );
  },
  busby(s, d) {
    s.loft(
      [
        { p: [0, 0.93, 0], r: 0.1 },
        { p: [0, 1.13, 0], r: 0.11 },
      ],
      8,
      d.hatColour,
    );
    if (!s.fine) return;
    s.tri(
      [
        [0.06, 1.13, -0.06],
        [0.06, 1.13, 0.06],
        [0.17, 0.98, 0],
      ],
      d.trim,
    ).tri(
      [
        [0.06, 1.13, 0.06],
        [0.06, 1.13, -0.06],
        [0.17, 0.98, 0],
      ],
      d.trim,
    );
    s.stick([0, 1.12, -0.08], [0, 1.27, -0.07], 0.022, '#f1ead8', 0.03, 5);
  },
  helmet(s, d) {
    s.loft(
      [
        { p: [0, 0.915, 0], r: 0.1 },
        { p: [0, 0.97, 0], r: 0.099 },
        { p: [0, 1.03, 0], r: 0.06 },
        { p: [0, 1.06, 0], r: 0.01 },
      ],
      8,
      d.hatColour,
    );
    if (s.fine)
      for (const side of [-1, 1])
        s.box([side * 0.08, 0.84, -0.045], [0.02, 0.09, 0.06], d.hatColour);
  },
  crest(s, d) {
    HATS.helmet(s, d);
    s.loft(
      [
        { p: [0, 1.02, -0.13], r: [0.02, 0.02] },
        { p: [0, 1.1, -0.08], r: [0.025, 0.05] },
        { p: [0, 1.13, 0.02], r: [0.028, 0.06] },
        { p: [0, 1.03, 0.14], r: [0.022, 0.05] },
        { p: [0, 0.9, 0.16], r: [0.015, 0.02] },
      ],
      5,
      d.trim,
      { ref: [0, 1, 0] },
    );
  },
  pot(s, d) {
    s.loft(
      [
        { p: [0, 0.925, 0], r: [0.16, 0.19] },
        { p: [0, 0.945, 0], r: [0.105, 0.11] },
      ],
      9,
      shade(d.hatColour, 0.8),
    );
    HATS.helmet(s, d);
  },
  nasal(s, d) {
    s.loft(
      [
        { p: [0, 0.93, 0], r: 0.1 },
        { p: [0, 1.0, 0], r: 0.09 },
        { p: [0, 1.11, 0], r: 0.008 },
      ],
      8,
      d.hatColour,
    );
    if (s.fine) s.box([0, 0.87, -0.1], [0.022, 0.09, 0.012], d.hatColour);
  },
  brim(s, d) {
    HATS.slouch(s, { ...d, trim: d.facing });
    if (s.fine) s.stick([0.1, 1.0, 0.02], [0.06, 1.08, 0.16], 0.03, d.trim, 0.014, 5);
  },
  hood(s, d) {
    s.loft(
      [
        { p: [0, 0.86, 0.02], r: [0.1, 0.1] },
        { p: [0, 0.96, 0.015], r: 0.1 },
        { p: [0, 1.06, 0.03], r: 0.03 },
      ],
      7,
      d.hatColour,
    );
  },
  hair(s, d) {
    s.ball([0, 0.925, 0.02], [0.096, 0.09, 0.1], d.hair, 7);
  },
};

function hat(s: Sculpt, d: Dress): void {
  HATS[d.hat](s, d);
}

/** Models a musket from butt to muzzle. */
function musket(s: Sculpt, butt: P3, muzzle: P3): void {
  s.stick(butt, mid(butt, muzzle, 0.3), 0.035, WOOD, 0.022);
  s.stick(mid(butt, muzzle, 0.28), mid(butt, muzzle, 0.8), 0.022, WOOD, 0.018);
  s.stick(mid(butt, muzzle, 0.7), muzzle, 0.015, IRON);
  s.stick(muzzle, mid(butt, muzzle, 1.22), 0.011, '#d7dbde', 0.004, 3);
}

const long = (s: Sculpt, from: P3, to: P3, tip = '#d7dbde') => {
  s.stick(from, to, 0.018, WOOD, 0.014);
  s.stick(to, mid(from, to, 1.06), 0.028, tip, 0.003);
};

function carried(s: Sculpt, d: Dress): void {
  const [left, right] = HANDS[d.arms];
  switch (d.arms) {
    case 'shoulder':
      return musket(s, [0.17, 0.4, -0.14], [0.2, 1.2, 0.14]);
    case 'aimed':
      return musket(s, [0.13, 0.74, 0.06], [-0.06, 0.76, -0.75]);
    case 'sword':
      s.stick(right, [right[0] + 0.05, right[1] + 0.42, right[2] - 0.22], 0.016, '#dfe3e6', 0.005);
      return;
    case 'spear':
      return long(s, [right[0], 0.02, right[2] + 0.02], [right[0] + 0.02, 1.62, right[2] - 0.06]);
    case 'pike':
      return long(s, [right[0], 0.05, right[2]], [right[0] + 0.04, 2.5, right[2] - 0.28]);
    case 'levelled':
      return long(s, [0.22, 0.56, 0.75], [-0.02, 0.74, -1.75]);
    case 'pilum':
    case 'javelin':
      return long(
        s,
        [right[0], right[1] - 0.12, right[2] + 0.5],
        [right[0], right[1] + 0.14, right[2] - 0.6],
      );
    case 'lance':
      return long(s, [right[0], 0.2, right[2] + 0.3], [right[0] + 0.02, 1.75, right[2] - 0.45]);
    case 'bow':
      s.loft(
        [
          [0.44, -0.12],
          [0.24, -0.02],
          [0, 0.03],
          [-0.24, -0.02],
          [-0.44, -0.12],
        ].map(([y, z]) => ({
          p: [left[0], left[1] + (y ?? 0), left[2] - (z ?? 0) * -1] as P3,
          r: 0.014,
        })),
        3,
        WOOD,
        { ref: [1, 0, 0] },
      );
      if (s.fine)
        s.stick(
          [left[0], left[1], left[2] - 0.1],
          [right[0], right[1], right[2]],
          0.008,
          '#d8ccb0',
          0.008,
          3,
        );
      return;
    case 'sling':
      s.stick(right, [right[0] + 0.1, right[1] + 0.24, right[2] + 0.08], 0.008, '#c8b48c', 0.02, 3);
      return;
    case 'rammer':
      s.stick([0.2, 0.02, -0.16], [0.2, 1.15, -0.2], 0.018, WOOD);
      s.stick([0.2, 1.12, -0.2], [0.2, 1.27, -0.2], 0.042, '#8a7f6c', 0.042, 6);
      return;
    case 'pistol':
      s.stick(right, [right[0], right[1] + 0.03, right[2] - 0.2], 0.02, IRON, 0.014);
      return;
    case 'none':
  }
}

/** Half the width and height of each shield. */
const SHIELDS: Record<NonNullable<Dress['shield']>, [number, number]> = {
  round: [0.2, 0.2],
  tall: [0.2, 0.36],
  oval: [0.18, 0.32],
  crescent: [0.19, 0.16],
  kite: [0.17, 0.3],
};

function shield(s: Sculpt, d: Dress): void {
  if (!d.shield) return;
  const colour = d.shieldColour ?? d.coat;
  const [w, h] = SHIELDS[d.shield];
  const [x, y, z] = [-0.22, d.shield === 'tall' ? 0.48 : 0.55, -0.23];
  const n = s.fine ? 10 : 6;
  const at = (i: number, f: number): P3 => {
    const a = (i / n) * 2 * Math.PI;
    let [dx, dy] = [Math.cos(a), Math.sin(a)];
    if (d.shield === 'tall')
      [dx, dy] = [
        Math.sign(dx) * Math.min(1, Math.abs(dx) * 1.5),
        Math.sign(dy) * Math.min(1, Math.abs(dy) * 1.4),
      ];
    if (d.shield === 'kite' && dy < 0) dx *= 1 + dy * 0.75;
    return [
      x + dx * w * f,
      y + dy * h * f,
      z + 0.06 * f * f * (d.shield === 'tall' ? dx * dx * 1.6 : 1),
    ];
  };
  const face = s.fine ? 0.84 : 1;
  for (let i = 0; i < n; i += 1) {
    const out: P3 = [0, 0.25, -1];
    s.tri([at(i, face), at(i + 1, face), [x, y, z - 0.05]], colour, [out, out, out]);
    if (!s.fine) continue;
    s.quad([at(i, 0.84), at(i + 1, 0.84), at(i + 1, 1), at(i, 1)], '#c9a24e', out);
    s.tri([at(i, 1), at(i + 1, 1), [x, y, z + 0.03]], '#6b4a2e', [
      [0, 0, 1],
      [0, 0, 1],
      [0, 0, 1],
    ]);
  }
  if (s.fine) s.ball([x, y, z - 0.05], [0.05, 0.05, 0.035], '#c9b06a', 6);
  if (s.fine && d.shield === 'tall')
    for (const t of [-1, 1])
      s.box([x + t * 0.09, y - 0.01, z - 0.042], [0.08, 0.022, 0.01], '#e0b84a');
}

/** Models a fallen man, on his back. */
export function fallen(s: Sculpt, d: Dress): void {
  s.at([0, 0.1, 0.45], [-Math.PI / 2, 0, 0], 1, () => {
    legs(s, d);
    torso(s, { ...d, pack: '', cloak: '' });
    arms(s, { ...d, arms: 'none' });
    s.ball([0, 0.895, 0], [0.082, 0.1, 0.088], d.skin, 7);
  });
}

/** Models a flag on a pole in front of the breast; the cloth hangs from the top. */
export function standard(
  s: Sculpt,
  era: string,
  sheet: [number, number, number, number],
  lance = false,
): void {
  const x = 0.2;
  if (era === 'ancient') {
    s.stick([x, lance ? 0.3 : 0.02, -0.16], [x, 1.95, -0.16], 0.02, '#7a5a34');
    s.stick([x - 0.26, 1.8, -0.17], [x + 0.26, 1.8, -0.17], 0.016, '#c9a24e');
    s.ball([x, 2.02, -0.16], [0.07, 0.08, 0.05], '#d9b04a', 6);
    s.cloth(
      [
        [x - 0.24, 1.3, -0.2],
        [x + 0.24, 1.3, -0.2],
        [x + 0.24, 1.78, -0.18],
        [x - 0.24, 1.78, -0.18],
      ],
      sheet,
    );
    return;
  }
  s.stick([x, 0.3, -0.14], [x, 2.28, -0.14], 0.02, '#7a5a34');
  s.stick([x, 2.28, -0.14], [x, 2.42, -0.14], 0.035, '#d9b04a', 0.004);
  // Three folds, blown a little back.
  const [u, v, w, h] = sheet;
  const [wide, high] = lance ? [0.6, 0.5] : [1.0, 0.78];
  const fold = (t: number): [number, number] => [Math.sin(t * 5.2) * 0.075 * t, t * wide];
  const n = s.fine ? 6 : 2;
  for (let i = 0; i < n; i += 1) {
    const [a, b] = [i / n, (i + 1) / n];
    const p = (t: number, y: number): P3 => {
      const [side, back] = fold(t);
      return [x + 0.02 + side + back * 0.55, y - t * t * 0.1, -0.14 + back * 0.83];
    };
    const top = 2.24;
    s.cloth(
      [p(a, top - high), p(b, top - high), p(b, top), p(a, top)],
      [u + a * w, v, (b - a) * w, h],
    );
  }
}
