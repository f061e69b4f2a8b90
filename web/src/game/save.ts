// The battle in hand, kept in the browser at every order.
import type { SideKey } from '../engine/contract';

export type Player = 'you' | 'friend' | string;
export type Players = Record<SideKey, Player>;

export interface Saved {
  journal: string;
  players: Players;
  title: string;
  turn: number;
  ended: boolean;
  /** The guided battle that it is. */
  lesson?: Begun | null;
}

/** A guided battle: the rule set it teaches, the lines at which its steps began. */
export interface Begun {
  rules: string;
  begun: number[];
}

const KEY = 'sandtable.battle';

export function keep(saved: Saved): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(saved));
  } catch {
    // Full or forbidden: the battle itself goes on.
  }
}

export function kept(): Saved | null {
  try {
    const value = JSON.parse(localStorage.getItem(KEY) ?? 'null') as Saved | null;
    return value && typeof value.journal === 'string' && value.players ? value : null;
  } catch {
    return null;
  }
}

export function drop(): void {
  try {
    localStorage.removeItem(KEY);
  } catch {
    // Nothing was kept.
  }
}

export function isComputer(player: Player): boolean {
  return player !== 'you' && player !== 'friend';
}

/** Hands a text to the player as a file. */
export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
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
