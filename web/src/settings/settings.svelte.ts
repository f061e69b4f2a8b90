// What a player has set for this browser. Kept from visit to visit.

import type { Language } from './languages';

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'normal' | 'large' | 'larger';
export type Motion = 'system' | 'none' | 'full';
export type Speed = 'instant' | 'fast' | 'quick' | 'slow';

export interface Settings {
  /** What the page and its engines speak. */
  language: Language | 'system';
  theme: Theme;
  speed: Speed;
  /** A unit that is dropped moves at once, without a confirmation. */
  dropGives: boolean;
  /** Two computers wait after each turn until they are told to go on. */
  eachTurn: boolean;
  /** Dice are thrown by hand and tapped in. */
  handDice: boolean;
  textSize: TextSize;
  motion: Motion;
  /** Panels and buttons lie on the left. */
  leftHand: boolean;
  /** The log as a story, without dice and clauses. */
  shortLog: boolean;
  names: boolean;
  arcs: boolean;
  sight: boolean;
  /** The table is looked at from beside it, not from above. */
  tilt: boolean;
  /** The table is seen in three dimensions. */
  deep: boolean;
  sound: boolean;
  /** The computer player who was met last; none before the first battle. */
  opponent: string;
  /** Words of the glossary that were looked at: they are plain from then on. */
  known: string[];
  /** Hints of a first battle that were followed or put away. */
  hinted: string[];
}

const KEY = 'sandtable.settings';
const START: Settings = {
  language: 'system',
  theme: 'system',
  speed: 'quick',
  dropGives: false,
  eachTurn: false,
  handDice: false,
  textSize: 'normal',
  motion: 'system',
  leftHand: false,
  shortLog: false,
  names: true,
  arcs: false,
  sight: false,
  tilt: false,
  deep: false,
  sound: false,
  opponent: '',
  known: [],
  hinted: [],
};

export const settings: Settings = $state({ ...START, ...kept() });

export function set<K extends keyof Settings>(key: K, value: Settings[K]): void {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function kept(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return value && typeof value === 'object' ? value : {};
  } catch {
    return {};
  }
}

/** The player asked for less motion, here or of the system. */
export function calm(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'none';
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** What the settings say of the page as a whole, as classes of its root. */
export function looks(): Record<string, boolean> {
  return {
    large: settings.textSize === 'large',
    larger: settings.textSize === 'larger',
    left: settings.leftHand,
    still: settings.motion === 'none',
    moving: settings.motion === 'full',
  };
}

/** How long things take on the table, in milliseconds. */
export function pace(): { move: number; dice: number; between: number } {
  const speed = settings.speed;
  if (calm())
    return {
      move: 0,
      dice: 0,
      between: speed === 'slow' ? 1200 : speed === 'quick' ? 350 : speed === 'fast' ? 100 : 0,
    };
  if (speed === 'instant') return { move: 0, dice: 0, between: 0 };
  if (speed === 'slow') return { move: 900, dice: 1100, between: 900 };
  if (speed === 'fast') return { move: 140, dice: 200, between: 60 };
  return { move: 340, dice: 480, between: 160 };
}
