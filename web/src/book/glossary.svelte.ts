// The glossary of wargaming words, fetched on first use.
import { language } from '../words/language';
import { indexed } from './cut';
import type { Entry } from './entry';
import german from './glossary/de.json?url';
import english from './glossary/en.json?url';

class Glossary {
  entries: Entry[] = $state.raw([]);
  #asked = false;

  /** Fetches the glossary once; if that fails, the page works without it. */
  load(): void {
    if (this.#asked) return;
    this.#asked = true;
    fetch(language === 'de' ? german : english)
      .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error(answer.statusText))))
      .then((entries: Entry[]) => (this.entries = entries))
      .catch(() => (this.#asked = false));
  }

  get(id: string): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  /** Entries by the words that mean them. */
  readonly of = $derived(indexed(this.entries));
}

export const glossary = new Glossary();
