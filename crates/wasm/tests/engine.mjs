// Loads the engines that `cargo xtask wasm` built; every test starts from here.
import { readFile, readdir } from "node:fs/promises";

export const FOLDER = new URL("../../../web/src/engine/pkg/", import.meta.url);

const END = "_bg.wasm";
/** How the labs and the desks end, which stand beside the engines. */
export const LAB = "-lab";
export const DESK = "-desk";

/** The names of the engines: those of the rule sets. */
export async function names() {
  const files = await readdir(FOLDER);
  return files
    .filter((file) => file.endsWith(END))
    .map((file) => file.slice(0, -END.length))
    .filter((name) => !name.endsWith(LAB) && !name.endsWith(DESK));
}

const loaded = new Map();

/** The functions of an engine. */
export function engine(name) {
  if (!loaded.has(name)) loaded.set(name, load(name));
  return loaded.get(name);
}

async function load(name) {
  const module = await import(new URL(`${name}.js`, FOLDER).href);
  const bytes = await readFile(new URL(name + END, FOLDER));
  module.initSync({ module: bytes });
  return module;
}
