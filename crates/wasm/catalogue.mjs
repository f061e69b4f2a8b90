// Writes the catalogue of what there is to play, so that a page can show it before it has loaded
// the engine: catalogue.json in web/src/engine/pkg, and catalogue.LANGUAGE.json for every other
// language that has words.
import { readdir, readFile, writeFile } from "node:fs/promises";

import { catalogue, engine, FOLDER } from "./tests/engine.mjs";

const WORDS = new URL("../../words/", import.meta.url);

const written = (name, what) =>
  writeFile(new URL(name, FOLDER), JSON.stringify(what));

const { learn } = await engine();
await written("catalogue.json", await catalogue("en"));
for (const language of await readdir(WORDS)) {
  const folder = new URL(`${language}/`, WORDS);
  const files = (await readdir(folder)).filter((file) => file.endsWith(".json"));
  const texts = files.map((file) => readFile(new URL(file, folder), "utf8"));
  const of = files.map((file) => file.slice(0, -".json".length));
  const wrong = learn(language, of, await Promise.all(texts));
  if (wrong) throw new Error(`words/${language}: ${wrong}`);
  await written(`catalogue.${language}.json`, await catalogue(language));
}
