// A file that the player opens: its text, and what it holds.

/** What a file can hold. */
export type Sort =
  'battle' | 'journal' | 'house' | 'study' | 'army' | 'situation' | 'tutorial' | 'points';

/** Sorts that the ending of a file's name tells. */
const ENDINGS: [string, Sort][] = [
  ['.jsonl', 'journal'],
  ['.rules.toml', 'house'],
  ['.study.toml', 'study'],
  ['.army.toml', 'army'],
  ['.situation.toml', 'situation'],
  ['.tutorial.toml', 'tutorial'],
  ['.points.toml', 'points'],
];

/** Returns what a file holds: by its name, or else by keys that only such a file has. */
export function sortOf(name: string, text: string): Sort {
  const ending = ENDINGS.find(([ending]) => name.toLowerCase().endsWith(ending));
  if (ending) return ending[1];
  if (text.trimStart().startsWith('{')) return 'journal';
  const has = (key: string) => new RegExp(`^\\s*${key}\\s*=`, 'm').test(text);
  if (!has('rules')) {
    if (has('base')) return 'house';
    if (has('scenarios?')) return 'study';
  }
  return 'battle';
}

/**
 * Returns the text of a file. Some editors write UTF-16, which the first two bytes tell; anything
 * else is UTF-8. What is not text becomes a sign that no rule knows, so that a journal can still be
 * read up to there.
 */
export function textOf(bytes: ArrayBuffer): string {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  const marks = `${first},${second}`;
  const coded = marks === '255,254' ? 'utf-16le' : marks === '254,255' ? 'utf-16be' : 'utf-8';
  return new TextDecoder(coded).decode(bytes);
}
