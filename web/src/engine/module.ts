// The engine as it is fetched: compiled once, while it comes, for every worker that runs it.
import { language } from '../words/language';
import url from './pkg/engine_bg.wasm?url';
import { fetched } from './fetched';
import type { Parts } from './protocol';

/** What is said instead of English, by language: for the table, for studies, for rule sets. */
const WORDS = import.meta.glob<string>('../../../words/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** Texts of JSON, by what they are of: the table, studies, a rule set. */
export type Words = Record<string, string>;

/** What there is to play, as the engine told when it was built. */
const CATALOGUES = import.meta.glob<string>('./pkg/catalogue*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

let known: Promise<Parts> | null = null;

/** The parts; what could not be had is tried again when it is asked for again. */
export function parts(): Promise<Parts> {
  if (!known) {
    known = compiled().then((module) => ({ module }));
    known.catch(() => (known = null));
  }
  return known;
}

async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetched(url, 'engine');
  // A host that does not know what it serves: it is compiled once it is all there.
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

const fetching = new Map<string, Promise<string>>();

/**
 * The words of some of them in the language, as far as there are any: English has none. What could
 * not be had is tried again when it is asked for again.
 */
export async function words(of: readonly string[]): Promise<Words> {
  const file = (name: string) => `../../../words/${language}/${name}.json`;
  const known = of.filter((name) => file(name) in WORDS);
  const texts = known.map(async (name) => [name, await text(file(name))] as const);
  return Object.fromEntries(await Promise.all(texts));
}

function text(file: string): Promise<string> {
  const before = fetching.get(file);
  if (before) return before;
  const now = fetched(WORDS[file], language).then((response) => response.text());
  now.catch(() => fetching.delete(file));
  fetching.set(file, now);
  return now;
}

/** What there is to play: the first screen is shown from it before any engine is there. */
export async function catalogue(): Promise<unknown> {
  const plain = './pkg/catalogue.json';
  const file = CATALOGUES[`./pkg/catalogue.${language}.json`] ?? CATALOGUES[plain];
  return (await fetched(file, 'catalogue')).json();
}
