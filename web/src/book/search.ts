// Searches a rulebook: clauses, rulings, switches, numbers and the glossary, the best first.
import type { Book } from '../game/book';
import { plain, stem } from './cut';
import type { Entry } from './entry';

export type Kind = 'clause' | 'term' | 'ruling' | 'switch' | 'number';

export interface Hit {
  kind: Kind;
  id: string;
  title: string;
  says: string;
  /** Clause to read in full. */
  clause: string | null;
  score: number;
}

export interface Found {
  hits: Hit[];
  /** Synonyms that the search included: gun finds artillery. */
  meant: string[];
  /** Whether no text has all the words: the hits then have some of them. */
  some: boolean;
  /** Similar words from the book, if nothing was found. */
  perhaps: string[];
  /** Words to mark in the texts. */
  marks: string[];
}

/** Number of hits to show. */
const MOST = 60;
/** Weight of a hit by kind: prose counts for more than the hundreds of numbers behind it. */
const WEIGHT: Record<Kind, number> = {
  term: 1,
  clause: 1,
  ruling: 0.4,
  switch: 0.6,
  number: 0.1,
};
/** Number of hits among the numbers to show. */
const NUMBERS = 8;
/** Weight of a synonym compared with the word itself. */
const SYNONYM = 0.55;

interface Text {
  hit: Omit<Hit, 'score'>;
  id: string;
  title: string;
  says: string;
}

const split = (text: string) =>
  plain(text)
    .split(/[^\p{L}\p{N}-]+/u)
    .filter(Boolean);

/** Returns everything in a book that the search can find. */
function texts(book: Book, entries: Entry[]): Text[] {
  const all: Omit<Hit, 'score'>[] = [];
  for (const entry of entries) {
    const says = [entry.says, entry.sets?.[book.id] ?? ''].join(' ').trim();
    all.push({ kind: 'term', id: entry.id, title: entry.term, says, clause: null });
  }
  for (const section of book.sections) {
    for (const { id, title, says } of section.clauses)
      all.push({ kind: 'clause', id, title, says, clause: id });
  }
  for (const ruling of book.rulings) {
    const says = [...ruling.readings, ruling.decision].join(' ');
    const clause = ruling.clauses[0] ?? null;
    all.push({ kind: 'ruling', id: ruling.id, title: ruling.asks, says, clause });
  }
  for (const one of book.switches) {
    const says = `${one.says} ${one.told.join(', ')}`;
    all.push({ kind: 'switch', id: one.name, title: one.title, says, clause: one.clause || null });
  }
  for (const one of book.numbers) {
    const title = one.path.replace(/[._]/g, ' ');
    const clause = one.clauses[0] ?? null;
    all.push({ kind: 'number', id: one.path, title, says: one.value, clause });
  }
  return all.map((hit) => ({
    hit,
    id: plain(hit.id),
    title: plain(hit.title),
    says: plain(hit.says),
  }));
}

/** Scores how well a word fits a text; zero if the text does not contain it. */
function fits(word: string, text: Text): number {
  const whole = (within: string) => split(within).some((one) => stem(one) === stem(word));
  let score = 0;
  if (text.id === word) score += 100;
  else if (text.id.includes(word) && word.length > 2) score += 14;
  if (text.title === word) score += 60;
  else if (whole(text.title)) score += 24;
  else if (text.title.includes(word)) score += 9;
  if (whole(text.says)) score += 6;
  else if (text.says.includes(stem(word)) && word.length > 2) score += 2;
  return score;
}

/** Returns the glossary's other words for a word. */
export function synonyms(word: string, entries: Entry[]): string[] {
  const out = new Set<string>();
  for (const entry of entries) {
    const names = [...split(entry.term), ...entry.match.map(plain), ...entry.also.map(plain)];
    const known = names.some((name) => name === word || stem(name) === stem(word));
    if (!known) continue;
    // Only words that the rules themselves use can find clauses.
    for (const name of [...split(entry.term), ...entry.match.map(plain)]) out.add(name);
  }
  out.delete(word);
  return [...out].filter((name) => name.length > 2 && stem(name) !== stem(word));
}

export function search(book: Book, entries: Entry[], asked: string): Found {
  const words = split(asked);
  const nothing = { hits: [], meant: [], some: false, perhaps: [], marks: [] };
  if (words.length === 0) return nothing;
  const all = texts(book, entries);
  const others = words.map((word) => synonyms(word, entries));
  const scored = all.map((text) => {
    const each = words.map((word, i) => {
      const own = fits(word, text);
      const like = (others[i] ?? []).map((other) => fits(other, text) * SYNONYM);
      return Math.max(own, ...like, 0);
    });
    return { text, each, sum: each.reduce((a, b) => a + b, 0) * WEIGHT[text.hit.kind] };
  });
  const ranked = (some: boolean) =>
    scored
      .filter(({ each }) => (some ? each.some((n) => n > 0) : each.every((n) => n > 0)))
      .sort((a, b) => b.sum - a.sum)
      .filter(few())
      .slice(0, MOST)
      .map(({ text, sum }) => ({ ...text.hit, score: sum }));
  const whole = ranked(false);
  const some = whole.length === 0;
  const hits = some ? ranked(true) : whole;
  const used = others.flat().filter((other) => hits.length > 0 && all.some((t) => fits(other, t)));
  return {
    hits,
    meant: [...new Set(used)].slice(0, 6),
    some: some && hits.length > 0,
    perhaps: hits.length > 0 ? [] : like(words, all),
    marks: [...new Set([...words, ...used])],
  };
}

/** Returns a filter that lets through a limited number of numbers, and everything else. */
function few(): (one: { text: Text }) => boolean {
  let left = NUMBERS;
  return ({ text }) => text.hit.kind !== 'number' || left-- > 0;
}

/** Returns words of the book with nearly the same spelling. */
function like(words: string[], all: Text[]): string[] {
  const known = new Set(all.flatMap((text) => split(text.title)));
  const near = [...known]
    .filter((word) => word.length > 3)
    .map((word) => ({ word, far: Math.min(...words.map((one) => distance(one, word))) }))
    .filter(({ word, far }) => far <= (word.length > 6 ? 2 : 1))
    .sort((a, b) => a.far - b.far || a.word.localeCompare(b.word));
  return near.slice(0, 5).map(({ word }) => word);
}

/** Returns the number of letters to change to turn one word into another. */
export function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
