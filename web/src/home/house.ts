// House rules as the page writes them; the engine reads and checks them.
import type { Rulebook } from '../engine/contract';

/** What was chosen: switches by name, numbers by path. */
export interface Chosen {
  name: string;
  switches: Record<string, string>;
  numbers: Record<string, string>;
}

/** The differences from the printed rules as a `*.rules.toml`; null when there are none. */
export function houseText(book: Rulebook, chosen: Chosen): string | null {
  const switches = book.switches.filter((s) => {
    const value = chosen.switches[s.name];
    return value !== undefined && value !== s.default;
  });
  const numbers = book.numbers.filter((n) => {
    const value = chosen.numbers[n.path]?.trim();
    return value !== undefined && value !== '' && value !== n.printed;
  });
  if (switches.length + numbers.length === 0) return null;
  const lines = [`base = ${quoted(book.id)}`, `name = ${quoted(chosen.name.trim() || 'Ours')}`];
  if (switches.length > 0) lines.push('', '[switches]');
  for (const s of switches) lines.push(`${s.name} = ${quoted(chosen.switches[s.name] ?? '')}`);
  if (numbers.length > 0) lines.push('', '[numbers]');
  for (const n of numbers) {
    const value = (chosen.numbers[n.path] ?? '').trim();
    // What is no number is left to the engine to refuse, with its reasons.
    const bare = n.sort !== 'share' && /^(-?\d+(\.\d+)?|true|false)$/.test(value);
    lines.push(`${quoted(n.path)} = ${bare ? value : quoted(value)}`);
  }
  return `${lines.join('\n')}\n`;
}

/** A text as TOML: its quotes and escapes are those of JSON. */
function quoted(text: string): string {
  return JSON.stringify(text);
}
