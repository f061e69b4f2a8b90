// Plays a battle through the calls of the page, and makes wrong calls.
import assert from "node:assert/strict";
import { test } from "node:test";

import { catalogue, engine, table } from "./engine.mjs";

const { levels, rulesets, scenarios } = await catalogue();
/** Returns the scenarios of a rule set. */
const of = (rules) => scenarios.filter((scenario) => scenario.rules === rules);

for (const { id: name } of rulesets)
  test(`${name}: a battle is started, played, saved and loaded`, async () => {
    const call = await table();
    const level = levels.at(-1).id;
    for (const { id } of of(name).slice(0, 1).concat(of(name).slice(-1))) {
      let view = call("start", { scenario: id }, 7);
      assert.equal(view.number, 0);
      for (let i = 0; i < 6 && !view.ended; i += 1) {
        for (const unit of view.ready) call("offers", unit);
        const order = call("think", level);
        assert.equal(call("preview", order).legal, true);
        assert.ok(call("odds", order).rows.length > 0);
        view = call("play", order, view.number).view;
      }
      const saved = call("journal");
      assert.deepEqual(call("load", saved), view);
      call("fork", 2);
      assert.equal(call("at", 2).number, 2);
    }
  });

test("what is wrong is answered, not thrown", async () => {
  const { Engine } = await engine();
  const inner = new Engine();
  for (const [method, args] of [
    ["conquer", "[]"],
    ["view", "["],
    ["start", "[1, 2]"],
    ["start", '[{"text": "\\u0000"}, 1]'],
    ["offers", "[0]"],
    ["load", JSON.stringify(["{".repeat(10_000_000)])],
    ["preview", "[".repeat(100_000)],
  ]) {
    const answer = JSON.parse(inner.call("en", method, args));
    assert.equal(typeof answer.err.message, "string", method);
    assert.ok(
      answer.err.message.length > 0 && answer.err.message.length < 2000,
      method,
    );
  }
  assert.equal(JSON.parse(inner.call("en", "armies", '["none"]')).err.message.length > 0, true);
  const [scenario] = scenarios;
  const started = inner.call("en", "start", JSON.stringify([{ scenario: scenario.id }, 7]));
  assert.equal(JSON.parse(started).err, undefined);
});

for (const { id: name } of rulesets)
  test(`${name}: answers come while a hand is still moving`, async () => {
    const call = await table();
    const [scenario] = of(name);
    let view = call("start", { scenario: scenario.id }, 7);
    // Some battles begin with a choice that belongs to no unit.
    while (view.ready.length === 0) {
      view = call("play", call("think", "random"), view.number).view;
    }
    const [unit] = view.ready;
    const { centre } = view.units[unit];
    const start = performance.now();
    const drags = 50;
    for (let i = 0; i < drags; i += 1) {
      call("nearest", unit, [centre[0] + i / 20, centre[1] + i / 20], null);
    }
    const each = (performance.now() - start) / drags;
    assert.ok(each < 50, `a drag takes ${each.toFixed(1)} ms`);
  });
