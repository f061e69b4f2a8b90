// Buildings at a named place: a mill on Mill Hill, an inn at the inn, a farm with its barn, a
// village with its church. Names come from the battle's file.
import type { TerrainView, View, Xy, ZoneView } from '../../contract/contract';
import { bounds, depth, inside, middle } from '../../table/frame';
import { mills } from '../../table/mills';
import { chance } from '../../table/scatter';
import type { Era } from '../../table/art/era';
import { alongLine } from '../land/land';
import { build, REACH, type House } from './houses';
import type { Item } from './items';

/** Buildings by a word in the name, the main one first. */
const TOWNS: [RegExp, House[]][] = [
  [/\binn\b|tavern|angel|arms\b/i, ['inn', 'barn', 'well']],
  [/kiln|brick/i, ['kiln', 'kiln', 'barn', 'cart']],
  [/fold|camp/i, ['fold', 'tent', 'tent', 'tent']],
  [/toll|gate/i, ['tollhouse', 'well']],
  [/farm|grange|manor|acre/i, ['farmhouse', 'barn', 'haystack', 'cart', 'well']],
  [/mill/i, ['watermill', 'cottage']],
  [/church|abbey|priory/i, ['church', 'cottage']],
  [/school/i, ['school']],
];

const HILLS: [RegExp, House][] = [
  [/mill/i, 'mill'],
  [/church/i, 'church'],
  [/chapel/i, 'chapel'],
  [/gallows|gibbet/i, 'gallows'],
  [/beacon/i, 'beacon'],
  [/signal/i, 'signal'],
  [/school/i, 'school'],
  [/toll/i, 'tollhouse'],
  [/farm/i, 'farmhouse'],
  [/barrow/i, 'barrow'],
];

/** Objectives on open ground: small things that keep no unit out. */
const MARKS: [RegExp, House][] = [
  [/cross ?roads|bend|stone/i, 'cross'],
  [/toll|gate/i, 'kiosk'],
];

const item = (house: House, era: Era, n: number, at: Xy, turn: number, size: number): Item => ({
  key: `${house} ${era} ${n}`,
  make: build(house, era, n),
  at,
  turn,
  size,
  clear: (REACH[house] ?? 1.15) * size * 0.5,
  reach: (REACH[house] ?? 1.15) * size,
});

/** Places houses side by side on the ground of a place, off its roads, as many as fit. */
function village(
  area: Xy[],
  houses: House[],
  era: Era,
  seed: string,
  roads: TerrainView[],
): Item[] {
  const next = chance(seed);
  const box = bounds(area);
  const [cx, cy] = middle(area);
  const small = Math.min(box.w, box.h);
  const size = Math.max(0.62, Math.min(0.92, small / 5.6));
  const spots = Array.from({ length: 420 }, (): Xy => [
    box.x + next() * box.w,
    box.y + next() * box.h,
  ]).filter((at) => inside(at, area));
  // Try the edges first: units that hold the place stand in its middle.
  const out = (at: Xy) => Math.hypot((at[0] - cx) / box.w, (at[1] - cy) / box.h);
  spots.sort((a, b) => out(b) - out(a));
  const found: Item[] = [];
  for (const house of houses) {
    const reach = (REACH[house] ?? 1.15) * size;
    const free = spots.filter(
      (spot) =>
        depth(spot, area) > reach * 0.7 &&
        found.every(
          (other) =>
            Math.hypot(other.at[0] - spot[0], other.at[1] - spot[1]) >
            reach * 0.86 + (other.reach ?? 0) * 0.86,
        ),
    );
    const off = (spot: Xy) =>
      Math.min(...roads.map((road) => alongLine(spot, road.line) - road.width / 2), reach * 0.7);
    // The main building gets a place even if roads cross everywhere: as far from them as possible.
    const at =
      free.find((spot) => off(spot) >= reach * 0.7) ??
      (found.length === 0
        ? free.reduce<Xy | undefined>(
            (best, it) => (!best || off(it) > off(best) ? it : best),
            undefined,
          )
        : undefined);
    if (!at) continue;
    const away = Math.atan2(at[0] - cx, at[1] - cy);
    const turn = Math.round((away * 2) / Math.PI) * 90 + (next() - 0.5) * 12;
    found.push(item(house, era, Math.floor(next() * 3), at, turn, size));
  }
  return found;
}

function town(piece: TerrainView, era: Era, roads: TerrainView[]): Item[] {
  return piece.areas.flatMap((area, i) => {
    const box = bounds(area);
    const known = TOWNS.find(([word]) => word.test(piece.name))?.[1];
    const large = box.w * box.h > 30;
    const houses: House[] =
      known ??
      (large
        ? [
            'church',
            'cottage',
            'cottage',
            'cottage',
            'farmhouse',
            'cottage',
            'barn',
            'cottage',
            'well',
            'cottage',
            'cottage',
          ]
        : ['church', 'cottage', 'cottage', 'cottage', 'barn', 'cottage', 'well']);
    return village(area, houses, era, `${piece.name}${i}`, roads);
  });
}

function onHill(piece: TerrainView, era: Era): Item[] {
  const house = HILLS.find(([word]) => word.test(piece.name))?.[1];
  const area = piece.areas[0];
  if (!house || !area) return [];
  const [cx, cy] = middle(area);
  const next = chance(piece.name);
  return [item(house, era, 0, [cx, cy], Math.round(next() * 8) * 45, 0.95)];
}

function atMark(zone: ZoneView, era: Era, terrain: TerrainView[]): Item[] {
  if (zone.side !== null) return [];
  const at = middle(zone.area);
  if (/farm|yard/i.test(zone.name) && !terrain.some(({ ground }) => ground === 'town'))
    return village(
      zone.area,
      ['farmhouse', 'barn', 'haystack', 'cart', 'well'],
      era,
      zone.name,
      roadsOf(terrain),
    );
  const mark = MARKS.find(([word]) => word.test(zone.name))?.[1];
  const taken = terrain.some(
    (piece) =>
      ['town', 'bridge', 'hill'].includes(piece.ground) &&
      piece.areas.some((area) => inside(at, area)),
  );
  if (!mark || taken) return [];
  // Beside the road, never on it.
  return [item(mark, era, 0, [at[0] + 1.15, at[1] + 1.15], 20, 0.9)];
}

export function places({ terrain, zones }: Pick<View, 'terrain' | 'zones'>, era: Era): Item[] {
  const roads = roadsOf(terrain);
  return [
    ...terrain
      .filter((piece) => piece.ground === 'town')
      .flatMap((piece) => town(piece, era, roads)),
    ...terrain.filter((piece) => piece.ground === 'hill').flatMap((piece) => onHill(piece, era)),
    ...zones.flatMap((zone) => atMark(zone, era, terrain)),
    ...mills({ terrain, zones }).map((at, i) => item('mill', era, i, at, 0, 0.9)),
  ];
}

const roadsOf = (terrain: TerrainView[]) =>
  terrain.filter(({ ground, line }) => ground === 'road' && line.length > 1);
