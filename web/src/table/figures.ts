// Small soldiers seen from above, drawn as a few paths a stand. Facing is up.
import type { Figure, Xy } from '../engine/contract';
import { chance } from './scatter';
import { circle, ellipse, round } from './frame';

/** Layers from the ground up; each is one path. */
export interface Drawing {
  /** Horses, wheels, wood. */
  mount: string;
  /** Elephants. */
  hide: string;
  /** Muskets, bows, barrels: strokes. */
  arms: string;
  /** Shoulders in the side's colour. */
  coat: string;
  /** Packs and blankets. */
  pack: string;
  /** Hats. */
  head: string;
}

const EMPTY: Drawing = { mount: '', hide: '', arms: '', coat: '', pack: '', head: '' };

/** The picture that fits a unit: horsemen on foot are drawn as such. */
export function picture(figure: Figure, formation: string): Figure | 'dismounted' {
  return figure === 'cavalry' && /dismount|on foot/.test(formation) ? 'dismounted' : figure;
}

/** The figures on a stand of w by d units. `seed` only shifts the loose ones. */
export function figures(
  figure: Figure | 'dismounted',
  w: number,
  d: number,
  seed: string,
): Drawing {
  switch (figure) {
    case 'infantry':
      return ranks(w, d);
    case 'archers':
      return archers(w, d);
    case 'skirmishers':
      return loose(w, d, seed);
    case 'cavalry':
      return horse(w, d);
    case 'artillery':
      return gun(w, d);
    case 'general':
      return general(w, d);
    case 'dismounted':
      return dismounted(w, d, seed);
    case 'pikes':
      return pikes(w, d);
    case 'legion':
      return legion(w, d);
    case 'warband':
      return warband(w, d, seed);
    case 'peltasts':
      return peltasts(w, d, seed);
    case 'chariot':
      return chariot(w, d);
    case 'elephant':
      return elephant(w, d);
    case 'engine':
      return engine(w, d);
  }
}

function add(to: Drawing, part: Partial<Drawing>): void {
  for (const key of ['mount', 'hide', 'arms', 'coat', 'pack', 'head'] as const)
    to[key] += part[key] ?? '';
}

/** Evenly spaced places in files and ranks. */
function places(w: number, d: number, files: number, ranks: number): Xy[] {
  const all: Xy[] = [];
  for (let r = 0; r < ranks; r += 1) {
    for (let f = 0; f < files; f += 1) {
      all.push([w * ((f + 0.5) / files - 0.5), d * ((r + 0.5) / ranks - 0.5)]);
    }
  }
  return all;
}

function man([x, y]: Xy, s: number): Partial<Drawing> {
  return {
    coat: ellipse([x, y], round(s * 0.98), round(s * 0.72)),
    pack: box([x, y + s * 0.5], round(s * 0.95), round(s * 0.5)),
    head: circle([x, y - s * 0.42], round(s * 0.42)),
  };
}

function box([x, y]: Xy, w: number, h: number): string {
  return `M${round(x - w / 2)} ${round(y - h / 2)}h${w}v${h}h${-w}Z`;
}

function musket([x, y]: Xy, s: number): string {
  return `M${round(x + s * 0.6)} ${round(y + s * 0.3)}V${round(y - s * 1.5)}`;
}

function ranks(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const files = Math.max(2, Math.min(9, Math.round(w / 5.6)));
  const deep = Math.max(1, Math.min(4, Math.round((d * 0.72) / 6)));
  const s = Math.min((w * 0.9) / files / 2.15, (d * 0.7) / deep / 2.1);
  for (const at of places(w * 0.9, d * 0.66, files, deep)) {
    const here: Xy = [at[0], at[1] + d * 0.01];
    add(drawing, { ...man(here, s), arms: musket(here, s) });
  }
  return drawing;
}

function archers(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const files = Math.max(2, Math.min(6, Math.round(w / 7.5)));
  const s = Math.min((w * 0.88) / files / 2.6, d * 0.2);
  for (const [x, y] of places(w * 0.88, d * 0.3, files, 1)) {
    add(drawing, {
      ...man([x, y + d * 0.06], s),
      // A drawn bow and its arrow.
      arms:
        `M${round(x - s * 1.15)} ${round(y - s * 0.3)}q${round(s * 1.15)} ${round(-s * 1.7)} ${round(s * 2.3)} 0` +
        `M${round(x)} ${round(y)}V${round(y - s * 2.1)}`,
    });
  }
  return drawing;
}

function loose(w: number, d: number, seed: string): Drawing {
  const drawing = { ...EMPTY };
  const next = chance(seed);
  const files = Math.max(2, Math.min(5, Math.round(w / 9)));
  const s = Math.min((w * 0.9) / files / 3.2, d * 0.16);
  places(w * 0.92, d * 0.3, files, 1).forEach(([x, y], i) => {
    const here: Xy = [x + (next() - 0.5) * s, y + (i % 2 ? -1 : 1) * d * 0.15];
    add(drawing, { ...man(here, s), arms: musket(here, s) });
  });
  return drawing;
}

function rider([x, y]: Xy, s: number): Partial<Drawing> {
  return {
    mount:
      ellipse([x, y + s * 0.35], round(s * 0.62), round(s * 1.55)) +
      ellipse([x, y - s * 1.65], round(s * 0.34), round(s * 0.72)) +
      ellipse([x, y + s * 2.05], round(s * 0.2), round(s * 0.5)),
    coat: ellipse([x, y + s * 0.3], round(s * 1.02), round(s * 0.62)),
    pack: box([x, y + s * 0.95], round(s * 1.15), round(s * 0.4)),
    head: circle([x, y + s * 0.02], round(s * 0.42)),
    arms: `M${round(x + s * 0.85)} ${round(y + s * 0.3)}l${round(s * 0.35)} ${round(-s * 1.5)}`,
  };
}

function horse(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const files = Math.max(1, Math.min(5, Math.round(w / 9)));
  const s = Math.min((w * 0.92) / files / 2.5, (d * 0.8) / 4.6);
  for (const at of places(w * 0.92, 0, files, 1)) add(drawing, rider([at[0], d * 0.02], s));
  return drawing;
}

function gun(w: number, d: number): Drawing {
  const s = Math.min(w, d) / 10;
  const crew: Xy[] = [
    [-3.1 * s, 2.1 * s],
    [3.1 * s, 2.1 * s],
    [-3.3 * s, -1.4 * s],
  ];
  const drawing: Drawing = {
    ...EMPTY,
    // Two wheels and the trail; the barrel is the thick stroke.
    mount:
      `M${round(-2 * s)} ${round(-2.4 * s)}h${round(0.9 * s)}v${round(3.2 * s)}h${round(-0.9 * s)}Z` +
      `M${round(1.1 * s)} ${round(-2.4 * s)}h${round(0.9 * s)}v${round(3.2 * s)}h${round(-0.9 * s)}Z` +
      `M${round(-0.5 * s)} ${round(-0.6 * s)}L0 ${round(3.9 * s)}L${round(0.5 * s)} ${round(-0.6 * s)}Z`,
  };
  for (const at of crew) add(drawing, man(at, s * 1.15));
  return drawing;
}

/** The barrel of a gun, drawn apart: it is thicker than a musket. */
export function barrel(w: number, d: number): string {
  const s = Math.min(w, d) / 10;
  return `M${round(-0.75 * s)} ${round(1.2 * s)}L${round(-0.5 * s)} ${round(-4.1 * s)}h${round(s)}L${round(0.75 * s)} ${round(1.2 * s)}Z`;
}

function general(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  add(drawing, rider([0, 0], Math.min(w, d) / 5.4));
  return drawing;
}

function line(...points: Xy[]): string {
  return `M${points.map(([x, y]) => `${round(x)} ${round(y)}`).join('L')}`;
}

/** A horse without a rider. */
function led([x, y]: Xy, s: number): Partial<Drawing> {
  return {
    mount:
      ellipse([x, y + s * 0.35], round(s * 0.62), round(s * 1.45)) +
      ellipse([x, y - s * 1.5], round(s * 0.34), round(s * 0.66)),
  };
}

/** Men on foot in front, their horses held behind them. */
function dismounted(w: number, d: number, seed: string): Drawing {
  const drawing = { ...EMPTY };
  const next = chance(seed);
  const files = Math.max(2, Math.min(6, Math.round(w / 7)));
  const s = Math.min((w * 0.9) / files / 2.6, d * 0.15);
  for (const [x, y] of places(w * 0.9, d * 0.2, files, 1)) {
    const here: Xy = [x + (next() - 0.5) * s * 0.5, y - d * 0.2];
    add(drawing, { ...man(here, s), arms: musket(here, s) });
  }
  const horses = Math.max(1, Math.round(files / 2));
  const h = Math.min((w * 0.8) / horses / 2.4, d * 0.13);
  for (const [x, y] of places(w * 0.8, 0, horses, 1)) add(drawing, led([x, y + d * 0.17], h));
  return drawing;
}

/** Deep ranks behind a hedge of points. */
function pikes(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const files = Math.max(3, Math.min(10, Math.round(w / 4.6)));
  const deep = Math.max(2, Math.min(4, Math.round((d * 0.7) / 4.6)));
  const s = Math.min((w * 0.92) / files / 2.1, (d * 0.6) / deep / 2);
  for (const [x, y] of places(w * 0.92, d * 0.56, files, deep)) {
    const here: Xy = [x, y + d * 0.08];
    add(drawing, man(here, s));
    if (y < 0) drawing.arms += line([x + s * 0.5, y + d * 0.12], [x + s * 0.5, -d * 0.47]);
  }
  return drawing;
}

/** Ranks behind tall shields. */
function legion(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const files = Math.max(2, Math.min(8, Math.round(w / 5.8)));
  const deep = Math.max(1, Math.min(3, Math.round((d * 0.72) / 6.4)));
  const s = Math.min((w * 0.9) / files / 2.15, (d * 0.66) / deep / 2.3);
  for (const [x, y] of places(w * 0.9, d * 0.64, files, deep)) {
    const here: Xy = [x, y + s * 0.25];
    add(drawing, {
      head: circle([x, y + s * 0.05], round(s * 0.45)),
      coat:
        ellipse(here, round(s * 0.9), round(s * 0.62)) +
        box([x - s * 0.12, y - s * 0.78], round(s * 1.7), round(s * 0.5)),
      pack: box([x - s * 0.12, y - s * 0.78], round(s * 0.34), round(s * 0.34)),
      arms: line([x + s * 0.85, y + s * 0.5], [x + s * 0.85, y - s * 1.25]),
    });
  }
  return drawing;
}

/** A crowd in no ranks at all. */
function warband(w: number, d: number, seed: string): Drawing {
  const drawing = { ...EMPTY };
  const next = chance(seed);
  const files = Math.max(2, Math.min(7, Math.round(w / 6.4)));
  const deep = Math.max(1, Math.min(4, Math.round((d * 0.76) / 6)));
  const s = Math.min((w * 0.9) / files / 2.35, (d * 0.74) / deep / 2.3);
  for (const [x, y] of places(w * 0.88, d * 0.68, files, deep)) {
    const here: Xy = [x + (next() - 0.5) * s * 1.5, y + (next() - 0.5) * s * 1.3];
    const lean = (next() - 0.5) * s * 1.6;
    add(drawing, {
      coat: ellipse(here, round(s * 0.92), round(s * 0.68)),
      pack: circle([here[0] - s * 0.75, here[1] - s * 0.4], round(s * 0.52)),
      head: circle([here[0], here[1] - s * 0.3], round(s * 0.42)),
      arms: line([here[0] + s * 0.7, here[1]], [here[0] + s * 0.7 + lean, here[1] - s * 1.35]),
    });
  }
  return drawing;
}

/** A loose line with javelins and little shields. */
function peltasts(w: number, d: number, seed: string): Drawing {
  const drawing = { ...EMPTY };
  const next = chance(seed);
  const files = Math.max(2, Math.min(6, Math.round(w / 7.5)));
  const s = Math.min((w * 0.9) / files / 2.9, d * 0.17);
  places(w * 0.9, d * 0.3, files, 1).forEach(([x, y], i) => {
    const here: Xy = [x + (next() - 0.5) * s * 0.7, y + (i % 2 ? -1 : 1) * d * 0.13];
    add(drawing, {
      ...man(here, s),
      pack: `M${round(here[0] - s * 1.5)} ${round(here[1] - s * 0.2)}a${round(s * 0.8)} ${round(s * 0.8)} 0 0 1 ${round(s * 1.5)} 0a${round(s * 1.1)} ${round(s * 1.1)} 0 0 0 ${round(-s * 1.5)} 0Z`,
      arms:
        line([here[0] + s * 0.8, here[1] + s * 0.7], [here[0] + s * 1.1, here[1] - s * 1.5]) +
        line([here[0] + s * 1.2, here[1] + s * 0.7], [here[0] + s * 1.5, here[1] - s * 1.3]),
    });
  });
  return drawing;
}

function chariot(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const cars = Math.max(1, Math.min(3, Math.round(w / (d * 1.1))));
  const s = Math.min((w * 0.9) / cars / 4.4, d / 7.4);
  for (const [x] of places(w * 0.92, 0, cars, 1)) {
    const y = d * 0.02;
    add(drawing, led([x - s * 0.85, y - s * 1.5], s * 0.95));
    add(drawing, led([x + s * 0.85, y - s * 1.5], s * 0.95));
    add(drawing, {
      mount:
        box([x - s * 1.75, y + s * 1.9], round(s * 0.4), round(s * 1.7)) +
        box([x + s * 1.75, y + s * 1.9], round(s * 0.4), round(s * 1.7)),
      // The car is open behind.
      coat: `M${round(x - s * 1.35)} ${round(y + s * 2.7)}V${round(y + s * 1.4)}Q${round(x)} ${round(y + s * 0.3)} ${round(x + s * 1.35)} ${round(y + s * 1.4)}V${round(y + s * 2.7)}Z`,
      arms:
        line([x, y + s], [x, y - s * 2.4]) + line([x + s, y + s * 1.8], [x + s * 1.5, y - s * 0.4]),
      head:
        circle([x - s * 0.55, y + s * 1.7], round(s * 0.42)) +
        circle([x + s * 0.55, y + s * 1.9], round(s * 0.42)),
    });
  }
  return drawing;
}

function elephant(w: number, d: number): Drawing {
  const drawing = { ...EMPTY };
  const beasts = Math.max(1, Math.min(3, Math.round(w / (d * 1.0))));
  const s = Math.min((w * 0.94) / beasts / 4.2, d / 7);
  for (const [x] of places(w * 0.94, 0, beasts, 1)) {
    const y = d * 0.06;
    add(drawing, {
      hide:
        ellipse([x, y + s * 0.7], round(s * 1.55), round(s * 2.1)) +
        ellipse([x - s * 1.25, y - s * 1.65], round(s * 0.75), round(s * 0.6)) +
        ellipse([x + s * 1.25, y - s * 1.65], round(s * 0.75), round(s * 0.6)) +
        ellipse([x, y - s * 1.75], round(s * 0.85), round(s * 0.85)) +
        `M${round(x - s * 0.3)} ${round(y - s * 2.4)}Q${round(x - s * 0.1)} ${round(y - s * 3.3)} ${round(x + s * 0.4)} ${round(y - s * 3.4)}L${round(x + s * 0.3)} ${round(y - s * 2.4)}Z`,
      arms:
        line([x - s * 0.55, y - s * 2.4], [x - s * 0.75, y - s * 3.3]) +
        line([x + s * 0.6, y - s * 2.4], [x + s * 0.85, y - s * 3.2]),
      // The tower and its crew.
      coat: box([x, y + s * 0.9], round(s * 2), round(s * 2)),
      head:
        circle([x - s * 0.5, y + s * 0.5], round(s * 0.4)) +
        circle([x + s * 0.5, y + s * 0.5], round(s * 0.4)) +
        circle([x, y + s * 1.3], round(s * 0.4)) +
        circle([x, y - s * 1.0], round(s * 0.36)),
    });
  }
  return drawing;
}

/** A bolt thrower with its crew. */
function engine(w: number, d: number): Drawing {
  const s = Math.min(w, d) / 10;
  const drawing: Drawing = {
    ...EMPTY,
    mount:
      box([0, 0.4 * s], round(1.1 * s), round(6.2 * s)) +
      box([0, 2.6 * s], round(3.6 * s), round(0.7 * s)) +
      box([0, -1.7 * s], round(3 * s), round(1.2 * s)),
    // The bow, its string drawn back, and the bolt.
    arms:
      `M${round(-3.7 * s)} ${round(-0.7 * s)}Q${round(-1.6 * s)} ${round(-2.7 * s)} 0 ${round(-2.3 * s)}Q${round(1.6 * s)} ${round(-2.7 * s)} ${round(3.7 * s)} ${round(-0.7 * s)}` +
      line([-3.7 * s, -0.7 * s], [0, 1.6 * s], [3.7 * s, -0.7 * s]) +
      line([0, 1.6 * s], [0, -4 * s]),
  };
  for (const at of [
    [-2.9 * s, 2.5 * s],
    [2.9 * s, 2.5 * s],
  ] as Xy[])
    add(drawing, man(at, s * 1.15));
  return drawing;
}

/** The outline of a side's flag, the pole at 0, 0: side a swallow-tailed, side b square. */
export function flag(side: 'a' | 'b', s: number): string {
  return side === 'a'
    ? `M0 ${-s * 0.55}H${s * 1.7}L${s * 1.2} 0L${s * 1.7} ${s * 0.55}H0Z`
    : `M0 ${-s * 0.55}H${s * 1.35}V${s * 0.55}H0Z`;
}
