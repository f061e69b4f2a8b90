// Lays the package `sandtable` into target/npm/package, from the engine and the page's own
// drawing: `node npm/build.mjs`, after `cargo xtask wasm`. It needs web/node_modules.
import { execFile } from "node:child_process";
import { cp, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const run = promisify(execFile);
export const ROOT = fileURLToPath(new URL("../", import.meta.url));
const WEB = path.join(ROOT, "web");
const TARGET = path.resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
/** Where the package is laid out. */
export const PACKAGE = path.join(TARGET, "npm/package");
const DIST = path.join(PACKAGE, "dist");

/** A program of web/node_modules; what it said is told when it fails. */
async function tool(script, ...given) {
  const file = path.join(WEB, "node_modules", script);
  await run(process.execPath, [file, ...given], { cwd: WEB }).catch((error) => {
    throw new Error(`${script}: ${error.stdout}${error.stderr}`);
  });
}

/** The version of everything: the workspace's. */
async function version() {
  const manifest = await readFile(path.join(ROOT, "Cargo.toml"), "utf8");
  return /^version = "(.+)"$/m.exec(manifest)[1];
}

/** Imports name files in full: browsers and Node look for no endings. */
async function ended(folder) {
  const files = await readdir(folder, { recursive: true });
  const ours = files.filter((file) => /(?<!board)\.js$|\.d\.ts$/.test(file) && !file.includes("pkg"));
  for (const name of ours) {
    const file = path.join(folder, name);
    const text = await readFile(file, "utf8");
    const full = text.replaceAll(/(from |import\()(['"])(\.\.?\/[^'"]+?)(?:\.js)?\2/g, "$1$2$3.js$2");
    await writeFile(file, full);
  }
}

/** The rule set that another is a difference of, by its manifest. */
async function base(rules) {
  const manifest = await readFile(path.join(ROOT, "rules", rules, "Cargo.toml"), "utf8");
  return /^base = "sandtable-(.+)"$/m.exec(manifest)?.[1];
}

/** The words of the engine in other languages, as modules: whoever wants some imports them. */
async function spoken() {
  const out = path.join(DIST, "package/spoken");
  for (const language of await readdir(path.join(ROOT, "words"))) {
    await mkdir(path.join(out, language), { recursive: true });
    const names = (await readdir(path.join(ROOT, "words", language))).sort();
    const [shelf, bases] = [[], {}];
    for (const of of names.map((name) => path.basename(name, ".json"))) {
      const text = await readFile(path.join(ROOT, "words", language, `${of}.json`), "utf8");
      const words = JSON.stringify(JSON.stringify(JSON.parse(text)));
      await writeFile(path.join(out, language, `${of}.js`), `export default ${words};\n`);
      shelf.push(`  "${of}": () => import("./${language}/${of}.js"),\n`);
      if (!["study", "table"].includes(of)) bases[of] = await base(of);
    }
    const all = `export const shelf = {\n${shelf.join("")}};\n`;
    const known = `export const bases = ${JSON.stringify(bases)};\n`;
    await writeFile(path.join(out, `${language}.js`), all + known);
  }
}

async function lay() {
  await rm(PACKAGE, { recursive: true, force: true });
  await mkdir(DIST, { recursive: true });
  await Promise.all([
    tool("typescript/bin/tsc", "-p", "tsconfig.package.json", "--outDir", DIST),
    tool(
      ...["vite/bin/vite.js", "build", "--logLevel=warn", "--config", "vite.package.config.ts"],
      ...["--outDir", path.join(TARGET, "npm/board")],
    ),
  ]);
  await ended(DIST);
  await spoken();
  await cp(path.join(TARGET, "npm/board/board.js"), path.join(DIST, "package/board.js"));
  for (const file of ["engine.js", "engine.d.ts", "engine_bg.wasm", "engine_bg.wasm.d.ts"])
    await cp(path.join(WEB, "src/engine/pkg", file), path.join(DIST, "engine/pkg", file));
  // The drawing holds Svelte's own code, whose licence is to be passed on.
  await cp(
    path.join(WEB, "node_modules/svelte/LICENSE.md"),
    path.join(DIST, "package/LICENSE-svelte.md"),
  );
  await writeFile(path.join(PACKAGE, "board.js"), "export * from './dist/package/board.js';\n");
  for (const file of ["LICENSE-APACHE", "LICENSE-MIT"])
    await cp(path.join(ROOT, file), path.join(PACKAGE, file));
  await cp(path.join(ROOT, "npm/README.md"), path.join(PACKAGE, "README.md"));
  await cp(path.join(ROOT, "npm/example"), path.join(PACKAGE, "example"), { recursive: true });
  await cp(
    path.join(ROOT, "journals/two-hills.journal.jsonl"),
    path.join(PACKAGE, "example/two-hills.journal.jsonl"),
  );
  const manifest = JSON.parse(await readFile(path.join(ROOT, "npm/package.json"), "utf8"));
  const own = { ...manifest, version: await version() };
  await writeFile(path.join(PACKAGE, "package.json"), `${JSON.stringify(own, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await lay();
