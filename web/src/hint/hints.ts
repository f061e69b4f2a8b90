// Hints for a first battle: a handful, each about one control, in the order in which the player
// needs them. A hint that was followed never comes back.
import type { Game } from '../game/game.svelte';

export const HINTS = ['choose', 'move', 'give', 'target', 'end'] as const;
export type Hint = (typeof HINTS)[number];

interface Spec {
  /** Controls that the hint may point at; the first visible one counts. */
  at: string[];
  /** Whether the hint is useful now. */
  now: (game: Game) => boolean;
  /** Whether the player has followed the hint. */
  done: (game: Game, begun: Begun) => boolean;
}

/** State of the battle when the hint was first shown. */
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

/** Returns the hint that is useful now: the first one not done. */
export function next(game: Game, done: readonly string[]): Hint | null {
  if (!game.mine || game.wanted || game.view.choice) return null;
  return HINTS.find((hint) => !done.includes(hint) && SPECS[hint].now(game)) ?? null;
}

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Width of the panel beside the table on a laptop, where a button often has others above it. */
const PANEL = 400;

/**
 * Places a box that points at a control: above it if there is room, but below it in the panel of a
 * laptop, and where it would cover the bar of a room; never off the screen.
 */
export function beside(
  at: Box,
  box: { width: number; height: number },
  screen: { width: number; height: number },
  bar: Box | null = null,
): { left: number; top: number; below: boolean; tip: number } {
  const gap = 12;
  const middle = at.left + at.width / 2;
  const left = Math.max(8, Math.min(middle - box.width / 2, screen.width - box.width - 8));
  const inPanel = screen.width > 900 && at.left > screen.width - PANEL;
  const above = at.top - box.height - gap;
  const covers =
    bar !== null &&
    above < bar.top + bar.height &&
    at.top > bar.top &&
    left < bar.left + bar.width &&
    left + box.width > bar.left;
  const below = inPanel || above < 8 || covers;
  const top = below ? at.top + at.height + gap : above;
  const tip = Math.max(16, Math.min(middle - left, box.width - 16));
  return { left, top: Math.min(top, screen.height - box.height - 8), below, tip };
}
