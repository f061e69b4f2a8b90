import { createHash } from 'node:crypto';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const smaller = promisify(brotliCompress);

/** What few players want: it is kept once it was asked for. */
const LATER = /^assets\/Table3d-/;

/** Lists the files of the page in its service worker, with a version that changes with them. */
async function listed(folder: string): Promise<void> {
  const worker = path.join(folder, 'sw.js');
  const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((file) => file.isFile())
    .map((file) => path.relative(folder, path.join(file.parentPath, file.name)))
    .map((file) => file.replaceAll(path.sep, '/'))
    .filter((file) => file !== 'sw.js' && !file.endsWith('.br'))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) hash.update(file).update(await readFile(path.join(folder, file)));
  const script = await readFile(worker, 'utf8');
  hash.update(script);
  const names = files.map((file) => (file === 'index.html' ? './' : file));
  const [later, now] = [true, false].map((it) => names.filter((name) => LATER.test(name) === it));
  const head = `const VERSION=${JSON.stringify(hash.digest('hex').slice(0, 16))},FILES=${JSON.stringify(now)},LATER=${JSON.stringify(later)};`;
  await writeFile(worker, `${head}\n${script.replace(/export\s*\{\s*\};?/, '')}`);
}

/** Writes a brotli copy beside every file that shrinks; the server sends it. */
async function shrunk(folder: string): Promise<void> {
  // While the page is being worked on nobody waits for the smallest file.
  if (process.env['SANDTABLE_UNSHRUNK']) return;
  const files = (await readdir(folder, { recursive: true })).filter((file) =>
    /\.(wasm|js|css|html|svg|json|webmanifest)$/.test(file),
  );
  await Promise.all(
    files.map(async (file) => {
      const bytes = await readFile(path.join(folder, file));
      const small = await smaller(bytes);
      if (small.length < bytes.length) await writeFile(path.join(folder, `${file}.br`), small);
    }),
  );
}

/** What is done with the files once they are written. */
function finished() {
  return {
    name: 'finished',
    apply: 'build' as const,
    async writeBundle(options: { dir?: string }) {
      const folder = options.dir ?? 'dist';
      await listed(folder);
      await shrunk(folder);
    },
  };
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), finished()],
  // The page is served from anywhere, a folder of a web host too.
  base: './',
  worker: { format: 'es' },
  // The words of the engine lie beside the page.
  server: { fs: { allow: ['..'] } },
  build: {
    target: 'es2023',
    // The server forbids what is not a file of its own: nothing as data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: { index: 'index.html', sw: 'src/offline/sw.ts' },
      output: {
        // A service worker has a place and a name of its own.
        entryFileNames: (chunk) => (chunk.name === 'sw' ? 'sw.js' : 'assets/[name]-[hash].js'),
      },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
    // A page of its own for each file takes three times as long as all the tests.
    isolate: false,
  },
});
