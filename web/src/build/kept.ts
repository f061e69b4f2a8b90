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
  draft: Draft;
  symmetry: Symmetry | null;
}

const PLACE = 'sandtable.draft.';
/** Number of drafts to keep; older ones are deleted. */
const MOST = 20;

/** Returns the saved drafts, the latest first. */
export function keptDrafts(): Kept[] {
  const found: Kept[] = [];
  try {
    for (let n = 0; n < localStorage.length; n += 1) {
      const key = localStorage.key(n);
      if (!key?.startsWith(PLACE)) continue;
      try {
        const one = JSON.parse(localStorage.getItem(key) ?? '') as Kept;
        if (one.draft?.top?.rules && Array.isArray(one.draft.things)) found.push(one);
      } catch {
        // Not a draft if it cannot be read.
      }
    }
  } catch {
    // A browser without storage has no drafts.
  }
  return found.sort((a, b) => b.when - a.when);
}

export function keep(kept: Kept): void {
  try {
    localStorage.setItem(PLACE + kept.id, JSON.stringify(kept));
    for (const old of keptDrafts().slice(MOST)) drop(old.id);
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
