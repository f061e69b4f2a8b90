// The page as files, from a server that knows nothing about us. `cargo xtask release` names a
// server with its release in SANDTABLE_STATIC; by default the files of the sources are served.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { afterEach, expect, test } from 'vitest';

import { LAPTOP, openTable, STORING, type Program, type Table } from './harness';
import { keptBattles, setUp, toTheEnd } from './play';

const DIST = process.env['SANDTABLE_PAGE'] ?? fileURLToPath(new URL('../dist', import.meta.url));
const SERVED = process.env['SANDTABLE_STATIC'];
const KINDS: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
};
let table: Table | undefined;

afterEach(async () => {
  await table?.close();
  table = undefined;
});

/** Serves files by name, and nothing else: no headers, no page for missing files. */
async function files(): Promise<Program> {
  if (SERVED) return { address: SERVED, stop: () => Promise.resolve() };
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://files');
    const name = path.join(DIST, pathname.endsWith('/') ? `${pathname}index.html` : pathname);
    void stat(name).then(
      () => {
        response.setHeader('content-type', KINDS[path.extname(name)] ?? 'text/plain');
        createReadStream(name).pipe(response);
      },
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/`,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(() => done()))),
  };
}

test('from a plain file server it plays a battle to its end without a network', async () => {
  table = await openTable({
    browser: { ...LAPTOP, ...STORING },
    instant: true,
    program: await files(),
  });
  const { page, context } = table;
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  await expect
    .poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state), { timeout: 60_000 })
    .toBe('activated');
  await context.setOffline(true);
  await page.goto(table.address);
  await setUp(page, 'three-hit/two-hills', { seed: 3 });
  await toTheEnd(page);
  expect((await keptBattles(page))[0]?.orders).toBeGreaterThan(20);
});
