// Writes what there is to play, from all engines, so that a page can show it before it
// has loaded any, and how each rule set's ambiguities were settled, so that no engine that
// plays need hold it: catalogue.json and rulings.RULES.json in web/src/engine/pkg; in every
// other language that has words catalogue.LANGUAGE.json and rulings.RULES.LANGUAGE.json.
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
    language &&
    script.speak(await words(language, "table"), await words(language, name));
  if (wrong) throw new Error(`words/${language}, ${name}: ${wrong}`);
  return script;
}

/** All there is, in a language. */
async function catalogue(language) {
  const whole = {};
  const [first] = await names();
  for (const name of JSON.parse((await engine(first)).rule_sets())) {
    const { Session } = await speaking(name, language);
    const desk = new Session();
    await written(`rulings.${name}`, language, asked(desk, "rulings", name));
    for (const [key, value] of Object.entries(asked(desk, "catalogue"))) {
      // Lists are joined; what all engines say alike is said once.
      const known = (whole[key] ??= Array.isArray(value) ? [] : value);
      if (!Array.isArray(value)) continue;
      const told = new Set(known.map((item) => JSON.stringify(item)));
      known.push(...value.filter((item) => !told.has(JSON.stringify(item))));
    }
  }
  whole.scenarios.sort((a, b) => (a.id < b.id ? -1 : 1));
  await written("catalogue", language, whole);
}

/** What a desk answers. */
function asked(desk, method, ...args) {
  const answer = JSON.parse(desk.call(method, JSON.stringify(args)));
  if (!answer.ok)
    throw new Error(`${method} ${args.join(" ")}: ${answer.err.message}`);
  return answer.ok;
}

/** Writes what is kept of an engine's answers in a language. */
const written = (name, language, what) =>
  writeFile(
    new URL(`${[name, language, "json"].filter(Boolean).join(".")}`, FOLDER),
    JSON.stringify(what),
  );

// An engine speaks one language as long as it runs: every other has a thread of its own.
await catalogue(isMainThread ? "" : workerData);
if (isMainThread) {
  for (const language of await readdir(WORDS)) {
    await new Promise((done, failed) => {
      const thread = new Worker(fileURLToPath(import.meta.url), {
        workerData: language,
      });
      thread.on("error", failed).on("exit", done);
    });
  }
}
