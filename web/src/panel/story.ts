// The story of a battle in a few sentences: its turning point, and who held out longest.
import type { LogEntry, SideKey, UnitView, View } from '../contract/contract';

/** What there is to tell about a finished battle; the words come from elsewhere. */
export interface Story {
  /**
   * The turn in which the losing side's losses exceeded the other's most, and the units lost; in a
   * draw, either side. Null if the winner lost more in every turn: then something else decided the
   * battle.
   */
  turning: { turn: number; side: SideKey; lost: string[] } | null;
  /** Of the units left on the table, the one that suffered most. */
  bravest: { name: string; side: SideKey; strength: number } | null;
}

const GONE = new Set(['destroyed', 'fled', 'captured']);
const gone = (view: View, side: SideKey): UnitView[] =>
  view.units.filter((unit) => unit.side === side && GONE.has(unit.status));

/** Returns the last order of each turn. */
export function ends(log: LogEntry[]): { turn: number; end: number }[] {
  const turns: { turn: number; end: number }[] = [];
  for (const { turn, number } of log) {
    const last = turns.at(-1);
    if (last?.turn === turn) last.end = number;
    else turns.push({ turn, end: number });
  }
  return turns;
}

/** Returns the story of a battle from its views at the end of each turn, including the last. */
export function story(turns: { turn: number; view: View }[]): Story {
  const last = turns.at(-1)?.view;
  return { turning: turning(turns), bravest: last ? bravest(last) : null };
}

function turning(turns: { turn: number; view: View }[]): Story['turning'] {
  const winner = turns.at(-1)?.view.ended?.winner ?? null;
  let found: Story['turning'] = null;
  let most = 0;
  let before = { a: new Set<number>(), b: new Set<number>() };
  for (const { turn, view } of turns) {
    const now = { a: gone(view, 'a'), b: gone(view, 'b') };
    const fresh = (side: SideKey) => now[side].filter(({ id }) => !before[side].has(id));
    const [a, b] = [fresh('a'), fresh('b')];
    const swing = Math.abs(a.length - b.length);
    const side = a.length > b.length ? 'a' : 'b';
    if (swing > most && side !== winner) {
      most = swing;
      found = { turn, side, lost: (side === 'a' ? a : b).map(({ name }) => name) };
    }
    before = {
      a: new Set(now.a.map(({ id }) => id)),
      b: new Set(now.b.map(({ id }) => id)),
    };
  }
  return found;
}

function bravest(view: View): Story['bravest'] {
  const held = view.units.filter(({ status, strength }) => status === 'table' && strength < 1);
  const [first] = held.sort((x, y) => x.strength - y.strength || x.id - y.id);
  return first ? { name: first.name, side: first.side, strength: first.strength } : null;
}
