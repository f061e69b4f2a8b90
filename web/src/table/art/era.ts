// The age of a battle, which decides uniforms, houses and flags. The contract names no age, so it
// is derived from the rule set and its figures.
export type Era = 'ancient' | 'dark' | 'pike' | 'lace' | 'shako' | 'civil';

const BY_RULES: Record<string, Era> = {
  'throw-me-a-6': 'ancient',
  'pike-and-shot': 'pike',
  favorite: 'lace',
  'six-plus': 'shako',
  'three-hit': 'shako',
  'otr-d6': 'civil',
  regimental: 'civil',
};

const BEFORE_POWDER = new Set(['legion', 'warband', 'chariot', 'elephant', 'engine', 'peltasts']);

export function eraOf(view: { rules: string; units: readonly { figure: string }[] }): Era {
  const era = BY_RULES[view.rules];
  const figures = new Set(view.units.map((unit) => unit.figure));
  // A rule set of many ages: bows without guns mean the dark ages, pikes with guns the pike age.
  if (era === 'shako' || era === undefined) {
    const guns = figures.has('artillery');
    if (figures.has('archers') && !guns) return 'dark';
    if ([...figures].some((figure) => BEFORE_POWDER.has(figure))) return 'ancient';
    if (figures.has('pikes')) return guns ? 'pike' : 'ancient';
  }
  return era ?? 'shako';
}

/** Returns whether an age knows gunpowder. */
export const powder = (era: Era) => era !== 'ancient' && era !== 'dark';
