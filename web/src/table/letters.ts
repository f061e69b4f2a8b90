// How wide a name will be drawn, for its size: measured where a browser can, else guessed.

/** How wide a letter is, for its size: a guess that is rather too wide. */
const LETTER = 0.62;

const known = new Map<string, number>();
let ruler: OffscreenCanvasRenderingContext2D | null | undefined;

/** The width of a name in the letters of the table, for a letter size of 1. */
export function width(name: string): number {
  const before = known.get(name);
  if (before !== undefined) return before;
  ruler ??= measuring();
  const wide = ruler ? ruler.measureText(name).width / 100 : name.length * LETTER;
  known.set(name, wide);
  return wide;
}

function measuring(): OffscreenCanvasRenderingContext2D | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans');
  if (context) context.font = `600 100px ${family || 'sans-serif'}`;
  return context;
}
