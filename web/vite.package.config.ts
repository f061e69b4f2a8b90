import path from 'node:path';
import { fileURLToPath } from 'node:url';

import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

const SOURCES = fileURLToPath(new URL('src/', import.meta.url));

/** What knows a page of ours is left out of a board in another's page. */
const english: Plugin = {
  name: 'english',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || !source.endsWith('/language')) return null;
    const file = path.resolve(path.dirname(importer), source);
    return file === path.join(SOURCES, 'words/language')
      ? path.join(SOURCES, 'package/english.ts')
      : null;
  },
};

// The board of the package `sandtable`, with all it needs in one file but the engine, which it
// shares with whoever uses the package. `npm/build.mjs` says where it goes.
export default defineConfig({
  plugins: [
    english,
    // Styles go where a board is: into its shadow.
    svelte({ compilerOptions: { css: 'injected' }, emitCss: false }),
  ],
  publicDir: false,
  build: {
    target: 'es2022',
    emptyOutDir: false,
    lib: { entry: 'src/package/board.ts', formats: ['es'], fileName: () => 'board.js' },
    rolldownOptions: { external: [/\/index$/], output: { paths: () => './index.js' } },
  },
});
