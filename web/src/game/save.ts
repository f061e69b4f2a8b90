// What the browser saves of a battle, and files handed to the player.
import type { Order, Saying, SideKey } from '../contract/contract';

export type Player = 'you' | 'friend' | string;
export type Players = Record<SideKey, Player>;

/** A battle saved in the browser. */
export interface Saved {
  id: string;
  journal: string;
  players: Players;
  title: string;
  rules: string;
  sides: [string, string];
  turn: number;
  /** Number of orders given so far. */
  orders: number;
  /** Time of the last save, in milliseconds since 1970. */
  date: number;
  /** Position in the order of saving, independent of the clock; absent in older saves. */
  place?: number;
  ended: boolean;
  /** Whether it is fought on a real table: the people enter every throw. */
  umpire: boolean;
  /** An order whose dice were being entered. */
  pending?: Pending | null;
  /** The guided battle, if it is one. */
  lesson?: Begun | null;
}

/** A saved battle without its journal. */
export type SavedHead = Omit<Saved, 'journal'>;

/** Sorts the latest saves first. A clock that was set back changes nothing. */
export function latestFirst(a: SavedHead, b: SavedHead): number {
  return (b.place ?? 0) - (a.place ?? 0) || b.date - a.date;
}

/** An order whose dice are being entered: what was thrown so far, throw by throw. */
export interface Pending {
  /** Null for the opening of the battle. */
  order: Order | null;
  number: number;
  throws: number[][];
  /** Statements about the real table given with the order. */
  says?: Saying;
}

/** A guided battle: the rule set it teaches, and the lines at which its steps began. */
export interface Begun {
  rules: string;
  begun: number[];
}

/** Returns a unique name for a battle. */
export function newId(): string {
  const [a = 0, b = 0] = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${a.toString(36)}${b.toString(36)}`;
}

export function isComputer(player: Player): boolean {
  return player !== 'you' && player !== 'friend';
}

/** Hands a text, or bytes, to the player as a file. */
export function download(name: string, what: string | Blob): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(
    typeof what === 'string' ? new Blob([what], { type: 'application/octet-stream' }) : what,
  );
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

/** Turns a title into the name of a file. */
export function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'battle'
  );
}
