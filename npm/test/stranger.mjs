// What a stranger's program does with the installed package. It runs in the fresh folder, with what
// it is to do in `todo.json`; one process, because compiling the engine is what takes long.
import { readFile } from "node:fs/promises";

import { Battle, open } from "sandtable";
import own from "sandtable/package.json" with { type: "json" };

const { games, blocks } = JSON.parse(await readFile("todo.json", "utf8"));
const told = { wrong: [], blocks: [] };

/** What a call that fails says. */
async function says(what) {
  try {
    await what();
  } catch (error) {
    return `${error.name}: ${error.message}`;
  }
  return "nothing";
}

// An engine that could not be had leaves another try free.
told.unopened = [await says(() => new Battle()), await says(() => open(42))];
told.wrong.push(await says(() => open("no-such-engine.wasm")));
told.wrong.push(await says(() => open("http://127.0.0.1:9/engine.wasm")));
told.wrong.push(await says(() => open(new Uint8Array(9))));
const bytes = await readFile(new URL(import.meta.resolve("sandtable/engine.wasm")));
const sandtable = await open(bytes);
told.wrong.push(await says(() => sandtable.scenario("three-hit/none")));
told.wrong.push(await says(() => sandtable.load("")));
const closed = sandtable.scenario("three-hit/two-hills");
closed.close();
closed.close();
told.wrong.push(await says(() => closed.view()));

// JavaScript has no types.
const untyped = sandtable.scenario("three-hit/two-hills");
told.untyped = [
  await says(() => sandtable.scenario()),
  await says(() => sandtable.scenario("three-hit/two-hills", 5)),
  await says(() => sandtable.battle(7)),
  await says(() => sandtable.selfplay()),
  await says(() => untyped.thrown("end")),
];
untyped.close();

// A start that fails leaves no battle behind: the engine has room for 4,356 of them.
for (let i = 0; i < 6_000; i++) {
  await says(() => sandtable.scenario("three-hit/none"));
  await says(() => sandtable.load(""));
}
told.afterwards = await says(() => sandtable.scenario("three-hit/two-hills").close());

// What JSON cannot hold is told with the name of the call.
const one = sandtable.scenario("three-hit/two-hills");
const circular = {};
circular.within = circular;
const deep = Array.from({ length: 100_000 }).reduce((inner) => [inner], 1);
told.unwritten = [];
for (const given of [1n, circular])
  told.unwritten.push(await says(() => one.call("offers", given)));
told.unwritten.push(await says(() => one.call("odds", "end", null, 1n)));
// How deep JSON may be is up to the runtime: either it or the engine refuses this.
told.deep = /`offers`/.test(await says(() => one.call("offers", deep)));
told.seed = await says(() => sandtable.scenario("three-hit/two-hills", { seed: NaN }));
told.nothing = await says(() => sandtable.scenario("three-hit/two-hills", null).close());
told.language = await says(() => sandtable.speak("x".repeat(100_000)));
told.closing = await says(() => one.play({ toJSON: () => one.close() }));

told.versions = [own.version, sandtable.version];
told.played = games.map((game) => sandtable.selfplay(game));

const battle = sandtable.scenario("three-hit/two-hills", { seed: 3 });
while (!battle.ended()) battle.play(battle.think("random"));
const journal = battle.journal();
told.battle = {
  ended: battle.ended(),
  same: sandtable.load(journal).journal() === journal,
  edited: await says(() =>
    sandtable.load(journal.replace(/"faces":\[(\d)/, (_, face) => `"faces":[${7 - face}`)),
  ),
};

// In another language: only of the battle that is asked, then of all that begin.
const says6 = (one) => one.typed('move "Blue Hussars" advance 6').says;
const english = () => sandtable.scenario("three-hit/two-hills", { seed: 7 });
const german = await english().speak("de");
const pikes = sandtable.catalogue().scenarios.find(({ id }) => id.startsWith("pike-and-shot/")).id;
const base = await sandtable.scenario(pikes).speak("de");
told.spoken = {
  before: says6(english()),
  after: says6(german),
  other: says6(english()),
  difference: base
    .view()
    .units.map(({ says }) => says)
    .join(" "),
  unknown: await says(() => german.speak("fr")),
};
await sandtable.speak("de");
told.spoken.all = JSON.stringify(sandtable.call("rulebook", "regimental"));
await sandtable.speak("en");
told.spoken.back = says6(english());

const log = console.log;
for (const block of blocks) {
  const printed = [];
  console.log = (...said) => printed.push(said.map(String).join(" "));
  await import(block);
  told.blocks.push(printed.join("\n"));
}
console.log = log;
console.log(JSON.stringify(told));
