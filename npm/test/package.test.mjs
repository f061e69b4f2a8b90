// The package as a stranger has it: packed, installed in a fresh folder without a network; then
// all that its README says. After `node npm/build.mjs`.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, before, test } from "node:test";
import { promisify } from "node:util";

import { PACKAGE, ROOT } from "../build.mjs";

const run = promisify(execFile);
const npm = process.platform === "win32" ? "npm.cmd" : "npm";
const readme = await readFile(path.join(ROOT, "npm/README.md"), "utf8");
/** The blocks of a language in the README. */
const blocks = (kind) =>
  [...readme.matchAll(new RegExp(`\`\`\`${kind}\\n([^]*?)\`\`\``, "g"))].map(([, text]) => text);

/** The shortest battle of each of three rule sets: the engine's own test plays them all. */
async function recorded() {
  const lines = (await readFile(path.join(ROOT, "journals/selfplay.hash"), "utf8")).split("\n");
  const battles = lines
    .filter((line) => line && !line.startsWith("#"))
    .map((line) => line.split(" "))
    .filter(([, , level]) => level === "random")
    .sort(([, , , one], [, , , other]) => one - other);
  const sets = new Map();
  for (const battle of battles.reverse()) sets.set(battle[0].split("/")[0], battle);
  return [...sets.values()].sort((one, other) => one[3] - other[3]).slice(0, 3);
}

/** Deno's program, where `cargo xtask node` has installed it. */
const deno = process.env.SANDTABLE_DENO;

let folder, files, told;
const games = await recorded();

before(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "sandtable-package-"));
  const packed = await run(npm, ["pack", "--json", "--pack-destination", folder], { cwd: PACKAGE });
  const [tarball] = JSON.parse(packed.stdout);
  files = tarball.files.map((file) => file.path);
  await writeFile(path.join(folder, "package.json"), '{ "private": true }\n');
  const install = ["install", "--offline", "--no-audit", "--no-fund", `./${tarball.filename}`];
  await run(npm, install, { cwd: folder });

  const named = blocks("js").map((text, i) => [`./block-${i}.mjs`, text]);
  for (const [name, text] of named) await writeFile(path.join(folder, name), text);
  const todo = {
    games: games.map(([scenario, seed, level]) => ({
      scenario,
      seed: Number(seed),
      level,
    })),
    blocks: named.map(([name]) => name),
  };
  await writeFile(path.join(folder, "todo.json"), JSON.stringify(todo));
  await cp(new URL("stranger.mjs", import.meta.url), path.join(folder, "stranger.mjs"));
  const { stdout } = await run(process.execPath, ["--no-warnings", "stranger.mjs"], {
    cwd: folder,
  });
  told = JSON.parse(stdout);
});
after(() => rm(folder, { recursive: true, force: true }));

test("the tarball has what it should, and no source", () => {
  for (const file of [
    "board.js",
    "dist/package/index.d.ts",
    "dist/engine/pkg/engine_bg.wasm",
    "dist/package/spoken/de.js",
    "example/index.html",
    "example/two-hills.journal.jsonl",
    "LICENSE-MIT",
    "README.md",
  ])
    assert.ok(files.includes(file), file);
  assert.deepEqual(
    files.filter((file) => /\.svelte$|(?<!\.d)\.ts$/.test(file)),
    [],
  );
});

test(
  "Deno comes to the same, and reads nothing but the folder",
  { skip: !deno && "no Deno" },
  async () => {
    const { stdout } = await run(deno, ["run", "--no-prompt", "--allow-read=.", "stranger.mjs"], {
      cwd: folder,
      env: { ...process.env, DENO_NO_UPDATE_CHECK: "1" },
    });
    assert.deepEqual(JSON.parse(stdout), told);
  },
);

test("its version is the engine's", () => assert.equal(told.versions[0], told.versions[1]));

test("the blocks of the README run, and print what they say", () => {
  assert.ok(told.blocks.length >= 5);
  for (const [i, block] of blocks("js").entries()) {
    assert.ok(told.blocks[i].length > 0, block);
    for (const [, says] of block.matchAll(/\/\/ (true .+|Bewegt .+)$/gm))
      assert.ok(told.blocks[i].includes(says));
  }
});

test("the same battles come to the same journals as in Rust", () => {
  assert.equal(games.length, 3);
  const got = told.played.map(({ orders, hash }) => [String(orders), hash]);
  assert.deepEqual(
    got,
    games.map(([, , , orders, hash]) => [orders, hash]),
  );
});

test("a battle is played to its end; its journal holds, an edited one does not", () => {
  assert.ok(told.battle.ended.clause);
  assert.equal(told.battle.same, true);
  assert.match(told.battle.edited, /^EngineFailure: .*(edited|changed)/);
});

test("what is wrong is said: no engine there, no such scenario, no battle, a closed one", () => {
  const [file, address, bytes, scenario, text, closed] = told.wrong;
  assert.match(file, /no-such-engine/);
  assert.match(address, /^Error: the engine could not be fetched from http:.*engine\.wasm$/);
  assert.match(bytes, /^CompileError/);
  assert.match(scenario, /^EngineFailure: .*none/);
  assert.match(text, /^EngineFailure: ./);
  assert.equal(closed, "EngineFailure: this battle is closed");
});

test("an argument of the wrong type is told by the method that was called", () => {
  const [none, start, text, selfplay, faces] = told.untyped;
  assert.equal(none, "EngineFailure: `scenario` takes the id of a scenario as text");
  assert.match(start, /is an object: `{ seed, house, armies }`$/);
  assert.match(text, /^EngineFailure: `battle` takes the text/);
  assert.match(selfplay, /^EngineFailure: `selfplay` takes an object/);
  assert.match(faces, /^EngineFailure: `thrown` takes the faces/);
});

test("what comes before `open`, nothing and unknown languages are told apart", () => {
  const [battle, place] = told.unopened;
  assert.match(battle, /^Error: the engine is not open yet/);
  assert.match(place, /^TypeError: `open` takes an address/);
  assert.equal(told.nothing, "nothing");
  assert.match(told.language, /^Error: there are no words for "x{40}", only for en, de$/);
});

test("a start that fails leaves no battle behind", () => assert.equal(told.afterwards, "nothing"));

test("arguments that cannot be written name their call", () => {
  assert.ok(told.deep);
  const [big, circular, third] = told.unwritten;
  for (const one of [big, circular])
    assert.match(one, /^TypeError: argument 1 of the call `offers` cannot be written as JSON: ./);
  assert.match(third, /^TypeError: argument 3 of the call `odds` /);
  assert.match(told.seed, /^EngineFailure: `seed` must be a whole number from 0 to \d+, not NaN$/);
  assert.equal(told.closing, "EngineFailure: this battle is closed");
});

test("it speaks German where it is asked to, a difference in the words of its base too", () => {
  const { before, after, other, difference, all, back } = told.spoken;
  assert.notEqual(after, before);
  assert.match(after, /\b(und|der|die|das|Zoll)\b/);
  // A battle beside it goes on in English, and the same journal comes of both.
  assert.equal(other, before);
  assert.match(difference, /\b(und|der|die|das|Zoll)\b/);
  assert.match(all, /\b(und|der|die|das)\b/);
  assert.equal(back, before);
  assert.match(told.spoken.unknown, /^Error: there are no words for "fr", only for en, de/);
});

test("its types hold for Node and for bundlers, and refuse what is wrong", async () => {
  await cp(new URL("typed.mts", import.meta.url), path.join(folder, "typed.mts"));
  const tsc = path.join(ROOT, "web/node_modules/typescript/bin/tsc");
  await Promise.all(
    ["nodenext", "bundler"].map(async (resolution) => {
      const config = path.join(folder, `${resolution}.json`);
      const compilerOptions = {
        ...{
          noEmit: true,
          strict: true,
          types: [],
          moduleResolution: resolution,
        },
        ...{ target: "es2022", lib: ["es2022", "dom", "dom.iterable"] },
        module: resolution === "bundler" ? "esnext" : resolution,
      };
      await writeFile(config, JSON.stringify({ compilerOptions, files: ["typed.mts"] }));
      await run(process.execPath, [tsc, "-p", config]).catch((error) =>
        assert.fail(`${resolution}: ${error.stdout}`),
      );
    }),
  );
});

test("the example has the lines of the README", async () => {
  const example = await readFile(path.join(ROOT, "npm/example/index.html"), "utf8");
  const tags = blocks("html").flatMap((block) => block.match(/<sandtable-board src="[^"]+"/g));
  assert.ok(tags.length > 0);
  for (const tag of tags) assert.ok(example.includes(tag), tag);
});
