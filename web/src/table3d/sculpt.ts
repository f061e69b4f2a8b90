// Modelling in code: lofts, boxes and balls with painted corners, gathered into one geometry. A
// model stands on y = 0, looks north (-z), and has its right at +x.
import { BufferAttribute, BufferGeometry, Color, Euler, Matrix4, Vector3 } from 'three';

export type P3 = [number, number, number];

export interface Ring {
  /** Middle of a section. */
  p: P3;
  /** Half its width and half its depth. */
  r: number | [number, number];
  /** Colour, if it differs from the rest. */
  c?: string;
}

const paints = new Map<string, Color>();
export function paint(colour: string): Color {
  let found = paints.get(colour);
  if (!found) paints.set(colour, (found = new Color(colour)));
  return found;
}

const AROUND = new Vector3();

export class Sculpt {
  readonly #positions: number[] = [];
  readonly #normals: number[] = [];
  readonly #colours: number[] = [];
  readonly #sheet: number[] = [];
  #matrix = new Matrix4();

  /** Not `fine`: fewer corners, for models seen from far away; `rough`: as few as possible. */
  constructor(
    readonly fine = true,
    readonly rough = false,
  ) {}

  get triangles(): number {
    return this.#positions.length / 9;
  }

  /** Models a part in place: moved, turned (radians) and scaled. */
  at(p: P3, turn: P3, size: number | P3, model: () => void): this {
    const before = this.#matrix;
    const scale = typeof size === 'number' ? new Vector3(size, size, size) : new Vector3(...size);
    const own = new Matrix4()
      .makeRotationFromEuler(new Euler(...turn, 'YXZ'))
      .scale(scale)
      .setPosition(...p);
    this.#matrix = before.clone().multiply(own);
    model();
    this.#matrix = before;
    return this;
  }

  /** Adds a triangle, with its corners ordered to be visible from the side of its normals. */
  tri(corners: [P3, P3, P3], colour: string, normals?: P3[], sheet?: [number, number][]): this {
    const [a, b, c] = corners.map((p) => new Vector3(...p).applyMatrix4(this.#matrix)) as [
      Vector3,
      Vector3,
      Vector3,
    ];
    const face = AROUND.copy(b).sub(a).cross(c.clone().sub(a)).normalize().clone();
    const wanted = normals?.map((n) =>
      new Vector3(...n).transformDirection(this.#matrix).normalize(),
    );
    const sum = wanted?.reduce((s, n) => s.add(n), new Vector3());
    const turned = sum !== undefined && sum.dot(face) < 0;
    if (turned) face.negate();
    const order = turned ? [0, 2, 1] : [0, 1, 2];
    const points = [a, b, c];
    for (const i of order) {
      const p = points[i] as Vector3;
      const n = wanted?.[i] ?? face;
      const k = paint(colour);
      this.#positions.push(p.x, p.y, p.z);
      this.#normals.push(n.x, n.y, n.z);
      // Light from above and dark in the folds, as figures are painted.
      const lit = 0.74 + 0.36 * Math.min(1, Math.max(0, (n.y + 0.75) / 1.5));
      this.#colours.push(k.r * lit, k.g * lit, k.b * lit);
      this.#sheet.push(...(sheet?.[i] ?? [0.002, 0.002]));
    }
    return this;
  }

  /** Adds a flat quad with its corners in order, visible from the side of its `normal`. */
  quad(corners: [P3, P3, P3, P3], colour: string, normal?: P3): this {
    const [a, b, c, d] = corners;
    const n = normal && [normal, normal, normal];
    this.tri([a, b, c], colour, n);
    return this.tri([a, c, d], colour, n);
  }

  /** Adds a box that may be narrower at its top. */
  box([x, y, z]: P3, [w, h, d]: P3, colour: string, top = 1, lid = colour): this {
    const [a, b] = [w / 2, d / 2];
    const [e, f] = [a * top, b * top];
    const low: P3[] = [
      [x - a, y, z - b],
      [x + a, y, z - b],
      [x + a, y, z + b],
      [x - a, y, z + b],
    ];
    const high: P3[] = [
      [x - e, y + h, z - f],
      [x + e, y + h, z - f],
      [x + e, y + h, z + f],
      [x - e, y + h, z + f],
    ];
    const out: P3[] = [
      [0, 0, -1],
      [1, 0, 0],
      [0, 0, 1],
      [-1, 0, 0],
    ];
    for (let i = 0; i < 4; i += 1) {
      const j = (i + 1) % 4;
      this.quad([low[i], low[j], high[j], high[i]] as [P3, P3, P3, P3], colour, out[i]);
    }
    return this.quad(high as [P3, P3, P3, P3], lid, [0, 1, 0]);
  }

  /** Adds a round body through sections, with this many sides. */
  loft(rings: Ring[], sides: number, colour: string, { ends = true, ref }: Loft = {}): this {
    const n = this.fine ? sides : Math.max(3, Math.ceil(sides * (this.rough ? 0.4 : 0.6)));
    const places = rings.map((ring) => new Vector3(...ring.p));
    const rows = rings.map((ring, i) => {
      const [from, to] = [places[Math.max(0, i - 1)], places[Math.min(rings.length - 1, i + 1)]];
      const along = (to as Vector3)
        .clone()
        .sub(from as Vector3)
        .normalize();
      const up = new Vector3(...(ref ?? (Math.abs(along.y) > 0.75 ? [0, 0, 1] : [0, 1, 0])));
      const across = up.clone().cross(along).normalize();
      const deep = along.clone().cross(across);
      const [rx, ry] = typeof ring.r === 'number' ? [ring.r, ring.r] : ring.r;
      return Array.from({ length: n }, (_, k) => {
        const a = ((k + 0.5) / n) * 2 * Math.PI;
        const out = across.clone().multiplyScalar(Math.cos(a) * rx);
        out.addScaledVector(deep, Math.sin(a) * ry);
        const normal = across.clone().multiplyScalar(Math.cos(a) / Math.max(rx, 1e-3));
        normal.addScaledVector(deep, Math.sin(a) / Math.max(ry, 1e-3)).normalize();
        return {
          p: out.add(places[i] as Vector3).toArray() as P3,
          n: normal.toArray() as P3,
        };
      });
    });
    for (let i = 0; i + 1 < rows.length; i += 1) {
      const c = rings[i]?.c ?? colour;
      for (let k = 0; k < n; k += 1) {
        const [a, b] = [rows[i]?.[k], rows[i]?.[(k + 1) % n]] as [Corner, Corner];
        const [e, d] = [rows[i + 1]?.[k], rows[i + 1]?.[(k + 1) % n]] as [Corner, Corner];
        if (size(rings[i]) > 0.002) this.tri([a.p, b.p, d.p], c, [a.n, b.n, d.n]);
        if (size(rings[i + 1]) > 0.002) this.tri([a.p, d.p, e.p], c, [a.n, d.n, e.n]);
      }
    }
    if (ends) this.#ends(rings, rows, colour);
    return this;
  }

  #ends(rings: Ring[], rows: Corner[][], colour: string): void {
    for (const last of [0, rings.length - 1]) {
      const [ring, row] = [rings[last], rows[last]] as [Ring, Corner[]];
      if (size(ring) <= 0.02) continue;
      const other = rings[last === 0 ? 1 : last - 1] as Ring;
      const out = ring.p.map((v, i) => v - (other.p[i] ?? 0)) as P3;
      for (let k = 1; k + 1 < row.length; k += 1)
        this.tri(
          [row[0], row[k], row[k + 1]].map((x) => (x as Corner).p) as [P3, P3, P3],
          ring.c ?? colour,
          [out, out, out],
        );
    }
  }

  /** Adds a ball, or an egg. */
  ball([x, y, z]: P3, r: number | P3, colour: string, sides = 7): this {
    const [rx, ry, rz] = typeof r === 'number' ? [r, r, r] : r;
    const rows = this.fine ? [-1, -0.6, 0.1, 0.72, 1] : [-1, 0.15, 1];
    const rings = rows.map((h): Ring => {
      const wide = Math.sqrt(Math.max(0, 1 - h * h));
      return { p: [x, y + h * ry, z], r: [Math.max(0.001, rx * wide), Math.max(0.001, rz * wide)] };
    });
    return this.loft(rings, sides, colour, { ends: false, ref: [0, 0, 1] });
  }

  /** Adds a stick from one place to another. */
  stick(from: P3, to: P3, r: number, colour: string, tip = r, sides = 4): this {
    return this.loft(
      [
        { p: from, r },
        { p: to, r: tip },
      ],
      this.fine ? sides : 3,
      colour,
      {
        ends: this.fine && tip > 0.03,
      },
    );
  }

  /** Adds a cloth with a picture, visible from both sides, at a place in the sheet of pictures. */
  cloth(corners: [P3, P3, P3, P3], [u, v, w, h]: [number, number, number, number]): this {
    const at: [number, number][] = [
      [u, v],
      [u + w, v],
      [u + w, v + h],
      [u, v + h],
    ];
    const [p, q, , r] = corners.map((corner) => new Vector3(...corner)) as Vector3[];
    const out = (q as Vector3)
      .sub(p as Vector3)
      .cross((r as Vector3).sub(p as Vector3))
      .normalize();
    for (const side of [1, -1]) {
      const n = out
        .clone()
        .multiplyScalar(side)
        .add(new Vector3(0, 0.35, 0))
        .toArray() as P3;
      for (const three of [
        [0, 1, 2],
        [0, 2, 3],
      ])
        this.tri(
          three.map((i) => corners[i]) as [P3, P3, P3],
          '#ffffff',
          [n, n, n],
          three.map((i) => at[i]) as [number, number][],
        );
    }
    return this;
  }

  done(): BufferGeometry {
    const geometry = new BufferGeometry();
    const put = (name: string, values: number[], size: number) =>
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(values), size));
    put('position', this.#positions, 3);
    put('normal', this.#normals, 3);
    put('color', this.#colours, 3);
    put('uv', this.#sheet, 2);
    geometry.computeBoundingSphere();
    geometry.computeBoundingBox();
    return geometry;
  }
}

interface Corner {
  p: P3;
  n: P3;
}

interface Loft {
  ends?: boolean;
  /** Reference direction for the rotation of the sections. */
  ref?: P3;
}

const size = (ring: Ring | undefined) =>
  ring === undefined ? 0 : typeof ring.r === 'number' ? ring.r : Math.max(...ring.r);

/** Returns a darker (less than 1) or lighter (more than 1) tone. */
export function shade(colour: string, by: number): string {
  const c = new Color(colour);
  if (by <= 1) c.multiplyScalar(by);
  else c.lerp(new Color('#ffffff'), by - 1);
  return `#${c.getHexString()}`;
}
