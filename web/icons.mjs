// Draws the icons of the installed page from public/icon.svg. Run it when that picture changes:
//   node web/icons.mjs        (SANDTABLE_CHROMIUM names the browser that draws)
import { readFile, writeFile } from 'node:fs/promises';
import { chromium } from 'playwright-core';

const folder = new URL('./public/', import.meta.url);
const svg = await readFile(new URL('icon.svg', folder), 'utf8');
const browser = await chromium.launch({
  executablePath: process.env['SANDTABLE_CHROMIUM'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
const page = await browser.newPage();

/** One icon; what lies outside the inner eight tenths may be cut away from a maskable one. */
async function draw(name, size, inner, ground) {
  await page.setViewportSize({ width: size, height: size });
  await page.setContent(
    `<style>body{margin:0;background:${ground}}svg{display:block;width:${size * inner}px;height:${size * inner}px;margin:${(size * (1 - inner)) / 2}px}</style>${svg}`,
  );
  const bytes = await page.screenshot({ omitBackground: true });
  await writeFile(new URL(`icons/${name}.png`, folder), bytes);
}

await draw('192', 192, 1, 'transparent');
await draw('512', 512, 1, 'transparent');
await draw('maskable', 512, 0.72, '#5b3c22');
await draw('apple', 180, 0.9, '#5b3c22');
await browser.close();
