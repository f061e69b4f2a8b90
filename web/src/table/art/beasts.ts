// Figures larger than a man: riders, guns, chariots, elephants, engines. Feet and wheels stand at
// the origin; the side view looks right.
import { bust, man, type Kit, type Seen } from './men';
import { moved, type Part } from './pen';

const fill = (tone: Part['tone'], d: string, fine = false): Part => ({ tone, d, fine });
const line = (tone: Part['tone'], d: string, wide: number, fine = false): Part => ({
  tone,
  d,
  line: wide,
  fine,
});

export function horse(seen: Seen): Part[] {
  if (seen === 'side')
    return [
      fill(
        'mane',
        'M4.4 -5.4L6.2 -3.4L5.4 -.6L4.6 -.9L5 -3L2.8 -4.6ZM-4.6 -5L-5.9 -2.6L-6.8 -.3L-5.9 0L-4.9 -2.4L-3 -4.4Z',
      ),
      fill('mane', 'M-4.9 -7.8Q-7.4 -7.6 -7.2 -3.2Q-6.2 -5.2 -4.8 -6Z'),
      fill(
        'horse',
        'M-5 -6.2Q-5.4 -8.4 -3.4 -8.5Q0 -7.9 2.6 -8.6L4.6 -11.6Q5.1 -12.5 5.9 -12.6L6.2 -11.8Q7.8 -10.6 8.2 -9.6Q8.1 -8.7 7 -8.9L5.9 -9.5Q5.1 -8.2 4.7 -6.7Q4.4 -5.5 3.6 -5L4.1 -2.6L3.6 0L2.6 0L2.8 -2.5L2 -4.6Q0 -4 -2.2 -4.6L-3 -3L-2.7 0L-3.8 0L-4.3 -2.6Q-5.2 -4 -5 -6.2Z',
      ),
      fill('mane', 'M2.4 -8.8L4.4 -12L5.1 -12.7L3.9 -12.5L1.9 -9.3Z'),
      fill('shade', 'M-5 -6.2Q0 -5 4.6 -6.6L3.6 -5L2 -4.6Q0 -4 -2.2 -4.6L-4.6 -4Z'),
      fill('dark', 'E6.5 -10.7 .3 .3', true),
    ];
  if (seen === 'back')
    return [
      fill('mane', 'M-2.6 -4L-2.9 0L-1.9 0L-1.4 -4ZM2.6 -4L2.9 0L1.9 0L1.4 -4Z'),
      fill(
        'horse',
        'M-3.1 -5.4Q-3.8 -10 0 -10.4Q3.8 -10 3.1 -5.4L2.5 -3L2.3 0L1 0L.8 -3.4Q0 -4.4 -.8 -3.4L-1 0L-2.3 0L-2.5 -3Z',
      ),
      fill('shade', 'M.9 -10.2Q3.8 -9.6 3.1 -5.4L2.5 -3L2.3 0L1.2 0Q1.6 -6 .9 -10.2Z'),
      fill('mane', 'M-.7 -9Q0 -10 .7 -9Q1.6 -5 .4 -1.4L-.4 -1.4Q-1.6 -5 -.7 -9Z'),
    ];
  return [
    fill('mane', 'M-2.8 -4L-3.1 -.6L-2.2 -.6L-1.6 -4ZM2.8 -4L3.1 -.6L2.2 -.6L1.6 -4Z'),
    fill(
      'horse',
      'M-3 -6Q-3.5 -10 0 -10.6Q3.5 -10 3 -6Q2.7 -4.4 1.9 -3.8L2 0L.8 0L.5 -3.6L-.5 -3.6L-.8 0L-2 0L-1.9 -3.8Q-2.7 -4.4 -3 -6Z',
    ),
    fill('shade', 'M1 -10.4Q3.5 -9.6 3 -6Q2.7 -4.4 1.9 -3.8L1 -3.8Q1.6 -7 1 -10.4Z'),
    fill('white', 'M-2 -1.2L-.8 -1.2L-.8 0L-2 0ZM2 -1.2L.8 -1.2L.8 0L2 0Z', true),
  ];
}

/** Returns a horse's head towards the player, in front of its rider. */
const muzzle = (): Part[] => [
  fill('mane', 'M-2 -13.4L-1.3 -15.4L-.6 -13.6ZM2 -13.4L1.3 -15.4L.6 -13.6Z'),
  fill('edge', 'M-2.1 -12.6Q0 -15 2.1 -12.6L1.6 -8.6Q1.5 -5.5 0 -5.4Q-1.5 -5.5 -1.6 -8.6Z'),
  fill('horse', 'M-1.7 -12.4Q0 -14.2 1.7 -12.4L1.3 -8.6Q1.2 -5.9 0 -5.8Q-1.2 -5.9 -1.3 -8.6Z'),
  fill('mane', 'M-.7 -13.6Q0 -14.4 .7 -13.6L.3 -11.6L-.3 -11.6Z'),
  fill('white', 'M-.4 -11.4L.4 -11.4L.25 -7.6L-.25 -7.6Z'),
  fill('dark', 'E-1.2 -10.9 .35 .4 E1.2 -10.9 .35 .4 E-.5 -6.6 .25 .25 E.5 -6.6 .25 .25', true),
];

function legsOf(seen: Seen, kit: Kit): Part[] {
  return seen === 'side'
    ? [
        fill('own', 'M-3 -8.7L1.2 -8.5L.8 -5.6L-3.6 -5.4Z'),
        line('lite', 'M-3.6 -5.6L.8 -5.8', 0.6),
        fill(kit.legs, 'M-1 -8.8L.8 -8.9L2 -5.6L1.3 -5L.1 -6.4Z'),
        fill('dark', 'M1.4 -6.2L2.2 -5.6L1.9 -3.7L2.6 -3.3L1 -3.3Z'),
      ]
    : [
        fill('own', 'M-3.5 -9.6L3.5 -9.6L3.6 -6.6L-3.6 -6.6Z'),
        line('lite', 'M-3.6 -6.8L3.6 -6.8', 0.7),
        fill(
          kit.legs,
          'M-1.5 -10.4L-4 -7.6L-3.7 -5.4L-2.7 -5.4L-2.7 -7.2L-.7 -9ZM1.5 -10.4L4 -7.6L3.7 -5.4L2.7 -5.4L2.7 -7.2L.7 -9Z',
        ),
        fill('dark', 'M-3.8 -6.2L-2.6 -6.2L-2.6 -4L-4 -4ZM3.8 -6.2L2.6 -6.2L2.6 -4L4 -4Z'),
      ];
}

export function rider(seen: Seen, kit: Kit): Part[] {
  const lift: [number, number] = seen === 'side' ? [-0.6, -4.4] : [0, seen === 'front' ? -7 : -5.6];
  const up = moved(bust(seen, kit), lift);
  const arm = moved(
    man(seen, { ...kit }).filter(
      (part) => part.line !== undefined && (part.tone === 'wood' || part.tone === 'steel'),
    ),
    [lift[0] + (seen === 'side' ? 0 : 0.6), lift[1]],
  );
  const held = kit.shield
    ? moved(
        man(seen, { ...kit, arms: 'none' }).slice(
          seen === 'back' ? 0 : -3,
          seen === 'back' ? 2 : undefined,
        ),
        [0, -3.4],
      )
    : [];
  return [
    ...(seen === 'back' ? held : []),
    ...horse(seen),
    ...legsOf(seen, kit),
    ...(seen === 'side' ? [] : arm),
    ...up,
    ...(seen === 'side' ? arm : []),
    ...(seen === 'front' ? muzzle() : []),
    ...(seen === 'back' ? [] : held),
  ];
}

/** Returns a wheel seen from the side: rim and spokes. */
const wheel = (x: number, y: number, r: number): Part[] => [
  line('wood', `E${x} ${y} ${r} ${r}`, 0.9),
  line(
    'wood',
    `M${x} ${y - r}L${x} ${y + r}M${x - r} ${y}L${x + r} ${y}M${x - r * 0.7} ${y - r * 0.7}L${x + r * 0.7} ${y + r * 0.7}M${x + r * 0.7} ${y - r * 0.7}L${x - r * 0.7} ${y + r * 0.7}`,
    0.4,
    true,
  ),
  fill('dark', `E${x} ${y} .8 .8`),
];

export function gun(seen: Seen): Part[] {
  if (seen === 'side')
    return [
      fill('wood', 'M0 -5L-7.6 -1.4L-8 -.1L-6.8 -.1L1 -3Z'),
      fill('brass', 'M-3.2 -6.6Q-3.9 -6.2 -3.9 -5.4L-3.2 -4.5L6.8 -6.1L7 -8L6.2 -7.6Z'),
      fill('shade', 'M-3.6 -5L6.9 -6.9L6.8 -6.1L-3.2 -4.5Z'),
      fill('dark', 'E6.9 -7 .35 .7'),
      ...wheel(0.6, -3.4, 3.3),
    ];
  if (seen === 'back')
    return [
      fill('brass', 'M-1.2 -4.4L-.8 -9.6L.8 -9.6L1.2 -4.4Z'),
      fill('shade', 'M.3 -9.6L.8 -9.6L1.2 -4.4L.4 -4.4Z'),
      fill('wood', 'M-3.4 -3.7L3.4 -3.7L3.4 -2.8L-3.4 -2.8ZM-.9 -3.6L-.7 2.4L.7 2.4L.9 -3.6Z'),
      fill('wood', 'M-4.5 0L-4.5 -6.6L-3.3 -6.6L-3.3 0ZM4.5 0L4.5 -6.6L3.3 -6.6L3.3 0Z'),
      fill(
        'dark',
        'M-4.7 -3.9L-3.1 -3.9L-3.1 -2.7L-4.7 -2.7ZM4.7 -3.9L3.1 -3.9L3.1 -2.7L4.7 -2.7Z',
      ),
      fill('brass', 'E0 -4.6 .6 .6', true),
    ];
  return [
    fill('wood', 'M-3.4 -3.7L3.4 -3.7L3.4 -2.8L-3.4 -2.8Z'),
    fill('wood', 'M-4.5 0L-4.5 -6.6L-3.3 -6.6L-3.3 0ZM4.5 0L4.5 -6.6L3.3 -6.6L3.3 0Z'),
    fill('brass', 'M-1.3 -6L1.3 -6L1.2 -1.8L-1.2 -1.8Z'),
    fill('brass', 'E0 -1.8 1.6 1.5'),
    fill('dark', 'E0 -1.8 .85 .8'),
  ];
}

export function bolts(seen: Seen): Part[] {
  if (seen === 'side')
    return [
      line('wood', 'M-3.4 0L-.4 -4.6L2.8 0M-5.4 0L-.4 -4.6', 0.9),
      line('wood', 'M-7 -4.2L6.4 -7.2', 1.5),
      line('steel', 'M-3 -6L9 -8.6', 0.5),
      line('wood', 'M3.6 -12Q6.8 -7.4 4.6 -2', 1.1),
      line('white', 'M3.6 -12L-2.6 -5.6L4.6 -2', 0.3, true),
      fill('brass', 'M2.8 -8.6L4.4 -9L4.8 -5L3.2 -4.7Z'),
    ];
  const back = seen === 'back';
  return [
    line('wood', 'M-3 0L0 -4.4L3 0M0 -4.4L0 0', 0.9),
    line('wood', back ? 'M0 -1.6L0 -10' : 'M0 -8L0 -1', 1.5),
    line(
      'wood',
      back
        ? 'M-6.4 -5.4Q-3 -9.4 0 -8.6Q3 -9.4 6.4 -5.4'
        : 'M-6.4 -5.6Q-3 -2.4 0 -3.2Q3 -2.4 6.4 -5.6',
      1.1,
    ),
    line('white', back ? 'M-6.4 -5.4L0 -3L6.4 -5.4' : 'M-6.4 -5.6L0 -7.6L6.4 -5.6', 0.3, true),
    line('steel', back ? 'M0 -4L0 -12' : 'M0 -6L0 .4', 0.6),
    fill(
      'brass',
      back ? 'M-1.7 -8L1.7 -8L1.7 -6.2L-1.7 -6.2Z' : 'M-1.7 -4.4L1.7 -4.4L1.7 -2.6L-1.7 -2.6Z',
    ),
  ];
}

export function elephant(seen: Seen, kit: Kit): Part[] {
  const crew = (...xs: number[]) => xs.flatMap((x) => moved(man(seen, kit), [x, -10]));
  const tower = (w: number): Part[] => [
    fill('own', `M${-w} -14L${-w - 0.4} -18.6L${w + 0.4} -18.6L${w} -14Z`),
    line('brass', `M${-w - 0.4} -18.4L${w + 0.4} -18.4M${-w} -14.4L${w} -14.4`, 0.7),
    fill('shade', `M${w * 0.4} -18.6L${w + 0.4} -18.6L${w} -14L${w * 0.4} -14Z`),
    line('lite', `M${-w + 0.4} -16.2L${w - 0.4} -16.2`, 0.9),
  ];
  if (seen === 'side')
    return [
      fill('hide-2', 'M-4 -7L-3.4 0L-1.4 0L-1.4 -6ZM3.4 -6L3.8 -.4L5.8 -.4L6 -7Z'),
      ...moved([...crew(-2.4, 1.2)], [-1.2, 0]),
      fill(
        'hide',
        'M-7 -8L-6.6 0L-4.2 0L-4 -5.4L1.2 -5.4L1.6 0L4 0L4.4 -7Q6 -9 5.4 -11Q4 -14.8 -1 -14.8Q-6.6 -14.6 -7.2 -9.6Z',
      ),
      fill('shade', 'M-7.1 -8.6Q-1 -6.4 5 -8L4.4 -5.6L-6.8 -5.4Z'),
      line('hide-2', 'M-7 -11Q-8.4 -8.6 -7.8 -5.6', 0.6),
      ...moved(tower(3.6), [-1.2, 0]),
      fill(
        'hide',
        'M4 -13Q5 -15.4 7.4 -15Q10 -14.4 9.9 -11.6Q10.2 -7 10 -5Q10 -3.6 11.4 -3.2L11.2 -2.2Q8.6 -2.2 8.6 -5Q8.7 -7.4 7.4 -9Q4.8 -8.8 4 -11Z',
      ),
      fill('hide-2', 'M5.6 -14.2Q2.6 -13.4 3 -9.6Q4.6 -7.8 6.4 -9.8Q7 -12.8 5.6 -14.2Z'),
      line('white', 'M8.4 -9Q9.8 -7.4 11.8 -8.2', 0.9),
      fill('dark', 'E8.3 -12.6 .4 .4', true),
    ];
  const body: Part[] = [
    fill(
      'hide',
      'M-4.6 -8L-4.4 0L-1.8 0L-1.6 -4L1.6 -4L1.8 0L4.4 0L4.6 -8Q4.8 -14.6 0 -14.8Q-4.8 -14.6 -4.6 -8Z',
    ),
    fill('shade', 'M1.4 -14.6Q4.8 -14 4.6 -8L4.4 0L2.4 0Z'),
  ];
  if (seen === 'back')
    return [
      ...crew(-1.7, 1.7),
      fill('hide', 'E-4.6 -13.4 1.8 2.4 E4.6 -13.4 1.8 2.4'),
      ...body,
      line('hide-2', 'M0 -11Q.7 -8 0 -4.6', 0.8),
      ...tower(3.4),
    ];
  return [
    ...crew(-1.7, 1.7),
    ...body,
    ...tower(3.4),
    fill(
      'hide-2',
      'M-2.4 -13.6Q-6.6 -14.4 -6.4 -10.4Q-5.6 -7.4 -3 -8.6ZM2.4 -13.6Q6.6 -14.4 6.4 -10.4Q5.6 -7.4 3 -8.6Z',
    ),
    fill(
      'hide',
      'M-2.8 -11.4Q-2.6 -14.8 0 -14.8Q2.6 -14.8 2.8 -11.4Q2.4 -8.6 1.2 -7.6L.9 -3Q.9 -1.6 -.4 -1.4L-.6 -2.4Q-.2 -2.6 -.3 -3.4L-1 -7.6Q-2.4 -8.6 -2.8 -11.4Z',
    ),
    line('white', 'M-1.5 -8.2Q-2.8 -6.4 -2.2 -4.6M1.5 -8.2Q2.8 -6.4 2.2 -4.6', 0.9),
    fill('dark', 'E-1.3 -11.8 .4 .4 E1.3 -11.8 .4 .4', true),
  ];
}

export function chariot(seen: Seen, kit: Kit): Part[] {
  if (seen === 'side')
    return [
      ...moved(horse('side'), [5.4, -1.2]),
      ...moved(horse('side'), [4, 0]),
      line('wood', 'M-5 -5.4L5 -7', 0.7),
      ...moved(man('side', kit), [-8.4, -3]),
      ...moved(bust('side', { ...kit, hat: 'hair' }), [-5, -2.6]),
      fill(
        'own',
        'M-11 -8.4Q-10.4 -3.6 -10 -3L-4.4 -3Q-3.4 -6 -3.8 -9.4Q-6.4 -8.6 -7.4 -6.6Q-9 -7.6 -11 -8.4Z',
      ),
      line('brass', 'M-11 -8.4Q-9 -7.6 -7.4 -6.6Q-6.4 -8.6 -3.8 -9.4', 0.6),
      ...wheel(-7.4, -2.9, 2.9),
    ];
  const team = [...moved(horse(seen), [-2.6, 0]), ...moved(horse(seen), [2.6, 0])];
  const heads =
    seen === 'front' ? [...moved(muzzle(), [-2.6, 0]), ...moved(muzzle(), [2.6, 0])] : [];
  const car: Part[] = [
    ...moved(bust(seen, { ...kit, hat: 'hair' }), [-1.7, -3]),
    ...moved(man(seen, kit), [1.7, -3]),
    fill('own', 'M-3.8 -3L-4 -8Q0 -9.4 4 -8L3.8 -3Z'),
    line('brass', 'M-4 -8Q0 -9.4 4 -8', 0.7),
    fill('wood', 'M-5.4 0L-5.4 -5.8L-4.3 -5.8L-4.3 0ZM5.4 0L5.4 -5.8L4.3 -5.8L4.3 0Z'),
  ];
  return seen === 'back'
    ? [...moved(team, [0, -5.4]), ...moved(car, [0, 1])]
    : [...moved(car, [0, -4.6]), ...team, ...heads];
}

/** Returns a fallen man. */
export const fallen = (kit: Kit): Part[] => [
  fill(kit.legs, 'M-2 -1.5L-5.2 -1.1L-5.2 -.1L-2 -.2Z'),
  fill('own', 'M-2.4 -1.9Q.4 -2.4 2.2 -1.7L2 -.1L-2.2 0Z'),
  fill('shade', 'M-2.3 -.8L2.1 -.8L2 -.1L-2.2 0Z'),
  fill('skin', 'E3.2 -.9 1.1 1'),
  fill('dark', 'M5 -1.6L6.8 -1.9L7 -.2L5.2 -.1Z'),
  line('wood', 'M-1 .9L5 .5', 0.6),
];
