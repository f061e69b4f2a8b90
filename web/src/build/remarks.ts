// The comments in a file, each with what it stands at, so that a file that is opened, changed and
// saved keeps them.

/** Comments at a table or at one of its keys: whole lines before it, and the end of its line. */
export interface Remark {
  before: string[];
  after?: string;
}

/** Comments of a table by key; those before its head have an empty key. */
export type Remarks = Record<string, Remark>;

export interface Remarked {
  /** Comments of each table by name, in the order of the file; the head has an empty name. */
  tables: Record<string, Remarks[]>;
  /** Comments after everything else. */
  end: string[];
}

const HEAD = /^\s*\[\[?\s*([\w."'-]+)\s*\]\]?/;
const KEY = /^\s*("[^"]*"|'[^']*'|[\w.-]+)\s*=/;
const QUOTES = ['"""', "'''", '"', "'"];

/** Collects the comments of a file, wherever they stand. */
export function remarked(text: string): Remarked {
  let here = bareObject<Remarks>();
  const tables = bareObject<Remarked['tables']>({ '': [here] });
  let waiting: string[] = [];
  let key = '';
  let state: Open = { quote: '', deep: 0 };
  const at = (name: string): Remark => (here[name] ??= { before: [] });
  for (const line of text.split('\n')) {
    const begins = state.quote === '' && state.deep === 0;
    const [head, named] = begins ? [HEAD.exec(line), KEY.exec(line)] : [null, null];
    if (head) {
      here = bareObject();
      (tables[bare(head[1] ?? '')] ??= []).push(here);
      key = '';
    } else if (named) key = bare(named[1] ?? '');
    const [comment, next] = ended(line, state);
    state = next;
    const alone = comment !== null && line.trim() === comment;
    if (alone && begins) waiting.push(comment);
    else if (alone) at(key).before.push(comment);
    else if (line.trim()) {
      if (waiting.length > 0) at(key).before.unshift(...waiting);
      waiting = [];
      if (comment !== null && !head && begins && next.deep === 0) at(key).after = comment;
      else if (comment !== null) at(key).before.push(comment);
    }
  }
  return { tables, end: waiting };
}

/** Moves comments of tables that will be written as keys of other tables to those keys. */
export function gathered({ tables, end }: Remarked, written: readonly string[]): Remarked {
  const out: Remarked = { tables: bareObject(), end };
  for (const name of ['', ...written]) if (tables[name]) out.tables[name] = tables[name];
  for (const [name, all] of Object.entries(tables)) {
    if (name in out.tables) continue;
    const [first = '', second] = name.split('.');
    const [table, key] = second ? [first, second] : ['', first];
    const lines = all.flatMap((one) =>
      Object.values(one).flatMap(({ before, after }) => (after ? [...before, after] : before)),
    );
    if (lines.length === 0) continue;
    const [of = bareObject<Remarks>()] = (out.tables[table] ??= [bareObject()]);
    (of[key] ??= { before: [] }).before.push(...lines);
  }
  return out;
}

/** Returns an object without a prototype: files may have keys like `constructor`. */
const bareObject = <T extends object>(of: T | object = {}): T =>
  Object.assign(Object.create(null) as T, of);

const bare = (name: string) => name.replace(/^["']|["']$/g, '');

/** What is still open at the end of a line: a multi-line text, lists. */
interface Open {
  quote: string;
  deep: number;
}

/** Returns the comment at the end of a line, and what is still open after the line. */
function ended(line: string, { quote, deep }: Open): [string | null, Open] {
  for (let i = 0; i < line.length; i += 1) {
    if (quote) {
      if (quote.startsWith('"') && line[i] === '\\') i += 1;
      else if (line.startsWith(quote, i)) {
        i += quote.length - 1;
        quote = '';
      }
      continue;
    }
    if (line[i] === '#') return [line.slice(i).trim(), { quote, deep }];
    const opened = QUOTES.find((one) => line.startsWith(one, i));
    if (opened) {
      quote = opened;
      i += opened.length - 1;
    } else if ('[{'.includes(line[i] ?? '')) deep += 1;
    else if (']}'.includes(line[i] ?? '')) deep -= 1;
  }
  // A single-line text ends with its line, even without a closing quote.
  return [null, { quote: quote.length === 3 ? quote : '', deep: Math.max(0, deep) }];
}

/** Returns a part of a file with its comments: lines before it, and the end of its own line. */
export function withRemark(part: string, remark: Remark | undefined): string {
  if (!remark || part === '') return part;
  const before = remark.before.map((line) => `${line}\n`).join('');
  // After the first of several lines, the comment might end up inside a text.
  const single = part.trimEnd().split('\n').length === 1;
  if (!remark.after) return before + part;
  return single
    ? `${before}${part.trimEnd()} ${remark.after}\n`
    : `${before}${remark.after}\n${part}`;
}
