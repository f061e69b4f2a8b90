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
    const all = Promise.all([compiled(), words()]);
    known = all.then(([module, words]) => ({ module, language, words }));
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

/** The words of the language by what they are of; none of English. */
async function words(): Promise<Record<string, string>> {
  const files = Object.entries(WORDS).filter(([file]) => file.includes(`/words/${language}/`));
  const read = files.map(async ([file, url]) => {
    const of = file.slice(file.lastIndexOf('/') + 1, -'.json'.length);
    return [of, await (await fetched(url, language)).text()];
  });
  return Object.fromEntries(await Promise.all(read)) as Record<string, string>;
}

/** What there is to play: the first screen is shown from it before any engine is there. */
export async function catalogue(): Promise<unknown> {
  const plain = './pkg/catalogue.json';
  const file = CATALOGUES[`./pkg/catalogue.${language}.json`] ?? CATALOGUES[plain];
  return (await fetched(file, 'catalogue')).json();
}
