// Measures contrast where axe cannot: text over pictures, gradients and transparent things. It
// takes the drawn pixels behind the letters and computes the ratio by WCAG 2.2.

import type { Page } from 'playwright-core';

import { auditStill } from './harness';

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Open {
  says: string;
  where: string;
  /** Boxes of its visible letters, one per line. */
  lines: Box[];
  /** Whether the text belongs to a drawing. */
  drawn: boolean;
  /** Red, green, blue, opacity. */
  colour: [number, number, number, number];
  /** Required ratio: 4.5, or 3 for large letters. */
  least: number;
}

/**
 * Returns what axe finds, and the texts that axe cannot decide on and that are too weak, one line
 * each; empty is good.
 */
export async function unreadable(page: Page): Promise<string[]> {
  const { wrong, open } = await auditStill(page, { resultTypes: ['violations', 'incomplete'] });
  return [...wrong, ...(await weakContrast(page, open))];
}

async function weakContrast(page: Page, selectors: string[]): Promise<string[]> {
  const open = await page.evaluate(leftOpen, selectors);
  const weak: string[] = [];
  // Text on a drawing is part of the background of a panel.
  for (const drawn of [false, true]) {
    const some = open.filter((one) => one.drawn === drawn);
    if (some.length === 0) continue;
    const picture = await withoutInk(page, some);
    const ratios = await page.evaluate(worst, { picture, some });
    for (const [i, { where, says, least }] of some.entries()) {
      const ratio = ratios[i] ?? 21;
      if (ratio < least) weak.push(`${where}: “${says}” ${ratio.toFixed(2)} of ${least}`);
    }
  }
  return weak;
}

/** Runs in the page: returns the texts whose background axe does not know. */
function leftOpen(selectors: string[]): Open[] {
  /** Lower letters than this are not meant to be read. */
  const LEAST = 6;
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  const sheet = dialog?.getBoundingClientRect();
  // One for all: a page with many ranges changes slowly.
  const letters = document.createRange();
  return selectors.flatMap((where): Open[] => {
    const it = document.querySelector<HTMLElement | SVGElement>(where);
    // Text under a dialog is not meant to be read.
    if (!it || (dialog && !dialog.contains(it))) return [];
    const says = it.textContent.trim();
    if (!says) return [];
    const style = getComputedStyle(it);
    const drawn = it instanceof SVGElement;
    // Letters on a drawing bring their own background, an outline.
    if (drawn && style.stroke !== 'none') return [];
    // Take only its own letters: text of another colour inside it is checked separately.
    const lines = [...it.childNodes]
      .filter((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
      .flatMap((node) => {
        letters.selectNodeContents(node);
        return [...letters.getClientRects()];
      })
      .filter(({ x, y, width, height }) => {
        if (width < 2 || height < 2 || x < 0 || y < 0) return false;
        if (x + width > innerWidth || y + height > innerHeight) return false;
        // Beside a dialog, there is only the dialog's veil.
        if (sheet && (y < sheet.top + 2 || y + height > sheet.bottom - 2)) return false;
        // The thumbnail of a page is for choosing, not for reading.
        if (drawn && height < LEAST) return false;
        // Text that is scrolled out of sight, or covered, is not meant to be read either.
        const ends = [0, width / 2, width].flatMap((right) =>
          [-1, height / 2, height + 1].map((down) =>
            document.elementFromPoint(x + right, y + down),
          ),
        );
        return ends.every((on) => on && (it.contains(on) || on.contains(it)));
      })
      .map(({ x, y, width, height }) => ({ x, y, width, height }));
    if (lines.length === 0) return [];
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return [];
    canvas.fillStyle = drawn ? style.fill : style.color;
    canvas.fillRect(0, 0, 1, 1);
    const [r = 0, g = 0, b = 0, a = 255] = canvas.getImageData(0, 0, 1, 1).data;
    const size = Number.parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return [
      {
        says: says.slice(0, 40),
        where,
        lines,
        drawn,
        colour: [r, g, b, a / 255],
        least: large ? 3 : 4.5,
      },
    ];
  });
}

/**
 * Takes a picture of the screen without the letters of these texts, to show their background.
 * Hiding only these is quick: hiding all letters would style every element of the page anew.
 */
async function withoutInk(page: Page, some: readonly Open[]): Promise<string> {
  // As a sheet of the document, because the page's policy forbids style elements.
  await page.evaluate(
    (selectors) => {
      const sheet = new CSSStyleSheet();
      // The line under a link or a button belongs to its letters, even to those in a part of it.
      const ink = `:is(a, button, ${selectors.join()})`;
      sheet.replaceSync(`
        ${ink}, ${ink}::before, ${ink}::after {
          color: transparent !important; transition: none !important;
        }
        ${ink}:is(svg *) { fill: transparent !important; }
      `);
      document.adoptedStyleSheets.push(sheet);
    },
    some.map(({ where }) => where),
  );
  const picture = await page.screenshot({ animations: 'disabled', scale: 'css' });
  await page.evaluate(() => void document.adoptedStyleSheets.pop());
  return picture.toString('base64');
}

/** Runs in the page: returns the contrast of each text with almost the worst of its background. */
async function worst({ picture, some }: { picture: string; some: Open[] }): Promise<number[]> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d', {
    willReadFrequently: true,
  });
  if (!canvas) throw new Error('no canvas');
  canvas.drawImage(image, 0, 0);
  const light = (rgb: number[]) =>
    rgb
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  return some.map(({ lines, colour: [r, g, b, a] }) => {
    // Backgrounds have few colours, and thousands of points.
    const points = new Map<number, number>();
    let all = 0;
    for (const { x, y, width, height } of lines) {
      const { data } = canvas.getImageData(
        Math.floor(x),
        Math.floor(y),
        Math.ceil(width),
        Math.ceil(height),
      );
      for (let i = 0; i < data.length; i += 4) {
        const colour = ((data[i] ?? 0) << 16) | ((data[i + 1] ?? 0) << 8) | (data[i + 2] ?? 0);
        points.set(colour, (points.get(colour) ?? 0) + 1);
        all += 1;
      }
    }
    const ratios = [...points].map(([colour, count]) => {
      const behind = [colour >> 16, (colour >> 8) & 255, colour & 255];
      const text = [r, g, b].map((value, n) => value * a + (behind[n] ?? 0) * (1 - a));
      const [one, other] = [light(text), light(behind)];
      const ratio = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
      return { ratio, count };
    });
    // Up to one fiftieth of the background may be worse, for edges and specks.
    ratios.sort((one, other) => one.ratio - other.ratio);
    let left = Math.floor(all / 50);
    return ratios.find(({ count }) => (left -= count) < 0)?.ratio ?? 21;
  });
}
