// Standing grass, here and there, where nothing else is.
import type { View } from '../../contract/contract';
import { inside } from '../../table/frame';
import { chance } from '../../table/scatter';
import type { Sculpt } from '../sculpt';
import type { Item } from './items';

/** Distance from the table's edge, so that no blade hangs over. */
const EDGE = 0.4;

export function tufts({ terrain, table }: Pick<View, 'terrain' | 'table'>): Item[] {
  const next = chance('tufts');
  const bare = terrain
    .filter(({ ground }) =>
      ['road', 'river', 'lake', 'town', 'field', 'ford', 'bridge'].includes(ground),
    )
    .flatMap(({ areas }) => areas);
  const n = Math.min(420, Math.round(table[0] * table[1] * 0.3));
  const along = (long: number) => EDGE + next() * (long - 2 * EDGE);
  return Array.from({ length: n }, (): Item => {
    const form = Math.floor(next() * 3);
    return {
      key: `tuft ${form}`,
      make: (s) => tuft(s, form),
      at: [along(table[0]), along(table[1])],
      turn: next() * 360,
      size: 0.7 + next() * 0.8,
      clear: 0.2,
    };
  }).filter(({ at }) => !bare.some((area) => inside(at, area)));
}

function tuft(s: Sculpt, form: number): void {
  const next = chance(`tuft${form}`);
  for (let i = 0; i < (s.fine ? 9 : 4); i += 1) {
    const [x, z, a] = [(next() - 0.5) * 0.2, (next() - 0.5) * 0.2, next() * 7];
    s.tri(
      [
        [x - Math.cos(a) * 0.035, 0, z - Math.sin(a) * 0.035],
        [x + Math.cos(a) * 0.035, 0, z + Math.sin(a) * 0.035],
        [x * 1.8, 0.12 + next() * 0.16, z * 1.8],
      ],
      ['#8b9048', '#6f7c38', '#a39f58'][form] as string,
      [
        [0, 1, 0],
        [0, 1, 0],
        [0, 1, 0],
      ],
    );
  }
}
