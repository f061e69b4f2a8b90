// Symmetry of the two halves: mirror images of things, kept in step.
import type { Xy } from '../contract/contract';
import {
  added,
  changed,
  freeName,
  sidesOf,
  thing,
  type Draft,
  type Keys,
  type Thing,
} from './draft';
import { image, middleOf, outline, type Symmetry } from './shapes';

const tableOf = (draft: Draft): Xy => draft.top.table ?? [36, 36];

/** Returns the keys of a thing's image; an image of a unit or a zone belongs to the other side. */
export function imageKeys(draft: Draft, one: Thing, how: Symmetry): Keys {
  const keys = image(one.keys, how, tableOf(draft));
  const [a, b] = sidesOf(draft.top);
  if (how === 'along' || keys.side === undefined) return keys;
  return { ...keys, side: keys.side === a.name ? b.name : a.name };
}

/** Returns whether a thing is its own image: it lies across the middle. */
export function ownImage(draft: Draft, one: Thing, how: Symmetry): boolean {
  if (one.list === 'unit' || (one.list === 'zone' && one.keys.side)) return false;
  return same(one.keys, image(one.keys, how, tableOf(draft)));
}

/** Names an image: "Red deploys" for "Blue deploys", or the same name with a number. */
function imageName(draft: Draft, one: Thing, keys: Keys): string {
  const name = one.keys.name ?? '';
  if (one.list === 'terrain') return name;
  const { side: from } = one.keys;
  const { side: to } = keys;
  const other = from && to && from !== to ? name.replaceAll(from, to) : name;
  return freeName(draft, one.list, other);
}

/** Returns whether two things cover the same ground. */
function same(a: Keys, b: Keys): boolean {
  if (a.ground !== b.ground || Boolean(a.line) !== Boolean(b.line)) return false;
  const [p, q] = [outline(a), outline(b)];
  if (p.length !== q.length) return false;
  if (p.length === 0) {
    const [m, n] = [middleOf(a), middleOf(b)];
    return Math.hypot(m[0] - n[0], m[1] - n[1]) < 0.01 && a.kind === b.kind;
  }
  const near = (x: Xy) => q.some((y) => Math.hypot(x[0] - y[0], x[1] - y[1]) < 0.01);
  return p.every(near);
}

/** Gives a thing an image that follows its changes, unless the thing is its own image. */
export function withImage(draft: Draft, id: number, how: Symmetry): Draft {
  const one = thing(draft, id);
  if (!one || one.twin !== undefined || one.list === 'piece' || ownImage(draft, one, how))
    return draft;
  if (one.list === 'unit' && !one.keys.at) return draft;
  const keys = imageKeys(draft, one, how);
  const known = draft.things.find(
    (other) =>
      other.id !== id &&
      other.list === one.list &&
      other.twin === undefined &&
      same(other.keys, keys) &&
      other.keys.side === keys.side,
  );
  if (known) return paired(draft, id, known.id);
  const named = keys.name ? { ...keys, name: imageName(draft, one, keys) } : keys;
  const group = keys.side === one.keys.side ? keys.group : undefined;
  const [next, other] = added(draft, one.list, { ...named, group } as Keys);
  return paired(next, id, other);
}

function paired(draft: Draft, a: number, b: number): Draft {
  const things = draft.things.map((one) =>
    one.id === a ? { ...one, twin: b } : one.id === b ? { ...one, twin: a } : one,
  );
  return { ...draft, things };
}

/** Keys that an image does not copy. */
const OWN = ['name', 'group', 'side'];

/** Applies the changes of a thing to its image. */
export function inStep(draft: Draft, id: number, how: Symmetry): Draft {
  const one = thing(draft, id);
  const other = thing(draft, one?.twin ?? null);
  if (!one || !other) return draft;
  const keys = image(one.keys, how, tableOf(draft));
  const gone = Object.keys(other.keys).filter((key) => !(key in keys) && !OWN.includes(key));
  const told = Object.entries(keys).filter(([key]) => !OWN.includes(key));
  const next: Keys = Object.fromEntries([...gone.map((key) => [key, undefined]), ...told]);
  return changed(draft, other.id, next);
}

/** Gives every thing an image, or pairs it with one that exists already. */
export function allMirrored(draft: Draft, how: Symmetry): Draft {
  return draft.things.reduce((now, one) => withImage(now, one.id, how), loose(draft));
}

/** Unpairs all things. */
export function loose(draft: Draft): Draft {
  const alone = (one: Thing): Thing => ({ ...one, twin: undefined });
  return { ...draft, things: draft.things.map(alone) };
}
