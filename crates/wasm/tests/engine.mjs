// Loads the engine that `cargo xtask wasm` built; every test starts from here.
import { readFile } from 'node:fs/promises';

const FOLDER = new URL('../../../web/src/engine/pkg/', import.meta.url);

let loaded;

/** The functions of the engine. */
export function engine() {
  loaded ??= load();
  return loaded;
}

async function load() {
  const module = await import(new URL('sandtable_wasm.js', FOLDER).href);
  const bytes = await readFile(new URL('sandtable_wasm_bg.wasm', FOLDER));
  module.initSync({ module: bytes });
  return module;
}
