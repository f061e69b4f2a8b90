import { defineConfig } from 'vitest/config';

// Tests in a real browser against the real program; see e2e/harness.ts.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['e2e/**/*.test.ts'],
    // One browser at a time: two cores are enough for one.
    fileParallelism: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    reporters: ['verbose'],
  },
});
