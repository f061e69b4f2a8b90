// Drafts, saved in this browser at every change: a closed tab loses nothing.
import { shelf } from '../game/shelf.svelte';
import { storageTrouble } from '../game/store';
import type { Draft } from './draft';
import type { Symmetry } from './shapes';

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
        if (isSound(one.draft)) found.push(one);
      } catch {
        // Not a draft if it cannot be read.
      }
    }
  } catch {
    // A browser without storage has no drafts.
  }
  return found.sort((a, b) => placeOf(b) - placeOf(a) || b.when - a.when);
}

/** Returns whether this is a draft that the builder can show. */
function isSound(draft: unknown): boolean {
  const { top, things } = (draft ?? {}) as { top?: unknown; things?: unknown };
  const isObject = (one: unknown) => typeof one === 'object' && one !== null;
  return (
    isObject(top) &&
    typeof (top as Draft['top']).rules === 'string' &&
    Array.isArray(things) &&
    things.every((thing: Draft['things'][number]) => isObject(thing) && isObject(thing.keys))
  );
}

const placeOf = ({ place }: Kept) => (Number.isSafeInteger(place) ? (place ?? 0) : 0);

/** Saves a draft as the latest. No other draft makes room for it: only the player deletes. */
export function keep(kept: Kept): void {
  try {
    const latest = keptDrafts()[0];
    const place = latest ? placeOf(latest) + (latest.id === kept.id ? 0 : 1) : 1;
    localStorage.setItem(PLACE + kept.id, JSON.stringify({ ...kept, place }));
  } catch (error) {
    shelf.trouble = storageTrouble(error);
  }
}

export function drop(id: string): void {
  try {
    localStorage.removeItem(PLACE + id);
  } catch {
    // There was nothing to delete.
  }
}
