// Fetches the engine: compiled once, during the download, for every worker that runs it.
import { language } from '../words/language';
import url from './pkg/engine_bg.wasm?url';
import { fetched } from './fetched';
import type { Parts } from './protocol';

/** Addresses of the words other than English, by language: for the table, studies, rule sets. */
const WORDS = import.meta.glob<string>('../../../words/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** JSON texts by topic: the table, studies, a rule set. */
export type Words = Record<string, string>;

/** The catalogues of rule sets and battles, which the engine wrote during the build. */
const CATALOGUES = import.meta.glob<string>('./pkg/catalogue*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});

let known: Promise<Parts> | null = null;

/** Returns the parts of a worker; a failed download is tried again on the next call. */
export function parts(): Promise<Parts> {
  if (!known) {
    known = compiled().then((module) => ({ module }));
    known.catch(() => (known = null));
  }
  return known;
}

async function compiled(): Promise<WebAssembly.Module> {
  const response = await fetched(url, 'engine');
  // If the host does not send the right type, compile after the whole download.
  if (response.headers.get('content-type') !== 'application/wasm')
    return WebAssembly.compile(await response.arrayBuffer());
  return WebAssembly.compileStreaming(response);
}

const fetching = new Map<string, Promise<string>>();

/**
 * Returns the words for some topics in the page's language, if there are any: English has none. A
 * failed download is tried again on the next call.
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

/** Returns the catalogue, which the first screen needs before any engine is there. */
export async function catalogue(): Promise<unknown> {
  const plain = './pkg/catalogue.json';
  const file = CATALOGUES[`./pkg/catalogue.${language}.json`] ?? CATALOGUES[plain];
  return (await fetched(file, 'catalogue')).json();
}
