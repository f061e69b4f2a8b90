// Cuts texts into parts: at words to mark, and at words of the glossary.
import type { Entry } from './entry';

/** How German letters are written without a German keyboard. */
const SPELLED: Record<string, string> = { ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' };

/** Returns a text in lower case, with German letters spelled out and without accents. */
export const plain = (text: string) =>
  text
    .toLowerCase()
    .normalize('NFC')
    .replace(/[äöüß]/g, (letter) => SPELLED[letter] ?? letter)
    .normalize('NFD')
    .replace(/\p{M}/gu, '');

/** Returns a word without its inflectional ending. */
export function stem(word: string): string {
  if (word.length < 5) return word.length > 3 ? word.replace(/s$/, '') : word;
  return word.replace(/(ies|ing|ed|es|s)$/, '');
}

/** Cuts a text at the words to mark. */
export function marked(text: string, words: string[]): { text: string; on: boolean }[] {
  const stems = words.map(stem).filter((word) => word.length > 1);
  if (stems.length === 0) return [{ text, on: false }];
  return text.split(/([\p{L}\p{N}-]+)/u).flatMap((part) => {
    if (part === '') return [];
    const word = plain(part);
    return [{ text: part, on: stems.some((one) => stem(word) === one || word.startsWith(one)) }];
  });
}

/** Cuts a text at the glossary words; each entry is linked once. */
export function linked(
  text: string,
  of: ReadonlyMap<string, Entry>,
  used: Set<string>,
): { text: string; entry: Entry | null }[] {
  const out: { text: string; entry: Entry | null }[] = [];
  for (const part of text.split(/([\p{L}\p{N}-]+)/u)) {
    if (part === '') continue;
    const entry = of.get(part.toLowerCase());
    const last = out.at(-1);
    if (entry && !used.has(entry.id)) {
      used.add(entry.id);
      out.push({ text: part, entry });
    } else if (last && !last.entry) last.text += part;
    else out.push({ text: part, entry: null });
  }
  return out;
}

/** Returns the entry for each word. */
export function indexed(entries: Entry[]): ReadonlyMap<string, Entry> {
  const known = new Map<string, Entry>();
  for (const entry of entries) {
    for (const word of entry.match) if (!known.has(word)) known.set(word, entry);
  }
  return known;
}

/** Returns the clauses of a book by id, cut at glossary words, each linked once per section. */
export function linkedClauses(
  sections: { clauses: { id: string; says: string }[] }[],
  of: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, ReturnType<typeof linked>> {
  const all = new Map<string, ReturnType<typeof linked>>();
  for (const { clauses } of sections) {
    const used = new Set<string>();
    for (const { id, says } of clauses) all.set(id, linked(says, of, used));
  }
  return all;
}
