// How strong this player is, by Elo rating against the computer's levels. The rating stays on this
// device; nobody else sees it.
import type { LevelInfo, SideKey } from '../contract/contract';
import type { Game } from '../game/game.svelte';
import { isComputer } from '../game/save';

/** Points shown for a level of zero, the player that all others are measured by. */
const ZERO = 1000;
/** Points of a newcomer: between the two weakest levels. */
const BEGINNER = -300;
/** Most points that one battle changes: many at first, fewer once the rating is settled. */
const EARLY = 96;
const LATE = 32;
const SETTLED = 10;
/** Number of battles to remember, so that none counts twice. */
const REMEMBERED = 60;
const KEY = 'sandtable.rating';

interface Kept {
  points: number;
  battles: number;
  /** Battles that counted. */
  counted: string[];
  /** Battles in which the player gave an order of the coach. */
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

/** The rating, and whether the browser could store it. */
const rating: { kept: Kept; stored: boolean } = $state({ kept: read(), stored: true });

function keep(kept: Kept): void {
  rating.kept = kept;
  try {
    localStorage.setItem(KEY, JSON.stringify(kept));
    rating.stored = true;
  } catch {
    // A browser that stores nothing can still play.
    rating.stored = false;
  }
}

/** Returns the player's points as shown, the number of battles behind them, and whether the browser
 * could store them. */
export const known = (): { points: number; battles: number; stored: boolean } => ({
  points: Math.round(ZERO + rating.kept.points),
  battles: rating.kept.battles,
  stored: rating.stored,
});

export function forget(): void {
  rating.kept = { ...NONE };
  try {
    // Unlike writing, this also works in a storage that is full.
    localStorage.removeItem(KEY);
    rating.stored = true;
  } catch {
    // A browser that stores nothing has nothing to delete.
    rating.stored = false;
  }
}

/** Notes that the coach helped in a battle: it does not count. */
export function help(id: string): void {
  const { kept } = rating;
  if (!kept.helped.includes(id)) keep({ ...kept, helped: [...kept.helped, id].slice(-REMEMBERED) });
}

export const helped = (id: string): boolean => rating.kept.helped.includes(id);

/** Returns the expected share of wins for a player who is `by` points stronger. */
export const expected = (by: number): number => 1 / (1 + 10 ** (-by / 400));

/** Returns the points after a battle with a result of 1, a half, or 0. */
export function after(points: number, battles: number, other: number, brought: number): number {
  const most = battles < SETTLED ? EARLY - ((EARLY - LATE) * battles) / SETTLED : LATE;
  return points + most * (brought - expected(points - other));
}

/** Returns the level nearest to these points. */
export function match(points: number, levels: LevelInfo[]): LevelInfo | null {
  const far = (level: LevelInfo) => Math.abs(level.elo - points);
  // Leave out the level that gives random orders, and the one that measures the others.
  const few = levels.filter(({ id }) => id !== 'random' && !id.startsWith('greedy'));
  return [...few].sort((one, other) => far(one) - far(other))[0] ?? null;
}

/** Returns the level that the player should meet next. */
export const proposed = (levels: LevelInfo[]): LevelInfo | null =>
  match(rating.kept.points, levels);

/** Returns the side of the only person, against one computer; null in any other battle. */
export function alone(players: Record<SideKey, string>): SideKey | null {
  if (players.a === 'you' && isComputer(players.b)) return 'a';
  return players.b === 'you' && isComputer(players.a) ? 'b' : null;
}

/**
 * Counts a finished battle, once. Returns the change of points; null if the battle does not count:
 * others played in it, the player gave no order, or the coach helped.
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
