// Where names go: near their unit, never over each other, shortened where room is short.
import type { Xy } from '../contract/contract';
import { RIM } from './frame';
import { width } from './letters';

export interface Named {
  id: number;
  name: string;
  /** The middle of the unit on the drawing. */
  at: Xy;
  /** Half of its width and height as it lies, in drawing units. */
  half: Xy;
  /** Is named before others, and always. */
  first: boolean;
}

export interface Label {
  id: number;
  text: string;
  x: number;
  y: number;
  anchor: 'start' | 'middle' | 'end';
}

interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** A name that hides more of other units than this part of one is left out. */
const HIDDEN = 0.4;

/** Between two names, for their size. */
const GAP = 0.7;

/**
 * A name and what is left of it when room is short: `Cutler's brigade`, `Cutler's`; of many that
 * are called by the same last word, `Wolf Warband`, what tells it from the others.
 */
export function shorter(name: string, side: string, shared: string[] = []): string[] {
  const words = name.split(' ');
  const forms = [name];
  // What all units of a side are called says nothing on a table with colours.
  if (words.length > 1 && words[0] === side) forms.push(words.slice(1).join(' '));
  else if (
    words.length > 1 &&
    (words.at(-1)?.toLowerCase() === words.at(-1) || shared.includes(words.at(-1) ?? ''))
  )
    forms.push(words.slice(0, -1).join(' '));
  return forms;
}

function apart(a: Box, b: Box): boolean {
  return a.x >= b.x + b.w || b.x >= a.x + a.w || a.y >= b.y + b.h || b.y >= a.y + a.h;
}

/**
 * Places for names of a letter size: below the unit, above, right or left of it; not over other
 * names nor over the edges of a table so wide, and hardly over other units. What finds no room is
 * left out.
 */
export function place(
  named: Named[],
  side: (id: number) => string,
  size: number,
  wide = Infinity,
): Label[] {
  const bodies = named.map((unit) => ({
    id: unit.id,
    x: unit.at[0] - unit.half[0],
    y: unit.at[1] - unit.half[1],
    w: 2 * unit.half[0],
    h: 2 * unit.half[1],
  }));
  const taken: Box[] = [];
  const labels: Label[] = [];
  const order = [...named].sort((a, b) => Number(b.first) - Number(a.first));
  const shared = lastWords(named);
  for (const unit of order) {
    const forms = shorter(unit.name, side(unit.id), shared);
    const label = best(unit, forms, size, wide, taken, bodies);
    if (!label) continue;
    taken.push(label.box);
    labels.push(label.label);
  }
  return labels;
}

/** How much of a body a box lies over: 0 to 1. */
function covered(box: Box, body: Box): number {
  const w = Math.min(box.x + box.w, body.x + body.w) - Math.max(box.x, body.x);
  const h = Math.min(box.y + box.h, body.y + body.h) - Math.max(box.y, body.y);
  return w > 0 && h > 0 ? (w * h) / (body.w * body.h) : 0;
}

/** The last words that more than two are called by. */
function lastWords(named: Named[]): string[] {
  const words = named.map((unit) => unit.name.split(' ').at(-1) ?? '');
  return words.filter((word, i) => words.indexOf(word) === i && count(words, word) > 2);
}

const count = (words: string[], word: string) => words.filter((one) => one === word).length;

function best(
  unit: Named,
  forms: string[],
  size: number,
  wide: number,
  taken: Box[],
  bodies: (Box & { id: number })[],
): { label: Label; box: Box } | null {
  let found: { label: Label; box: Box; cost: number } | null = null;
  for (const [short, text] of forms.entries()) {
    for (const [turn, spot] of spots(unit, (width(text) + GAP) * size, size, wide).entries()) {
      if (!unit.first && taken.some((other) => !apart(spot.box, other))) continue;
      // A name may touch a neighbour, but hides none.
      const over = bodies.reduce(
        (sum, body) => sum + (body.id === unit.id ? 0 : covered(spot.box, body)),
        0,
      );
      // Over the edge of the table the window may end.
      const out = spot.box.x < -RIM || spot.box.x + spot.box.w > wide + RIM;
      if ((over > HIDDEN || out) && !unit.first) continue;
      const cost = over * 12 + turn + short * 2 + (out ? 4 : 0);
      if (found && found.cost <= cost) continue;
      const label = { id: unit.id, text, x: spot.x, y: spot.y, anchor: spot.anchor };
      found = { label, box: spot.box, cost };
    }
  }
  return found;
}

function spots(unit: Named, wide: number, size: number, table: number) {
  const [x, y] = unit.at;
  const [w, h] = unit.half;
  // Near the table's side a name is pushed in, where it stays under or over its unit.
  const left = Math.min(w, Math.max(0, wide / 2 - RIM - x));
  const right = Math.min(w, Math.max(0, x + wide / 2 - RIM - table));
  const mid = x + left - right;
  // Below the strip that shows the strength; the front has an arrow.
  const below = y + h + 3.2;
  const above = y - h - 4;
  const line = y + size * 0.36;
  const box = (bx: number, by: number): Box => ({ x: bx, y: by, w: wide, h: size });
  const all: { x: number; y: number; anchor: Label['anchor']; box: Box }[] = [
    { x: mid, y: below + size * 0.82, anchor: 'middle', box: box(mid - wide / 2, below) },
    { x: mid, y: above - size * 0.12, anchor: 'middle', box: box(mid - wide / 2, above - size) },
    { x: x + w + 4, y: line, anchor: 'start', box: box(x + w + 4, y - size / 2) },
    { x: x - w - 4, y: line, anchor: 'end', box: box(x - w - 4 - wide, y - size / 2) },
  ];
  return all;
}
