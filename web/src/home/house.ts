// Writes house rules; the engine reads and checks them.
import type { NumberView, Rulebook } from '../contract/contract';
import { t } from '../words/page';

/** The player's choices: switches by name, numbers by path. */
export interface Chosen {
  name: string;
  switches: Record<string, string>;
  numbers: Record<string, string>;
}

/** Returns whether a text is no number that the rule set takes in this place. */
export function isAmiss({ sort, least, most }: NumberView, text: string | undefined): boolean {
  if (text === undefined || least === null || most === null || text.trim() === '') return false;
  const value = Number(text);
  const written = sort === 'whole' ? /^\s*-?\d+\s*$/ : /^\s*-?\d+(\.\d+)?\s*$/;
  return !written.test(text) || value < Number(least) || value > Number(most);
}

/** Returns the lines of `[switches]` and `[numbers]` that differ from the printed rules. */
export function changes(book: Rulebook, chosen: Chosen): { switches: string[]; numbers: string[] } {
  const switches = book.switches.flatMap((s) => {
    const value = chosen.switches[s.name];
    return value === undefined || value === s.default ? [] : [`${s.name} = ${quoted(value)}`];
  });
  const numbers = book.numbers.flatMap((n) => {
    const value = chosen.numbers[n.path]?.trim();
    if (value === undefined || value === '' || value === n.printed) return [];
    // Leave it to the engine to refuse what is not a number, with its reasons.
    const bare = n.sort !== 'share' && /^(-?\d+(\.\d+)?|true|false)$/.test(value);
    return [`${quoted(n.path)} = ${bare ? value : quoted(value)}`];
  });
  return { switches, numbers };
}

/** Returns these lines as tables for the end of another file; empty if nothing differs. */
export function houseTables(book: Rulebook, chosen: Chosen): string {
  const { switches, numbers } = changes(book, chosen);
  const table = (name: string, lines: string[]) =>
    lines.length > 0 ? `\n[${name}]\n${lines.join('\n')}\n` : '';
  return table('switches', switches) + table('numbers', numbers);
}

/** Returns the differences from the printed rules as a `*.rules.toml`; null if there are none. */
export function houseText(book: Rulebook, chosen: Chosen): string | null {
  const { switches, numbers } = changes(book, chosen);
  if (switches.length + numbers.length === 0) return null;
  const lines = [`base = ${quoted(book.id)}`, `name = ${quoted(chosen.name.trim() || t.ours)}`];
  if (switches.length > 0) lines.push('', '[switches]', ...switches);
  if (numbers.length > 0) lines.push('', '[numbers]', ...numbers);
  return `${lines.join('\n')}\n`;
}

/** Quotes a text for TOML, whose quotes and escapes are those of JSON. */
export function quoted(text: string): string {
  return JSON.stringify(text);
}
