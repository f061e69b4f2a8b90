// What is kept of a battle, and files that are handed to the player.
import type { Order, Saying, SideKey } from '../contract/contract';

export type Player = 'you' | 'friend' | string;
export type Players = Record<SideKey, Player>;

/** A battle that is kept in the browser. */
export interface Saved {
  id: string;
  journal: string;
  players: Players;
  title: string;
  rules: string;
  sides: [string, string];
  turn: number;
  /** Orders given so far. */
  orders: number;
  /** When it was kept last, in milliseconds since 1970. */
  date: number;
  /** Its place in the order of keeping, whatever the clock said; none from earlier pages. */
  place?: number;
  ended: boolean;
  /** Fought on a real table: every throw is asked of the people. */
  umpire: boolean;
  /** An order whose dice were being entered. */
  pending?: Pending | null;
  /** The guided battle that it is. */
  lesson?: Begun | null;
}

/** The same without its journal. */
export type SavedHead = Omit<Saved, 'journal'>;

/** Puts those that were kept last before the others. A clock that was set back changes nothing. */
export function latestFirst(a: SavedHead, b: SavedHead): number {
  return (b.place ?? 0) - (a.place ?? 0) || b.date - a.date;
}

/** An order whose dice are being entered: what was thrown so far, throw by throw. */
export interface Pending {
  /** None for the opening of the battle. */
  order: Order | null;
  number: number;
  throws: number[][];
  /** What was stated of the real table with it. */
  says?: Saying;
}

/** A guided battle: the rule set it teaches, the lines at which its steps began. */
export interface Begun {
  rules: string;
  begun: number[];
}

/** A name for a battle that no other has. */
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

/** A title as the name of a file. */
export function fileName(title: string): string {
  return (
    title
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-+|-+$/g, '') || 'battle'
  );
}
