// Two units without a table: as chosen on the page, and as the engine reads them.
import type { Choices, KindChoice } from '../contract/contract';
import { quoted } from '../home/house';
import { w } from '../words/lab';

export interface Party {
  kind: string;
  stands: number;
  formation: string;
  ratings: Record<string, string>;
  marks: Record<string, number>;
  ground: string;
  /** Troop type of the leader; empty for none. */
  leader: string;
}

/** Differences from the printed rules: as chosen, and as files write them. */
export interface House {
  switches: Record<string, string>;
  numbers: Record<string, string>;
  text: string;
}

/** No differences. */
export const printed: House = { switches: {}, numbers: {}, text: '' };

export interface Fight {
  rules: string;
  house: House;
  range: number;
  side: string;
  between: string;
  order: string;
  others: string;
  unit: Party;
  target: Party;
}

/** Returns a fight with the usual values. */
export function usual(choices: Choices): Fight {
  const kind = choices.kinds[0];
  const party = () => ({
    ...ofKind(kind),
    marks: {},
    ground: '',
    leader: '',
  });
  return {
    rules: choices.rules,
    house: printed,
    range: choices.lengths === 'inches' ? 6 : 5,
    side: choices.sides[0] ?? 'front',
    between: '',
    order: '',
    others: choices.others[0]?.id ?? 'stop',
    unit: party(),
    target: party(),
  };
}

/**
 * Returns a fight from a link: what has the right type there, and the rest from another fight.
 * Whether its names exist is for the engine to say.
 */
export function linked(read: unknown, rest: Fight): Fight {
  const from = object(read);
  const house = object(from['house']);
  return {
    ...fitting(from, rest),
    house: {
      ...fitting(house, rest.house),
      switches: texts(house['switches']),
      numbers: texts(house['numbers']),
    },
    unit: linkedParty(from['unit'], rest.unit),
    target: linkedParty(from['target'], rest.target),
  };
}

function linkedParty(read: unknown, rest: Party): Party {
  const from = object(read);
  const marks = Object.entries(object(from['marks']));
  return {
    ...fitting(from, rest),
    ratings: { ...rest.ratings, ...texts(from['ratings']) },
    marks: Object.fromEntries(
      marks.filter((mark): mark is [string, number] => Number.isFinite(mark[1])),
    ),
  };
}

const object = (read: unknown) =>
  typeof read === 'object' && read !== null ? (read as Record<string, unknown>) : {};

const texts = (read: unknown) =>
  Object.fromEntries(
    Object.entries(object(read)).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    ),
  );

/** Returns the second object with those texts and numbers that the first has under the same name. */
function fitting<T extends object>(from: Record<string, unknown>, rest: T): T {
  const taken = Object.entries(rest).map(([key, value]) => {
    const other = from[key];
    const fits = typeof value !== 'object' && typeof other === typeof value;
    return [key, fits ? other : value];
  });
  return Object.fromEntries(taken) as T;
}

/** Returns the usual values of a troop type. */
export function ofKind(
  kind: KindChoice | undefined,
): Pick<Party, 'kind' | 'stands' | 'formation' | 'ratings'> {
  return {
    kind: kind?.id ?? '',
    stands: kind?.stands ?? 1,
    formation: kind?.formations[0] ?? '',
    ratings: Object.fromEntries((kind?.ratings ?? []).map((r) => [r.id, r.usual])),
  };
}

/** Writes the situation file, which names only what differs from the usual. */
export function fightText(fight: Fight, choices: Choices): string {
  const lines = [
    'format = 1',
    `rules = ${quoted(fight.rules)}`,
    `range = ${Number.isFinite(fight.range) ? fight.range : '""'}`,
    `side = ${quoted(fight.side)}`,
    `others = ${quoted(fight.others)}`,
  ];
  if (fight.between) lines.push(`between = ${quoted(fight.between)}`);
  if (fight.order) lines.push(`order = ${quoted(fight.order)}`);
  lines.push(...party('unit', fight.unit, choices), ...party('target', fight.target, choices));
  return `${lines.join('\n')}\n${fight.house.text}`;
}

/** The orders of both units, turn after turn, until one is gone. */
export interface Script {
  /** Orders given whenever they are legal. */
  orders: string[];
  /** Whether the target gives the same orders. */
  answers: boolean;
  gone: string;
}

/** Writes the fight with a question over time. */
export function courseText(fight: Fight, choices: Choices, script: Script): string {
  const list = (orders: string[]) => `[${orders.map(quoted).join(', ')}]`;
  const until = [
    '',
    '[until]',
    `unit = ${list(script.orders)}`,
    `target = ${list(script.answers ? script.orders : [])}`,
    `gone = ${quoted(script.gone)}`,
  ];
  return `${fightText(fight, choices)}${until.join('\n')}\n`;
}

/** An input that can vary, with its values as files write them. */
export interface Axis {
  path: string;
  title: string;
  values: string[];
}

/** Returns the displayed name of a name or value from a file. */
export function wordsFor(choices: Choices, name: string): string {
  const bare = name.replaceAll('"', '');
  const word = choices.words.find((one) => one.id === bare);
  return word?.says ?? bare;
}

/** Number of values of an input to try at once. */
const MOST = 9;

/** Returns the inputs of a fight that can vary. */
export function axesOf(fight: Fight, choices: Choices): Axis[] {
  const farthest = choices.lengths === 'inches' ? 24 : 36;
  const step = Math.max(1, Math.round(Math.max(fight.range, farthest / 2) / 8));
  const axes: Axis[] = [
    {
      path: 'range',
      title: w.apart(choices.lengths),
      values: Array.from({ length: MOST }, (_, i) => String((i + 1) * step)),
    },
    { path: 'side', title: w.metSide, values: choices.sides.map(quoted) },
  ];
  for (const [key, of] of [
    ['target', fight.target],
    ['unit', fight.unit],
  ] as const) {
    const kind = choices.kinds.find((k) => k.id === of.kind);
    const grounds = choices.grounds.slice(0, MOST).map((g) => quoted(g.id));
    if (grounds.length > 1) {
      axes.push({ path: `${key}.ground`, title: w.groundOf(key), values: grounds });
    }
    const [least, most] = kind?.stands_range ?? [1, 1];
    if (most > least) {
      const values = Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
      axes.push({
        path: `${key}.stands`,
        title: w.partOf(key, choices.strengths),
        values: values.slice(0, MOST),
      });
    }
    for (const mark of choices.marks.filter((m) => m.range[1] > 0)) {
      const top = Math.min(mark.range[1], 4);
      axes.push({
        path: `${key}.${mark.id}`,
        title: w.partOf(key, mark.title),
        values: Array.from({ length: top + 1 }, (_, i) => String(i)),
      });
    }
    for (const rating of kind?.ratings.filter((r) => r.values.length > 1) ?? []) {
      axes.push({
        path: `${key}.${rating.id}`,
        title: w.partOf(key, rating.title),
        values: rating.values.slice(0, MOST).map(quoted),
      });
    }
  }
  return axes;
}

/** Writes the fight for every combination of some inputs; the last runs across. */
export function gridText(fight: Fight, choices: Choices, axes: Axis[], answer: string): string {
  const rows = axes.map((axis) => `${axis.path} = [${axis.values.join(', ')}]`);
  return `${fightText(fight, choices)}\n[grid]\nanswer = ${quoted(answer)}\n${rows.join('\n')}\n`;
}

function party(key: string, of: Party, choices: Choices): string[] {
  const kind = choices.kinds.find((k) => k.id === of.kind);
  const lines = ['', `[${key}]`, `kind = ${quoted(of.kind)}`];
  if (kind && of.stands !== kind.stands) {
    lines.push(`stands = ${of.stands}`);
    if (of.stands < kind.stands) lines.push(`started = ${kind.stands}`);
  }
  if (of.formation && of.formation !== kind?.formations[0]) {
    lines.push(`formation = ${quoted(of.formation)}`);
  }
  for (const rating of kind?.ratings ?? []) {
    const value = of.ratings[rating.id];
    if (value && value !== rating.usual) lines.push(`${rating.id} = ${quoted(value)}`);
  }
  for (const mark of choices.marks) {
    const value = of.marks[mark.id];
    if (value) lines.push(`${mark.id} = ${value}`);
  }
  if (of.ground) lines.push(`ground = ${quoted(of.ground)}`);
  if (of.leader) lines.push(`leader = { kind = ${quoted(of.leader)} }`);
  return lines;
}
