// The drawn width of a name, relative to its size: measured if the browser can, or else guessed.

/** Width of a letter, relative to its size: a guess, rather too wide. */
const LETTER = 0.62;

/** Widths measured so far. */
let known: Partial<Record<string, number>> = Object.create(null);
/** Counts loaded fonts: widths measured in another font are measured again. */
let come = $state(0);
let ruler: OffscreenCanvasRenderingContext2D | null | undefined;

/** Returns the width of a name in the table's font, for a letter size of 1. */
export function width(name: string): number {
  void come;
  const before = known[name];
  if (before !== undefined) return before;
  ruler ??= measuring();
  const wide = ruler ? ruler.measureText(name).width / 100 : name.length * LETTER;
  known[name] = wide;
  return wide;
}

function measuring(): OffscreenCanvasRenderingContext2D | null {
  if (typeof OffscreenCanvas === 'undefined') return null;
  const context = new OffscreenCanvas(1, 1).getContext('2d');
  const family = getComputedStyle(document.documentElement).getPropertyValue('--sans');
  const font = `600 100px ${family || 'sans-serif'}`;
  if (context) context.font = font;
  void document.fonts?.load(font).then((letters) => {
    if (letters.length === 0) return;
    known = Object.create(null);
    // A canvas keeps the font that it started with: set it again.
    if (context) context.font = font;
    come += 1;
  });
  return context;
}
