// Somebody who presses, types and drags whatever is there, as a lot says, and who damages what the
// browser has stored.

import type { ElementHandle, Page } from 'playwright-core';

/** Returns numbers from 0 to 1, the same for the same seed. */
export function lot(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const WORDS = [
  '',
  '0',
  '-1',
  '99999999999',
  '1e400',
  '3.7',
  'x'.repeat(3000),
  '\u202egnorw',
  '👩‍👩‍👧‍👦',
  '<img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '{"a":1}',
  '[[unit]]',
  'move A',
];

const KEYS = [
  ...['Escape', 'Enter', 'Tab', 'Shift+Tab', 'Space', 'ArrowUp', 'ArrowDown', 'ArrowLeft'],
  ...['ArrowRight', 'Home', 'End', 'Delete', 'Control+z', '?', '/', '+', '-'],
  ...['1', 'e', 'm', 'n', 'u', 'd', 's', 'r', 'x'],
];

const HASHES = [
  ...['', '#set/three-hit', '#lab', '#build', '#shelf', '#open', '#rooms', '#replay', '#room/zzzz'],
  ...['#lesson', '#%00', '#a/b/c', '#battle/9999', `#${'x'.repeat(5000)}`],
];

const SIZES = [
  [320, 568],
  [390, 844],
  [820, 1180],
  [1366, 768],
] as const;

const PRESSED =
  'button:visible, a[href^="#"]:visible, summary:visible, label:visible, [role=tab]:visible, [tabindex]:visible';

/** What is tried does not always work: what was there is gone, or something lies over it. */
const BRIEF = { timeout: 700 };

export class Astray {
  constructor(
    private readonly page: Page,
    private readonly address: string,
    private readonly random: () => number,
  ) {}

  /** Does something; returns what. */
  async act(): Promise<string> {
    const which = this.random();
    try {
      if (which < 0.53) return await this.press();
      if (which < 0.67) return await this.type();
      if (which < 0.77) return await this.key();
      if (which < 0.9) return await this.point();
      if (which < 0.93) return await this.go();
      if (which < 0.96) return await this.resize();
      return await this.damage();
    } catch (error) {
      return `could not: ${String(error).slice(0, 80)}`;
    }
  }

  private pick<T>(all: readonly T[]): T {
    return all[Math.floor(this.random() * all.length)] as T;
  }

  private async press(): Promise<string> {
    const all = await this.page.$$(PRESSED);
    if (all.length === 0) return 'nothing to press';
    const one = this.pick(all);
    const name = await one.evaluate((element) => element.textContent?.trim().slice(0, 40) ?? '');
    await one.click(BRIEF);
    return `press ${name}`;
  }

  private async type(): Promise<string> {
    const all = await this.page.$$('input:visible, textarea:visible, select:visible');
    if (all.length === 0) return this.key();
    const one = this.pick(all) as ElementHandle<HTMLInputElement | HTMLSelectElement>;
    const kind = await one.evaluate((field) => field.type);
    if (kind === 'select-one') {
      const count = await one.evaluate((field) => (field as HTMLSelectElement).options.length);
      await one.selectOption({ index: Math.floor(this.random() * count) }, BRIEF);
      return 'choose';
    }
    const word = this.pick(WORDS);
    if (kind === 'file') {
      const name = this.pick(['a.battle.toml', 'b.journal.jsonl', 'c.rules.toml', 'd.txt']);
      await one.setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(word) }, BRIEF);
      return `file ${name}`;
    }
    if (/checkbox|radio|range|color/.test(kind)) await one.click(BRIEF);
    else await one.fill(word, BRIEF);
    return `type ${word.slice(0, 20)}`;
  }

  private async key(): Promise<string> {
    const key = this.pick(KEYS);
    await this.page.keyboard.press(key);
    return `key ${key}`;
  }

  private async point(): Promise<string> {
    const { width, height } = this.page.viewportSize() ?? { width: 800, height: 600 };
    const spot = () => [this.random() * width, this.random() * height] as const;
    const [from, to] = [spot(), spot()];
    await this.page.mouse.move(...from);
    await this.page.mouse.down();
    if (this.random() < 0.5) await this.page.mouse.move(...to, { steps: 3 });
    await this.page.mouse.up();
    return 'drag';
  }

  private async go(): Promise<string> {
    const which = this.random();
    if (which < 0.4) await this.page.reload();
    else if (which < 0.5) await this.page.goto(this.address);
    else {
      const hash = this.pick(HASHES);
      await this.page.evaluate((hash) => (location.hash = hash), hash);
      return `go to ${hash.slice(0, 20)}`;
    }
    return 'load again';
  }

  private async resize(): Promise<string> {
    const [width, height] = this.pick(SIZES);
    await this.page.setViewportSize({ width, height });
    return `${width} wide`;
  }

  private async damage(): Promise<string> {
    const what = await this.page.evaluate(damaged, Math.floor(this.random() * 2 ** 31));
    await this.page.reload();
    return `damage ${what}`;
  }
}

/** Runs in the page: changes one stored value. */
async function damaged(seed: number): Promise<string> {
  let state = seed;
  const random = () => (state = (state * 1_103_515_245 + 12_345) & 0x7fffffff) / 0x7fffffff;
  const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)];
  const odd = () => pick([null, 0, -1, 'x', '', {}, [], NaN, 1e300, true, undefined]);
  const change = (value: unknown, deep: number): unknown => {
    if (typeof value !== 'object' || value === null || deep > 5 || random() < 0.2) return odd();
    const inside = value as Record<string, unknown>;
    const key = pick(Object.keys(inside));
    if (key !== undefined) inside[key] = change(inside[key], deep + 1);
    return value;
  };
  const done = <T>(request: IDBRequest<T>) =>
    new Promise<T>((give, fail) => {
      request.onsuccess = () => give(request.result);
      request.onerror = () => fail(new Error(request.error?.message));
    });

  const key = pick(Object.keys(localStorage));
  if (key !== undefined && random() < 0.3) {
    localStorage.setItem(key, pick(['null', '{}', '[]', '0', '"x"', '{"a":', 'true']) ?? '');
    return key;
  }
  const known = pick(await indexedDB.databases());
  if (!known?.name) return 'nothing';
  const base = await done(indexedDB.open(known.name));
  try {
    const name = pick([...base.objectStoreNames]);
    if (name === undefined) return 'nothing';
    const store = base.transaction(name, 'readwrite').objectStore(name);
    const at = pick(await done(store.getAllKeys()));
    if (at === undefined) return 'nothing';
    const value = change(await done(store.get(at)), 0);
    await done(store.keyPath === null ? store.put(value, at) : store.put(value));
    return `${name} ${String(at)}`;
  } finally {
    base.close();
  }
}
