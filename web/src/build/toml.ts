// Writes values as TOML, in the style of the built-in files.
import { withRemark, type Remarks } from './remarks';

/** Writes a key with its value on a line; nothing if there is no value. */
export function entry(key: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  return `${named(key)} = ${written(value, 0)}\n`;
}

/** Writes a table with its comments: its head, then its entries, `order` first and `last` last. */
export function block(
  head: string,
  keys: Record<string, unknown>,
  { order = [], last = [], remarks = {} }: { order?: string[]; last?: string[]; remarks?: Remarks },
): string {
  const rest = Object.keys(keys).filter((key) => !order.includes(key) && !last.includes(key));
  const all = [...order, ...rest, ...last].map((key) =>
    withRemark(entry(key, keys[key]), remarks[key]),
  );
  return `\n${withRemark(`${head}\n`, remarks[''])}${all.join('')}`;
}

/** Writes a key, quoted only if necessary. */
const named = (key: string) => (/^[A-Za-z0-9_-]+$/.test(key) ? key : quoted(key));

function written(value: unknown, deep: number): string {
  if (typeof value === 'string')
    return deep === 0 && value.includes('\n') ? long(value) : quoted(value);
  if (typeof value === 'number') return number(value);
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) {
    const items = value.map((one) => written(one, deep + 1));
    const tables = value.some((one) => one && typeof one === 'object' && !Array.isArray(one));
    return tables ? `[\n${items.map((one) => `  ${one},\n`).join('')}]` : `[${items.join(', ')}]`;
  }
  if (value && typeof value === 'object') {
    const keys = Object.entries(value).filter(([, one]) => one !== undefined && one !== null);
    const all = keys.map(([key, one]) => `${named(key)} = ${written(one, deep + 1)}`);
    return all.length > 0 ? `{ ${all.join(', ')} }` : '{}';
  }
  return '""';
}

/** Writes a number with at most four decimals: they hold every length exactly. */
export function number(value: number): string {
  if (!Number.isFinite(value)) return '0';
  const short = Math.round(value * 10_000) / 10_000 + 0;
  // Numbers that house rules change may be finer.
  return String(Math.abs(short - value) < 1e-9 || Math.abs(value) > 1 ? short : value);
}

/** Replaces half a surrogate pair, which no file can hold, with the replacement character. */
const wellFormed = (text: string) =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

function quoted(text: string): string {
  return JSON.stringify(wellFormed(text)).replaceAll('\u007f', '\\u007f');
}

/** Writes a text of several lines. */
function long(text: string): string {
  const safe = wellFormed(text)
    .replaceAll('\r\n', '\n')
    .replaceAll('\\', '\\\\')
    .replaceAll('"""', '""\\"')
    .replace(/[^\P{Cc}\n\t]/gu, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .replace(/"$/, '\\"');
  return `"""\n${safe}"""`;
}
