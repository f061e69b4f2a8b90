// A battle file in the making: its content, thing by thing. It is written as TOML; what the page does
// not know is kept unchanged.
import type { Xy } from '../contract/contract';
import { withRemark, type Remarked, type Remarks } from './remarks';
import { block, entry } from './toml';

export type List = 'zone' | 'terrain' | 'piece' | 'unit';

/** Keys of a thing in its table of the file. */
export interface Keys {
  name?: string | undefined;
  side?: string | undefined;
  // Where it lies and what it covers.
  at?: Xy | undefined;
  size?: Xy | undefined;
  oval?: Xy | undefined;
  turned?: number | undefined;
  shape?: Xy[] | undefined;
  line?: Xy[] | undefined;
  width?: number | undefined;
  // Ground.
  ground?: string | undefined;
  level?: number | undefined;
  // A unit.
  kind?: string | undefined;
  group?: string | undefined;
  facing?: number | undefined;
  status?: string | undefined;
  formation?: string | undefined;
  stands?: number | undefined;
  arrives?: number | undefined;
  [key: string]: unknown;
}

/** A piece of ground, a zone, or a unit. */
export interface Thing {
  /** Number of the thing in the builder; files do not have it. */
  id: number;
  list: List;
  keys: Keys;
  /** The thing that is its mirror image and follows its changes. */
  twin?: number | undefined;
  /** Comments of its table in the file. */
  remarks?: Remarks | undefined;
}

export interface Side {
  name: string;
  colour?: string | undefined;
  [key: string]: unknown;
}

/** A group of units. */
export interface Group {
  name: string;
  side: string;
  [key: string]: unknown;
}

export interface Score {
  for: string;
  side?: string | undefined;
  zone?: string | undefined;
  points?: number | undefined;
  [key: string]: unknown;
}

export interface Victory {
  objectives?: boolean | undefined;
  default?: string | undefined;
  words?: string | undefined;
  score?: Score[] | undefined;
  target?: number | undefined;
  [key: string]: unknown;
}

/** Everything in a file except its things. */
export interface Top {
  rules: string;
  title?: string | undefined;
  story?: string | undefined;
  table?: Xy | undefined;
  turns?: number | undefined;
  attacker?: string | undefined;
  switches?: Record<string, string | number> | undefined;
  victory?: Victory | undefined;
  side?: Side[] | undefined;
  group?: Group[] | undefined;
  [key: string]: unknown;
}

export interface Draft {
  top: Top;
  things: Thing[];
  /** Number of the next thing. */
  next: number;
  /** Comments of the file that the draft was opened from. */
  remarks?: Remarked | undefined;
}

export const LISTS: readonly List[] = ['zone', 'terrain', 'piece', 'unit'];

/** Order of keys in written files: the same as in the built-in files. */
const HEAD = 'format rules title story table turns attacker house switches numbers'.split(' ');
/** Tables of a file that the builder does not change. */
export const REST = 'arrival stand_sizes state'.split(' ');
const ORDER: Record<List, string[]> = {
  zone: 'name side at size oval turned shape'.split(' '),
  terrain: 'ground name level material line width at size oval turned shape'.split(' '),
  piece: 'ground name level material line width at size oval turned shape laid'.split(' '),
  unit: 'name side group kind status at facing'.split(' '),
};
const LAST: Partial<Record<List, string[]>> = { unit: ['formation', 'arrives'] };

/** Returns the two sides, with the engine's names if the file gives none. */
export function sidesOf(top: Top): [Side, Side] {
  const [a, b] = top.side ?? [];
  return [a ?? { name: 'Blue', colour: '#2f5d9b' }, b ?? { name: 'Red', colour: '#a83a32' }];
}

/** The lines of a text on which a thing, or a part of the head, is written. */
export interface Place {
  from: number;
  to: number;
  /** Number of the thing; null for the head of the file. */
  thing: number | null;
}

export interface Written {
  text: string;
  places: Place[];
}

/** Writes a draft as a file, and says where everything stands in it. */
export function write(draft: Draft): Written {
  const { top, things, remarks } = draft;
  /** Returns the comments of the nth table of a name; the empty name means the head. */
  const of = (name: string, n = 0) => remarks?.tables[name]?.[n] ?? {};
  let text = '';
  let lines = 1;
  const places: Place[] = [];
  const add = (part: string, thing: number | null) => {
    text += part;
    const from = lines;
    lines += part.split('\n').length - 1;
    places.push({ from, to: lines - 1, thing });
  };
  const head = { format: 1, ...top };
  const plain = Object.keys(head).filter(
    (key) => ![...HEAD, ...REST, 'victory', 'side', 'group'].includes(key),
  );
  const first = (key: string) =>
    withRemark(entry(key, head[key as keyof typeof head]), of('')[key]);
  add([...HEAD, ...plain].map(first).join(''), null);
  if (top.victory && Object.keys(top.victory).length > 0)
    add(block('[victory]', top.victory, { order: VICTORY, remarks: of('victory') }), null);
  for (const [n, side] of (top.side ?? []).entries())
    add(block('[[side]]', side, { order: ['name', 'colour'], remarks: of('side', n) }), null);
  for (const [n, group] of (top.group ?? []).entries())
    add(block('[[group]]', group, { order: ['name', 'side'], remarks: of('group', n) }), null);
  for (const list of LISTS) {
    for (const thing of things) {
      if (thing.list !== list) continue;
      const how = { order: ORDER[list], last: LAST[list] ?? [], remarks: thing.remarks ?? {} };
      add(block(`[[${list}]]`, thing.keys, how), thing.id);
    }
  }
  for (const key of REST) {
    const value = top[key];
    if (Array.isArray(value)) {
      for (const [n, one] of (value as Keys[]).entries())
        add(block(`[[${key}]]`, one, { order: ['unit', 'turn'], remarks: of(key, n) }), null);
    } else if (value && typeof value === 'object')
      add(block(`[${key}]`, value as Keys, { remarks: of(key) }), null);
  }
  if (remarks && remarks.end.length > 0) add(`\n${remarks.end.join('\n')}\n`, null);
  return { text, places };
}
const VICTORY = 'objectives default target score words'.split(' ');

/** Returns the thing that a line of the text belongs to. */
export function thingAt(places: Place[], line: number): number | null {
  return places.find(({ from, to }) => from <= line && line <= to)?.thing ?? null;
}

/** Returns an empty table for a rule set. */
export function empty(rules: string, table: Xy, title: string): Draft {
  const side = [
    { name: 'Blue', colour: '#2f5d9b' },
    { name: 'Red', colour: '#a83a32' },
  ];
  return { top: { rules, title, table, turns: 12, side }, things: [], next: 1 };
}

export const thing = (draft: Draft, id: number | null): Thing | null =>
  draft.things.find((one) => one.id === id) ?? null;

/** Returns the draft with some keys of a thing changed; undefined removes a key. */
export function changed(draft: Draft, id: number, keys: Keys): Draft {
  return {
    ...draft,
    things: draft.things.map((one) =>
      one.id === id ? { ...one, keys: over(one.keys, keys) } : one,
    ),
  };
}

/** Merges keys over others; undefined removes one. */
export function over<T extends object>(old: T, keys: Partial<T>): T {
  const all = Object.entries({ ...old, ...keys });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined)) as T;
}

/** Returns the draft with one more thing, and that thing's number. */
export function added(draft: Draft, list: List, keys: Keys): [Draft, number] {
  const id = draft.next;
  const one: Thing = { id, list, keys: over({}, keys) };
  return [{ ...draft, things: [...draft.things, one], next: id + 1 }, id];
}

/** Returns the draft without some things; their mirror images become ordinary things. */
export function without(draft: Draft, ids: number[]): Draft {
  const things = draft.things
    .filter((one) => !ids.includes(one.id))
    .map(({ twin, ...one }) => (twin === undefined || ids.includes(twin) ? one : { ...one, twin }));
  return { ...draft, things };
}

/** Returns a name that no other thing of the list has: "Woods", "Woods 2". */
export function freeName(draft: Draft, list: List, wanted: string): string {
  const folded = (name: string) => name.toLowerCase().replaceAll('_', ' ');
  const taken = new Set(
    draft.things.filter((one) => one.list === list).map((one) => folded(one.keys.name ?? '')),
  );
  if (!taken.has(folded(wanted))) return wanted;
  const bare = wanted.replace(/ \d+$/, '');
  let n = 2;
  while (taken.has(folded(`${bare} ${n}`))) n += 1;
  return `${bare} ${n}`;
}

/** Renames a side, and every reference to it. */
export function renamedSide(draft: Draft, at: 0 | 1, name: string): Draft {
  const sides = sidesOf(draft.top);
  const old = sides[at].name;
  const is = (side: unknown) => (side === old ? name : side);
  const side = sides.map((one, n) => (n === at ? { ...one, name } : one));
  const { attacker, group, victory } = draft.top;
  const top = over<Top>(draft.top, {
    side,
    attacker: is(attacker) as string,
    group: group?.map((one) => ({ ...one, side: is(one.side) as string })),
    victory: victory && renamed(victory, 'side', old, name),
    state: inState(draft, 'unit', old, name),
  });
  const things = draft.things.map((one) =>
    one.keys.side === old ? { ...one, keys: { ...one.keys, side: name } } : one,
  );
  return { ...draft, top, things };
}

/** Renames a group, and every reference to it. */
export function renamedGroup(draft: Draft, at: number, name: string): Draft {
  const old = draft.top.group?.[at]?.name;
  if (old === undefined) return draft;
  const group = draft.top.group?.map((one, n) => (n === at ? { ...one, name } : one));
  const things = draft.things.map((one) =>
    one.keys.group === old ? { ...one, keys: { ...one.keys, group: name } } : one,
  );
  return {
    ...draft,
    things,
    top: over<Top>(draft.top, { group, state: inState(draft, 'unit', old, name) }),
  };
}

/** Renames something in the state of a battle that has begun. If a thing of another kind has the same
 * name, the state may mean that one, and stays. */
function inState(draft: Draft, other: 'side' | 'unit', old: string, name: string): unknown {
  const { state, side } = draft.top;
  const taken =
    other === 'side'
      ? side
      : draft.things.filter((one) => one.list === 'unit').map((one) => one.keys);
  return taken?.some((one) => one.name === old) ? state : replaced(state, old, name);
}

/** Replaces a text wherever it is a value. */
function replaced(value: unknown, old: string, name: string): unknown {
  if (value === old) return name;
  if (Array.isArray(value)) return value.map((one) => replaced(one, old, name));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key, replaced(one, old, name)]),
  );
}

/** Keys of a unit whose texts are no names of units. */
const OWN = ['name', 'side', 'group', 'kind', 'status', 'formation'];

/** Returns the keys of a thing after a unit was renamed: units name others they follow, aim at or were
 * struck by. */
function toward({ list, keys }: Thing, old: string, name: string): Keys {
  if (list !== 'unit') return keys;
  const follow = ([key, value]: [string, unknown]) =>
    [key, OWN.includes(key) ? value : replaced(value, old, name)] as const;
  return Object.fromEntries(Object.entries(keys).map(follow)) as Keys;
}

/** Renames a side or a zone in the victory conditions. */
function renamed(victory: Victory, key: 'side' | 'zone', old: string, name: string): Victory {
  const score = victory.score?.map((one) => (one[key] === old ? { ...one, [key]: name } : one));
  const winner = key === 'side' && victory.default === old ? name : victory.default;
  return over<Victory>(victory, { score, default: winner });
}

/** Changes the number of turns, also in the words that say how to win. */
export function inTurns(draft: Draft, turns: number | undefined): Draft {
  const { turns: old, victory } = draft.top;
  const says = victory?.words?.replaceAll(new RegExp(`\\b(turn) ${old}\\b`, 'gi'), `$1 ${turns}`);
  const told = victory && old && turns && says ? over<Victory>(victory, { words: says }) : victory;
  return { ...draft, top: over<Top>(draft.top, { turns, victory: told }) };
}

/** Renames a thing: a zone also in the scores, a unit also in the arrivals. */
export function renamedThing(draft: Draft, id: number, name: string): Draft {
  const one = thing(draft, id);
  const old = one?.keys.name;
  const next = changed(draft, id, { name: name || undefined } as Keys);
  if (!one || old === undefined) return next;
  if (one.list === 'zone' && next.top.victory) {
    return { ...next, top: { ...next.top, victory: renamed(next.top.victory, 'zone', old, name) } };
  }
  if (one.list === 'unit') {
    const is = (value: unknown) => (value === old ? name : value);
    const arrival = (next.top['arrival'] as { unit: string }[] | undefined)?.map((a) => ({
      ...a,
      unit: is(a.unit),
    }));
    const things = next.things.map((other) => ({ ...other, keys: toward(other, old, name) }));
    const state = inState(draft, 'side', old, name);
    return { ...next, top: over<Top>(next.top, { arrival, state }), things };
  }
  return next;
}
