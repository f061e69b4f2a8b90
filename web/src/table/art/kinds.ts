// The look of each kind of unit: its men, their arms, and what stands on a stand.
import { bolts, chariot, elephant, fallen, gun, horse, rider } from './beasts';
import { man, type Kit, type Seen } from './men';
import { edged, type Glyph } from './pen';

/** Figures that have drawings; the card of a rule set assigns one to each troop type. */
const FIGURES = [
  'infantry',
  'skirmishers',
  'archers',
  'cavalry',
  'artillery',
  'general',
  'pikes',
  'legion',
  'warband',
  'peltasts',
  'chariot',
  'elephant',
  'engine',
] as const;
type Figure = (typeof FIGURES)[number];

export type Kind = Figure | 'dismounted';
export type Age = 'old' | 'powder';

/** Figures of the ages before gunpowder: one on the table makes all others old as well. */
const OLD = new Set<string>([
  'pikes',
  'legion',
  'warband',
  'peltasts',
  'chariot',
  'elephant',
  'engine',
]);

export function ageOf(figures: Iterable<string>): Age {
  for (const figure of figures) if (OLD.has(figure)) return 'old';
  return 'powder';
}

/** Figures that shoot arrows, spears or stones in any age. */
const ARROWS = new Set<string>([
  'archers',
  'peltasts',
  'engine',
  'legion',
  'warband',
  'chariot',
  'elephant',
]);

/** Returns whether a unit shoots without smoke. */
export const throwsArrows = (figure: string, age: Age): boolean =>
  age === 'old' || ARROWS.has(figure);

/** Returns the picture for a unit; dismounted cavalry has one of its own. */
export function kindOf(figure: string, formation: string): Kind {
  if (figure === 'cavalry' && /dismount|on foot/i.test(formation)) return 'dismounted';
  return FIGURES.find((known) => known === figure) ?? 'infantry';
}

const LINE: Kit = {
  hat: 'shako',
  dress: 'coat',
  legs: 'cloth',
  arms: 'musket',
  pack: true,
  belts: true,
};
const LIGHT: Kit = { hat: 'cap', dress: 'coat', legs: 'deep', arms: 'aimed', pack: true };
const GUNNER: Kit = { hat: 'cap', dress: 'coat', legs: 'dark', arms: 'rammer', belts: true };
const BOWMAN: Kit = { hat: 'hood', dress: 'tunic', legs: 'hair', arms: 'bow' };
const HOPLITE: Kit = {
  hat: 'helmet',
  dress: 'tunic',
  legs: 'skin',
  arms: 'spear',
  shield: 'round',
};
const LEGIONARY: Kit = {
  hat: 'helmet',
  dress: 'mail',
  legs: 'skin',
  arms: 'pilum',
  shield: 'tall',
};
const PIKEMAN: Kit = { hat: 'helmet', dress: 'tunic', legs: 'skin', arms: 'pike' };
const WARRIOR: Kit = { hat: 'hair', dress: 'tunic', legs: 'hair', arms: 'sword', shield: 'oval' };
const PELTAST: Kit = {
  hat: 'hood',
  dress: 'tunic',
  legs: 'skin',
  arms: 'javelins',
  shield: 'crescent',
};
const SLINGER: Kit = { hat: 'hair', dress: 'tunic', legs: 'skin', arms: 'javelins' };
const TROOPER: Kit = { hat: 'shako', dress: 'coat', legs: 'cloth', arms: 'sword', belts: true };
const HORSEMAN: Kit = { hat: 'helmet', dress: 'tunic', legs: 'skin', arms: 'spear' };
const GENERAL: Kit = { hat: 'bicorne', dress: 'coat', legs: 'white', arms: 'sword' };
const LEGATE: Kit = { hat: 'helmet', dress: 'mail', legs: 'skin', arms: 'sword', cloak: true };

/** Returns the dress of the men of a kind, the usual first; a few differ, for variety. */
function kits(kind: Kind, age: Age): Kit[] {
  const old = age === 'old';
  switch (kind) {
    case 'infantry':
      return [old ? HOPLITE : LINE];
    case 'skirmishers':
    case 'dismounted':
      return [old ? SLINGER : LIGHT];
    case 'archers':
      return [BOWMAN];
    case 'cavalry':
      return [old ? HORSEMAN : TROOPER];
    case 'artillery':
      return [GUNNER, { ...GUNNER, arms: 'none' }];
    case 'general':
      return [old ? LEGATE : GENERAL];
    case 'pikes':
      return [{ ...PIKEMAN, arms: 'levelled', shield: 'round' }, PIKEMAN];
    case 'legion':
      return [LEGIONARY];
    case 'warband':
      return [WARRIOR, { ...WARRIOR, arms: 'spear', dress: 'tunic', legs: 'cloth' }];
    case 'peltasts':
      return [PELTAST];
    case 'chariot':
    case 'elephant':
      return [{ ...PELTAST, shield: undefined, hat: 'helmet' }];
    case 'engine':
      return [{ ...SLINGER, arms: 'none', hat: 'helmet' }];
  }
}

/** Figures on a stand: `main` troops, `more` in the second dress, a `thing` such as a gun. */
export type Actor = 'main' | 'more' | 'thing' | 'led' | 'fallen';

const drawn = new Map<string, Glyph>();

export function glyph(kind: Kind, age: Age, actor: Actor, seen: Seen): Glyph {
  const key = `${kind} ${age} ${actor} ${seen}`;
  let found = drawn.get(key);
  if (!found) drawn.set(key, (found = make(kind, age, actor, seen)));
  return found;
}

function make(kind: Kind, age: Age, actor: Actor, seen: Seen): Glyph {
  const all = kits(kind, age);
  const kit = (actor === 'more' ? all[1] : undefined) ?? (all[0] as Kit);
  const side = seen === 'side';
  if (actor === 'fallen') return edged(fallen(kit), 5);
  if (actor === 'led') return edged(horse(seen), side ? 7 : 3);
  if (actor === 'thing') return edged(kind === 'engine' ? bolts(seen) : gun(seen), side ? 8 : 5);
  if (kind === 'cavalry' || kind === 'general') return edged(rider(seen, kit), side ? 7 : 3.9);
  if (kind === 'chariot') return edged(chariot(seen, kit), side ? 11 : 5.4);
  if (kind === 'elephant') return edged(elephant(seen, kit), side ? 9.5 : 6);
  return edged(man(seen, kit), 2.8);
}
