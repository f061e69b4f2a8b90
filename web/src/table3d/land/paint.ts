// Paints and flocks the ground: grass, roads, fields, banks, forest floors. One picture of the
// table from above, laid over its hills.
import type { TerrainView, Xy } from '../../contract/contract';
import { bounds, inside } from '../../table/frame';
import { chance } from '../../table/scatter';
import type { Era } from '../../table/art/era';

interface Cloth {
  grass: string[];
  dry: string;
  earth: string;
  road: string;
  rut: string;
}

const CLOTHS: Record<Era, Cloth> = {
  ancient: {
    grass: ['#7f7d45', '#8d8449', '#6f7440', '#9a8c52'],
    dry: '#b39a63',
    earth: '#8f7048',
    road: '#bfa57a',
    rut: '#a98c60',
  },
  dark: {
    grass: ['#5d683a', '#6a7344', '#505d34', '#767d4c'],
    dry: '#8a8450',
    earth: '#664c31',
    road: '#8a6f4c',
    rut: '#705738',
  },
  pike: {
    grass: ['#687040', '#757c48', '#596437', '#848850'],
    dry: '#98905a',
    earth: '#6d5236',
    road: '#957a55',
    rut: '#7a6141',
  },
  lace: {
    grass: ['#6a7443', '#788049', '#5c683a', '#868c54'],
    dry: '#a0965e',
    earth: '#71563a',
    road: '#a58a62',
    rut: '#86694a',
  },
  shako: {
    grass: ['#667040', '#747b46', '#586536', '#858a52'],
    dry: '#9a925a',
    earth: '#6c5236',
    road: '#9d825c',
    rut: '#7f6445',
  },
  civil: {
    grass: ['#727542', '#80814c', '#636a3a', '#908c56'],
    dry: '#aa9a60',
    earth: '#7d5a3a',
    road: '#ac8760',
    rut: '#8d6a48',
  },
};

export class Painter {
  readonly canvas: HTMLCanvasElement;
  readonly #g: CanvasRenderingContext2D;
  readonly #next: () => number;
  readonly #cloth: Cloth;
  /** Pixels per length of the table. */
  readonly scale: number;

  constructor(
    readonly table: Xy,
    era: Era,
    most: number,
  ) {
    this.canvas = document.createElement('canvas');
    this.scale = Math.min(56, most / Math.max(...table));
    this.canvas.width = Math.round(table[0] * this.scale);
    this.canvas.height = Math.round(table[1] * this.scale);
    this.#g = this.canvas.getContext('2d') as CanvasRenderingContext2D;
    this.#next = chance(`${table.join()}${era}`);
    this.#cloth = CLOTHS[era];
  }

  paint(terrain: TerrainView[]): HTMLCanvasElement {
    this.#grass();
    const of = (...grounds: string[]) => terrain.filter((piece) => grounds.includes(piece.ground));
    for (const piece of of('hill')) this.#hill(piece);
    for (const piece of of('field')) this.#field(piece);
    for (const piece of of('rough', 'impassable'))
      this.#splat(piece.areas, ['#8c7a58', '#7a6a4e', '#9a8a68'], 0.5);
    for (const piece of of('marsh'))
      this.#splat(piece.areas, ['#4a5633', '#5d6138', '#3d4a36'], 0.75);
    for (const piece of of('river', 'lake')) this.#banks(piece);
    for (const piece of of('woods'))
      this.#splat(piece.areas, ['#4b4328', '#57492c', '#3e3c22', '#625230'], 0.8);
    for (const piece of of('town'))
      this.#splat(piece.areas, ['#9a8360', '#88724f', '#a8926e'], 0.62);
    for (const piece of of('road')) this.#road(piece);
    for (const piece of of('ford')) this.#ford(piece);
    for (const piece of of('works', 'trench')) this.#works(piece);
    for (const piece of of('wall', 'fence', 'worm')) this.#verge(piece);
    return this.canvas;
  }

  #px([x, y]: Xy): Xy {
    return [x * this.scale, (this.table[1] - y) * this.scale];
  }

  path(points: Xy[], closed: boolean): Path2D {
    const path = new Path2D();
    points.forEach((p, i) => {
      const [x, y] = this.#px(p);
      if (i === 0) path.moveTo(x, y);
      else path.lineTo(x, y);
    });
    if (closed) path.closePath();
    return path;
  }

  #dab(x: number, y: number, r: number, colour: string, alpha: number): void {
    const g = this.#g;
    g.globalAlpha = alpha;
    g.fillStyle = colour;
    g.beginPath();
    g.ellipse(x, y, r, r * (0.55 + this.#next() * 0.45), this.#next() * 3, 0, 7);
    g.fill();
  }

  #one<T>(of: T[]): T {
    return of[Math.floor(this.#next() * of.length)] as T;
  }

  #grass(): void {
    const { width, height } = this.canvas;
    const g = this.#g;
    g.globalAlpha = 1;
    g.fillStyle = this.#cloth.grass[0] as string;
    g.fillRect(0, 0, width, height);
    // Large soft patches first, then ever smaller ones.
    for (let i = 0; i < 90; i += 1)
      this.#soft(
        this.#next() * width,
        this.#next() * height,
        (1.5 + this.#next() * 5) * this.scale,
        this.#one([...this.#cloth.grass, this.#cloth.dry]),
        0.32,
      );
    for (let i = 0; i < 2600; i += 1)
      this.#dab(
        this.#next() * width,
        this.#next() * height,
        (0.05 + this.#next() ** 3 * 0.26) * this.scale,
        this.#one(this.#cloth.grass),
        0.3,
      );
    for (let i = 0; i < 1500; i += 1)
      this.#dab(
        this.#next() * width,
        this.#next() * height,
        (0.03 + this.#next() * 0.07) * this.scale,
        this.#one([this.#cloth.dry, '#3f4c22', '#a5a05c', this.#cloth.earth]),
        0.5,
      );
  }

  #soft(x: number, y: number, r: number, colour: string, alpha: number): void {
    const g = this.#g;
    const fill = g.createRadialGradient(x, y, 0, x, y, r);
    fill.addColorStop(0, colour);
    fill.addColorStop(1, `${colour}00`);
    g.globalAlpha = alpha;
    g.fillStyle = fill;
    g.fillRect(x - r, y - r, 2 * r, 2 * r);
  }

  /** Scatters material over an area, up to its very edge and hardly beyond. */
  #splat(areas: Xy[][], colours: string[], strength: number): void {
    for (const area of areas) {
      const g = this.#g;
      g.globalAlpha = strength * 0.75;
      g.fillStyle = colours[0] as string;
      g.fill(this.path(area, true));
      const box = bounds(area);
      const n = Math.min(2600, Math.round(box.w * box.h * 26));
      for (let i = 0; i < n; i += 1) {
        const at: Xy = [box.x + this.#next() * box.w, box.y + this.#next() * box.h];
        if (!inside(at, area)) continue;
        const [x, y] = this.#px(at);
        this.#dab(x, y, (0.05 + this.#next() * 0.16) * this.scale, this.#one(colours), 0.55);
      }
      this.#rim(area, colours[1] ?? '#000000');
    }
  }

  /** Scatters crumbs along an outline, so that the end of a piece of ground is visible. */
  #rim(area: Xy[], colour: string): void {
    area.forEach((a, i) => {
      const b = area[(i + 1) % area.length] as Xy;
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]);
      for (let n = 0; n < long * 7; n += 1) {
        const t = this.#next();
        const off = (this.#next() - 0.5) * 0.18;
        const [x, y] = this.#px([a[0] + (b[0] - a[0]) * t + off, a[1] + (b[1] - a[1]) * t + off]);
        this.#dab(x, y, (0.03 + this.#next() * 0.08) * this.scale, colour, 0.6);
      }
    });
  }

  #hill(piece: TerrainView): void {
    for (const area of piece.areas) {
      const g = this.#g;
      g.globalAlpha = 0.2;
      g.fillStyle = this.#cloth.dry;
      g.fill(this.path(area, true));
      g.globalAlpha = 0.35;
      g.strokeStyle = '#3c3f1e';
      g.lineWidth = 0.12 * this.scale;
      g.stroke(this.path(area, true));
      this.#rim(area, '#5c5a2e');
    }
  }

  #field(piece: TerrainView): void {
    const pasture = /pasture|meadow/i.test(piece.name);
    for (const area of piece.areas) {
      const g = this.#g;
      g.save();
      g.clip(this.path(area, true));
      g.globalAlpha = pasture ? 0.35 : 0.9;
      g.fillStyle = pasture ? '#7f8f3e' : '#8a6a3c';
      g.fill(this.path(area, true));
      const box = bounds(area);
      const along = box.w >= box.h;
      const rows = (along ? box.h : box.w) / 0.42;
      for (let i = 0; i < rows; i += 1) {
        const o = (i + 0.5) * 0.42;
        const line = along
          ? this.path(
              [
                [box.x, box.y + o],
                [box.x + box.w, box.y + o],
              ],
              false,
            )
          : this.path(
              [
                [box.x + o, box.y],
                [box.x + o, box.y + box.h],
              ],
              false,
            );
        g.globalAlpha = pasture ? 0.18 : 0.55;
        g.strokeStyle = i % 2 ? '#5f4526' : '#a68650';
        g.lineWidth = 0.16 * this.scale;
        g.stroke(line);
      }
      g.restore();
      this.#rim(area, '#4f5a2a');
    }
  }

  #banks(piece: TerrainView): void {
    const g = this.#g;
    const outline = piece.line.length > 1 ? this.path(piece.line, false) : null;
    const draw = (colour: string, more: number, alpha: number) => {
      g.globalAlpha = alpha;
      g.lineJoin = 'round';
      g.strokeStyle = colour;
      g.fillStyle = colour;
      if (outline) {
        g.lineWidth = Math.max(0.1, piece.width + more) * this.scale;
        g.stroke(outline);
        return;
      }
      for (const area of piece.areas) {
        const path = this.path(area, true);
        g.fill(path);
        if (more > 0) {
          g.lineWidth = more * this.scale;
          g.stroke(path);
        }
      }
    };
    draw('#6f6338', 0.9, 0.3);
    draw('#8a744a', 0.45, 0.75);
    draw('#6d5b3c', 0.05, 0.9);
    if (outline) draw('#2f3a30', -0.35, 0.8);
    else draw('#2f3a30', 0, 0.55);
    for (const area of piece.areas) this.#rim(area, '#9c8a62');
  }

  #road(piece: TerrainView): void {
    if (piece.line.length < 2)
      return this.#splat(piece.areas, [this.#cloth.road, this.#cloth.rut], 0.8);
    const g = this.#g;
    const path = this.path(piece.line, false);
    g.lineJoin = 'round';
    const stroke = (colour: string, wide: number, alpha: number) => {
      g.globalAlpha = alpha;
      g.strokeStyle = colour;
      g.lineWidth = wide * this.scale;
      g.stroke(path);
    };
    stroke('#5c5430', piece.width * 1.14, 0.4);
    stroke(this.#cloth.rut, piece.width * 1.0, 0.9);
    stroke(this.#cloth.road, piece.width * 0.82, 0.85);
    // Two ruts, with worn grass between them.
    stroke(this.#cloth.rut, piece.width * 0.52, 0.7);
    stroke(this.#cloth.road, piece.width * 0.34, 0.9);
    stroke(this.#cloth.grass[1] as string, piece.width * 0.14, 0.4);
    this.#crumbs(piece.line, piece.width, [
      this.#cloth.road,
      this.#cloth.rut,
      '#c9b490',
      this.#cloth.grass[2] as string,
    ]);
  }

  #crumbs(line: Xy[], width: number, colours: string[]): void {
    for (let i = 0; i + 1 < line.length; i += 1) {
      const [a, b] = [line[i] as Xy, line[i + 1] as Xy];
      const long = Math.hypot(b[0] - a[0], b[1] - a[1]) || 1;
      for (let n = 0; n < long * 20; n += 1) {
        const t = this.#next();
        const off = (this.#next() + this.#next() - 1) * width * 0.58;
        const [x, y] = this.#px([
          a[0] + (b[0] - a[0]) * t - ((b[1] - a[1]) / long) * off,
          a[1] + (b[1] - a[1]) * t + ((b[0] - a[0]) / long) * off,
        ]);
        this.#dab(x, y, (0.02 + this.#next() * 0.06) * this.scale, this.#one(colours), 0.6);
      }
    }
  }

  #ford(piece: TerrainView): void {
    for (const area of piece.areas) {
      const box = bounds(area);
      for (let i = 0; i < box.w * box.h * 26; i += 1) {
        const at: Xy = [box.x + this.#next() * box.w, box.y + this.#next() * box.h];
        if (!inside(at, area)) continue;
        const [x, y] = this.#px(at);
        this.#dab(
          x,
          y,
          (0.05 + this.#next() * 0.12) * this.scale,
          this.#one(['#b7a888', '#9a8e74', '#c8bda0', '#857a62']),
          0.8,
        );
      }
    }
  }

  #works(piece: TerrainView): void {
    if (piece.line.length > 1)
      this.#crumbs(piece.line, Math.max(1.6, piece.width * 2), ['#7d5f3d', '#8f6f48', '#654a2e']);
    else this.#splat(piece.areas, ['#7d5f3d', '#8f6f48', '#654a2e'], 0.6);
  }

  #verge(piece: TerrainView): void {
    if (piece.line.length > 1) this.#crumbs(piece.line, 0.7, ['#4a5a26', '#5c4a30', '#6a7436']);
  }
}

/** Returns a small picture of static grass, to repeat over all ground. */
export function detail(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 256;
  const g = canvas.getContext('2d') as CanvasRenderingContext2D;
  const next = chance('static grass');
  g.fillStyle = '#808080';
  g.fillRect(0, 0, 256, 256);
  for (let i = 0; i < 5200; i += 1) {
    const v = Math.round(128 + (next() - 0.5) * 150);
    g.strokeStyle = `rgb(${v} ${v} ${Math.round(v * 0.94)} / 55%)`;
    g.lineWidth = 0.7 + next();
    const [x, y, a] = [next() * 256, next() * 256, next() * 7];
    const long = 2 + next() * 5;
    // Repeat at every side, so that the picture tiles without seams.
    for (const dx of [-256, 0, 256])
      for (const dy of [-256, 0, 256]) {
        if (x + dx < -9 || x + dx > 265 || y + dy < -9 || y + dy > 265) continue;
        g.beginPath();
        g.moveTo(x + dx, y + dy);
        g.lineTo(x + dx + Math.cos(a) * long, y + dy + Math.sin(a) * long);
        g.stroke();
      }
  }
  return canvas;
}
