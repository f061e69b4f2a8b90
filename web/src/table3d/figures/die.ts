// A six-sided die in the colour of the side that throws it.
import { Quaternion, Vector3 } from 'three';
import type { P3, Sculpt } from '../sculpt';

/** Length of its edges. */
export const SIDE = 0.62;

/** Direction of each face as modelled; opposite faces sum to seven. */
const LOOKS: P3[] = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, 1],
  [0, 0, -1],
  [-1, 0, 0],
  [0, -1, 0],
];
const PIPS: [number, number][][] = [
  [[0, 0]],
  [
    [-1, -1],
    [1, 1],
  ],
  [
    [-1, -1],
    [0, 0],
    [1, 1],
  ],
  [
    [-1, -1],
    [1, 1],
    [-1, 1],
    [1, -1],
  ],
  [
    [-1, -1],
    [1, 1],
    [-1, 1],
    [1, -1],
    [0, 0],
  ],
  [
    [-1, -1],
    [-1, 0],
    [-1, 1],
    [1, -1],
    [1, 0],
    [1, 1],
  ],
];

/** Returns the rotation that turns a face up. */
export function facing(face: number): Quaternion {
  const look = LOOKS[Math.max(0, Math.min(5, face - 1))] as P3;
  return new Quaternion().setFromUnitVectors(new Vector3(...look), new Vector3(0, 1, 0));
}

export function die(s: Sculpt, colour: string): void {
  const r = SIDE / 2;
  LOOKS.forEach((look, face) => {
    const n = new Vector3(...look);
    const u = new Vector3(n.y, n.z, n.x);
    const v = n.clone().cross(u);
    const at = (a: number, b: number, out: number): P3 =>
      n.clone().multiplyScalar(out).addScaledVector(u, a).addScaledVector(v, b).toArray() as P3;
    const k = r * 0.86;
    s.quad([at(-k, -k, r), at(k, -k, r), at(k, k, r), at(-k, k, r)], colour, look);
    // Rounded edges, a little lighter.
    for (const [a, b, c, d] of [
      [-k, -k, k, -k],
      [k, -k, k, k],
      [k, k, -k, k],
      [-k, k, -k, -k],
    ] as const) {
      const out = (x: number, y: number): P3 =>
        at(
          x + Math.sign(x) * r * 0.14 * (a === c && x === a ? 1 : 0),
          y + Math.sign(y) * r * 0.14 * (b === d && y === b ? 1 : 0),
          r * 0.86,
        );
      const mid = n
        .clone()
        .addScaledVector(u, (a + c) / 2 / k)
        .addScaledVector(v, (b + d) / 2 / k)
        .toArray() as P3;
      s.quad([at(a, b, r), at(c, d, r), out(c, d), out(a, b)], colour, mid);
    }
    for (const [a, b] of PIPS[face] ?? []) {
      const p = r * 0.072 * (face === 0 ? 2.3 : 1.8);
      const [x, y] = [a * r * 0.5, b * r * 0.5];
      const n8 = 7;
      for (let i = 0; i < n8; i += 1) {
        const c = (j: number): P3 =>
          at(x + Math.cos((j / n8) * 6.283) * p, y + Math.sin((j / n8) * 6.283) * p, r + 0.004);
        s.tri([at(x, y, r + 0.004), c(i), c(i + 1)], '#fbf6e6', [look, look, look]);
      }
    }
  });
}
