// Drawings of parts: short paths about an origin, written with M L Q C Z (absolute) and
// `E x y rx ry` for an ellipse. They are set down anywhere, mirrored, as one path of many.
import type { Xy } from '../../contract/contract';
import { round } from '../frame';

/** What a part is made of: the unit gives each its colour. */
export type Tone =
  | 'edge'
  | 'own'
  | 'lite'
  | 'deep'
  | 'shade'
  | 'skin'
  | 'hair'
  | 'cloth'
  | 'dark'
  | 'white'
  | 'brass'
  | 'steel'
  | 'wood'
  | 'horse'
  | 'mane'
  | 'hide'
  | 'hide-2';

export interface Part {
  tone: Tone;
  d: string;
  /** Drawn as a line so wide; else filled. */
  line?: number;
  /** Left out where figures are small on the screen. */
  fine?: boolean;
}

export interface Glyph {
  parts: Part[];
  /** Half of its width, for what stands in front of what. */
  half: number;
}

type Token = string | number;
const known = new Map<string, Token[]>();

function tokens(d: string): Token[] {
  let found = known.get(d);
  if (!found) {
    found = (d.match(/[A-Z]|-?\d*\.?\d+/g) ?? []).map((it) => (/[A-Z]/.test(it) ? it : Number(it)));
    known.set(d, found);
  }
  return found;
}

/** A part set down at a place, its x mirrored when `turned` is -1. */
export function set(d: string, [x, y]: Xy, turned: 1 | -1 = 1): string {
  const all = tokens(d);
  let out = '';
  for (let i = 0; i < all.length; i += 1) {
    const it = all[i] as Token;
    if (it === 'E') {
      const [cx, cy, rx, ry] = all.slice(i + 1, i + 5) as [number, number, number, number];
      i += 4;
      out += `M${round(x + turned * cx - rx)} ${round(y + cy)}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0`;
    } else if (typeof it === 'string') out += it;
    else {
      const next = all[(i += 1)] as number;
      out += `${round(x + turned * it)} ${round(y + next)} `;
    }
  }
  return out;
}

/** Parts moved as one. */
export function moved(parts: Part[], by: Xy, turned: 1 | -1 = 1): Part[] {
  return parts.map((part) => ({ ...part, d: shifted(part.d, by, turned) }));
}

/** Like `set`, but still in the language of parts. */
function shifted(d: string, [x, y]: Xy, turned: 1 | -1): string {
  const all = tokens(d);
  let out = '';
  for (let i = 0; i < all.length; i += 1) {
    const it = all[i] as Token;
    if (it === 'E') {
      const [cx, cy, rx, ry] = all.slice(i + 1, i + 5) as [number, number, number, number];
      i += 4;
      out += `E${round(x + turned * cx)} ${round(y + cy)} ${rx} ${ry} `;
    } else if (typeof it === 'string') out += it;
    else {
      const next = all[(i += 1)] as number;
      out += `${round(x + turned * it)} ${round(y + next)} `;
    }
  }
  return out;
}

/** With a dark edge round all that is filled: figures stand out from any ground. */
export function edged(parts: Part[], half: number): Glyph {
  const d = parts
    .filter((part) => part.line === undefined && part.tone !== 'shade' && !part.fine)
    .map((part) => part.d)
    .join('');
  return { parts: [{ tone: 'edge', d }, ...parts], half };
}
