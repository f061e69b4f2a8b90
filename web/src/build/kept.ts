// Drafts, saved in this browser at every change: a closed tab loses nothing.
import { shelf } from '../game/shelf.svelte';
import { storageTrouble } from '../game/store';
import type { Draft } from './draft';
import type { Symmetry } from './shapes';
import { isSound } from './sound';

export interface Kept {
  id: string;
  title: string;
  rules: string;
  when: number;
  /** Position in the order of saving, independent of the clock; absent in older drafts. */
  place?: number;
  draft: Draft;
  symmetry: Symmetry | null;
}

const PLACE = 'sandtable.draft.';

/** Returns the saved drafts, the latest first. */
export function keptDrafts(): Kept[] {
  const found: Kept[] = [];
  try {
    for (let n = 0; n < localStorage.length; n += 1) {
      const key = localStorage.key(n);
      if (!key?.startsWith(PLACE)) continue;
      try {
        const one = JSON.parse(localStorage.getItem(key) ?? '') as Kept;
        // The key decides: a draft that somebody copied may name another.
        if (isSound(one.draft)) found.push({ ...one, id: key.slice(PLACE.length) });
      } catch {
        // Not a draft if it cannot be read.
      }
    }
  } catch {
    // A browser without storage has no drafts.
  }
  return found.sort((a, b) => placeOf(b) - placeOf(a) || b.when - a.when);
}

const placeOf = ({ place }: Kept) => (Number.isSafeInteger(place) ? (place ?? 0) : 0);

/** Saves a draft as the latest. No other draft makes room for it: only the player deletes. */
export function keep(kept: Kept): void {
  try {
    const latest = keptDrafts()[0];
    const place = latest ? placeOf(latest) + (latest.id === kept.id ? 0 : 1) : 1;
    localStorage.setItem(PLACE + kept.id, JSON.stringify({ ...kept, place }));
  } catch (error) {
    shelf.trouble = storageTrouble(error, 'draft');
  }
}

export function drop(id: string): void {
  try {
    localStorage.removeItem(PLACE + id);
  } catch {
    // There was nothing to delete.
  }
}
