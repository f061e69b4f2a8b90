// The real program and a real browser: every test in this folder starts from here.
//
//   const table = await openTable();              // program and browser
//   await table.page.getByRole('heading').click();
//   expect(await table.accessibility()).toEqual([]);
//   await table.picture('first-screen');
//   await table.close();

import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

import type { AxeResults, RunOptions } from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** The program. */
export const BINARY = process.env['SANDTABLE_BINARY'] ?? path.join(ROOT, 'target/debug/sandtable');
const CHROMIUM = process.env['SANDTABLE_CHROMIUM'] ?? '/usr/bin/chromium';
/** A newly built page, for a program that contains another one. */
const PAGE = process.env['SANDTABLE_PAGE'];
const PICTURES = path.resolve(ROOT, process.env['SANDTABLE_PICTURES'] ?? 'target/pictures');

const FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const WEBGL = ['--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'];

/** Screens: laptops, a tablet and a phone. */
export const LAPTOP = { viewport: { width: 1440, height: 900 } } satisfies BrowserContextOptions;
export const SMALL_LAPTOP = {
  viewport: { width: 1366, height: 768 },
} satisfies BrowserContextOptions;
export const TABLET = {
  viewport: { width: 820, height: 1180 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;
export const PHONE = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  hasTouch: true,
  isMobile: true,
} satisfies BrowserContextOptions;

/** A browser in which the page stores itself for use without a network: others save that time. */
export const STORING = { serviceWorkers: 'allow' } satisfies BrowserContextOptions;

/**
 * Returns some of the screens, rule sets or battles with which a test does the same, for the check
 * of every change: those at these places, so that each kind comes up. `cargo xtask weekly` sets
 * `SANDTABLE_WHOLE=all` and gets all of them.
 */
export function sampled<T>(all: readonly T[], ...places: number[]): T[] {
  if (places.some((place) => all[place] === undefined)) throw new Error('no such case to sample');
  return all.filter(
    (_, place) => process.env['SANDTABLE_WHOLE'] === 'all' || places.includes(place),
  );
}

export interface Program {
  /** Address of the page, with `#open` if a battle is opened. */
  address: string;
  stop(): Promise<void>;
}

export interface Table {
  program: Program;
  page: Page;
  context: BrowserContext;
  address: string;
  /** Errors of the page since it was opened: exceptions and console errors. */
  errors: string[];
  /** Returns what axe finds, one line per finding; empty is good. */
  accessibility(options?: RunOptions): Promise<string[]>;
  /** Saves the screen as NAME.png. */
  picture(name: string): Promise<string>;
  close(): Promise<void>;
}

export interface OpenOptions {
  /** The battle to open: a path from the root of the repository. */
  scenario?: string;
  /** Size, touch, dark, reduced motion. Default: LAPTOP. */
  browser?: BrowserContextOptions;
  /** Whether to skip all animation, for tests about other things. */
  instant?: boolean;
  /** Whether to show the hints of a first battle, which would get in the way of other tests. */
  hints?: boolean;
  /** Whether 3D drawing works, in software. Default: as in the browser. */
  webgl?: boolean;
  /** A program that is already running. */
  program?: Program;
  /** The part of the address after `#`, with it: what a link asks for. */
  hash?: string;
}

/** Starts `sandtable play` on a free port. */
export async function startProgram(
  scenario?: string,
  { port = '0', folder = PAGE }: { port?: string; folder?: string | undefined } = {},
): Promise<Program> {
  const files = scenario === undefined ? [] : [path.resolve(ROOT, scenario)];
  const page = folder === undefined ? [] : ['--page', path.resolve(ROOT, folder)];
  const program = spawn(BINARY, ['play', '--no-open', '--port', port, ...page, ...files], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const address = await addressOf(program);
  return { address, stop: () => stopped(program) };
}

/** Address of a page that is already served, for development: `vite preview`. */
const SERVED = process.env['SANDTABLE_ADDRESS'];

/** Starts the program, and a browser with the page in it. */
export async function openTable({
  scenario,
  browser = LAPTOP,
  instant = false,
  hints = false,
  webgl,
  program: started,
  hash = '',
}: OpenOptions = {}): Promise<Table> {
  const program: Program =
    started ??
    (SERVED && scenario === undefined
      ? { address: SERVED, stop: () => Promise.resolve() }
      : await startProgram(scenario));
  let context: BrowserContext | undefined;
  const close = async () => {
    await context?.close();
    await program.stop();
  };
  try {
    // What is drawn in software takes time for every pixel.
    const drawn = webgl ? { ...browser, deviceScaleFactor: 1 } : browser;
    context = await (await browserFor(webgl)).newContext({ serviceWorkers: 'block', ...drawn });
    context.setDefaultTimeout(60_000);
    await context.addInitScript(countClicks);
    await context.addInitScript(countQuestions);
    await context.addInitScript(asFor, { instant, hints });
    await context.addInitScript(sameDice, seedOfTest());
    const page = await context.newPage();
    const errors: string[] = [];
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') errors.push(message.text());
    });
    await page.goto(program.address + hash);
    return {
      program,
      page,
      context,
      address: program.address,
      errors,
      accessibility: async (options) => (await audit(page, options)).wrong,
      picture: (name) => picture(page, name),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** The browsers of this test file, by how they draw. Starting one costs more than most tests. */
const browsers = new Map<boolean | undefined, Promise<Browser>>();
afterAll(async () => {
  for (const browser of browsers.values()) await (await browser).close();
  browsers.clear();
});

/** Returns the browser of this test file: every table has a private window of its own in it. */
async function browserFor(webgl: boolean | undefined): Promise<Browser> {
  const running = browsers.get(webgl);
  if (running && (await running).isConnected()) return running;
  const browser = chromium.launch({ executablePath: CHROMIUM, args: flags(webgl) });
  browsers.set(webgl, browser);
  return browser;
}

function flags(webgl: boolean | undefined): string[] {
  if (webgl === undefined) return FLAGS;
  return webgl
    ? [...FLAGS.filter((flag) => flag !== '--disable-gpu'), ...WEBGL]
    : [...FLAGS, '--disable-3d-apis'];
}

let axe: string | undefined;

/** Loads axe into the page, once. */
async function openAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return;
  axe ??= await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
  // By `evaluate`, because the page's policy forbids script elements.
  await page.evaluate(axe);
}

/** What axe finds in a page. */
export interface Audit {
  /** One line per finding. */
  wrong: string[];
  /** Selectors of the texts whose contrast axe cannot tell, where it was asked for them. */
  open: string[];
}

/** Runs axe in the page: the rules of WCAG 2.2 A and AA, and its best practices. */
export async function audit(page: Page, options: RunOptions = {}): Promise<Audit> {
  await openAxe(page);
  return page.evaluate(axed, options);
}

/**
 * The same for a page on which nothing moves, several times as fast: the shapes of drawings are
 * taken out meanwhile. Axe says nothing about them, and leaves text on a drawing open anyway.
 */
export async function auditStill(page: Page, options: RunOptions = {}): Promise<Audit> {
  await openAxe(page);
  const out = await page.evaluateHandle(shapesTakenOut);
  try {
    return await page.evaluate(axed, options);
  } finally {
    await page.evaluate((out) => out.forEach(([shape, mark]) => mark.replaceWith(shape)), out);
  }
}

/** Runs in the page. */
async function axed(options: RunOptions): Promise<Audit> {
  const { axe } = globalThis as unknown as {
    axe: { run(what: Document | Element, how: RunOptions): Promise<AxeResults> };
  };
  // Every range that axe leaves behind slows down later changes of the page until it is collected, so
  // it gets one for all its measuring.
  const range = document.createRange();
  document.createRange = () => range;
  // Nobody reaches the page under a sheet.
  const sheet = [...document.querySelectorAll('dialog[open]')].at(-1);
  // Axe needs the style sheets only for pages that forbid turning the screen; this one does not.
  const once: RunOptions = { resultTypes: ['violations'], preload: false };
  const run = axe.run(sheet ?? document, { ...once, ...options });
  const results = await run.finally(() => {
    delete (document as Partial<Document>).createRange;
    range.selectNode(document.documentElement);
  });
  const wrong = results.violations.flatMap(({ id, help, nodes }) =>
    nodes.map((node) => `${id}: ${help}: ${node.target.join(' ')}`),
  );
  const contrast = results.incomplete.filter(({ id }) => id === 'color-contrast');
  const open = contrast.flatMap(({ nodes }) => nodes.map((node) => node.target.join(' ')));
  return { wrong, open };
}

/** Runs in the page: puts a mark in the place of every shape that nobody reads or touches. */
function shapesTakenOut(): [Element, Comment][] {
  const shape = ':is(path, rect, circle, ellipse, line, polyline, polygon, use, image)';
  const shapes = document.querySelectorAll(
    `svg[aria-hidden=true] > *, svg[role=img] ${shape}, svg:not([aria-hidden=true]) [aria-hidden=true] ${shape}`,
  );
  return [...shapes].map((shape) => {
    const mark = document.createComment('');
    shape.replaceWith(mark);
    return [shape, mark];
  });
}

/** Runs in the page: counts clicks, for `press`. */
function countClicks(): void {
  const counted = globalThis as unknown as { clicks: number };
  counted.clicks = 0;
  addEventListener('click', () => (counted.clicks += 1), true);
}

/**
 * Runs in the page before it starts: counts the questions that no engine has answered yet, for
 * `still`. Those on which an engine works for long, while the page goes on, do not count.
 */
function countQuestions(): void {
  const LONG = /^(think|why|weigh|selfplay|(chances|suggest|review|study).*)$/;
  const all = new Set<object>();
  Object.assign(globalThis, { unanswered: () => all.size });
  globalThis.Worker = class extends Worker {
    readonly #open = new Map<number, object>();

    constructor(where: string | URL, how?: WorkerOptions) {
      super(where, how);
      this.addEventListener('message', ({ data }: MessageEvent<{ id?: number }>) => {
        const question = this.#open.get(data.id ?? 0);
        if (question) all.delete(question);
      });
    }

    override postMessage(what: { id?: number; method?: string }): void {
      if (what.id !== undefined && !LONG.test(what.method ?? '')) {
        this.#open.set(what.id, what);
        all.add(what);
      }
      super.postMessage(what);
    }

    override terminate(): void {
      for (const question of this.#open.values()) all.delete(question);
      super.terminate();
    }
  };
}

/** Runs in the page before it starts: stores the settings, unless there are some. */
function asFor({ instant, hints }: { instant: boolean; hints: boolean }): void {
  const key = 'sandtable.settings';
  if (localStorage.getItem(key)) return;
  const hinted = hints ? [] : ['choose', 'move', 'give', 'target', 'end'];
  const settings = instant ? { speed: 'instant', hinted } : { hinted };
  localStorage.setItem(key, JSON.stringify(settings));
}

/**
 * Returns the seed of the first battle in a test. It depends on the test's name, so that a failure
 * repeats. `SANDTABLE_E2E_SEED` tries other dice.
 */
function seedOfTest(): number {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const called = telling ?? currentTestName;
  const name = `${path.basename(testPath)} ${called} ${process.env['SANDTABLE_E2E_SEED'] ?? ''}`;
  return createHash('sha256').update(name).digest().readUInt32LE();
}

/** The name under which the page of a story was opened first, while it is told again. */
let telling: string | undefined;

/**
 * Opens a page for tests that go on from one another; returns `test` for them. A second try of one
 * could not pass where the first one stopped: it opens a new page, and first does what came before.
 */
export function story(
  begin: () => Promise<unknown>,
  end: () => Promise<unknown> | undefined,
): (name: string, step: () => Promise<void>, timeout?: number) => void {
  const steps: (() => Promise<void>)[] = [];
  let called = '';
  beforeAll(async () => {
    called = expect.getState().currentTestName ?? '';
    await begin();
  });
  afterAll(end);
  return (name, step, timeout) => {
    const before = [...steps];
    steps.push(step);
    const tried = async (again: boolean) => {
      if (again) {
        await end();
        telling = called;
        await begin().finally(() => (telling = undefined));
        for (const one of before) await one();
      }
      await step();
    };
    test(name, ({ task }) => tried((task.result?.retryCount ?? 0) > 0), timeout);
  };
}

/** Runs in the page before it starts: makes the seeds of dice known; all else stays random. */
function sameDice(seed: number): void {
  const random = crypto.getRandomValues.bind(crypto);
  let next = seed;
  crypto.getRandomValues = (array) => {
    // Only seeds of dice are drawn as a single four-byte number (`newSeed`).
    if (!(array instanceof Uint32Array) || array.length !== 1) return random(array);
    array[0] = next;
    next += 1;
    return array;
  };
}

/**
 * Taps a button and waits until the page gets the click. A browser turns a tap into a click shortly
 * after the finger is lifted: a test that looks at once would see the old state.
 */
export async function press(button: Locator): Promise<void> {
  const page = button.page();
  const clicks = () => page.evaluate(() => (globalThis as unknown as { clicks: number }).clicks);
  const before = await clicks();
  await button.tap({ timeout: 30_000 });
  await page
    .waitForFunction(
      (before) => (globalThis as unknown as { clicks: number }).clicks !== before,
      before,
      { timeout: 15_000 },
    )
    // The button was disabled at that moment: the caller looks at the screen again.
    .catch(() => undefined);
}

/** A way to press a button: by finger, by mouse, or by key. */
export type Press = (button: Locator) => Promise<void>;
export const click: Press = (button) => button.click({ timeout: 30_000 });
/** Presses a button by keyboard: focuses it, then presses Enter. */
export const enter: Press = async (button) => {
  await button.focus({ timeout: 30_000 });
  await button.page().keyboard.press('Enter');
};

/** Saves the screen as NAME.png in target/pictures, or in $SANDTABLE_PICTURES; if empty, not. */
export async function picture(page: Page, name: string): Promise<string> {
  if (process.env['SANDTABLE_PICTURES'] === '') return '';
  const file = path.join(PICTURES, `${name}.png`);
  await mkdir(path.dirname(file), { recursive: true });
  await page.screenshot({ path: file, animations: 'disabled' });
  return file;
}

/** Starts a browser that can be killed, like a device with a dead battery; its profile stays. */
export async function killable(
  folder: string,
): Promise<{ browser: Browser; kill(): Promise<void> }> {
  const flags = [...FLAGS, '--remote-debugging-port=0', `--user-data-dir=${folder}`, 'about:blank'];
  // Debian starts it by a script, which would end alone.
  const program = spawn(CHROMIUM, flags, { stdio: ['ignore', 'ignore', 'pipe'], detached: true });
  const address = await new Promise<string>((resolve, reject) => {
    let said = '';
    program.stderr?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      const found = /ws:\/\/\S+/.exec(said)?.[0];
      if (found) resolve(found);
    });
    program.on('exit', () => reject(new Error(`${CHROMIUM} ended: ${said}`)));
  });
  const browser = await chromium.connectOverCDP(address);
  const kill = () =>
    new Promise<void>((resolve) => {
      if (program.exitCode !== null || program.signalCode !== null) return resolve();
      program.once('exit', () => resolve());
      process.kill(-(program.pid as number), 'SIGKILL');
    });
  return { browser, kill };
}

function addressOf(program: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk.toString();
      const address = /http:\/\/127\.0\.0\.1:\d+\/\S*/.exec(said)?.[0];
      if (address) resolve(address);
    };
    program.stdout?.on('data', hear);
    program.stderr?.on('data', hear);
    program.on('error', (error) => reject(new Error(`cannot start ${BINARY}: ${error.message}`)));
    program.on('exit', (code) => reject(new Error(`${BINARY} ended with ${code}: ${said}`)));
  });
}

function stopped(program: ChildProcess): Promise<void> {
  if (program.exitCode !== null || program.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    program.once('exit', () => resolve());
    program.kill('SIGINT');
    setTimeout(() => program.kill('SIGKILL'), 3000).unref();
  });
}
