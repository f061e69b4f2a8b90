// The places of a table whose names are written on it.
import type { TerrainView, View, Xy } from '../contract/contract';
import type { Heights } from './eye';
import { bounds, middle, type Frame } from './frame';
import type { Place } from './labels';

/** Kinds of ground that show their name; roads and fences do not. */
const NAMED = new Set('hill woods town lake marsh works impassable rough field'.split(' '));

type Zone = Pick<View['zones'][number], 'name' | 'area'>;

/** Returns what shows its name on a table: zones first, then ground; each zone's name once. */
export function namedPlaces(
  terrain: TerrainView[],
  zones: Zone[],
): { name: string; area: Xy[]; kind: Place['kind'] }[] {
  const named = new Set(zones.map(({ name }) => name.toLowerCase()));
  const ground = terrain.flatMap((piece) => {
    const [area] = piece.areas;
    if (!area || !piece.name || !NAMED.has(piece.ground) || named.has(piece.name.toLowerCase()))
      return [];
    return [{ name: piece.name, area, kind: 'ground' as const }];
  });
  return [...zones.map(({ name, area }) => ({ name, area, kind: 'zone' as const })), ...ground];
}

/** Returns these places on the drawing of the plan. */
export function placesOf(
  terrain: TerrainView[],
  zones: Zone[],
  frame: Frame,
  heights: Heights,
): Place[] {
  return namedPlaces(terrain, zones).map(({ name, area, kind }) => {
    const points = frame.points(area);
    const { w, h } = bounds(points);
    const { k } = heights.eye;
    return { name, at: heights.drawn(middle(points)), half: [w / 2, (h * k) / 2], kind };
  });
}
