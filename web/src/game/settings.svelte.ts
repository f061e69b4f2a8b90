// What a player has set for this browser. Kept from visit to visit.

export type Theme = 'system' | 'light' | 'dark';
export type Speed = 'instant' | 'quick' | 'slow';

export interface Settings {
  theme: Theme;
  speed: Speed;
  /** A unit that is dropped moves at once, without a confirmation. */
  dropGives: boolean;
  /** Dice are thrown by hand and tapped in. */
  handDice: boolean;
  names: boolean;
  arcs: boolean;
  sight: boolean;
}

const KEY = 'sandtable.settings';
const START: Settings = {
  theme: 'system',
  speed: 'quick',
  dropGives: false,
  handDice: false,
  names: true,
  arcs: false,
  sight: false,
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

/** The player asked the system for less motion. */
export function calm(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** How long things take on the table, in milliseconds. */
export function pace(): { move: number; dice: number; between: number } {
  const speed = settings.speed;
  if (calm())
    return { move: 0, dice: 0, between: speed === 'slow' ? 1200 : speed === 'quick' ? 350 : 0 };
  if (speed === 'instant') return { move: 0, dice: 0, between: 0 };
  if (speed === 'slow') return { move: 900, dice: 1100, between: 900 };
  return { move: 380, dice: 550, between: 220 };
}
