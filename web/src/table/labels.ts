// Places the names: near their own unit, never over another unit or name; with a line to the unit
// if they stand apart, shortened if space is tight, omitted if there is none. Names of places use
// the space that units and their names leave.
import type { Xy } from '../contract/contract';
import { RIM } from './frame';
import { width } from './letters.svelte';

export interface Named {
  id: number;
  name: string;
  /** Middle of the unit on the drawing. */
  at: Xy;
  /** Half of its width and height on the drawing, in drawing units. */
  half: Xy;
  /** Whether to name it before the others, and always. */
  first: boolean;
  /** Whether the unit is there, but its name is not wanted. */
  silent?: boolean;
}

/** A place to name: within a box, at one of several points in it. */
export interface Place {
  name: string;
  at: Xy;
  /** Half of its width and height on the drawing. */
  half: Xy;
  kind: 'ground' | 'zone';
}

export interface Label {
  id: number;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
  /** Line from the name to its unit, if they stand apart. */
  leader: [Xy, Xy] | null;
}

export interface PlaceLabel {
  text: string;
  x: number;
  y: number;
  kind: Place['kind'];
}

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Everything to name on a table. */
export interface Wanted {
  units: Named[];
  places: Place[];
  /** Letter size of units, in drawing units. */
  size: number;
  /** Letter size of places. */
  placeSize: number;
  /** Boxes of what is written there already. */
  taken: Box[];
  /** Width and height of the table. */
  table: Xy;
  /** How far a name may reach over the frame; in perspective, the window ends there. */
  rim?: number;
}

/** Gap between two names, relative to the letter size. */
const GAP = 0.7;
/** Distance of a name with a line from other units, relative to the letter size. */
const CLEAR = 0.9;
/** Height of a line of letters, relative to the letter size. */
const LINE = 1.2;

/**
 * Returns a name and its short form for tight spaces: `Cutler's brigade`, `Cutler's`; for several
 * names with the same last word, such as `Wolf Warband`, only the part that differs.
 */
export function shorter(name: string, side: string, shared: string[] = []): string[] {
  const words = name.split(' ');
  const small = (word = '') => word.toLowerCase() === word;
  const last = words.at(-1);
  if (words.length === 1) return [name];
  // A prefix shared by all units of a side adds nothing on a table with colours.
  if (isOf(words[0] ?? '', side)) return [name, words.slice(1).join(' ')];
  if (!small(last) && !shared.includes(last ?? '')) return [name];
  // Also drop the words that led to the last one: `Fyrd of the east`, `Husaren der Krone`.
  const end = words.slice(0, -1).findLastIndex((word) => !small(word)) + 1;
  return end > 0 ? [name, words.slice(0, end).join(' ')] : [name];
}

/** Returns whether a word is the side's name, possibly with an ending: `Blaue` of `Blau`. */
const isOf = (word: string, side: string) =>
  word.startsWith(side) && word.length - side.length <= 2;

function apart(a: Box, b: Box): boolean {
  return a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h;
}

/** Returns the distance between two boxes. */
function distance(a: Box, b: Box): number {
  const dx = Math.max(0, a.x - b.x - b.w, b.x - a.x - a.w);
  const dy = Math.max(0, a.y - b.y - b.h, b.y - a.y - a.h);
  return Math.hypot(dx, dy);
}

/** Returns whether a line crosses a box. */
function crosses([from, to]: [Xy, Xy], box: Box): boolean {
  let [first, last] = [0, 1];
  for (const [a, b, low, high] of [
    [from[0], to[0], box.x, box.x + box.w],
    [from[1], to[1], box.y, box.y + box.h],
  ] as const) {
    if (a === b) {
      if (a <= low || a >= high) return false;
      continue;
    }
    const [one, two] = [(low - a) / (b - a), (high - a) / (b - a)];
    first = Math.max(first, Math.min(one, two));
    last = Math.min(last, Math.max(one, two));
  }
  return first < last;
}

interface Spot {
  label: Label;
  box: Box;
  cost: number;
}

type Body = Box & { id: number };

/** Places the names of units, then names of places between them; also returns all boxes taken. */
export function lay(
  wanted: Wanted,
  side: (id: number) => string,
): { units: Label[]; places: PlaceLabel[]; boxes: Box[] } {
  const bodies = wanted.units.map((unit): Body => ({
    id: unit.id,
    x: unit.at[0] - unit.half[0],
    y: unit.at[1] - unit.half[1],
    w: 2 * unit.half[0],
    h: 2 * unit.half[1],
  }));
  const named = wanted.units.filter((unit) => !unit.silent);
  const shared = lastWords(named);
  const options = named.map((unit) => ({
    unit,
    spots: open(unit, shorter(unit.name, side(unit.id), shared), wanted, bodies),
  }));
  // The unit with the fewest choices goes first; the selected unit before all.
  options.sort(
    (a, b) =>
      Number(b.unit.first) - Number(a.unit.first) ||
      a.spots.length - b.spots.length ||
      a.unit.id - b.unit.id,
  );
  const taken = [...wanted.taken];
  const units: Label[] = [];
  const leaders: [Xy, Xy][] = [];
  for (const { unit, spots } of options) {
    const free = spots.filter(
      ({ box, label: { leader } }) =>
        taken.every((other) => apart(box, other) && !(leader && crosses(leader, other))) &&
        leaders.every((line) => !crosses(line, box)),
    );
    const [spot] = free.length > 0 || !unit.first ? free : spots;
    if (!spot) continue;
    taken.push(spot.box);
    if (spot.label.leader) leaders.push(spot.label.leader);
    units.push(spot.label);
  }
  const { places, boxes } = layPlaces(wanted, [...taken, ...bodies]);
  return { units, places, boxes: [...taken, ...bodies, ...boxes] };
}

/** Returns the last words that more than two names share. */
function lastWords(named: Named[]): string[] {
  const words = named.map((unit) => unit.name.split(' ').at(-1) ?? '');
  return words.filter((word, i) => words.indexOf(word) === i && count(words, word) > 2);
}

const count = (words: string[], word: string) => words.filter((one) => one === word).length;

/** Returns all places for a name that hide no unit, best first; at least one if selected. */
function open(unit: Named, forms: string[], wanted: Wanted, bodies: Body[]): Spot[] {
  const own = bodies.find(({ id }) => id === unit.id);
  const others = bodies.filter(({ id }) => id !== unit.id);
  const spots = forms.flatMap((text, short) =>
    around(unit, text, wanted).map((spot): Spot => ({ ...spot, cost: spot.cost + short * 2.5 })),
  );
  const good = spots.filter(({ box, label }) => {
    if (!inside(box, wanted) || others.some((body) => !apart(box, body))) return false;
    if (!own) return true;
    const near = distance(box, own);
    // Without a line, a name belongs to the nearest unit. With a line, the name and the line must
    // still stay clear of all other units.
    const { leader } = label;
    const clear = leader ? Math.min(near, wanted.size * CLEAR) : near;
    return others.every(
      (body) => distance(box, body) > clear && !(leader && crosses(leader, body)),
    );
  });
  good.sort((a, b) => a.cost - b.cost);
  return good.length > 0 || !unit.first ? good : spots.slice(0, 1);
}

/** Returns whether a name stays on the table or its frame: beyond, the window may end. */
function inside(box: Box, { table: [wide, deep], rim = RIM }: Wanted): boolean {
  return (
    box.x >= -rim && box.x + box.w <= wide + rim && box.y >= -rim && box.y + box.h <= deep + rim
  );
}

/** Returns the places for a name around its unit: beside it, then apart from it with a line. */
function around(unit: Named, text: string, { size, table, rim = RIM }: Wanted): Spot[] {
  const [x, y] = unit.at;
  const [w, h] = unit.half;
  const wide = (width(text) + GAP) * size;
  const high = size * LINE;
  // Near the table's side, push the name in, but keep it under or over its unit.
  const left = Math.min(w, Math.max(0, wide / 2 - rim - x));
  const right = Math.min(w, Math.max(0, x + wide / 2 - rim - table[0]));
  const mid = x + left - right;
  const spots: Spot[] = [];
  const add = (cx: number, top: number, cost: number, leads = false) => {
    const box = { x: cx - wide / 2, y: top, w: wide, h: high };
    const leader = leads ? line(box, unit) : null;
    // The baseline is a little above the foot of the box.
    const label = { id: unit.id, text, x: cx, y: top + size * 0.93, anchor: 'middle' as const };
    spots.push({ label: { ...label, leader }, box, cost });
  };
  const below = y + h + 0.5;
  const above = y - h - 0.5 - high;
  const aside = w + 4 + wide / 2;
  add(mid, below, 0);
  add(mid, above, 1);
  const slip = Math.min(w, wide / 2) * 0.8;
  for (const [dx, cost] of [
    [-slip, 1.5],
    [slip, 1.5],
  ] as const) {
    add(x + dx, below, cost);
    add(x + dx, above, cost + 1);
  }
  for (const up of [0, -h * 0.7, h * 0.7]) {
    add(x + aside, y + up - high / 2, 2 + Math.abs(up) / (h + 1));
    add(x - aside, y + up - high / 2, 2.2 + Math.abs(up) / (h + 1));
  }
  for (const far of [1, 2.2]) {
    const away = far * high;
    for (const dx of [0, -wide * 0.45, wide * 0.45, -wide * 0.9, wide * 0.9]) {
      const cost = 4 + far * 2 + Math.abs(dx) / wide;
      add(x + dx, below + away, cost, true);
      add(x + dx, above - away, cost + 0.3, true);
    }
    for (const up of [0, -high * 1.4, high * 1.4]) {
      add(x + aside + away, y + up - high / 2, 4.6 + far * 2 + Math.abs(up) / high, true);
      add(x - aside - away, y + up - high / 2, 4.7 + far * 2 + Math.abs(up) / high, true);
    }
  }
  return spots;
}

/** Returns the line from the edge of a name to the edge of its unit. */
function line(box: Box, { at, half }: Named): [Xy, Xy] {
  const within = (v: number, from: number, to: number) => Math.max(from, Math.min(to, v));
  const foot: Xy = [
    within(box.x + box.w / 2, at[0] - half[0] * 0.8, at[0] + half[0] * 0.8),
    within(box.y + box.h / 2, at[1] - half[1], at[1] + half[1]),
  ];
  const head: Xy = [
    within(foot[0], box.x + box.w * 0.15, box.x + box.w * 0.85),
    within(foot[1], box.y, box.y + box.h),
  ];
  return [head, foot];
}

/** Places the names of places, each within its place where nothing else stands. */
function layPlaces(wanted: Wanted, taken: Box[]): { places: PlaceLabel[]; boxes: Box[] } {
  const { places, placeSize } = wanted;
  const boxes: Box[] = [];
  const labels: PlaceLabel[] = [];
  const free = (box: Box) => [...taken, ...boxes].every((other) => apart(box, other));
  for (const place of places) {
    const wide = (width(place.name) + GAP) * placeSize;
    const high = placeSize * LINE;
    // A name too long for its piece waits until the player zooms in.
    if (place.kind === 'ground' && wide > 3 * place.half[0]) continue;
    const [x, y] = place.at;
    const dx = Math.max(0, place.half[0] - wide / 2) * 0.9;
    const dy = Math.max(0, place.half[1] - high / 2) * 0.9;
    const found = [0, 0.5, -0.5, 1, -1]
      .flatMap((up) => [0, 0.6, -0.6, 1, -1].map((to): Xy => [x + to * dx, y + up * dy]))
      .map((at) => ({ at, box: { x: at[0] - wide / 2, y: at[1] - high / 2, w: wide, h: high } }))
      .find(({ box }) => inside(box, wanted) && free(box));
    if (!found) continue;
    boxes.push(found.box);
    const [cx, cy] = found.at;
    labels.push({ text: place.name, x: cx, y: cy + placeSize * 0.33, kind: place.kind });
  }
  return { places: labels, boxes };
}
