// Loads the engine that `cargo xtask wasm` built; every test starts from here.
import { readFile } from "node:fs/promises";

export const FOLDER = new URL("../../../web/src/engine/pkg/", import.meta.url);

let loaded;

/** Functions of the engine, from the very files that the page loads. */
export function engine() {
  loaded ??= load();
  return loaded;
}

async function load() {
  const module = await import(new URL("engine.js", FOLDER).href);
  const bytes = await readFile(new URL("engine_bg.wasm", FOLDER));
  module.initSync({ module: bytes });
  return module;
}

/** Creates an engine with a battle of its own, whose calls throw the engine's errors. */
export async function table(language = "en") {
  const { Engine } = await engine();
  const inner = new Engine();
  return function call(method, ...args) {
    const answer = JSON.parse(inner.call(language, method, JSON.stringify(args)));
    if ("ok" in answer) return answer.ok;
    throw Object.assign(new Error(answer.err.message), answer.err);
  };
}

/** Returns what there is to play. */
export const catalogue = async (language) => (await table(language))("catalogue");
