// Hints for a first battle: a handful, each about one control, in the order in which they are
// needed. A hint is done when what it talks of was done, and never comes again.
import type { Game } from '../game/game.svelte';

export const HINTS = ['choose', 'move', 'give', 'target', 'end'] as const;
export type Hint = (typeof HINTS)[number];

interface Spec {
  /** The controls it may point at, the first that is seen. */
  at: string[];
  /** It is of use now. */
  now: (game: Game) => boolean;
  /** What it talks of was done. */
  done: (game: Game, begun: Begun) => boolean;
}

/** What there was when the hint was first shown. */
export interface Begun {
  number: number;
  phase: string;
}

export const SPECS: Record<Hint, Spec> = {
  choose: {
    at: ['[data-testid=next-ready]'],
    now: ({ view, hand }) => view.ready.length > 0 && hand.selected === null,
    done: ({ hand }) => hand.selected !== null,
  },
  move: {
    at: ['[data-testid=offer-move]', '[data-testid=offer-place]'],
    now: ({ hand }) => hand.way !== null && hand.armed === null,
    done: ({ hand }) => hand.wish !== null,
  },
  give: {
    at: ['[data-testid=confirm]', '[data-testid=give]'],
    now: ({ hand }) => hand.armed !== null,
    done: ({ view }, begun) => view.number > begun.number,
  },
  target: {
    at: ['[data-unit].target'],
    now: ({ hand }) => hand.targets.size > 0 && hand.armed === null && hand.peek === null,
    done: ({ hand }) => hand.peek !== null || hand.armed?.target != null,
  },
  end: {
    at: ['[data-main]'],
    now: ({ view, hand }) => view.number > 0 && hand.armed === null && hand.selected === null,
    done: ({ view }, begun) => view.phase !== begun.phase,
  },
};

/** The hint that is of use now: the first that has not been done. */
export function next(game: Game, done: readonly string[]): Hint | null {
  if (!game.mine || game.wanted || game.view.choice) return null;
  return HINTS.find((hint) => !done.includes(hint) && SPECS[hint].now(game)) ?? null;
}

/** The panel beside the table on a laptop: what stands above a button there is a button too. */
const PANEL = 400;

/**
 * Where a box goes that points at another: above it if there is room, in the panel of a laptop
 * below it; never off the screen.
 */
export function beside(
  at: { left: number; top: number; width: number; height: number },
  box: { width: number; height: number },
  screen: { width: number; height: number },
): { left: number; top: number; below: boolean; tip: number } {
  const gap = 12;
  const middle = at.left + at.width / 2;
  const left = Math.max(8, Math.min(middle - box.width / 2, screen.width - box.width - 8));
  const inPanel = screen.width > 900 && at.left > screen.width - PANEL;
  const below = inPanel || at.top - box.height - gap < 8;
  const top = below ? at.top + at.height + gap : at.top - box.height - gap;
  const tip = Math.max(16, Math.min(middle - left, box.width - 16));
  return { left, top: Math.min(top, screen.height - box.height - 8), below, tip };
}
