// Players that think ahead choose the same order natively and in wasm: journals/thoughts.json is
// written and checked by the tests of the session crate.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { table } from "./engine.mjs";

const file = new URL("../../../journals/thoughts.json", import.meta.url);
const thoughts = JSON.parse(await readFile(file, "utf8"));

test("there are thoughts to compare", () => assert.ok(thoughts.length >= 9));

/** The battles so far, so that none is started twice. */
const tables = new Map();
async function at(scenario, before) {
  if (tables.has(scenario)) return tables.get(scenario);
  const call = await table();
  let view = call("start", { scenario }, 1);
  for (let i = 0; i < before; i += 1) {
    view = call("play", call("think", "greedy"), view.number).view;
  }
  tables.set(scenario, call);
  return call;
}

for (const { scenario, before, level, order } of thoughts) {
  test(`${scenario}: ${level}`, async () => {
    const call = await at(scenario, before);
    assert.deepEqual(call("think", level), order);
  });
}
