// Both halves alike: images of things, kept in step.
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

/** What the image of a thing says: of a unit or a zone, it is the other side's. */
export function imageKeys(draft: Draft, one: Thing, how: Symmetry): Keys {
  const keys = image(one.keys, how, tableOf(draft));
  const [a, b] = sidesOf(draft.top);
  if (how === 'along' || keys.side === undefined) return keys;
  return { ...keys, side: keys.side === a.name ? b.name : a.name };
}

/** Whether a thing is its own image: it lies across the middle. */
export function ownImage(draft: Draft, one: Thing, how: Symmetry): boolean {
  if (one.list === 'unit' || (one.list === 'zone' && one.keys.side)) return false;
  return same(one.keys, image(one.keys, how, tableOf(draft)));
}

/** What an image is called: "Red deploys" for "Blue deploys", else the same, numbered on. */
function imageName(draft: Draft, one: Thing, keys: Keys): string {
  const name = one.keys.name ?? '';
  if (one.list === 'terrain') return name;
  const { side: from } = one.keys;
  const { side: to } = keys;
  const other = from && to && from !== to ? name.replaceAll(from, to) : name;
  return freeName(draft, one.list, other);
}

/** Whether two things cover the same. */
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

/** A draft in which a thing has an image that is kept in step, unless it is its own. */
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

/** What an image has of its own. */
const OWN = ['name', 'group', 'side'];

/** A draft in which the image of a thing follows what was changed of it. */
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

/** Every thing gets its image: those that have one already are found. */
export function allMirrored(draft: Draft, how: Symmetry): Draft {
  return draft.things.reduce((now, one) => withImage(now, one.id, how), loose(draft));
}

/** Nothing is kept in step any more. */
export function loose(draft: Draft): Draft {
  const alone = ({ id, list, keys }: Thing): Thing => ({ id, list, keys });
  return { ...draft, things: draft.things.map(alone) };
}
