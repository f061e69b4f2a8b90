// Contrast where axe leaves it open: text over pictures, gradients and what shines through. What
// lies behind the letters is looked at as it is drawn, and reckoned with as WCAG 2.2 has it.

import type { Page } from 'playwright-core';

import { openAxe } from './harness';

interface Open {
  says: string;
  where: string;
  /** Red, green, blue, opacity. */
  colour: [number, number, number, number];
  /** What is asked for: 4.5, or 3 of large letters. */
  least: number;
}

/** What axe could not decide and is too weak, one line each; empty is good. */
export async function weakContrast(page: Page): Promise<string[]> {
  await openAxe(page);
  const open = await page.evaluate(leftOpen);
  const weak: string[] = [];
  for (const one of open) {
    const ratio = await measured(page, one);
    if (ratio !== null && ratio < one.least)
      weak.push(`${one.where}: “${one.says}” ${ratio.toFixed(2)} of ${one.least}`);
  }
  return weak;
}

/** In the page: the texts of which axe does not know what lies behind them. */
async function leftOpen(): Promise<Open[]> {
  const axe = (
    globalThis as unknown as {
      axe: {
        run(
          what: Document,
          how: unknown,
        ): Promise<{ incomplete: { nodes: { target: string[] }[] }[] }>;
      };
    }
  ).axe;
  const { incomplete } = await axe.run(document, {
    runOnly: ['color-contrast'],
    resultTypes: ['incomplete'],
  });
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1);
  return incomplete.flatMap(({ nodes }) =>
    nodes.flatMap(({ target }): Open[] => {
      const where = target.join(' ');
      const it = document.querySelector<HTMLElement | SVGElement>(where);
      // What lies under a dialog is not to be read.
      if (!it || (dialog && !dialog.contains(it))) return [];
      const says = it.textContent.trim();
      if (!says) return [];
      const letters = document.createRange();
      letters.selectNodeContents(it);
      const { x, y, width, height } = letters.getBoundingClientRect();
      // What a sheet cuts off while it is scrolled is not to be read either.
      const sheet = dialog?.getBoundingClientRect();
      if (sheet && (y < sheet.top || y + height > sheet.bottom)) return [];
      const seen = x >= 0 && y >= 0 && x + width <= innerWidth && y + height <= innerHeight;
      const on = seen ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
      if (!on || width < 2 || height < 2 || !(it.contains(on) || on.contains(it))) return [];
      const style = getComputedStyle(it);
      const drawn = it instanceof SVGElement;
      // Letters on the drawing carry their own ground with them, an outline.
      if (drawn && style.stroke !== 'none') return [];
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
          colour: [r, g, b, a / 255],
          least: large ? 3 : 4.5,
        },
      ];
    }),
  );
}

/** The contrast of a text with nearly the worst of what lies behind it; none where it is gone. */
async function measured(page: Page, { where, colour }: Open): Promise<number | null> {
  const it = page.locator(where).first();
  // Without its letters it shows what is behind them.
  const found = await it
    .evaluate((node) => {
      const before = node.getAttribute('style');
      const { style } = node as HTMLElement;
      style.setProperty('transition', 'none', 'important');
      for (const ink of ['color', 'fill']) style.setProperty(ink, 'transparent', 'important');
      const letters = document.createRange();
      letters.selectNodeContents(node);
      const { x, y, width, height } = letters.getBoundingClientRect();
      return { before, clip: { x, y, width, height } };
    })
    .catch(() => null);
  if (!found) return null;
  const picture = await page.screenshot({ clip: found.clip, animations: 'disabled' });
  await it.evaluate((node, before) => {
    if (before === null) node.removeAttribute('style');
    else node.setAttribute('style', before);
  }, found.before);
  return page.evaluate(worst, { picture: picture.toString('base64'), colour });
}

/** In the page: one part in fifty of the ground may be worse, for edges and specks. */
async function worst({
  picture,
  colour: [r, g, b, a],
}: {
  picture: string;
  colour: [number, number, number, number];
}): Promise<number> {
  const bytes = Uint8Array.from(atob(picture), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }));
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  if (!canvas) throw new Error('no canvas');
  canvas.drawImage(image, 0, 0);
  const { data } = canvas.getImageData(0, 0, image.width, image.height);
  const light = (rgb: number[]) =>
    rgb
      .map((value) => value / 255)
      .map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
      .reduce((sum, value, i) => sum + value * ([0.2126, 0.7152, 0.0722][i] ?? 0), 0);
  const ratios: number[] = [];
  for (let i = 0; i < data.length; i += 4) {
    const behind = [data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0];
    const text = [r, g, b].map((value, n) => value * a + (behind[n] ?? 0) * (1 - a));
    const [one, other] = [light(text), light(behind)];
    ratios.push((Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05));
  }
  ratios.sort((one, other) => one - other);
  return ratios[Math.floor(ratios.length / 50)] ?? 21;
}
