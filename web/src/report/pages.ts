// Draws the pages of our own PDF files, from the very file to be printed: its pages consist of
// plain lines, areas and texts (`crates/print/src/leaf.rs`), uncompressed.

/** An area or a line. */
export interface Stroke {
  kind: 'path';
  d: string;
  fill: string | null;
  line: string | null;
  width: number;
  dash: string | null;
}

/** A line of text, from its lower left corner. */
export interface Text {
  kind: 'text';
  at: [number, number];
  text: string;
  size: number;
  bold: boolean;
  fill: string;
}

/** A rectangle that clips its marks: left, top, width, height. */
export interface Cut {
  kind: 'cut';
  room: [number, number, number, number];
  marks: Mark[];
}

export type Mark = Stroke | Text | Cut;

/** A page in points, measured from its upper left corner. */
export interface Page {
  wide: number;
  high: number;
  marks: Mark[];
}

/** Returns all pages of a file, in order; the text has one letter per byte. */
export function pagesOf(pdf: string): Page[] {
  const page = /\/Type \/Page\n\s*\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\][^>]*?\/Contents (\d+) 0 R/g;
  return [...pdf.matchAll(page)].map(([, wide, high, content]) => {
    const size = { wide: Number(wide), high: Number(high) };
    return { ...size, marks: drawn(stream(pdf, Number(content)), size.high) };
  });
}

/** Returns the content of a stream. */
function stream(pdf: string, id: number): string {
  const begin = pdf.indexOf(`\n${id} 0 obj\n`);
  const head = begin < 0 ? null : /\/Length (\d+)[^]*?stream\n/.exec(pdf.slice(begin, begin + 200));
  if (!head) throw new Error(`no content ${id}`);
  const from = begin + head.index + head[0].length;
  return pdf.slice(from, from + Number(head[1]));
}

/** Carries out the operators of a content stream. */
function drawn(content: string, high: number): Mark[] {
  const page: Mark[] = [];
  const open: Mark[][] = [page];
  let given: string[] = [];
  let [d, fill, line, width, dash] = ['', grey(0), grey(0), 1, null as string | null];
  let [bold, size, at] = [false, 0, [0, 0] as [number, number]];
  let room: Cut['room'] = [0, 0, 0, 0];
  const number = (n: number) => Number(given[n] ?? 0);
  const add = (mark: Mark) => open.at(-1)?.push(mark);
  const path = (filled: boolean, lined: boolean) => {
    add({ kind: 'path', d, fill: filled ? fill : null, line: lined ? line : null, width, dash });
    d = '';
  };
  const acts: Record<string, () => void> = {
    g: () => (fill = grey(number(0))),
    G: () => (line = grey(number(0))),
    w: () => (width = number(0)),
    d: () => (dash = given[0]?.replace(/[[\]]/g, '').trim() || null),
    m: () => (d += `M${number(0)} ${high - number(1)}`),
    l: () => (d += `L${number(0)} ${high - number(1)}`),
    h: () => (d += 'Z'),
    f: () => path(true, false),
    B: () => path(true, true),
    S: () => path(false, true),
    re: () => (room = [number(0), high - number(1) - number(3), number(2), number(3)]),
    W: () => {
      const cut: Cut = { kind: 'cut', room, marks: [] };
      add(cut);
      open.push(cut.marks);
    },
    Q: () => void (open.length > 1 && open.pop()),
    Tf: () => ([bold, size] = [given[0] === '/B', number(1)]),
    Td: () => (at = [number(0), high - number(1)]),
    Tj: () => add({ kind: 'text', at, text: text(given[0] ?? ''), size, bold, fill }),
  };
  // Each operator stands on a line of its own, after its operands.
  for (const one of content.split('\n')) {
    const end = one.lastIndexOf(' ');
    given = operands(one.slice(0, Math.max(0, end)));
    acts[one.slice(end + 1)]?.();
  }
  return page;
}

/** Splits the operands of an operator: one text, or numbers, names and lists of numbers. */
const operands = (line: string): string[] =>
  /^[(<]/.test(line) ? [line] : (line.match(/\[[^\]]*\]|\S+/g) ?? []);

const grey = (share: number) => {
  const level = Math.round(Math.max(0, Math.min(1, share)) * 255);
  return `rgb(${level},${level},${level})`;
};

const LETTERS = new TextDecoder('windows-1252');

/** Decodes a text of the file from Windows-1252. */
function text(written: string): string {
  const inside = written.slice(1, -1);
  const bytes = written.startsWith('<')
    ? (inside.match(/../g) ?? []).map((pair) => parseInt(pair, 16))
    : [...inside.replace(/\\([^])/g, '$1')].map((letter) => letter.charCodeAt(0));
  return LETTERS.decode(Uint8Array.from(bytes));
}
