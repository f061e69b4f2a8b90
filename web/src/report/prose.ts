// The battle as it is told afterwards: a paragraph for each side of each turn.
// It only joins the engine's own sentences; what they mean it does not know.
import type { LogEntry, RollView, SideKey } from '../contract/contract';

export interface Told {
  turn: number;
  /** The order that the turn ended with: where its picture is taken. */
  last: number;
  parts: { side: SideKey; text: string }[];
}

const MOVED = /^(.+?) moves?(?:: | \d)/;
/** What changes nothing that is worth telling. */
const QUIET = /^(End |All |.+ (do|does) nothing more$|.+ turns? to face |.+ (waits?|passes)$)/;
const CLOCK = /^(Now: |Turn \d|.+ now: |.+ goes on(;|$)|The battle begins)/;

export function told(log: LogEntry[]): Told[] {
  const turns: Told[] = [];
  let movers: string[] = [];
  let sentences: string[] = [];
  let side: SideKey | null = null;

  function close() {
    march();
    const turn = turns.at(-1);
    if (turn && side && sentences.length > 0) turn.parts.push({ side, text: sentences.join(' ') });
    sentences = [];
  }
  function march() {
    if (movers.length > 0) {
      sentences.push(
        `${list(movers)} ${movers.length > 1 || movers[0]?.endsWith('s') ? 'move' : 'moves'}.`,
      );
    }
    movers = [];
  }

  for (const entry of log) {
    if (turns.at(-1)?.turn !== entry.turn) {
      close();
      turns.push({ turn: entry.turn, last: entry.number, parts: [] });
    }
    if (entry.side !== side) {
      close();
      ({ side } = entry);
    }
    const turn = turns.at(-1);
    if (turn) turn.last = entry.number;
    const lines = entry.lines.map((line) => line.text).filter((text) => !CLOCK.test(text));
    const moved = MOVED.exec(entry.order)?.[1];
    if (moved && entry.rolls.length === 0) {
      if (!movers.includes(moved)) movers.push(moved);
      // What a move brought beyond itself is told; that it went so far is not.
      const more = lines.filter((text) => !text.startsWith(moved));
      if (more.length > 0) {
        march();
        sentences.push(...more.map(full));
      }
      continue;
    }
    const rolls = entry.rolls.filter((roll) => !roll.drawn).map(rolled);
    if (rolls.length === 0 && lines.length === 0 && QUIET.test(entry.order)) continue;
    march();
    const order = QUIET.test(entry.order) || CLOCK.test(entry.order) ? [] : [entry.order];
    sentences.push(...[...order, ...rolls, ...arrivals(lines)].map(full));
  }
  close();
  return turns.filter((turn) => turn.parts.length > 0);
}

/** What was thrown: what it came to, then the faces. */
function rolled({ title, says, faces }: RollView): string {
  const came = says.replace(/^[\d, ]+: /, '');
  return came === says ? `${title}: ${says}` : `${title}: ${came} (${faces.join(', ')})`;
}

/** Who arrives is told together; where each stands is seen on the map. */
function arrivals(lines: string[]): string[] {
  const names = lines.flatMap((text) => /^(.+) arrives?$/.exec(text)?.[1] ?? []);
  const rest = lines.filter(
    (text) => !/ arrives?$/.test(text) && !names.some((name) => text.startsWith(`${name} stand`)),
  );
  return names.length === 0
    ? rest
    : [...rest, `${list(names)} ${names.length > 1 ? 'arrive' : 'arrives'}`];
}

/** One, two and three. */
export function list(names: string[]): string {
  if (names.length < 2) return names.join('');
  return `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

const full = (text: string) => (/[.!?]$/.test(text) ? text : `${text}.`);
