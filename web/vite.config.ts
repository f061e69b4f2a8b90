import { readFile, readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

const smaller = promisify(brotliCompress);

/** Engines larger than this were built in haste, for the machine they are served on. */
const HASTY = 2 ** 21;

/** Writes a brotli copy beside every file that shrinks; the server sends it. */
function compressed() {
  return {
    name: 'compressed',
    apply: 'build' as const,
    async writeBundle(options: { dir?: string }) {
      const folder = options.dir ?? 'dist';
      const files = (await readdir(folder, { recursive: true })).filter((file) =>
        /\.(wasm|js|css|html|svg)$/.test(file),
      );
      await Promise.all(
        files.map(async (file) => {
          const bytes = await readFile(path.join(folder, file));
          if (bytes.length > HASTY) return;
          const small = await smaller(bytes);
          if (small.length < bytes.length) await writeFile(path.join(folder, `${file}.br`), small);
        }),
      );
    },
  };
}

export default defineConfig({
  plugins: [svelte(), svelteTesting(), compressed()],
  // The page is served from anywhere, a folder of a web host too.
  base: './',
  worker: { format: 'es' },
  build: {
    target: 'es2023',
    // The server forbids what is not a file of its own: nothing as data URLs.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts'],
  },
});
