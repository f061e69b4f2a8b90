// Numbers on the table: how far a unit can move, shoot and see. Each stands beside its subject,
// clear of units, names and other numbers.
import type { Overlay, Xy } from '../contract/contract';
import { measured, type Frame } from './frame';
import type { Box } from './labels';
import { width } from './letters.svelte';
import { edge, ends } from './reach';

/** Returns the letter size of numbers, in drawing units: at least as large as that of names. */
export const letters = (zoom: number) => Math.max(1.4, Math.min(24, 12 / zoom));

export interface Note {
  kind: 'reach' | 'area' | 'sight';
  text: string;
  /** Places for its middle, the best first. */
  spots: Xy[];
}

export interface Written {
  kind: Note['kind'];
  text: string;
  /** Middle of the letters, on their baseline. */
  at: Xy;
  box: Box;
}

/** The space for numbers, and their size. */
export interface Room {
  font: number;
  /** Height of a line of letters: more than its size if the drawing is foreshortened. */
  high: number;
  /** Boxes of units and names: nothing is written over them. */
  taken: Box[];
  /** Width and height of the table. */
  table: Xy;
}

/** Notes how far the selected unit can move, at the ends of its reach or near them. */
export function reachNotes(
  mover: { centre: Xy; facing: number } | null,
  reach: Xy[][],
  frame: Frame,
  font: number,
  place = (at: Xy) => frame.at(at),
): Note[] {
  if (!mover) return [];
  const [cx, cy] = place(mover.centre);
  return ends(mover, reach).map(({ at, far }) => {
    const [x, y] = place(at);
    const long = Math.hypot(x - cx, y - cy) || 1;
    const [ox, oy] = [((x - cx) / long) * font, ((y - cy) / long) * font];
    const spots = [
      [0, 0],
      [1.2, 0],
      [-1.4, 0],
      [0, 2],
      [0, -2],
      [1.2, 2.6],
      [1.2, -2.6],
      [2.6, 0],
      [0, 4],
      [0, -4],
    ].map(([out = 0, side = 0]): Xy => [x + ox * out - oy * side, y + oy * out + ox * side]);
    return { kind: 'reach', text: frame.tape(far), spots };
  });
}

/** Notes the names of arcs and ranges along their far edges, alternately from left and right. */
export function areaNotes(overlay: Overlay, frame: Frame): Note[] {
  return overlay.areas.flatMap((area, i) => {
    if (!area.label || area.outline.length === 0) return [];
    const text = `${area.label} ${measured(area.far, frame.ruler)}`;
    return [{ kind: 'area' as const, text, spots: frame.points(edge(area, i % 2 === 1)) }];
  });
}

/** Notes the distance to each unit, visible or hidden, along the line of sight. */
export function sightNotes(overlay: Overlay, frame: Frame): Note[] {
  return overlay.sight.map(({ from, to, length, clear }) => {
    const [a, b] = [frame.at(from), frame.at(to)];
    const along = (t: number): Xy => [a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t];
    const text = `${clear ? '' : '✕ '}${frame.tape(length)}`;
    return { kind: 'sight', text, spots: [2 / 3, 0.5, 0.8, 0.35, 0.9, 0.25].map(along) };
  });
}

/** Returns whether two boxes overlap. */
const over = (a: Box, b: Box) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;

/** Writes each number at the first of its places that is free; omits it if there is none. */
export function write(notes: Note[], { font, high, taken, table: [wide, deep] }: Room): Written[] {
  const done: Written[] = [];
  const keep = (v: number, low: number, most: number) => Math.max(low, Math.min(most, v));
  for (const { kind, text, spots } of notes) {
    const half = (width(text) * font) / 2 + font * 0.15;
    for (const [x, y] of spots) {
      const cx = keep(x, half, wide - half);
      const cy = keep(y, 0.6 * high, deep - 0.6 * high);
      const box = { x: cx - half, y: cy - high / 2, w: 2 * half, h: high };
      if ([...taken, ...done.map((one) => one.box)].some((other) => over(box, other))) continue;
      done.push({ kind, text, at: [cx, cy + font * 0.35], box });
      break;
    }
  }
  return done;
}
