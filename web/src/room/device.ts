// What this device knows about itself: its key, the player's name, and the secrets of the rooms it
// has been in. The key is the claim to a seat: it stays in this browser.

const KEY = 'sandtable.device';
const NAME = 'sandtable.name';
const ROOMS = 'sandtable.rooms';
/** Number of rooms to remember: without the root of its chain, a battle with joint dice stops. */
const MOST = 1000;

/** The secrets of a room that was made on this device. */
export interface Links {
  a: string;
  b: string;
  watch: string;
  umpire?: string | null;
}

/** A chain of joint dice. */
export interface Rooted {
  root: string;
  /** Whether the server has taken the pledge of the chain. Another pledge then needs another root,
   * because others may know values of this one. */
  pledged: boolean;
}

export interface Known {
  /** Secret that opened a seat here. */
  link: string | null;
  /** All secrets of the room, if it was made here. */
  links: Links | null;
  /** Whether this device only watched when it was there last. */
  watched?: boolean;
  /** This device's chains of joint dice: one a side, since it may have both. */
  chains?: { a?: Rooted; b?: Rooted };
  /** The chain of a room that an earlier version stored, of whichever side. */
  root?: string;
  pledged?: boolean;
  /** Whether this device opens its part in the dice ahead, if the player chose that. */
  ahead?: boolean;
}

/** Returns the key of this device, and makes it on the first call. */
export function deviceKey(): string {
  const kept = read(KEY);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  write(KEY, key);
  return key;
}

/** Returns the hash of this device's key, which finds its battles but gives no orders. Null if the
 * browser cannot hash, as on a page without TLS. */
export async function devicePrint(): Promise<string | null> {
  const hashes = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (!hashes) return null;
  const print = await hashes.digest('SHA-256', new TextEncoder().encode(deviceKey()));
  return [...new Uint8Array(print)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const playerName = () => read(NAME) ?? '';
export const setPlayerName = (name: string) => write(NAME, name.trim());

/** Returns what this device knows of a room. */
export function known(room: string): Known | null {
  return all().find(([id]) => id === room)?.[1] ?? null;
}

/** Whether this device was at the table itself when it was in a room last. */
export function hasSeat(room: string): boolean {
  const one = known(room);
  return one !== null && !one.watched;
}

/** Returns the chain of joint dice that this device has for a side of a room. */
export function rooted(room: string, side: 'a' | 'b'): Rooted | null {
  const { chains, root, pledged = false } = known(room) ?? {};
  return chains?.[side] ?? (root ? { root, pledged } : null);
}

export function setRooted(room: string, side: 'a' | 'b', chain: Rooted): void {
  const before = known(room);
  const chains = { ...before?.chains, [side]: chain };
  remember(room, { link: null, links: null, ...before, chains });
}

/** Whether this device has been in a room. */
export const hasRooms = () => all().length > 0;

export function remember(room: string, what: Known): void {
  const rest = all().filter(([id]) => id !== room);
  write(ROOMS, JSON.stringify([[room, what], ...rest].slice(0, MOST)));
}

function all(): [string, Known][] {
  try {
    const kept: unknown = JSON.parse(read(ROOMS) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isRoom) : [];
  } catch {
    return [];
  }
}

/** Whether a stored value is a room with what the device knows of it. */
function isRoom(value: unknown): value is [string, Known] {
  if (!Array.isArray(value) || typeof value[0] !== 'string') return false;
  const knows: unknown = value[1];
  return typeof knows === 'object' && knows !== null && !Array.isArray(knows);
}

/** Holds what the browser could not store, until the page closes. What is stored is older. */
const memory = new Map<string, string>();

/** Whether the browser has stored all that this page wrote. */
export const storesAll = () => memory.size === 0;

function read(key: string): string | null {
  const held = memory.get(key);
  if (held !== undefined) return held;
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
    memory.delete(key);
  } catch {
    memory.set(key, value);
  }
}
