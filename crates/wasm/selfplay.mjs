// Measures how long the page's engine takes to play battles against itself:
//
//   node crates/wasm/selfplay.mjs SCENARIO LEVEL BATTLES TIMES
//
// prints the fingerprints of their ends, then the milliseconds of each repetition. `cargo xtask
// bench wasm` runs it next to examples/selfplay.rs, which does the same without wasm.
import { table } from "./tests/engine.mjs";

const [scenario, level, battles, times] = process.argv.slice(2);
const call = await table();

/** Plays all battles and returns the fingerprints of their ends. */
const played = () =>
  Array.from({ length: Number(battles) }, (_, n) => {
    const { hash, orders } = call("selfplay", { scenario, seed: n + 1, level });
    return `${hash}:${orders}`;
  }).join(" ");

for (let n = 0; n < Number(times); n += 1) {
  const start = performance.now();
  const ends = played();
  const taken = performance.now() - start;
  if (n === 0) console.log(ends);
  console.log(taken);
}
