// How wide a name will be drawn, for its size: measured where a browser can, else guessed.

/** How wide a letter is, for its size: a guess that is rather too wide. */
const LETTER = 0.62;

/** Widths that were measured. */
let known: Partial<Record<string, number>> = Object.create(null);
/** Counts the letters that have come: what was measured in others is measured again. */
let come = $state(0);
let ruler: OffscreenCanvasRenderingContext2D | null | undefined;

/** The width of a name in the letters of the table, for a letter size of 1. */
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
    // A canvas keeps the letters that it began with.
    if (context) context.font = font;
    come += 1;
  });
  return context;
}
