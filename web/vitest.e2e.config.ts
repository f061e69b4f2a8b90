import { defineConfig } from 'vitest/config';

// Tests in a real browser against the real program; see e2e/harness.ts.
export default defineConfig({
  test: {
    environment: 'node',
    include: ['e2e/**/*.test.ts'],
    // A browser mostly waits for the page to show what happened: three share two cores.
    maxWorkers: 3,
    // An idle machine needs a fraction of these; a loaded one gets its time. A second try is told
    // beside the test, and is a reason to mend it: with `--retry 0` there is none.
    testTimeout: 300_000,
    hookTimeout: 120_000,
    retry: 1,
    expect: { poll: { timeout: 40_000 } },
    reporters: ['verbose'],
  },
});
