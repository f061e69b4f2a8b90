// What the builder can draw: it reads files that nobody has checked yet.
import { LISTS, type Draft, type Keys, type List, type Top } from './draft';

type Fits = (value: unknown) => boolean;

/** Longest side of a table that the builder draws, in the unit of any rule set. */
const FAR = 10_000;

const text: Fits = (value) => typeof value === 'string';
const flag: Fits = (value) => typeof value === 'boolean';
const number: Fits = (value) => typeof value === 'number' && Number.isFinite(value);
const object: Fits = (value) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
const xy: Fits = (value) => Array.isArray(value) && value.length === 2 && value.every(number);
const span: Fits = (value) =>
  xy(value) && (value as number[]).every((side) => side > 0 && side <= FAR);
const list =
  (one: Fits): Fits =>
  (value) =>
    Array.isArray(value) && value.every(one);
const keys =
  (fits: Record<string, Fits>, needs: readonly string[] = []): Fits =>
  (value) =>
    object(value) &&
    needs.every((key) => key in (value as object)) &&
    unlike(value as Record<string, unknown>, fits) === null;

const VICTORY: Record<string, Fits> = {
  objectives: flag,
  default: text,
  words: text,
  target: number,
  score: list(keys({ for: text, side: text, zone: text, points: number })),
};

const TOP: Record<string, Fits> = {
  rules: text,
  title: text,
  story: text,
  table: span,
  turns: number,
  attacker: text,
  switches: keys({}),
  numbers: keys({}),
  victory: keys(VICTORY),
  side: list(keys({ name: text, colour: text }, ['name'])),
  group: list(keys({ name: text, side: text }, ['name'])),
  arrival: list(keys({ unit: text })),
  stand_sizes: keys({}),
  state: keys({}),
};

const ANY: Record<string, Fits> = { name: text, side: text, at: xy };

const GROUND: Record<string, Fits> = {
  ...ANY,
  size: xy,
  oval: xy,
  turned: number,
  shape: list(xy),
  line: list(xy),
  width: number,
  ground: text,
  level: number,
};

/** Units have other keys too, those of their rule set. */
const UNIT: Record<string, Fits> = {
  ...ANY,
  kind: text,
  group: text,
  facing: number,
  status: text,
  formation: text,
  stands: number,
  arrives: number,
  with: text,
};

const fitsOf = (name: List) => (name === 'unit' ? UNIT : GROUND);

/** Returns the first key whose value is of another kind than it must be; null if all fit. */
function unlike(of: Record<string, unknown>, fits: Record<string, Fits>): string | null {
  const wrong = Object.entries(of).find(
    ([key, value]) => Object.hasOwn(fits, key) && value !== undefined && !fits[key]?.(value),
  );
  return wrong?.[0] ?? null;
}

/** Returns the first key of a parsed file that the builder cannot draw; null if it can draw all. */
export function undrawn(file: Record<string, unknown>): string | null {
  for (const name of LISTS) {
    const all = file[name];
    if (all === undefined) continue;
    if (!list(object)(all)) return name;
    for (const one of all as Keys[]) {
      const wrong = unlike(one, fitsOf(name));
      if (wrong) return wrong;
    }
  }
  return unlike(file, TOP);
}

/** Returns whether this is a draft that the builder can draw, wherever it comes from. */
export function isSound(draft: unknown): draft is Draft {
  if (!object(draft)) return false;
  const { top, things, next, remarks } = draft as Partial<Draft>;
  if (remarks && !(object(remarks.tables) && Array.isArray(remarks.end))) return false;
  if (!object(top) || !text(top?.rules) || !number(next) || !Array.isArray(things)) return false;
  const ids = new Set(things.map((thing) => thing?.id));
  return (
    ids.size === things.length &&
    unlike(top as Top, TOP) === null &&
    things.every(
      (thing) =>
        object(thing) &&
        number(thing.id) &&
        LISTS.includes(thing.list) &&
        object(thing.keys) &&
        unlike(thing.keys, fitsOf(thing.list)) === null,
    )
  );
}
