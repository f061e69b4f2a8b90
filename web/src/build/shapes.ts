// The ground that things cover, for drawing them while dragged, as the engine reads the file.
import type { TerrainView, Xy } from '../contract/contract';
import { round as hundredth } from '../table/frame';
import type { Keys, Thing } from './draft';

const rad = (degrees: number) => (degrees * Math.PI) / 180;

/** Turns a point clockwise about another. */
export function turnedAbout([x, y]: Xy, [cx, cy]: Xy, degrees: number): Xy {
  const [s, c] = [Math.sin(rad(degrees)), Math.cos(rad(degrees))];
  const [dx, dy] = [x - cx, y - cy];
  return [fine(cx + dx * c + dy * s), fine(cy - dx * s + dy * c)];
}

/** Rounds to a ten-thousandth, as files have it. */
export const fine = (v: number) => Math.round(v * 10_000) / 10_000 + 0;
/** Rounds to a step. */
export const snapped = (v: number, step: number) => fine(Math.round(v / step) * step);
export const snappedXy = ([x, y]: Xy, step: number): Xy => [snapped(x, step), snapped(y, step)];

/** Returns the corners of a box or of an oval. */
export function boxOutline(keys: Keys): Xy[] {
  const at = keys.at ?? [0, 0];
  const turned = keys.turned ?? 0;
  if (keys.oval) {
    const [w, h] = keys.oval;
    return Array.from({ length: 12 }, (_, i) => {
      const a = (i * Math.PI) / 6;
      return turnedAbout(
        [at[0] + (Math.sin(a) * w) / 2, at[1] + (Math.cos(a) * h) / 2],
        at,
        turned,
      );
    });
  }
  const [w, h] = keys.size ?? [0, 0];
  const corners: Xy[] = [
    [-w / 2, h / 2],
    [w / 2, h / 2],
    [w / 2, -h / 2],
    [-w / 2, -h / 2],
  ];
  return corners.map(([x, y]) => turnedAbout([at[0] + x, at[1] + y], at, turned));
}

/** Returns the points of a line on the ground. Units of My Favorite Rules have a `line` too: the
 * number of their battle line. */
export const lineOf = ({ line }: Keys): Xy[] | undefined =>
  Array.isArray(line) ? line : undefined;

/** Returns the outline of an area, or the points of a line. */
export function outline(keys: Keys): Xy[] {
  return lineOf(keys) ?? keys.shape ?? (keys.size || keys.oval ? boxOutline(keys) : []);
}

/** Returns the areas that a line of a width covers, one for each stretch. */
function stretches(line: Xy[], width: number): Xy[][] {
  if (width <= 0) return [];
  return line.slice(1).map((b, i) => {
    const a = line[i] as Xy;
    const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
    const [dx, dy] = [((b[0] - a[0]) / long) * (width / 2), ((b[1] - a[1]) / long) * (width / 2)];
    return [
      [b[0] - dy, b[1] + dx],
      [b[0] + dy, b[1] - dx],
      [a[0] + dy, a[1] - dx],
      [a[0] - dy, a[1] + dx],
    ] as Xy[];
  });
}

/** Returns a piece of ground as the table draws it. */
export function terrainView({ keys }: Thing): TerrainView {
  const usual = keys.ground === 'hill' ? 1 : 0;
  return {
    ground: keys.ground ?? 'rough',
    name: keys.name ?? '',
    level: keys.level ?? usual,
    areas: keys.line ? stretches(keys.line, keys.width ?? 0) : [outline(keys)],
    line: keys.line ?? [],
    width: keys.width ?? 0,
  };
}

/** Returns the middle of a thing. */
export function middleOf(keys: Keys): Xy {
  if (keys.at) return keys.at;
  const points = outline(keys);
  if (points.length === 0) return [0, 0];
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return [
    fine((Math.min(...xs) + Math.max(...xs)) / 2),
    fine((Math.min(...ys) + Math.max(...ys)) / 2),
  ];
}

/** Moves a thing. */
export function moved(keys: Keys, [dx, dy]: Xy): Keys {
  const by = ([x, y]: Xy): Xy => [fine(x + dx), fine(y + dy)];
  const line = lineOf(keys);
  return {
    ...(keys.at ? { at: by(keys.at) } : {}),
    ...(keys.shape ? { shape: keys.shape.map(by) } : {}),
    ...(line ? { line: line.map(by) } : {}),
  };
}

/** Turns a thing clockwise about its middle. */
export function rotated(keys: Keys, degrees: number): Keys {
  const about = middleOf(keys);
  const turn = (p: Xy) => turnedAbout(p, about, degrees);
  const line = lineOf(keys);
  if (line) return { line: line.map(turn) };
  if (keys.shape) return { shape: keys.shape.map(turn) };
  if (keys.size ?? keys.oval)
    return { turned: angle((keys.turned ?? 0) + degrees) || undefined } as Keys;
  return { facing: angle((keys.facing ?? 0) + degrees) };
}

/** Returns an angle in degrees, from 0 up to 360. */
export const angle = (degrees: number) => (((Math.round(degrees * 1000) / 1000) % 360) + 360) % 360;

/** How one half of a table becomes the image of the other. */
export type Symmetry = 'turned' | 'across' | 'along';

/** Returns the image of a thing on a table of this size, ignoring which side owns it. */
export function image(keys: Keys, how: Symmetry, [w, h]: Xy): Keys {
  const p = ([x, y]: Xy): Xy => [
    fine(how === 'across' ? x : w - x),
    fine(how === 'along' ? y : h - y),
  ];
  const line = lineOf(keys);
  const facing = (f: number) => angle(how === 'turned' ? f + 180 : how === 'across' ? 180 - f : -f);
  const turned = keys.turned && (how === 'turned' ? keys.turned : angle(-keys.turned));
  return {
    ...keys,
    ...(keys.at ? { at: p(keys.at) } : {}),
    ...(keys.shape ? { shape: keys.shape.map(p) } : {}),
    ...(line ? { line: line.map(p) } : {}),
    ...(keys.turned ? { turned: turned || undefined } : {}),
    ...(keys.facing === undefined ? {} : { facing: facing(keys.facing) }),
  } as Keys;
}

/** Returns the size of the box around some points. */
export function spanOf(points: Xy[]): Xy {
  const [xs, ys] = [points.map((p) => p[0]), points.map((p) => p[1])];
  return [Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys)];
}

export { hundredth };
