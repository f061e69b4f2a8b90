// The very file that the page loads, under Node.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

import { engine } from './engine.mjs';

test('the engine tells its version', async () => {
  const manifest = await readFile(new URL('../../../Cargo.toml', import.meta.url), 'utf8');
  const version = /^version = "(.+)"$/m.exec(manifest)[1];
  assert.equal((await engine()).version(), version);
});
