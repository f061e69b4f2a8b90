// The board of the package `sandtable`, in its example page, from a plain file server.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { openTable, type Table } from './harness';

/** Folder into which `cargo xtask package` puts the package. */
const PACKAGE = fileURLToPath(new URL('../../target/npm/package/', import.meta.url));

const KINDS: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.wasm': 'application/wasm',
};

/** Serves the files of the package, and does nothing else. */
async function files() {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://local');
    const file = path.join(PACKAGE, path.normalize(pathname));
    const kind = KINDS[path.extname(file)] ?? 'text/plain';
    stat(file).then(
      () => createReadStream(file).pipe(response.writeHead(200, { 'content-type': kind })),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/example/index.html`,
    stop: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

let table: Table | undefined;
afterEach(async () => {
  await table?.close();
  table = undefined;
});

test('boards in a page of files: one is stepped through, one is played, one says what is wrong', async () => {
  table = await openTable({ program: await files() });
  const { page } = table;

  const board = page.getByRole('region', { name: 'Two hills, played' });
  const picture = () =>
    board.getByRole('img', { name: /^The table of/ }).getAttribute('aria-label');
  await board.getByText('0 / 169').waitFor();
  await expect.poll(() => board.locator('[data-unit]').count()).toBe(12);
  /** Returns the drawn distance of one unit from another that stands still. */
  const apart = async () => {
    const [one, other] = await Promise.all(
      [10, 0].map((unit) => board.locator(`[data-unit="${unit}"]`).boundingBox()),
    );
    return one && other ? Math.round(one.y - other.y) : null;
  };
  const before = await apart();
  expect(before).not.toBeNull();
  await board.getByRole('button', { name: 'Step on' }).click();
  await board.getByText('1 / 169').waitFor();
  await expect.poll(picture).toContain('Turn 1');
  await expect.poll(apart).not.toBe(before);
  // By keys: one step, to the end, and back.
  await page.keyboard.press('ArrowRight');
  await board.getByText('2 / 169').waitFor();
  await page.keyboard.press('End');
  await board.getByText('169 / 169').waitFor();
  await board.getByText('Red wins').first().waitFor();
  await board.getByRole('slider', { name: 'Order' }).press('Home');
  await board.getByText('0 / 169').waitFor();

  // Only the German board fetches German words.
  const german = page.getByRole('region', { name: 'Zwei Hügel, gespielt' });
  await german.getByText('1 / 169').waitFor();
  await german.getByRole('button', { name: 'Einen weiter' }).click();
  await german.getByText('2 / 169').waitFor();
  expect(await german.textContent()).toMatch(/Zug 1, .*Zoll/);
  expect(await board.textContent()).toMatch(/Turn|Before/);
  const asked = () =>
    page.evaluate(() =>
      performance
        .getEntriesByType('resource')
        .map(({ name }) => /spoken\/(.*)\.js/.exec(name)?.[1])
        .filter((name) => name !== undefined)
        .sort(),
    );
  await expect.poll(asked).toEqual(['de', 'de/study', 'de/table', 'de/three-hit']);

  const lost = page.locator('sandtable-board[src^="lost"]');
  await lost.getByRole('alert').waitFor();
  expect(await lost.getByRole('alert').textContent()).toMatch(/cannot be shown.*404/);
  await lost.evaluate((board) => {
    board.setAttribute('scenario', 'three-hit/two-hills');
    board.setAttribute('seed', 'abc');
    board.removeAttribute('src');
  });
  await page.getByText('seed="abc" is not a whole number from 0 to 9007199254740991.').waitFor();
  expect(await table.accessibility()).toEqual([]);

  const played = page.getByRole('region', { name: 'Turnpike, to play' });
  await played.getByRole('group', { name: 'Your orders' }).waitFor();
  const lines = () =>
    page
      .locator('sandtable-board[play]')
      .evaluate((board) => (board as unknown as { journal: string }).journal.split('\n').length);
  const choose = played.getByRole('button', { name: 'Let the computer choose' });
  // The computer may have the first move.
  await choose.waitFor();
  const begun = await lines();
  await choose.click();
  await expect.poll(lines).toBeGreaterThan(begun);
  await played.getByText(/^Turn \d+, /).waitFor();
  await table.picture('package');
  // The only error that the browser reports is the missing file.
  expect(table.errors.filter((error) => !error.includes('404'))).toEqual([]);
});
