// Writes what there is to play, from all engines, so that a page can show it before it
// has loaded any: web/src/engine/pkg/catalogue.json, and catalogue.LANGUAGE.json in every
// other language that has words.
import { readdir, readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { Worker, isMainThread, workerData } from "node:worker_threads";

import { DESK, engine, FOLDER, names } from "./tests/engine.mjs";

const WORDS = new URL("../../words/", import.meta.url);

/** The words of a language for the table or for a rule set; none where it has none. */
const words = (language, of) =>
  readFile(new URL(`${language}/${of}.json`, WORDS), "utf8").catch(() => "{}");

/** The desk of a rule set, which speaks a language from now on. */
async function speaking(name, language) {
  const script = await engine(name + DESK);
  const wrong =
    language && script.speak(await words(language, "table"), await words(language, name));
  if (wrong) throw new Error(`words/${language}, ${name}: ${wrong}`);
  return script;
}

/** All there is, in a language. */
async function catalogue(language) {
  const whole = {};
  const [first] = await names();
  for (const name of JSON.parse((await engine(first)).rule_sets())) {
    const { Session } = await speaking(name, language);
    const answer = JSON.parse(new Session().call("catalogue", "[]"));
    if (!answer.ok) throw new Error(`${name}: ${answer.err.message}`);
    for (const [key, value] of Object.entries(answer.ok)) {
      // Lists are joined; what all engines say alike is said once.
      const known = (whole[key] ??= Array.isArray(value) ? [] : value);
      if (!Array.isArray(value)) continue;
      const told = new Set(known.map((item) => JSON.stringify(item)));
      known.push(...value.filter((item) => !told.has(JSON.stringify(item))));
    }
  }
  whole.scenarios.sort((a, b) => (a.id < b.id ? -1 : 1));
  const file = language ? `catalogue.${language}.json` : "catalogue.json";
  await writeFile(new URL(file, FOLDER), JSON.stringify(whole));
}

// An engine speaks one language as long as it runs: every other has a thread of its own.
await catalogue(isMainThread ? "" : workerData);
if (isMainThread) {
  for (const language of await readdir(WORDS)) {
    await new Promise((done, failed) => {
      const thread = new Worker(fileURLToPath(import.meta.url), { workerData: language });
      thread.on("error", failed).on("exit", done);
    });
  }
}
