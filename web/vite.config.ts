import { svelte } from '@sveltejs/vite-plugin-svelte';
import { svelteTesting } from '@testing-library/svelte/vite';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  plugins: [svelte(), svelteTesting()],
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
