// Parts of drawings: short paths around an origin, written with M L Q C Z (absolute) and `E x y rx
// ry` for an ellipse. Many copies, also mirrored ones, form a single path.
import type { Xy } from '../../contract/contract';
import { round } from '../frame';

/** Material of a part; the unit gives each its colour. */
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
  /** Width of the line; absent for a filled part. */
  line?: number;
  /** Whether to omit the part when figures are small on the screen. */
  fine?: boolean;
}

export interface Glyph {
  parts: Part[];
  /** Half of the width, to find out which figures hide each other. */
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

/** Places a part as an SVG path; `turned` -1 mirrors x. */
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

/** Moves several parts together. */
export function moved(parts: Part[], by: Xy, turned: 1 | -1 = 1): Part[] {
  return parts.map((part) => ({ ...part, d: shifted(part.d, by, turned) }));
}

/** Moves a part like `set`, but keeps the notation of parts. */
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

/** Adds a dark edge around all filled parts, so that figures stand out from any ground. */
export function edged(parts: Part[], half: number): Glyph {
  const d = parts
    .filter((part) => part.line === undefined && part.tone !== 'shade' && !part.fine)
    .map((part) => part.d)
    .join('');
  return { parts: [{ tone: 'edge', d }, ...parts], half };
}
