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

/** Returns a saved battle as it was read, with what is damaged or missing filled in; nothing if it
 * cannot be told which battle it is. One bad save must not hide the others. */
export function mended(read: unknown): SavedHead[] {
  if (!isObject(read) || typeof read.id !== 'string') return [];
  const text = (value: unknown) => (typeof value === 'string' ? value : '');
  const count = (value: unknown) => (Number.isSafeInteger(value) ? (value as number) : 0);
  const players = isObject(read.players) ? read.players : {};
  const sides = Array.isArray(read.sides) ? (read.sides as unknown[]) : [];
  return [
    {
      id: read.id,
      players: { a: text(players.a) || 'you', b: text(players.b) || 'friend' },
      title: text(read.title),
      rules: text(read.rules),
      sides: [text(sides[0]), text(sides[1])],
      turn: count(read.turn),
      orders: count(read.orders),
      date: Math.abs(count(read.date)) <= LATEST ? count(read.date) : 0,
      ...(read.place === undefined ? {} : { place: count(read.place) }),
      ended: read.ended === true,
      umpire: read.umpire === true,
      pending: pending(read.pending),
      lesson: lesson(read.lesson),
    },
  ];
}

/** The last moment that a date can hold, in milliseconds since 1970. */
const LATEST = 8.64e15;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isList = <T>(value: unknown, fits: (one: unknown) => one is T): value is T[] =>
  Array.isArray(value) && value.every(fits);

const isNumber = (value: unknown): value is number => typeof value === 'number';
const areNumbers = (value: unknown): value is number[] => isList(value, isNumber);

function pending(read: unknown): Pending | null {
  if (!isObject(read) || !isNumber(read.number) || !isList(read.throws, areNumbers)) return null;
  return read as unknown as Pending;
}

function lesson(read: unknown): Begun | null {
  if (!isObject(read) || typeof read.rules !== 'string' || !areNumbers(read.begun)) return null;
  return read as unknown as Begun;
}

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
