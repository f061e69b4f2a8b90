// What grows and lies on a piece of ground, by its name: firs in a fir wood, apple trees in an
// orchard, vines in a vineyard. Always in the same places for the same ground.
import type { TerrainView, Xy } from '../../contract/contract';
import { bounds, depth, inside } from '../../table/frame';
import { chance } from '../../table/scatter';
import type { Era } from '../../table/art/era';
import type { Sculpt } from '../sculpt';
import type { Item } from './items';
import { grow, type Growth } from './trees';

/** Number of different trees of a kind. */
const FORMS = 3;

export function plant(growth: Growth, at: Xy, size: number, next: () => number, clear = 0.5): Item {
  const form = Math.floor(next() * FORMS);
  return {
    key: `${growth} ${form}`,
    make: grow(growth, form),
    at,
    turn: next() * 360,
    size,
    clear,
  };
}

/** By a word in the name: what grows there, and whether it stands in rows. */
const GROWTHS: [RegExp, Growth[], boolean][] = [
  [/orchard/i, ['apple'], true],
  [/hop ?garden/i, ['hops'], true],
  [/vineyard/i, ['vine'], true],
  [/olive/i, ['olive'], false],
  [/\bfir\b|spruce|monk/i, ['fir'], false],
  [/pin(e|ey)\b|cedar/i, ['pine', 'fir'], false],
  [/birch/i, ['birch', 'birch', 'beech'], false],
  [/osier|withy|alder|willow|carr/i, ['willow', 'willow', 'birch'], false],
  [/beech|hanger|chestnut|elm/i, ['beech', 'beech', 'oak'], false],
  [/thicket|copse|spinney|hazel|brake|covert|shaw/i, ['oak', 'birch', 'bush', 'beech'], false],
];

export function growing(piece: TerrainView, era: Era): { kinds: Growth[]; rows: boolean } {
  const found = GROWTHS.find(([word]) => word.test(piece.name));
  if (found) return { kinds: found[1], rows: found[2] };
  return {
    kinds: era === 'ancient' ? ['pine', 'oak', 'cypress', 'olive'] : ['oak', 'oak', 'beech'],
    rows: false,
  };
}

/** Returns places in an area, scattered like seeds but never close together. */
function sown(area: Xy[], step: number, margin: number, next: () => number): Xy[] {
  const box = bounds(area);
  const grid = Math.max(step, Math.sqrt((box.w * box.h) / 130));
  const found: Xy[] = [];
  let row = 0;
  for (let y = box.y + grid * 0.35; y < box.y + box.h; y += grid * 0.87) {
    row += 1;
    for (let x = box.x + (row % 2 ? 0.15 : 0.65) * grid; x < box.x + box.w; x += grid) {
      const at: Xy = [x + (next() - 0.5) * grid * 0.55, y + (next() - 0.5) * grid * 0.55];
      if (inside(at, area) && depth(at, area) >= margin) found.push(at);
    }
  }
  return found;
}

/** Returns places in straight rows. */
function ranked(area: Xy[], along: number, across: number): Xy[] {
  const box = bounds(area);
  const found: Xy[] = [];
  const wide = box.w >= box.h;
  for (let y = box.y + 0.4; y < box.y + box.h; y += wide ? across : along)
    for (let x = box.x + 0.4; x < box.x + box.w; x += wide ? along : across)
      if (inside([x, y], area) && depth([x, y], area) > 0.3) found.push([x, y]);
  return found;
}

function woods(piece: TerrainView, era: Era, next: () => number): Item[] {
  const { kinds, rows } = growing(piece, era);
  return piece.areas.flatMap((area) => {
    const step = kinds[0] === 'hops' ? 0.95 : kinds[0] === 'apple' ? 1.35 : 1.2;
    const places = rows ? ranked(area, step, step * 1.15) : sown(area, step, 0.35, next);
    const trees = places.map((at) => {
      const kind = kinds[Math.floor(next() * kinds.length)] as Growth;
      return plant(kind, at, 0.85 + next() * 0.4, next, 0.55);
    });
    if (rows) return trees;
    const under = sown(area, 1.5, 0.1, next).map((at) =>
      plant('bush', at, 0.5 + next() * 0.5, next, 0.35),
    );
    return [...trees, ...under];
  });
}

/** Models a rock with a flat foot. */
const rock = (n: number, colour: string) => (s: Sculpt) => {
  const next = chance(`rock${n}`);
  s.at([0, -0.05, 0], [0, next() * 6, 0], [1, 0.6 + next() * 0.4, 0.75], () =>
    s.loft(
      [
        { p: [0, 0, 0], r: 0.3 },
        { p: [0.04, 0.18, 0], r: [0.26, 0.3] },
        { p: [-0.03, 0.34, 0.02], r: [0.13, 0.16] },
      ],
      6,
      colour,
    ),
  );
};

export function stone(at: Xy, size: number, next: () => number, colour = '#8f897c'): Item {
  const n = Math.floor(next() * FORMS);
  return {
    key: `rock ${n} ${colour}`,
    make: rock(n, colour),
    at,
    turn: next() * 360,
    size,
    clear: 0.3,
    lies: true,
  };
}

function rough(piece: TerrainView, next: () => number): Item[] {
  const brick = /brick|kiln/i.test(piece.name);
  return piece.areas.flatMap((area) =>
    sown(area, 0.85, 0.15, next).map((at) => {
      const throw_ = next();
      if (/stump/i.test(piece.name) && throw_ < 0.6)
        return plant('stump', at, 0.9 + next() * 0.3, next, 0.3);
      if (/burnt/i.test(piece.name) && throw_ < 0.4)
        return plant('stump', at, 0.8 + next() * 0.5, next, 0.3);
      if (throw_ < 0.35) return plant('bush', at, 0.5 + next() * 0.35, next, 0.3);
      return stone(at, 0.4 + next() * 0.7, next, brick ? '#9a5a40' : '#8f897c');
    }),
  );
}

/** Returns everything that grows or lies on natural ground. */
export function plants(piece: TerrainView, era: Era): Item[] {
  const next = chance(`${piece.ground}${piece.name}${JSON.stringify(piece.areas[0]?.[0] ?? '')}`);
  switch (piece.ground) {
    case 'woods':
      return woods(piece, era, next);
    case 'field':
      if (/pasture|meadow/i.test(piece.name)) return [];
      return piece.areas.flatMap((area) =>
        ranked(area, 0.55, 0.62)
          .slice(0, 900)
          .map((at) => plant('corn', at, 0.95 + next() * 0.3, next, 0.25)),
      );
    case 'marsh':
      return piece.areas.flatMap((area) =>
        sown(area, 0.6, 0.1, next).map((at) => plant('reed', at, 0.8 + next() * 0.5, next, 0.25)),
      );
    case 'lake':
    case 'river':
      return banks(piece, next);
    case 'rough':
      return rough(piece, next);
    case 'impassable':
      return piece.areas.flatMap((area) =>
        sown(area, 0.8, 0.2, next).map((at) => stone(at, 1 + next() * 1.6, next)),
      );
    case 'ford':
      return piece.areas.flatMap((area) =>
        sown(area, 0.9, 0.1, next).map((at) => ({
          ...stone(at, 0.18 + next() * 0.18, next, '#a59a84'),
          up: 0.03,
        })),
      );
    case 'hill':
      return hills(piece, next);
    default:
      return [];
  }
}

function hills(piece: TerrainView, next: () => number): Item[] {
  return piece.areas.flatMap((area) => {
    if (/vineyard/i.test(piece.name))
      return ranked(area, 0.75, 0.95).map((at) => plant('vine', at, 1, next, 0.4));
    return sown(area, 2.4, 0.5, next)
      .filter(() => next() < 0.45)
      .map((at) =>
        next() < 0.5
          ? stone(at, 0.3 + next() * 0.4, next)
          : plant('bush', at, 0.45 + next() * 0.3, next, 0.35),
      );
  });
}

function banks(piece: TerrainView, next: () => number): Item[] {
  return piece.areas.flatMap((area) =>
    area.flatMap((a, i): Item[] => {
      const b = area[(i + 1) % area.length] as Xy;
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
      return Array.from({ length: Math.min(40, Math.round(long / 0.75)) }, () => {
        const t = next();
        const at: Xy = [
          a[0] + (b[0] - a[0]) * t + (next() - 0.5) * 0.2,
          a[1] + (b[1] - a[1]) * t + (next() - 0.5) * 0.2,
        ];
        return next() < 0.65
          ? plant('reed', at, 0.6 + next() * 0.4, next, 0.3)
          : stone(at, 0.25 + next() * 0.3, next, '#a59a84');
      });
    }),
  );
}
