// The numbers along the table's edge: readable at every zoom, and inside the edge if the frame is
// too narrow for them.
import type { Box } from './labels';
import { measured, U, type Frame } from './frame';
import { width } from './letters.svelte';

/** Smallest height of the numbers, in pixels. */
const LEAST = 10;
/** Width of the frame in drawing units. */
export const WOOD = 9;

export interface Mark {
  text: string;
  x: number;
  y: number;
}

/** Returns the distance between two numbers: a foot in inches, or ten centimetres. */
export const step = (frame: Frame) => (frame.ruler === 'inches' ? 12 : 10);

export function size(zoom: number): number {
  return Math.max(3.6, Math.min(24, LEAST / zoom));
}

/** Returns the numbers along all four edges, all of them upright. */
export function marks(frame: Frame, zoom: number): Mark[] {
  const font = size(zoom);
  const inside = font > 6;
  const all: Mark[] = [];
  const along = (length: number) =>
    Array.from({ length: Math.floor(length / U / step(frame)) }, (_, i) => (i + 1) * step(frame));
  for (const at of along(frame.width)) {
    if (at * U >= frame.width) continue;
    const text = measured(at, frame.ruler);
    all.push({ text, x: at * U, y: inside ? font * 0.95 : -2.6 });
    all.push({ text, x: at * U, y: inside ? frame.height - font * 0.25 : frame.height + 7.2 });
  }
  for (const at of along(frame.height)) {
    if (at * U >= frame.height) continue;
    const text = measured(at, frame.ruler);
    const half = (width(text) * font) / 2;
    // Lengths begin at the south-west corner, which lies at the top of a turned table.
    const y = (frame.turned ? at * U : frame.height - at * U) + font * 0.35;
    all.push({ text, x: inside ? half + 1.5 : -4.6, y });
    all.push({ text, x: inside ? frame.width - half - 1.5 : frame.width + 4.6, y });
  }
  return all;
}

/** Returns the boxes of the numbers: nothing else is written there. */
export function boxes(frame: Frame, zoom: number): Box[] {
  const font = size(zoom);
  return marks(frame, zoom).map(({ text, x, y }) => {
    const wide = width(text) * font;
    return { x: x - wide / 2 - 1, y: y - font, w: wide + 2, h: font * 1.3 };
  });
}
