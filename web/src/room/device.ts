// What this device knows of itself: its key, the name of whoever plays here, the secrets of
// the rooms it has been in. The key is the claim to a seat: it stays in this browser.

const KEY = 'sandtable.device';
const NAME = 'sandtable.name';
const ROOMS = 'sandtable.rooms';
/** Rooms that are remembered. */
const MOST = 100;

/** The secrets of a room that this device made. */
export interface Links {
  a: string;
  b: string;
  watch: string;
  umpire?: string | null;
}

export interface Known {
  /** What opened a seat here. */
  link: string | null;
  /** All links, where the room was made here. */
  links: Links | null;
  /** The root of this device's chain of joint dice. */
  root?: string;
  /** The server has taken the pledge of that chain: another pledge needs another root, for
   * values of this one may be known. */
  pledged?: boolean;
  /** Whether its part in the dice is opened ahead, where that was chosen. */
  ahead?: boolean;
}

/** The key of this device, made when it is first wanted. */
export function deviceKey(): string {
  const kept = read(KEY);
  if (kept) return kept;
  const bytes = crypto.getRandomValues(new Uint8Array(24));
  const key = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  write(KEY, key);
  return key;
}

/** The print of this device's key: it finds the battles, but gives no order. None where the
 * browser does not hash, as on a page without TLS. */
export async function devicePrint(): Promise<string | null> {
  const hashes = (globalThis.crypto as Crypto | undefined)?.subtle as SubtleCrypto | undefined;
  if (!hashes) return null;
  const print = await hashes.digest('SHA-256', new TextEncoder().encode(deviceKey()));
  return [...new Uint8Array(print)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export const playerName = () => read(NAME) ?? '';
export const setPlayerName = (name: string) => write(NAME, name.trim());

/** What is known of a room. */
export function known(room: string): Known | null {
  return all().find(([id]) => id === room)?.[1] ?? null;
}

/** Whether this device has been in a room. */
export const hasRooms = () => all().length > 0;

export function remember(room: string, what: Known): void {
  const rest = all().filter(([id]) => id !== room);
  write(ROOMS, JSON.stringify([[room, what], ...rest].slice(0, MOST)));
}

function all(): [string, Known][] {
  try {
    return JSON.parse(read(ROOMS) ?? '[]') as [string, Known][];
  } catch {
    return [];
  }
}

/** A browser that keeps nothing lets go of it with the page. */
const memory: Partial<Record<string, string>> = {};

function read(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory[key] ?? null;
  } catch {
    return memory[key] ?? null;
  }
}

function write(key: string, value: string): void {
  memory[key] = value;
  try {
    localStorage.setItem(key, value);
  } catch {
    // It is known until the page is closed.
  }
}
