// Measures the results of scenarios and writes them to scenarios/<rule set>/library.toml. The
// computer plays each scenario against itself. Run after `cargo xtask wasm`:
//
//   node crates/wasm/library.mjs [BATTLES] [LEVEL]
import { readFile, writeFile } from "node:fs/promises";

import { catalogue, table } from "./tests/engine.mjs";

const [battles = "20", level = "greedy"] = process.argv.slice(2);
/** Most orders in a battle; a longer one counts as a draw. */
const MOST = 1500;

/** Plays one battle. Returns who won (0, 1; 2 for a draw), and the number of orders. */
async function fought(scenario, seed) {
  const call = await table();
  let view = call("start", { scenario }, seed);
  let orders = 0;
  for (; !view.ended && orders < MOST; orders += 1)
    view = call("play", call("think", level), view.number, null, null).view;
  const won = { a: 0, b: 1 }[view.ended?.winner] ?? 2;
  return { won, orders };
}

async function measured({ id }) {
  const won = [0, 0, 0];
  let orders = 0;
  for (let n = 0; n < Number(battles); n += 1) {
    const battle = await fought(id, 1000 + n);
    won[battle.won] += 1;
    orders += battle.orders;
  }
  return { won, orders: Math.round(orders / Number(battles)) };
}

const { rulesets, scenarios } = await catalogue();
for (const { id: rules } of rulesets) {
  const file = new URL(`../../scenarios/${rules}/library.toml`, import.meta.url);
  const text = await readFile(file, "utf8").catch(() => null);
  if (text === null) continue;
  const [head] = text.split("\n[battle.");
  const parts = [head.trimEnd()];
  for (const scenario of scenarios.filter((one) => one.rules === rules)) {
    const name = scenario.id.split("/")[1];
    const own = new RegExp(`\\[battle\\.${name}\\]\\n(period = .*\\n)`).exec(text)?.[1] ?? "";
    const { won, orders } = await measured(scenario);
    parts.push(`[battle.${name}]\n${own}battles = [${won.join(", ")}]\norders = ${orders}`);
    console.log(scenario.id, won, orders);
  }
  await writeFile(file, `${parts.join("\n\n")}\n`);
}
