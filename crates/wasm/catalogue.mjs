// Writes what there is to play, from all engines, so that a page can show it
// before it has loaded any: web/src/engine/pkg/catalogue.json.
import { writeFile } from "node:fs/promises";

import { engine, FOLDER, names } from "./tests/engine.mjs";

const whole = {};
const [first] = await names();
for (const name of JSON.parse((await engine(first)).rule_sets())) {
  const { Session } = await engine(name);
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
await writeFile(new URL("catalogue.json", FOLDER), JSON.stringify(whole));
