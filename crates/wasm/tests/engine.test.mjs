// Tests the very files that the page loads, under Node.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { catalogue, engine, FOLDER, table } from "./engine.mjs";

const root = new URL("../../../", import.meta.url);
const manifest = await readFile(new URL("Cargo.toml", root), "utf8");
const version = /^version = "(.+)"$/m.exec(manifest)[1];

test("the engine tells its version", async () => {
  assert.equal((await engine()).version(), version);
});

test("what there is to play was written down as the engine tells it", async () => {
  const kept = JSON.parse(
    await readFile(new URL("catalogue.json", FOLDER), "utf8"),
  );
  const told = await catalogue();
  assert.deepEqual(kept, told);
  for (const { id } of told.rulesets)
    assert.ok(told.scenarios.some((scenario) => scenario.rules === id), id);
});

test("one engine holds battles of several rule sets at once", async () => {
  const { rulesets, scenarios } = await catalogue();
  const tables = [];
  for (const { id } of rulesets) {
    const call = await table();
    const scenario = scenarios.find(({ rules }) => rules === id);
    call("start", { scenario: scenario.id }, 7);
    tables.push([id, call]);
  }
  for (const [id, call] of tables) assert.equal(call("view").rules, id);
  const [[, first], [, second]] = tables;
  // A battle can move from one engine to another.
  const journal = second("journal");
  assert.equal(first("load", journal).rules, second("view").rules);
});

test("a lab and a desk answer beside a battle", async () => {
  const call = await table();
  const { scenarios } = await catalogue();
  call("start", { scenario: scenarios[0].id }, 7);
  assert.ok(call("print", "a4", ["sheet"]).file.startsWith("%PDF-1."));
  for (const { id } of (await catalogue()).rulesets) {
    assert.ok(call("choices", id).kinds.length > 0);
    assert.ok(call("rulings", id).length > 0);
  }
  assert.equal(call("view").number, 0);
});

for (const how of ["panic", "memory"])
  test(`an engine that dies of ${how} says so, and another starts`, async (t) => {
    const said = t.mock.method(console, "error", () => undefined).mock;
    // A separate module, so that the others continue.
    const { href } = new URL("engine.js", FOLDER);
    const bytes = await readFile(new URL("engine_bg.wasm", FOLDER));
    const dying = await import(`${href}?${how}`);
    dying.initSync({ module: bytes });
    assert.throws(() => dying.fail(how), WebAssembly.RuntimeError);
    const words = said.calls.map((call) => call.arguments.join(" ")).join();
    assert.match(words, how === "panic" ? /stopped: .*on purpose/s : /^$/);
    const another = await import(`${href}?after-${how}`);
    another.initSync({ module: bytes });
    assert.equal(another.version(), version);
  });
