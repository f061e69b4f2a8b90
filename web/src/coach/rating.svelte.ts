// How strong the person at this screen plays, by Elo's measure against the computer's levels. It is
// kept on this device and told nobody.
import type { LevelInfo, SideKey } from '../contract/contract';
import type { Game } from '../game/game.svelte';
import { isComputer } from '../game/save';

/** What people see: the player that others are measured by has a thousand. */
const ZERO = 1000;
/** Where somebody begins who is not known: between the two weakest. */
const BEGINNER = -300;
/** Most that one battle changes: much at first, less once it is known. */
const EARLY = 96;
const LATE = 32;
const SETTLED = 10;
/** Battles that are remembered, so that none counts twice. */
const REMEMBERED = 60;
const KEY = 'sandtable.rating';

interface Kept {
  points: number;
  battles: number;
  /** Battles that counted. */
  counted: string[];
  /** Battles in which an order of the coach was given. */
  helped: string[];
}

const NONE: Kept = { points: BEGINNER, battles: 0, counted: [], helped: [] };

function read(): Kept {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Partial<Kept> | null;
    const sound =
      value &&
      Number.isFinite(value.points) &&
      Number.isFinite(value.battles) &&
      Array.isArray(value.counted) &&
      Array.isArray(value.helped);
    return sound ? (value as Kept) : { ...NONE };
  } catch {
    return { ...NONE };
  }
}

const rating: { kept: Kept } = $state({ kept: read() });

function keep(kept: Kept): void {
  rating.kept = kept;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** What is known of the person: points as people see them, and after how many battles. */
export const known = (): { points: number; battles: number } => ({
  points: Math.round(ZERO + rating.kept.points),
  battles: rating.kept.battles,
});

export function forget(): void {
  keep({ ...NONE });
}

/** The coach helped in a battle: it does not count. */
export function help(id: string): void {
  const { kept } = rating;
  if (!kept.helped.includes(id)) keep({ ...kept, helped: [...kept.helped, id].slice(-REMEMBERED) });
}

export const helped = (id: string): boolean => rating.kept.helped.includes(id);

/** The share of battles somebody wins who is so many points stronger. */
export const expected = (by: number): number => 1 / (1 + 10 ** (-by / 400));

/** Points after a battle: what it brought was 1, a half, or 0. */
export function after(points: number, battles: number, other: number, brought: number): number {
  const most = battles < SETTLED ? EARLY - ((EARLY - LATE) * battles) / SETTLED : LATE;
  return points + most * (brought - expected(points - other));
}

/** The level that is nearest to somebody: a match for him. */
export function match(points: number, levels: LevelInfo[]): LevelInfo | null {
  const far = (level: LevelInfo) => Math.abs(level.elo - points);
  // Whoever gives any order, and the measure of the others, are not proposed.
  const few = levels.filter(({ id }) => id !== 'random' && !id.startsWith('greedy'));
  return [...few].sort((one, other) => far(one) - far(other))[0] ?? null;
}

/** Whom the person should meet next. */
export const proposed = (levels: LevelInfo[]): LevelInfo | null =>
  match(rating.kept.points, levels);

/** The side of the one person in a battle against one computer; null in any other battle. */
export function alone(players: Record<SideKey, string>): SideKey | null {
  if (players.a === 'you' && isComputer(players.b)) return 'a';
  return players.b === 'you' && isComputer(players.a) ? 'b' : null;
}

/**
 * Counts a battle that is over, once. By how much the points changed; null when it does not
 * count: others played in it, nobody gave an order, or the coach helped.
 */
export function count(game: Game, levels: LevelInfo[]): number | null {
  const { ended } = game.view;
  const own = alone(game.players);
  if (!ended || !own || game.room || game.tutor.on || !game.playersKnown) return null;
  const other = levels.find(({ id }) => id === game.players[own === 'a' ? 'b' : 'a']);
  const ordered = game.log.some((entry) => entry.number > 0 && entry.side === own);
  if (!other || !ordered || helped(game.id)) return null;
  const { kept } = rating;
  if (kept.counted.includes(game.id)) return 0;
  const brought = ended.winner === null ? 0.5 : ended.winner === own ? 1 : 0;
  const points = after(kept.points, kept.battles, other.elo, brought);
  keep({
    ...kept,
    points,
    battles: kept.battles + 1,
    counted: [...kept.counted, game.id].slice(-REMEMBERED),
  });
  return Math.round(points) - Math.round(kept.points);
}
