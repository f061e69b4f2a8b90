// Opens battle files from TOML.
import { parse } from 'smol-toml';
import { LISTS, REST, type Draft, type Keys, type List, type Thing, type Top } from './draft';
import { gathered, remarked } from './remarks';
import { undrawn } from './sound';

/** Names the first key whose value the builder cannot draw. */
export class Undrawn extends Error {
  readonly key: string;

  constructor(key: string) {
    super(key);
    this.key = key;
  }
}

/** Opens a battle file. Throws a TomlError with line and column if the text is not TOML, and
 * Undrawn if the builder cannot draw it. */
export function open(text: string): Draft {
  const file = parse(text) as Record<string, unknown>;
  const wrong = undrawn(file);
  if (wrong) throw new Undrawn(wrong);
  const remarks = gathered(remarked(text), [...LISTS, ...REST, 'victory', 'side', 'group']);
  const things: Thing[] = [];
  for (const list of LISTS) {
    const tables = file[list];
    if (!Array.isArray(tables)) continue;
    for (const [n, keys] of (tables as Keys[]).entries())
      things.push({ id: things.length + 1, list, keys, remarks: remarks.tables[list]?.[n] });
  }
  const top = Object.fromEntries(
    Object.entries(file).filter(([key, value]) => !isList(key) || !Array.isArray(value)),
  ) as Top;
  return { top, things, next: things.length + 1, remarks };
}

const isList = (key: string): key is List => (LISTS as readonly string[]).includes(key);
