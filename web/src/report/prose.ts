// The story of the battle: a paragraph for each side of each turn. It only joins the engine's own
// sentences and does not know what they mean.
import type { LogEntry, SideKey } from '../contract/contract';
import { language } from '../words/language';
import { t } from '../words/page';

export interface Told {
  turn: number;
  /** The last order of the turn: the picture shows the moment after it. */
  last: number;
  parts: { side: SideKey; text: string }[];
}

export function told(log: LogEntry[]): Told[] {
  const turns: Told[] = [];
  let part: LogEntry[] = [];

  function close() {
    const [first] = part;
    const sentences = story(part);
    if (first && sentences.length > 0)
      turns.at(-1)?.parts.push({ side: first.side, text: sentences.join(' ') });
    part = [];
  }
  for (const entry of log) {
    const turned = turns.at(-1)?.turn !== entry.turn;
    if (turned || part[0]?.side !== entry.side) close();
    if (turned) turns.push({ turn: entry.turn, last: entry.number, parts: [] });
    part.push(entry);
    const turn = turns.at(-1);
    if (turn) turn.last = entry.number;
  }
  close();
  return turns.filter((turn) => turn.parts.length > 0);
}

/** Tells what happened in whole sentences: moves together, the rest one by one. */
export function story(entries: LogEntry[]): string[] {
  const sentences: string[] = [];
  let movers: LogEntry[] = [];

  function march() {
    const names = [...new Set(movers.flatMap(({ who }) => who ?? []))];
    const [first] = movers;
    if (names.length > 1) sentences.push(full(t.theyMove(list(names))));
    else if (first) sentences.push(full(first.short ?? first.order));
    movers = [];
  }
  for (const entry of entries) {
    const lines = came(entry);
    if (entry.telling === 'move' && entry.rolls.length === 0 && entry.who !== null) {
      const { who } = entry;
      movers.push(entry);
      // Tell what else a move brought, but not the distance.
      const more = lines.filter((text) => !text.startsWith(who));
      if (more.length > 0) march();
      sentences.push(...more.map(full));
      continue;
    }
    const order = ordered(entry, lines);
    if (order === null && lines.length === 0) continue;
    march();
    sentences.push(...[...(order === null ? [] : [order]), ...lines].map(full));
  }
  march();
  return sentences;
}

/** Returns an order with the result of its dice, unless its lines already say that. */
function ordered(entry: LogEntry, lines: string[]): string | null {
  const { telling, rolls } = entry;
  const order = entry.short ?? entry.order;
  const fell = rolls.filter((roll) => !roll.drawn);
  const fresh = fell
    .map((roll) => roll.came)
    .filter((it) => it && !lines.some((l) => l.includes(it)));
  if (telling !== 'quiet') return fresh.length > 0 ? `${order}: ${fresh.join(', ')}` : order;
  const alone = fell.filter((roll) => fresh.includes(roll.came));
  if (lines.length > 0 || alone.length === 0) return null;
  return alone.map((roll) => `${roll.title}: ${roll.came}`).join('. ');
}

/** Returns what happened: arrivals together, without whose turn it is or where units stand. */
function came({ lines }: LogEntry): string[] {
  const rest = lines.filter((line) => line.tiding === 'act').map((line) => line.text);
  const here = lines.filter((line) => line.tiding === 'arrival');
  const names = here.flatMap(({ who }) => who ?? []);
  if (names.length > 1) return [...rest, t.theyArrive(list(names))];
  return [...rest, ...here.map((line) => line.text)];
}

/** Joins names in the language of the page: one, two and three. */
export function list(names: string[]): string {
  return new Intl.ListFormat(language, { type: 'conjunction' }).format(names);
}

const full = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
