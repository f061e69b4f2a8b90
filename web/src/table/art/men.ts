// Men on foot, seen from behind, from the front and from the side (looking right). The origin lies
// between the feet; a man is about 12 units high.
import type { Part } from './pen';

export type Seen = 'back' | 'front' | 'side';

export interface Kit {
  hat: 'shako' | 'cap' | 'bicorne' | 'helmet' | 'hood' | 'hair';
  dress: 'coat' | 'tunic' | 'mail';
  legs: 'cloth' | 'dark' | 'deep' | 'skin' | 'hair' | 'white';
  arms:
    | 'musket'
    | 'aimed'
    | 'bow'
    | 'pike'
    | 'levelled'
    | 'spear'
    | 'pilum'
    | 'javelins'
    | 'sword'
    | 'rammer'
    | 'none';
  shield?: 'round' | 'tall' | 'oval' | 'crescent' | undefined;
  pack?: boolean;
  belts?: boolean;
  cloak?: boolean;
}

const fill = (tone: Part['tone'], d: string, fine = false): Part => ({ tone, d, fine });
const line = (tone: Part['tone'], d: string, wide: number, fine = false): Part => ({
  tone,
  d,
  line: wide,
  fine,
});

/** Returns head and body from the belt upwards, as riders and crews show them. */
export function bust(seen: Seen, kit: Kit): Part[] {
  return [...body(seen, kit), ...head(seen, kit)];
}

export function man(seen: Seen, kit: Kit): Part[] {
  const parts: Part[] = [];
  if (seen === 'back') parts.push(...shield(seen, kit));
  parts.push(...(seen === 'side' ? [] : weapon(seen, kit)));
  parts.push(...legs(seen, kit), ...body(seen, kit), ...head(seen, kit));
  if (seen === 'side') parts.push(...weapon(seen, kit));
  if (seen !== 'back') parts.push(...shield(seen, kit));
  return parts;
}

function legs(seen: Seen, kit: Kit): Part[] {
  const side = seen === 'side';
  return [
    fill(
      kit.legs,
      side
        ? 'M-2 0L-1 -4.4L1.1 -4.4L2.1 0L.8 0L.1 -2.7L-.8 0Z'
        : 'M-1.8 0L-1.6 -4.4L1.6 -4.4L1.8 0L.5 0L0 -2.9L-.5 0Z',
    ),
    fill(
      'dark',
      side
        ? 'M-2 0L-1.7 -1.2L-.6 -1.2L-.4 0ZM.7 0L.8 -1.2L1.9 -1.2L2.7 0Z'
        : 'M-1.9 0L-1.7 -1.3L-.4 -1.3L-.4 0ZM.4 0L.4 -1.3L1.7 -1.3L1.9 0Z',
      true,
    ),
  ];
}

const COAT = {
  back: 'M-1.4 -8.6L1.4 -8.6Q2.6 -8.4 2.7 -6.9L2.8 -4.7L1.9 -4.5L1.8 -2.5L.3 -3.4L-.3 -3.4L-1.8 -2.5L-1.9 -4.5L-2.8 -4.7L-2.7 -6.9Q-2.6 -8.4 -1.4 -8.6Z',
  front:
    'M-1.4 -8.6L1.4 -8.6Q2.6 -8.4 2.7 -6.9L2.8 -4.7L1.9 -4.5L1.8 -3.7L-1.8 -3.7L-1.9 -4.5L-2.8 -4.7L-2.7 -6.9Q-2.6 -8.4 -1.4 -8.6Z',
  side: 'M-1.2 -8.6L1.1 -8.6Q1.9 -6.5 1.4 -3.9L.6 -3.7L-2 -2.4L-1.5 -5Z',
};
const TUNIC = {
  back: 'M-1.4 -8.6L1.4 -8.6Q2.6 -8.4 2.7 -6.8L2.6 -5.1L1.8 -5.1L2.3 -2.4L-2.3 -2.4L-1.8 -5.1L-2.6 -5.1L-2.7 -6.8Q-2.6 -8.4 -1.4 -8.6Z',
  front:
    'M-1.4 -8.6L1.4 -8.6Q2.6 -8.4 2.7 -6.8L2.6 -5.1L1.8 -5.1L2.3 -2.4L-2.3 -2.4L-1.8 -5.1L-2.6 -5.1L-2.7 -6.8Q-2.6 -8.4 -1.4 -8.6Z',
  side: 'M-1.2 -8.6L1.1 -8.6Q1.8 -6.5 1.4 -5L1.8 -2.4L-1.9 -2.4L-1.4 -5Z',
};
const SHADE = {
  back: 'M.7 -8.6L1.4 -8.6Q2.6 -8.4 2.7 -6.9L2.8 -4.7L1.9 -4.5L1.8 -2.5L.6 -3.3Z',
  front: 'M.7 -8.6L1.4 -8.6Q2.6 -8.4 2.7 -6.9L2.8 -4.7L1.9 -4.5L1.8 -3.7L.6 -3.7Z',
  side: 'M-1.2 -8.6L-.2 -8.6Q-.6 -6 -.5 -3.2L-2 -2.4L-1.5 -5Z',
};

function body(seen: Seen, kit: Kit): Part[] {
  const shape = kit.dress === 'coat' ? COAT : TUNIC;
  const parts = [fill('own', shape[seen]), fill('shade', SHADE[seen])];
  if (kit.dress === 'mail') {
    parts.push(
      fill(
        'steel',
        seen === 'side'
          ? 'M-1.2 -8.6L1.1 -8.6Q1.7 -6.5 1.4 -4.6L-1.5 -4.6Z'
          : 'M-1.4 -8.6L1.4 -8.6L2 -7.6L1.7 -4.6L-1.7 -4.6L-2 -7.6Z',
      ),
      line('deep', seen === 'side' ? 'M-1.5 -5.6L1.5 -5.6' : 'M-1.8 -5.6L1.8 -5.6', 0.4, true),
    );
  }
  if (kit.belts && seen !== 'side')
    parts.push(
      line('white', 'M-1.8 -8.2L1.5 -4.3', 0.55),
      ...(seen === 'front' ? [line('white', 'M1.8 -8.2L-1.5 -4.3', 0.55)] : []),
    );
  if (kit.belts && seen === 'side') parts.push(line('white', 'M.9 -8.2L-1.2 -4.5', 0.5));
  if (kit.dress === 'tunic')
    parts.push(line('deep', seen === 'side' ? 'M-1.5 -5L1.5 -5' : 'M-1.9 -5L1.9 -5', 0.5, true));
  if (kit.pack && seen !== 'front')
    parts.push(
      fill(
        'hair',
        seen === 'back'
          ? 'M-1.4 -7.9L1.4 -7.9L1.4 -5.3L-1.4 -5.3Z'
          : 'M-2.8 -8L-1.2 -8.2L-1.2 -5.2L-2.7 -5.2Z',
      ),
      fill(
        'white',
        seen === 'back'
          ? 'M-1.7 -8.7L1.7 -8.7L1.7 -7.8L-1.7 -7.8Z'
          : 'M-3 -8.9L-1.2 -8.9L-1.2 -8L-3 -8Z',
        true,
      ),
    );
  if (kit.cloak && seen !== 'front')
    parts.push(
      fill(
        'deep',
        seen === 'back'
          ? 'M-1.9 -8.6L1.9 -8.6L2.9 -2Q0 -.9 -2.9 -2Z'
          : 'M-1.1 -8.8L-.2 -8.6L-1.4 -2.2L-3.6 -1.6Q-2.6 -5 -1.1 -8.8Z',
      ),
    );
  // Hands, and facings at the collar.
  parts.push(
    fill(
      'skin',
      seen === 'side' ? 'E1.5 -5.7 .6 .6' : 'E-2.3 -4.6 .55 .55 E2.3 -4.6 .55 .55',
      true,
    ),
  );
  if (kit.dress === 'coat' && seen === 'front') parts.push(line('lite', 'M0 -8.2L0 -4', 0.5, true));
  return parts;
}

function head(seen: Seen, kit: Kit): Part[] {
  const parts: Part[] = [fill(seen === 'back' ? 'hair' : 'skin', 'E0 -9.8 1.35 1.35')];
  switch (kit.hat) {
    case 'shako':
      parts.push(
        fill('dark', 'M-1.5 -10L-1.8 -12.7Q0 -13.3 1.8 -12.7L1.5 -10Z'),
        fill('lite', seen === 'side' ? 'E1 -13.8 .55 1.1' : 'E0 -14 .6 1.1'),
        line('brass', 'M-1.7 -12.5Q0 -13 1.7 -12.5', 0.4, true),
      );
      if (seen === 'front') parts.push(fill('brass', 'M-.7 -12.1L.7 -12.1L0 -10.5Z'));
      if (seen === 'side') parts.push(fill('dark', 'M1 -10.6L2.5 -9.8L.9 -9.8Z', true));
      break;
    case 'cap':
      parts.push(
        fill('own', 'M-1.5 -10.1L-1.4 -11.6Q0 -12.3 1.4 -11.6L1.5 -10.1Z'),
        line('lite', 'M-1.5 -10.4L1.5 -10.4', 0.5),
      );
      break;
    case 'bicorne':
      parts.push(
        fill(
          'dark',
          seen === 'side'
            ? 'M-1.9 -10.3Q-.4 -13.4 1.9 -10.3Z'
            : 'M-3 -10.2Q-1.6 -13 0 -13.1Q1.6 -13 3 -10.2Q0 -11.2 -3 -10.2Z',
        ),
        fill('white', seen === 'side' ? 'E0 -12.6 1.2 .5' : 'E0 -13.2 1.5 .55'),
      );
      break;
    case 'helmet':
      parts.push(
        fill(
          'brass',
          seen === 'front'
            ? 'M-1.5 -9.2Q-1.8 -11.7 0 -11.8Q1.8 -11.7 1.5 -9.2L.7 -9.2L.6 -10.2L-.6 -10.2L-.7 -9.2Z'
            : 'M-1.6 -9.2Q-1.8 -11.7 0 -11.8Q1.8 -11.7 1.5 -9.8L.6 -10.1L.2 -9.2Z',
        ),
        fill(
          'lite',
          seen === 'side'
            ? 'M-2.1 -9.8Q-2.5 -13.4 .2 -13.6Q1.6 -13.5 1.5 -11.6Q-.6 -12.5 -1.3 -10.2Z'
            : 'M-.6 -11.4Q0 -15.2 .6 -11.4Z',
        ),
      );
      break;
    case 'hood':
      parts.push(
        fill(
          'deep',
          'M-1.7 -8.6Q-2 -11.9 0 -12.1Q2 -11.9 1.7 -8.6L.9 -9L.8 -10.4L-.8 -10.4L-.9 -9Z',
        ),
      );
      break;
    case 'hair':
      parts.push(
        fill('hair', 'M-1.6 -9.2Q-1.9 -11.8 0 -11.7Q1.9 -11.8 1.6 -9.2L1 -10.3L-1 -10.3Z'),
        ...(seen === 'front' ? [fill('hair', 'M-.8 -9.3L.8 -9.3L0 -7.9Z', true)] : []),
      );
  }
  return parts;
}

function weapon(seen: Seen, kit: Kit): Part[] {
  const side = seen === 'side';
  switch (kit.arms) {
    case 'musket':
      return side
        ? [line('wood', 'M-1 -5.4L4.4 -8.4', 0.85), line('steel', 'M4.2 -8.3L6.6 -9.7', 0.5)]
        : [line('wood', 'M2.5 -4L2.1 -11.8', 0.85), line('steel', 'M2.1 -11.6L2 -14.6', 0.5)];
    case 'aimed':
      if (side)
        return [line('wood', 'M-.4 -8.3L4.6 -8.7', 0.85), line('steel', 'M4.4 -8.7L6.4 -8.9', 0.5)];
      return seen === 'back'
        ? [line('wood', 'M1.4 -8L1.7 -13', 0.85), line('steel', 'M1.7 -12.8L1.8 -14.8', 0.5)]
        : [line('wood', 'M1.5 -8.4L1.9 -4', 0.85), line('steel', 'M1.9 -4.2L2 -2.4', 0.5)];
    case 'bow':
      return side
        ? [
            line('wood', 'M2.4 -12.4Q5.4 -8 2.4 -3.6', 0.7),
            line('white', 'M2.4 -12.4L.6 -7.8L2.4 -3.6', 0.25, true),
            line('wood', 'M.6 -7.8L6.4 -8', 0.4),
          ]
        : [
            line('wood', 'M-2.9 -12.6Q-5 -8 -2.9 -3.4', 0.7),
            line('white', 'M-2.9 -12.6L-2.9 -3.4', 0.25, true),
          ];
    case 'pike':
      return [line('wood', 'M2.3 -.6L2.3 -20', 0.6), line('steel', 'M2.3 -20L2.3 -22', 0.9)];
    case 'levelled':
      if (side)
        return [line('wood', 'M-4.6 -5.4L11 -7.8', 0.6), line('steel', 'M11 -7.8L13 -8.1', 0.9)];
      return seen === 'back'
        ? [line('wood', 'M2.2 -4L2.2 -18', 0.6), line('steel', 'M2.2 -18L2.2 -20', 0.9)]
        : [line('wood', 'M2.2 -6.4L2.2 4', 0.6), line('steel', 'M2.2 4L2.2 6', 0.9)];
    case 'spear':
      return side
        ? [line('wood', 'M-3.4 -6.4L6.4 -9', 0.6), line('steel', 'M6.2 -9L8 -9.5', 0.9)]
        : [line('wood', 'M2.5 -.4L2.4 -15', 0.6), line('steel', 'M2.4 -14.8L2.4 -16.8', 0.9)];
    case 'pilum':
      return side
        ? [line('wood', 'M-2.6 -9.6L2.2 -10.6', 0.6), line('steel', 'M2.2 -10.6L5.2 -11.2', 0.5)]
        : [line('wood', 'M2.7 -4L2.6 -11.4', 0.6), line('steel', 'M2.6 -11.2L2.6 -14.4', 0.5)];
    case 'javelins':
      return side
        ? [line('wood', 'M-3 -10L4.4 -11.4', 0.5), line('steel', 'M4.2 -11.4L5.6 -11.7', 0.8)]
        : [
            line('wood', 'M2.4 -3.6L3 -13', 0.5),
            line('steel', 'M3 -12.8L3.1 -14.4', 0.8),
            line('wood', 'M3.2 -3.8L3.9 -12.2', 0.4, true),
          ];
    case 'sword':
      return side
        ? [line('steel', 'M1.7 -6L4.8 -10.4', 0.8)]
        : [line('steel', 'M2.6 -5L3.8 -11', 0.8)];
    case 'rammer':
      return side
        ? [line('wood', 'M-1.6 -4.6L4 -9.6', 0.7), line('white', 'M3.8 -9.4L4.8 -10.3', 1.4)]
        : [line('wood', 'M2.6 -2.6L2.6 -12.4', 0.7), line('white', 'M2.6 -12.2L2.6 -13.6', 1.4)];
    case 'none':
      return [];
  }
}

function shield(seen: Seen, kit: Kit): Part[] {
  const at = seen === 'side';
  const back = seen === 'back';
  switch (kit.shield) {
    case 'round': {
      const d = at ? 'E1.9 -5.4 1.5 2.8' : back ? 'E-2.2 -5.6 2.2 2.7' : 'E-.5 -5.4 2.8 2.8';
      return [
        fill('own', d),
        line('brass', d, 0.55),
        ...(back ? [] : [fill('white', at ? 'E2.1 -5.4 .5 .9' : 'E-.5 -5.4 .95 .95')]),
      ];
    }
    case 'tall': {
      const d = at
        ? 'M1.3 -8.8Q3.3 -8.4 3.2 -4.9Q3.3 -1.4 1.3 -1Q1.9 -4.9 1.3 -8.8Z'
        : back
          ? 'M-3.7 -8.4Q-2.2 -9 -.8 -8.4L-.8 -1.6L-3.7 -1.6Z'
          : 'M-2.5 -8.5Q-.3 -9.1 1.9 -8.5L1.9 -1.2Q-.3 -.6 -2.5 -1.2Z';
      return [
        fill('own', d),
        line('brass', d, 0.45),
        ...(back
          ? []
          : [
              line('white', at ? 'M2.4 -8L2.4 -1.8' : 'M-2 -7.8L1.4 -2M1.4 -7.8L-2 -2', 0.4, true),
              fill('brass', at ? 'E2.6 -4.9 .55 1' : 'E-.3 -4.9 .8 1'),
            ]),
      ];
    }
    case 'oval': {
      const d = at ? 'E1.8 -5 1.3 3.2' : back ? 'E-2.3 -5.2 1.9 3.1' : 'E-.8 -5 2.2 3.3';
      return [
        fill('lite', d),
        line('deep', d, 0.45),
        ...(back ? [] : [line('deep', at ? 'M1.9 -7.6L1.9 -2.4' : 'M-.8 -7.8L-.8 -2.2', 0.6)]),
      ];
    }
    case 'crescent': {
      const d = at
        ? 'M1 -7.2Q3.2 -6 3 -4Q2.6 -2.4 1 -2.2Q1.6 -4.6 1 -7.2Z'
        : back
          ? 'M-4 -6.8Q-4 -3.2 -2 -3.2Q-.6 -3.2 -.4 -5Q-1.6 -5 -2.2 -5.6Q-3 -5.8 -4 -6.8Z'
          : 'M-3 -7.2Q-3 -2.6 -.5 -2.6Q2 -2.6 2 -7.2Q.8 -5.4 -.5 -5.8Q-1.8 -5.4 -3 -7.2Z';
      return [fill('lite', d), line('deep', d, 0.4)];
    }
    case undefined:
      return [];
  }
}
