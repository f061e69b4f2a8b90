// The flags of the plan: which flag a side carries, as a few shapes. Their colours fit the side and
// the age; invented armies carry no flag of a real state.
import type { View } from '../../contract/contract';
import { round } from '../frame';
import { eraOf, type Era } from './era';

/** Kinds of flags; the table in three dimensions paints the same ones. */
export type Standard =
  | 'union'
  | 'confederate'
  | 'rome'
  | 'sun'
  | 'pontus'
  | 'bolt'
  | 'boar'
  | 'wheel'
  | 'wyvern'
  | 'raven'
  | 'balls'
  | 'piles'
  | 'eagle'
  | 'lion'
  | 'banded'
  | 'quartered';

/** Flags by words in a side's name, in all languages, because lists of battles only give names. */
const NAMED: [RegExp, Standard][] = [
  [/\bunion|federal/i, 'union'],
  [/confeder|konföder/i, 'confederate'],
  [/\brom(e|an|er)?\b|römer/i, 'rome'],
  [/epirus|maced|maked/i, 'sun'],
  [/pontus/i, 'pontus'],
  [/bithyn/i, 'bolt'],
  [/tribe|stämme|gaul|gallier|german/i, 'boar'],
  [/wessex/i, 'wyvern'],
  [/\bdane|\bdäne/i, 'raven'],
];

const OF_AGE: Record<Era, [Standard, Standard]> = {
  ancient: ['wheel', 'bolt'],
  dark: ['wyvern', 'raven'],
  pike: ['balls', 'piles'],
  lace: ['eagle', 'lion'],
  civil: ['banded', 'quartered'],
  shako: ['quartered', 'banded'],
};

export function standardOf(name: string, key: 'a' | 'b', era: Era): Standard {
  return NAMED.find(([word]) => word.test(name))?.[1] ?? OF_AGE[era][key === 'a' ? 0 : 1];
}

/** One shape of a flag; the origin is the middle of the edge at the pole. */
export interface Patch {
  d: string;
  /** Fill colour; by default the side's own. */
  fill?: string;
}

const [LONG, HALF] = [9.4, 3.3];
const RED = '#b2272f';
const BLUE = '#27356b';
const PALE = '#f4efdf';
const GOLD = '#e6bf58';
const DARK = '#2a2522';

/** Returns how far the waving cloth hangs lower at a distance from the pole. */
const wave = (x: number) => -0.5 * Math.sin((x / LONG) * 2 * Math.PI);

const path = (points: [number, number][]) =>
  `M${points.map(([x, y]) => `${round(x)} ${round(y + wave(x))}`).join('L')}Z`;

/** Returns a band of the cloth, in shares of its size from the upper corner at the pole. */
function band(left: number, top: number, wide: number, high: number, fill?: string): Patch {
  const steps = [0, 0.25, 0.5, 0.75, 1].map((k) => (left + k * wide) * LONG);
  const [up, down] = [(top * 2 - 1) * HALF, ((top + high) * 2 - 1) * HALF];
  const d = path([
    ...steps.map((x): [number, number] => [x, up]),
    ...steps.toReversed().map((x): [number, number] => [x, down]),
  ]);
  return fill === undefined ? { d } : { d, fill };
}

/** Returns a star of so many corners, `inner` of the radius between them; 1 makes a disc. */
function star(
  x: number,
  y: number,
  r: number,
  corners: number,
  inner: number,
  fill: string,
): Patch {
  const points = Array.from({ length: corners * 2 }, (_, i): [number, number] => {
    const a = (i / corners) * Math.PI - Math.PI / 2;
    const far = (i % 2 ? inner : 1) * r;
    return [x * LONG + Math.cos(a) * far, (y * 2 - 1) * HALF + Math.sin(a) * far];
  });
  return { d: path(points), fill };
}
const disc = (x: number, y: number, r: number, fill: string) => star(x, y, r, 6, 1, fill);
const shape = (fill: string, points: [number, number][]): Patch => ({
  d: path(points.map(([x, y]) => [x * LONG, (y * 2 - 1) * HALF])),
  fill,
});

const field = band(0, 0, 1, 1);
/** Returns flames from the corners of the cloth to its middle. */
const flames = (fill: string) =>
  [0, 1].flatMap((x) =>
    [0, 1].map((y) =>
      shape(fill, [
        [x, Math.abs(y - 0.22)],
        [0.5, 0.5],
        [Math.abs(x - 0.16), y],
      ]),
    ),
  );

const CLOTHS: Record<Standard, Patch[]> = {
  union: [
    band(0, 0, 1, 1, PALE),
    ...[0, 2, 4, 6].map((i) => band(0, i / 7, 1, 1 / 7, RED)),
    band(0, 0, 0.44, 4 / 7, BLUE),
    ...[0.11, 0.33].flatMap((x) => [0.15, 0.42].map((y) => disc(x, y, 0.42, PALE))),
  ],
  confederate: [
    band(0, 0, 1, 1, PALE),
    band(0, 0, 1, 1 / 3, RED),
    band(0, 2 / 3, 1, 1 / 3, RED),
    band(0, 0, 0.46, 2 / 3, BLUE),
    disc(0.23, 0.33, 1.35, PALE),
    disc(0.23, 0.33, 0.75, BLUE),
  ],
  rome: [
    band(0, 0, 1, 1, '#9c221b'),
    band(0, 0, 1, 0.12, GOLD),
    band(0, 0.86, 1, 0.14, GOLD),
    disc(0.5, 0.5, 1.5, GOLD),
  ],
  sun: [field, star(0.5, 0.5, 2.7, 8, 0.4, GOLD)],
  pontus: [
    field,
    disc(0.5, 0.58, 2, GOLD),
    disc(0.5, 0.44, 1.8, DARK),
    star(0.5, 0.36, 1.1, 5, 0.45, GOLD),
  ],
  bolt: [
    field,
    shape(GOLD, [
      [0.4, 0.08],
      [0.66, 0.08],
      [0.54, 0.42],
      [0.72, 0.42],
      [0.36, 0.94],
      [0.46, 0.54],
      [0.3, 0.54],
    ]),
  ],
  boar: [
    field,
    shape(PALE, [
      [0.12, 0.62],
      [0.2, 0.4],
      [0.36, 0.24],
      [0.64, 0.3],
      [0.88, 0.58],
      [0.76, 0.62],
      [0.72, 0.86],
      [0.62, 0.64],
      [0.38, 0.66],
      [0.3, 0.86],
      [0.24, 0.66],
    ]),
  ],
  wheel: [field, disc(0.5, 0.5, 2.4, GOLD), star(0.5, 0.5, 1.8, 6, 0.2, DARK)],
  wyvern: [
    field,
    shape(GOLD, [
      [0.1, 0.3],
      [0.28, 0.2],
      [0.42, 0.5],
      [0.5, 0.14],
      [0.6, 0.4],
      [0.78, 0.18],
      [0.7, 0.5],
      [0.92, 0.72],
      [0.58, 0.86],
      [0.36, 0.64],
      [0.2, 0.48],
    ]),
  ],
  raven: [
    band(0, 0, 1, 1, PALE),
    band(0, 0, 1, 0.14),
    band(0, 0.86, 1, 0.14),
    shape(DARK, [
      [0.1, 0.46],
      [0.36, 0.38],
      [0.5, 0.2],
      [0.86, 0.2],
      [0.62, 0.48],
      [0.92, 0.68],
      [0.44, 0.76],
      [0.3, 0.58],
    ]),
  ],
  balls: [
    field,
    band(0, 0, 0.4, 0.44, PALE),
    disc(0.6, 0.26, 0.8, PALE),
    disc(0.84, 0.26, 0.8, PALE),
    disc(0.6, 0.74, 0.8, PALE),
    disc(0.84, 0.74, 0.8, PALE),
  ],
  piles: [
    field,
    ...[0, 1, 2].map((i) =>
      shape(GOLD, [
        [i / 3, 1],
        [(i + 0.5) / 3, 0.42],
        [(i + 1) / 3, 1],
      ]),
    ),
    star(0.5, 0.22, 1, 6, 0.5, GOLD),
  ],
  eagle: [
    field,
    ...flames('#f0e6cc'),
    disc(0.5, 0.5, 1.8, PALE),
    star(0.5, 0.5, 1.2, 4, 0.4, DARK),
  ],
  lion: [field, ...flames(GOLD), disc(0.5, 0.5, 1.8, PALE), disc(0.5, 0.5, 1, '#c79a32')],
  banded: [
    band(0, 0, 1, 1, PALE),
    band(0, 0, 1, 0.3),
    band(0, 0.7, 1, 0.3),
    disc(0.5, 0.5, 1.2, GOLD),
  ],
  quartered: [
    field,
    band(0.5, 0, 0.5, 0.5, '#e9c765'),
    band(0, 0.5, 0.5, 0.5, '#e9c765'),
    disc(0.5, 0.5, 1.4, PALE),
  ],
};

/** The outline of every flag. */
export const HEM = field.d;

/** What the flags of a battle depend on. */
export interface Armies {
  rules: string;
  units: readonly { figure: string }[];
  sides: readonly [string, string];
}

export const armiesOf = (view: Pick<View, 'rules' | 'units' | 'sides'>): Armies => ({
  rules: view.rules,
  units: view.units,
  sides: [view.sides[0].written ?? view.sides[0].name, view.sides[1].written ?? view.sides[1].name],
});

/** Returns the flags of both sides. */
export function clothsOf({ rules, units, sides }: Armies): Record<'a' | 'b', Patch[]> {
  const era = eraOf({ rules, units });
  return {
    a: CLOTHS[standardOf(sides[0], 'a', era)],
    b: CLOTHS[standardOf(sides[1], 'b', era)],
  };
}
