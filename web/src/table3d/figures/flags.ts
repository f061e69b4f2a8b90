// The flags of both sides, painted on one sheet: right for side and age. Invented armies carry
// flags in the fashion of their time and in the side's own colour, never those of a real state.
import { standardOf, type Standard } from '../../table/art/cloths';
import { shade } from '../sculpt';
import type { Side } from './dress';

type Pen = CanvasRenderingContext2D;
type Painter = (g: Pen, colour: string) => void;

/** Width and height of a flag on the sheet. */
const W = 200;
const H = 152;
/** Size of the sheet: white for everything that is only painted, and the two flags. */
export const SHEET: [number, number] = [512, 512];

const rect = (g: Pen, colour: string, x: number, y: number, w: number, h: number) => {
  g.fillStyle = colour;
  g.fillRect(x * W, y * H, w * W, h * H);
};
const disc = (g: Pen, colour: string, x: number, y: number, r: number) => {
  g.fillStyle = colour;
  g.beginPath();
  g.arc(x * W, y * H, r * H, 0, 7);
  g.fill();
};
const shape = (g: Pen, colour: string, points: [number, number][]) => {
  g.fillStyle = colour;
  g.beginPath();
  for (const [x, y] of points) g.lineTo(x * W, y * H);
  g.fill();
};
const star = (g: Pen, colour: string, x: number, y: number, r: number, n = 5, inner = 0.4) => {
  g.fillStyle = colour;
  g.beginPath();
  for (let i = 0; i < 2 * n; i += 1) {
    const a = (i / n) * Math.PI - Math.PI / 2;
    const k = (i % 2 ? inner : 1) * r * H;
    g.lineTo(x * W + Math.cos(a) * k, y * H + Math.sin(a) * k);
  }
  g.fill();
};
const ring = (g: Pen, colour: string, x: number, y: number, r: number, thick: number) => {
  g.strokeStyle = colour;
  g.lineWidth = thick * H;
  g.beginPath();
  g.arc(x * W, y * H, r * H, 0, 7);
  g.stroke();
};

/** The national flag of the Union: thirteen stripes, and the stars in rows. */
const union: Painter = (g) => {
  for (let i = 0; i < 13; i += 1) rect(g, i % 2 ? '#f1ece0' : '#b2272f', 0, i / 13, 1, 1 / 13);
  rect(g, '#27356b', 0, 0, 0.44, 7 / 13);
  for (let r = 0; r < 5; r += 1)
    for (let c = 0; c < 7; c += 1) disc(g, '#f4f0e6', 0.04 + c * 0.06, 0.055 + r * 0.105, 0.026);
};

/** The first national flag of the Confederacy: three bars, seven stars in a ring. */
const confederate: Painter = (g) => {
  rect(g, '#b2272f', 0, 0, 1, 1 / 3);
  rect(g, '#f1ece0', 0, 1 / 3, 1, 1 / 3);
  rect(g, '#b2272f', 0, 2 / 3, 1, 1 / 3);
  rect(g, '#27356b', 0, 0, 0.48, 2 / 3);
  for (let i = 0; i < 7; i += 1) {
    const a = (i / 7) * 2 * Math.PI - Math.PI / 2;
    star(g, '#f4f0e6', 0.24 + Math.cos(a) * 0.14, 0.333 + Math.sin(a) * 0.19, 0.075);
  }
};

/** A vexillum: red cloth, a golden wreath and eagle, a fringe. */
const rome: Painter = (g) => {
  rect(g, '#9c221b', 0, 0, 1, 1);
  g.strokeStyle = '#d9ae48';
  g.lineWidth = 7;
  g.strokeRect(9, 9, W - 18, H - 34);
  ring(g, '#d9ae48', 0.5, 0.43, 0.25, 0.045);
  shape(g, '#e6bf58', [
    [0.5, 0.24],
    [0.55, 0.34],
    [0.72, 0.3],
    [0.62, 0.48],
    [0.54, 0.5],
    [0.56, 0.62],
    [0.44, 0.62],
    [0.46, 0.5],
    [0.38, 0.48],
    [0.28, 0.3],
    [0.45, 0.34],
  ]);
  for (let i = 0; i < 20; i += 1) rect(g, '#d9ae48', i / 20, 0.86, 0.03, 0.14);
};

const fringed =
  (device: Painter): Painter =>
  (g, colour) => {
    rect(g, colour, 0, 0, 1, 1);
    g.strokeStyle = '#e7d39a';
    g.lineWidth = 6;
    g.strokeRect(8, 8, W - 16, H - 16);
    device(g, colour);
  };

/** The sun of the kings of Macedon, used by their heirs. */
const sun = fringed((g) => {
  star(g, '#e8c052', 0.5, 0.5, 0.4, 16, 0.45);
  disc(g, '#f0d27a', 0.5, 0.5, 0.13);
});
/** Star and crescent, from the coins of the kings of Pontus. */
const pontus = fringed((g, colour) => {
  disc(g, '#ecd68a', 0.5, 0.58, 0.28);
  disc(g, colour, 0.5, 0.48, 0.25);
  star(g, '#ecd68a', 0.5, 0.42, 0.17, 8, 0.45);
});
const bolt = fringed((g) =>
  shape(g, '#f1dc92', [
    [0.42, 0.12],
    [0.62, 0.12],
    [0.53, 0.42],
    [0.66, 0.42],
    [0.4, 0.9],
    [0.47, 0.54],
    [0.35, 0.54],
  ]),
);
const boar = fringed((g) => {
  shape(g, '#f0e2bc', [
    [0.16, 0.62],
    [0.2, 0.44],
    [0.34, 0.32],
    [0.6, 0.34],
    [0.78, 0.44],
    [0.86, 0.58],
    [0.76, 0.62],
    [0.74, 0.8],
    [0.68, 0.8],
    [0.64, 0.64],
    [0.38, 0.66],
    [0.34, 0.8],
    [0.28, 0.8],
    [0.26, 0.66],
  ]);
  for (let i = 0; i < 6; i += 1)
    shape(g, '#f0e2bc', [
      [0.3 + i * 0.06, 0.34],
      [0.33 + i * 0.06, 0.22],
      [0.36 + i * 0.06, 0.34],
    ]);
});
const wheel = fringed((g) => {
  ring(g, '#ecd68a', 0.5, 0.5, 0.3, 0.06);
  star(g, '#ecd68a', 0.5, 0.5, 0.3, 6, 0.18);
});

/** The golden wyvern of Wessex. */
const wyvern: Painter = (g, colour) => {
  rect(g, colour, 0, 0, 1, 1);
  shape(g, '#e6be4e', [
    [0.1, 0.3],
    [0.26, 0.2],
    [0.32, 0.34],
    [0.28, 0.44],
    [0.42, 0.5],
    [0.5, 0.16],
    [0.6, 0.4],
    [0.76, 0.2],
    [0.7, 0.5],
    [0.86, 0.54],
    [0.96, 0.74],
    [0.82, 0.66],
    [0.66, 0.68],
    [0.58, 0.86],
    [0.5, 0.86],
    [0.52, 0.68],
    [0.36, 0.62],
    [0.2, 0.48],
  ]);
  disc(g, colour, 0.2, 0.29, 0.025);
};
/** The raven of the north. */
const raven: Painter = (g, colour) => {
  rect(g, '#e9e0c6', 0, 0, 1, 1);
  rect(g, colour, 0, 0, 1, 0.1);
  rect(g, colour, 0, 0.9, 1, 0.1);
  shape(g, '#1c1a19', [
    [0.12, 0.44],
    [0.26, 0.36],
    [0.36, 0.4],
    [0.5, 0.2],
    [0.84, 0.18],
    [0.66, 0.36],
    [0.78, 0.42],
    [0.6, 0.5],
    [0.92, 0.66],
    [0.6, 0.66],
    [0.46, 0.76],
    [0.42, 0.66],
    [0.3, 0.56],
  ]);
};

/** Company flags of the 1640s: balls along the field; one side has a canton of its own. */
const company =
  (canton: boolean): Painter =>
  (g, colour) => {
    rect(g, colour, 0, 0, 1, 1);
    if (canton) {
      rect(g, '#f0ead8', 0, 0, 0.4, 0.42);
      for (let i = 0; i < 4; i += 1)
        disc(g, '#f0ead8', 0.5 + (i % 2) * 0.26, 0.2 + Math.floor(i / 2) * 0.42, 0.1);
      rect(g, shade(colour, 0.6), 0.16, 0, 0.08, 0.42);
      rect(g, shade(colour, 0.6), 0, 0.16, 0.4, 0.1);
    } else {
      for (let i = 0; i < 4; i += 1)
        shape(g, '#e8c052', [
          [i * 0.25, 1],
          [i * 0.25 + 0.125, 0.52],
          [i * 0.25 + 0.25, 1],
        ]);
      star(g, '#e8c052', 0.5, 0.26, 0.16, 6);
    }
  };

/** Flags of the lace age: flames from the corners, a wreath around a device. */
const laced =
  (device: (g: Pen) => void, flames: string): Painter =>
  (g, colour) => {
    rect(g, colour, 0, 0, 1, 1);
    for (const [x, y] of [
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ] as const)
      for (const k of [0.12, 0.3])
        shape(g, flames, [
          [x, Math.abs(y - k)],
          [0.5, 0.5],
          [Math.abs(x - k * 0.76), y],
        ]);
    disc(g, '#efe6cc', 0.5, 0.5, 0.27);
    ring(g, '#5f7a3a', 0.5, 0.5, 0.27, 0.05);
    device(g);
  };
const eagle = (g: Pen) =>
  shape(g, '#2a2522', [
    [0.5, 0.3],
    [0.54, 0.42],
    [0.66, 0.36],
    [0.6, 0.56],
    [0.53, 0.58],
    [0.55, 0.7],
    [0.45, 0.7],
    [0.47, 0.58],
    [0.4, 0.56],
    [0.34, 0.36],
    [0.46, 0.42],
  ]);
const lion = (g: Pen) => {
  disc(g, '#c79a32', 0.47, 0.42, 0.12);
  shape(g, '#c79a32', [
    [0.4, 0.48],
    [0.58, 0.46],
    [0.62, 0.66],
    [0.56, 0.7],
    [0.54, 0.58],
    [0.46, 0.58],
    [0.44, 0.7],
    [0.38, 0.68],
  ]);
};

/** Flags of the age of shakos: bands with a crowned cipher, or quarters. */
const banded: Painter = (g, colour) => {
  rect(g, '#efe8d6', 0, 0, 1, 1);
  rect(g, colour, 0, 0, 1, 0.34);
  rect(g, colour, 0, 0.66, 1, 0.34);
  disc(g, '#e0b84a', 0.5, 0.5, 0.13);
  star(g, colour, 0.5, 0.5, 0.11, 6);
};
const quartered: Painter = (g, colour) => {
  rect(g, colour, 0, 0, 1, 1);
  rect(g, '#e9c765', 0.5, 0, 0.5, 0.5);
  rect(g, '#e9c765', 0, 0.5, 0.5, 0.5);
  disc(g, '#f1ead8', 0.5, 0.5, 0.2);
  star(g, '#2a2522', 0.5, 0.5, 0.16, 8, 0.55);
};

const PAINTED: Record<Standard, Painter> = {
  union,
  confederate,
  rome,
  sun,
  pontus,
  bolt,
  boar,
  wheel,
  wyvern,
  raven,
  balls: company(true),
  piles: company(false),
  eagle: laced(eagle, '#f0e6cc'),
  lion: laced(lion, '#e8c052'),
  banded,
  quartered,
};

/** Returns the place of a side's flag on the sheet: left, bottom, width, height, 0 to 1. */
export const place = (key: 'a' | 'b'): [number, number, number, number] => {
  const y = key === 'a' ? 300 : 80;
  return [20 / SHEET[0], y / SHEET[1], W / SHEET[0], H / SHEET[1]];
};

/** Paints the sheet, with white at its lower left for everything without a picture. */
export function sheet(sides: [Side, Side]): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = SHEET;
  const g = canvas.getContext('2d') as Pen;
  g.fillStyle = '#fff';
  g.fillRect(0, 0, ...SHEET);
  for (const side of sides) {
    const [u, v, , h] = place(side.key);
    g.save();
    g.translate(u * SHEET[0], (1 - v - h) * SHEET[1]);
    g.beginPath();
    g.rect(0, 0, W, H);
    g.clip();
    PAINTED[standardOf(side.name, side.key, side.era)](g, side.colour);
    // Folds of silk.
    for (let i = 0; i < 6; i += 1) {
      const fold = g.createLinearGradient((i / 6) * W, 0, ((i + 1) / 6) * W, 0);
      fold.addColorStop(0, 'rgb(0 0 0 / 0%)');
      fold.addColorStop(0.5, 'rgb(0 0 0 / 13%)');
      fold.addColorStop(1, 'rgb(0 0 0 / 0%)');
      g.fillStyle = fold;
      g.fillRect((i / 6) * W, 0, W / 6, H);
    }
    g.restore();
  }
  return canvas;
}
