// The places of a table whose names are written on it.
import type { TerrainView, View, Xy } from '../contract/contract';
import type { Heights } from './eye';
import { bounds, middle, type Frame } from './frame';
import type { Place } from './labels';

/** Ground that bears its name; roads and fences do not. */
const NAMED = new Set('hill woods town lake marsh works impassable rough field'.split(' '));

/** Zones first, then ground; a name that a zone has is written once. */
export function placesOf(
  terrain: TerrainView[],
  zones: Pick<View['zones'][number], 'name' | 'area'>[],
  frame: Frame,
  heights: Heights,
): Place[] {
  const place = (name: string, area: Xy[], kind: Place['kind']): Place => {
    const points = frame.points(area);
    const { w, h } = bounds(points);
    const { k } = heights.eye;
    return { name, at: heights.drawn(middle(points)), half: [w / 2, (h * k) / 2], kind };
  };
  const named = new Set(zones.map(({ name }) => name.toLowerCase()));
  const ground = terrain.flatMap((piece) => {
    const [area] = piece.areas;
    if (!area || !piece.name || !NAMED.has(piece.ground) || named.has(piece.name.toLowerCase()))
      return [];
    return [place(piece.name, area, 'ground')];
  });
  return [...zones.map((zone) => place(zone.name, zone.area, 'zone')), ...ground];
}
