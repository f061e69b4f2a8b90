// The same battle has the same fingerprint natively and in wasm: the numbers in
// journals/selfplay.hash are written and checked by the tests of the session crate.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";

import { table } from "./engine.mjs";

const file = new URL("../../../journals/selfplay.hash", import.meta.url);
const lines = (await readFile(file, "utf8")).split("\n");
const battles = lines.filter((line) => line && !line.startsWith("#"));

test("there are battles to compare", () => assert.ok(battles.length >= 6));

for (const line of battles) {
  const [scenario, seed, level, orders, hash] = line.split(" ");
  test(`${scenario}, seed ${seed}, ${level} against ${level}`, async () => {
    const call = await table();
    const played = call("selfplay", { scenario, seed: Number(seed), level });
    assert.equal(played.hash, hash);
    assert.equal(played.orders, Number(orders));
  });
}
