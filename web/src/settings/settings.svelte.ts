// The player's settings in this browser, kept between visits.

import { LANGUAGES, type Language } from './languages';

export type Theme = 'system' | 'light' | 'dark';
export type TextSize = 'normal' | 'large' | 'larger';
export type Motion = 'system' | 'none' | 'full';
export type Speed = 'instant' | 'fast' | 'quick' | 'slow';

export interface Settings {
  /** Language of the page and its engines. */
  language: Language | 'system';
  theme: Theme;
  speed: Speed;
  /** Whether a dropped unit moves at once, without a confirmation. */
  dropGives: boolean;
  /** Whether two computer players wait after each turn until the player lets them go on. */
  eachTurn: boolean;
  /** Whether the player throws real dice and taps in the faces. */
  handDice: boolean;
  textSize: TextSize;
  motion: Motion;
  /** Whether panels and buttons lie on the left. */
  leftHand: boolean;
  /** Whether the log reads as a story, without dice and clauses. */
  shortLog: boolean;
  names: boolean;
  arcs: boolean;
  sight: boolean;
  /** Whether the camera looks at the table from the side instead of from above. */
  tilt: boolean;
  /** Whether the table is shown in three dimensions. */
  deep: boolean;
  sound: boolean;
  /** The last computer opponent; empty before the first battle. */
  opponent: string;
  /** Glossary words that the player has looked up: they are no longer marked. */
  known: string[];
  /** Hints of a first battle that the player followed or closed. */
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

/** The settings that are one of a few words. */
const WORDS: Partial<Record<keyof Settings, readonly string[]>> = {
  language: ['system', ...Object.keys(LANGUAGES)],
  theme: ['system', 'light', 'dark'],
  speed: ['instant', 'fast', 'quick', 'slow'],
  textSize: ['normal', 'large', 'larger'],
  motion: ['system', 'none', 'full'],
};

export const settings: Settings = $state({ ...START, ...kept() });

export function set<K extends keyof Settings>(key: K, value: Settings[K]): boolean {
  settings[key] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(settings));
    return true;
  } catch {
    // A browser that stores nothing can still play.
    return false;
  }
}

function kept(): Partial<Settings> {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return value && typeof value === 'object' ? sound(value) : {};
  } catch {
    return {};
  }
}

/** Returns the stored settings that can be used; one bad value must not stop the page. */
export function sound(value: object): Partial<Settings> {
  const fits = ([key, is]: [string, unknown]): boolean => {
    const usual: unknown = START[key as keyof Settings];
    if (Array.isArray(usual))
      return Array.isArray(is) && is.every((one) => typeof one === 'string');
    const words = WORDS[key as keyof Settings];
    return typeof is === typeof usual && (!words || words.includes(is as string));
  };
  return Object.fromEntries(Object.entries(value).filter(fits)) as Partial<Settings>;
}

/** Returns whether the player wants less motion, by this setting or by the system's. */
export function calm(): boolean {
  if (settings.motion !== 'system') return settings.motion === 'none';
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Returns the settings that affect the whole page, as classes of its root. */
export function looks(): Record<string, boolean> {
  return {
    large: settings.textSize === 'large',
    larger: settings.textSize === 'larger',
    left: settings.leftHand,
    still: settings.motion === 'none',
    moving: settings.motion === 'full',
  };
}

/** Returns how long things take on the table, in milliseconds. */
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
