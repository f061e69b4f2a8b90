// Uniforms, by age, side and arm. Colours are those that the battle gives the side; where history
// is known (the Union, Rome), they follow history.
import { shade } from '../sculpt';
import type { Era } from '../../table/art/era';

export type Hat =
  | 'shako'
  | 'bearskin'
  | 'tricorne'
  | 'mitre'
  | 'bicorne'
  | 'kepi'
  | 'slouch'
  | 'busby'
  | 'helmet'
  | 'crest'
  | 'pot'
  | 'nasal'
  | 'brim'
  | 'hood'
  | 'hair';

export type Arms =
  | 'shoulder'
  | 'aimed'
  | 'sword'
  | 'spear'
  | 'pike'
  | 'levelled'
  | 'pilum'
  | 'bow'
  | 'sling'
  | 'javelin'
  | 'rammer'
  | 'pistol'
  | 'lance'
  | 'none';

export interface Dress {
  hat: Hat;
  hatColour: string;
  /** Plume, crest, hat band. */
  trim: string;
  coat: string;
  /** Collar and cuffs. */
  facing: string;
  legs: string;
  shoes: string;
  belts?: string;
  pack?: string;
  /** Whether there are coat tails, or a tunic down to the knee. */
  skirt?: boolean;
  armour?: string;
  cloak?: string;
  arms: Arms;
  shield?: 'round' | 'tall' | 'oval' | 'crescent' | 'kite' | undefined;
  shieldColour?: string;
  skin: string;
  hair: string;
  beard?: boolean;
}

export interface Side {
  era: Era;
  name: string;
  colour: string;
  key: 'a' | 'b';
}

const SKIN = '#d9a27c';
const BUFF = '#e6ddc4';
const STEEL = '#aab2ba';
const BRONZE = '#b98a3c';

interface Cloth {
  coat: string;
  legs: string;
  facing: string;
  hat: string;
}

const CONFEDERATE = /confeder/i;
const UNION = /union|federal/i;

/** Returns the colours of a side's line infantry. */
export function cloth({ era, name, colour, key }: Side): Cloth {
  if (era === 'civil') {
    if (CONFEDERATE.test(name))
      return { coat: '#8b8778', legs: '#8f7f63', facing: '#6f97b5', hat: '#7d7666' };
    if (UNION.test(name))
      return { coat: '#27365c', legs: '#7f9cbd', facing: '#27365c', hat: '#26304a' };
  }
  if (era === 'ancient' && /rom(e|an)/i.test(name))
    return { coat: '#a3271f', legs: SKIN, facing: '#e8d9b0', hat: BRONZE };
  const other = key === 'a' ? '#f0e6cc' : '#e3b94a';
  return {
    coat: colour,
    legs: era === 'lace' || era === 'shako' ? '#ece6d6' : shade(colour, 0.62),
    facing: other,
    hat: '#24211f',
  };
}

/** Returns the uniform of the men of a kind; `actor` selects a second one. */
export function dress(kind: string, title: string, side: Side, actor: string): Dress {
  const c = cloth(side);
  const base: Dress = {
    hat: 'shako',
    hatColour: c.hat,
    trim: c.facing,
    coat: c.coat,
    facing: c.facing,
    legs: c.legs,
    shoes: '#241d18',
    arms: 'shoulder',
    skin: SKIN,
    hair: side.key === 'a' ? '#5a3d24' : '#3b2a1c',
  };
  switch (side.era) {
    case 'ancient':
      return ancient(base, kind, title, side, actor);
    case 'dark':
      return dark(base, kind, side, actor);
    case 'pike':
      return pike(base, kind, side, actor);
    default:
      return powdered(base, kind, title, side, actor);
  }
}

/** Horse and musket, and the American Civil War: cloth, belts and packs. */
function powdered(d: Dress, kind: string, title: string, side: Side, actor: string): Dress {
  const { era } = side;
  const grey = CONFEDERATE.test(side.name);
  const hats: Record<string, Hat> = {
    lace: 'tricorne',
    shako: 'shako',
    civil: grey ? 'slouch' : 'kepi',
  };
  const line: Dress = {
    ...d,
    hat: hats[era] ?? 'shako',
    hatColour: era === 'civil' && grey ? '#6d573c' : d.hatColour,
    belts: era === 'civil' ? '#2a221c' : '#f1ecdf',
    pack: era === 'civil' ? (grey ? '#b9ac8d' : '#2c2926') : '#8a6a48',
    skirt: era !== 'shako',
  };
  if (/grenad|guard/i.test(title) && era !== 'civil')
    line.hat = era === 'lace' ? 'mitre' : 'bearskin';
  const officer = actor === 'officer';
  switch (kind) {
    case 'skirmishers':
    case 'dismounted': {
      const green = era !== 'civil' && kind === 'skirmishers';
      return {
        ...line,
        arms: officer ? 'sword' : 'aimed',
        coat: green ? mixed(d.coat, '#2c4a30') : d.coat,
        legs: green ? mixed(d.legs, '#6b7a64') : d.legs,
        hat: line.hat === 'mitre' || line.hat === 'bearskin' ? (hats[era] ?? 'shako') : line.hat,
      };
    }
    case 'cavalry':
      return horseman(line, title, era, grey);
    case 'artillery':
      return { ...line, arms: actor === 'more' ? 'rammer' : 'none', trim: '#b1402f', pack: '' };
    case 'general':
      return {
        ...line,
        hat: era === 'civil' ? 'slouch' : 'bicorne',
        hatColour: era === 'civil' ? '#2b2623' : '#1f1c1b',
        facing: '#d9b04a',
        trim: era === 'civil' ? '#d9b04a' : '#f0ead8',
        legs: era === 'civil' ? d.legs : '#f0ead8',
        arms: 'sword',
        pack: '',
        beard: era === 'civil',
      };
    default:
      return officer ? { ...line, arms: 'sword', pack: '', facing: '#d9b04a' } : line;
  }
}

function horseman(line: Dress, title: string, era: Era, grey: boolean): Dress {
  const hussar = /hussar/i.test(title);
  const lancer = /lancer|uhlan|reiter/i.test(title);
  const hat: Hat =
    era === 'civil'
      ? grey
        ? 'slouch'
        : 'kepi'
      : hussar
        ? 'busby'
        : era === 'lace'
          ? 'tricorne'
          : 'crest';
  return {
    ...line,
    hat,
    hatColour: hat === 'crest' ? '#2a2826' : hussar ? '#3a2a20' : line.hatColour,
    trim: hussar ? line.coat : line.trim,
    arms: lancer ? 'lance' : 'sword',
    pack: '',
    skirt: false,
  };
}

const WARRIORS = ['#7a3f2a', '#4f6b4a', '#8a6d35', '#5a5f74', '#9a8a62', '#6b3a4a'];

/** Before gunpowder, around the Mediterranean. */
function ancient(d: Dress, kind: string, title: string, side: Side, actor: string): Dress {
  const roman = /rom(e|an)/i.test(side.name);
  const greek: Dress = {
    ...d,
    hat: 'crest',
    hatColour: BRONZE,
    trim: roman ? '#8d1f18' : d.facing,
    legs: d.skin,
    shoes: '#6b4a2e',
    skirt: true,
    armour: '#d8ceb4',
    arms: 'spear',
    shield: 'round',
    shieldColour: d.coat,
  };
  switch (kind) {
    case 'legion':
      return {
        ...greek,
        armour: '#8f969c',
        arms: /triari/i.test(title) ? 'spear' : 'pilum',
        shield: roman ? 'tall' : 'oval',
        shieldColour: d.coat,
      };
    case 'pikes':
      return { ...greek, arms: actor === 'more' ? 'pike' : 'levelled', hat: 'helmet' };
    case 'warband':
      return warrior(d, actor, side);
    case 'peltasts':
      return {
        ...greek,
        hat: 'hood',
        hatColour: '#8a6a3c',
        armour: '',
        arms: 'javelin',
        shield: 'crescent',
      };
    case 'archers':
      return {
        ...greek,
        hat: 'hood',
        hatColour: shade(d.coat, 0.7),
        armour: '',
        arms: 'bow',
        shield: undefined,
      };
    case 'skirmishers': {
      const bow = /archer|bow/i.test(title);
      return {
        ...greek,
        hat: bow ? 'helmet' : 'hair',
        armour: '',
        arms: bow ? 'bow' : /sling|balear/i.test(title) ? 'sling' : 'javelin',
        shield: bow ? undefined : 'round',
        coat: shade(d.coat, 1.35),
      };
    }
    case 'cavalry':
      return {
        ...greek,
        hat: 'helmet',
        arms: 'lance',
        cloak: shade(d.coat, 0.75),
        shield: 'round',
      };
    case 'general':
      return {
        ...greek,
        cloak: roman ? '#8d1f18' : shade(d.coat, 0.8),
        armour: '#c59a4a',
        arms: 'sword',
        shield: undefined,
      };
    case 'engine':
    case 'artillery':
      return { ...greek, armour: '', arms: 'none', shield: undefined, hat: 'helmet' };
    default:
      return greek;
  }
}

function warrior(d: Dress, actor: string, side: Side): Dress {
  const bare = actor === 'more';
  return {
    ...d,
    hat: 'hair',
    coat: bare ? d.skin : (WARRIORS[side.name.length % WARRIORS.length] ?? d.coat),
    legs: shade(d.coat, 0.85),
    shoes: '#6b4a2e',
    skirt: !bare,
    arms: bare ? 'sword' : 'spear',
    shield: 'oval',
    shieldColour: d.coat,
    hair: bare ? '#b06a30' : '#7a4a22',
    beard: true,
    cloak: bare ? '' : shade(d.coat, 0.7),
  };
}

/** The shield walls of the north. */
function dark(d: Dress, kind: string, side: Side, actor: string): Dress {
  const spearman: Dress = {
    ...d,
    hat: 'nasal',
    hatColour: STEEL,
    legs: '#7c6a50',
    shoes: '#5a4028',
    skirt: true,
    armour: kind === 'general' ? '#868e96' : actor === 'more' ? '#868e96' : '',
    arms: 'spear',
    shield: side.key === 'a' ? 'kite' : 'round',
    shieldColour: d.coat,
    beard: true,
  };
  switch (kind) {
    case 'archers':
      return { ...spearman, arms: 'bow', hat: 'hood', hatColour: '#6b5a3c', shield: undefined };
    case 'skirmishers':
      return { ...spearman, arms: 'sling', hat: 'hair', shield: undefined };
    case 'cavalry':
      return { ...spearman, arms: 'lance', cloak: shade(d.coat, 0.7) };
    case 'general':
      return { ...spearman, arms: 'sword', cloak: shade(d.coat, 0.7) };
    default:
      return spearman;
  }
}

/** Buff coats, pot helmets and broad brims. */
function pike(d: Dress, kind: string, side: Side, actor: string): Dress {
  const man: Dress = {
    ...d,
    hat: 'pot',
    hatColour: STEEL,
    legs: shade(d.coat, 0.55),
    shoes: '#4a3626',
    skirt: true,
    arms: 'pike',
    facing: '#efe8d8',
    trim: side.key === 'a' ? '#e8dcc0' : '#e3b94a',
  };
  switch (kind) {
    case 'pikes':
      return actor === 'more'
        ? man
        : { ...man, hat: 'brim', hatColour: '#3a3029', arms: 'shoulder', belts: '#8a6a3c' };
    case 'warband':
      return { ...man, arms: 'sword', shield: 'round', shieldColour: '#77604a', armour: STEEL };
    case 'cavalry':
      return {
        ...man,
        coat: '#c9a66a',
        legs: '#5a4330',
        cloak: '',
        armour: STEEL,
        arms: 'pistol',
        belts: d.coat,
      };
    case 'general':
      return {
        ...man,
        hat: 'brim',
        hatColour: '#2f2823',
        trim: '#f0ead8',
        arms: 'sword',
        belts: d.coat,
      };
    case 'artillery':
      return {
        ...man,
        hat: 'brim',
        hatColour: '#3a3029',
        arms: actor === 'more' ? 'rammer' : 'none',
      };
    default:
      return {
        ...man,
        hat: 'brim',
        hatColour: '#3a3029',
        arms: kind === 'skirmishers' ? 'aimed' : 'shoulder',
        belts: '#8a6a3c',
      };
  }
}

function mixed(a: string, b: string): string {
  const hex = (c: string, i: number) => parseInt(c.slice(1 + 2 * i, 3 + 2 * i), 16);
  return `#${[0, 1, 2]
    .map((i) =>
      Math.round(hex(a, i) * 0.4 + hex(b, i) * 0.6)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

export { BRONZE, BUFF, SKIN, STEEL };
