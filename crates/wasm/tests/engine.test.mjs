// The very files that the page loads, under Node.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { engine, FOLDER, names } from "./engine.mjs";
import { catalogue, session } from "./session.mjs";

const manifest = await readFile(
  new URL("../../../Cargo.toml", import.meta.url),
  "utf8",
);
const version = /^version = "(.+)"$/m.exec(manifest)[1];
const whole = JSON.parse(
  await readFile(new URL("catalogue.json", FOLDER), "utf8"),
);

for (const name of await names()) {
  test(`the engine of ${name} tells its version and knows its fellows`, async () => {
    const { rule_sets, version: told } = await engine(name);
    assert.equal(told(), version);
    assert.deepEqual(JSON.parse(rule_sets()).sort(), (await names()).sort());
  });

  test(`the engine of ${name} plays ${name} and nothing else`, async () => {
    const { rulesets, scenarios } = await catalogue(name);
    assert.deepEqual(
      rulesets.map((set) => set.id),
      [name],
    );
    assert.ok(scenarios.length > 0);
    assert.deepEqual(
      scenarios,
      whole.scenarios.filter((scenario) => scenario.rules === name),
    );
  });
}

test("an engine tells which one a text needs", async () => {
  const [first, second] = await names();
  const { rules_of } = await engine(first);
  const call = await session(second);
  const [scenario] = (await catalogue(second)).scenarios;
  call("start", { scenario: scenario.id }, 7);
  assert.equal(rules_of(call("position")), second);
  assert.equal(rules_of(call("journal")), second);
  assert.equal(rules_of("rules = 7"), undefined);
  const elsewhere = await session(first);
  assert.throws(() => elsewhere("load", call("position")), /another engine/);
});
