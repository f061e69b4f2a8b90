// Where figures stand on a unit's stands, and all of them as a few paths. Places are in the unit's
// own drawing: facing up, its middle at 0, 0.
import type { Xy } from '../../contract/contract';
import { round } from '../frame';
import { chance } from '../scatter';
import { glyph, type Actor, type Age, type Kind } from './kinds';
import type { Seen } from './men';
import { set, type Part } from './pen';

export interface Slot {
  at: Xy;
  actor: Actor;
  /** Whether losses can remove the figure: guns, led horses and leaders stay. */
  mortal: boolean;
}

export interface Crowd {
  slots: Slot[];
  /** Drawing units per figure unit. */
  scale: number;
}

interface Stand {
  at: Xy;
  w: number;
  d: number;
}

/** Spacing by kind: room per figure in figure units, looseness, most files and ranks. */
const ROOM: Record<
  Kind,
  { across: number; deep: number; loose: number; files: number; ranks: number }
> = {
  infantry: { across: 5.7, deep: 6.2, loose: 0, files: 11, ranks: 3 },
  legion: { across: 6, deep: 6.4, loose: 0, files: 10, ranks: 3 },
  pikes: { across: 5, deep: 4.6, loose: 0, files: 12, ranks: 4 },
  warband: { across: 6, deep: 5.4, loose: 0.34, files: 9, ranks: 3 },
  archers: { across: 7, deep: 7, loose: 0.12, files: 7, ranks: 2 },
  skirmishers: { across: 9, deep: 7.5, loose: 0.3, files: 5, ranks: 2 },
  peltasts: { across: 8, deep: 7.5, loose: 0.24, files: 5, ranks: 2 },
  dismounted: { across: 7.5, deep: 9, loose: 0.1, files: 6, ranks: 1 },
  cavalry: { across: 8.6, deep: 12, loose: 0.06, files: 7, ranks: 2 },
  chariot: { across: 16, deep: 22, loose: 0, files: 3, ranks: 1 },
  elephant: { across: 13, deep: 18, loose: 0, files: 3, ranks: 1 },
  general: { across: 12, deep: 13, loose: 0, files: 1, ranks: 1 },
  artillery: { across: 13, deep: 13, loose: 0, files: 2, ranks: 1 },
  engine: { across: 13, deep: 13, loose: 0, files: 2, ranks: 1 },
};

/** Returns the scale of figures that fits the depth of their stand. */
function scaleOf(kind: Kind, { w, d }: Stand): number {
  const room = ROOM[kind];
  const least = Math.min(d, w * 1.3);
  const large = kind === 'elephant' || kind === 'chariot';
  const scale = large ? (least * 0.95) / 17 : (least * 0.6 + 3.4) / 13;
  // Fit at least two figures side by side, but give a lone figure the whole stand.
  const wide = (w * 0.95) / (room.across * (room.files > 3 && w > d * 0.8 ? 2 : 1));
  return round(Math.max(0.34, Math.min(1.25, scale, wide * 1.25)));
}

export function crowd(kind: Kind, stands: Stand[], seed: string): Crowd {
  const [first] = stands;
  if (!first) return { slots: [], scale: 1 };
  const scale = scaleOf(kind, first);
  const next = chance(seed);
  const slots = stands.flatMap((stand) =>
    inRanks(kind, stand, scale, next).map((slot): Slot => ({
      ...slot,
      at: [stand.at[0] + slot.at[0], stand.at[1] + slot.at[1]],
    })),
  );
  return { slots, scale };
}

function inRanks(kind: Kind, stand: Stand, scale: number, next: () => number): Slot[] {
  const room = ROOM[kind];
  // Feet stand a little behind the middle, because heads reach forward on the screen.
  const w = stand.w * 0.94;
  const d = stand.d * (kind === 'artillery' || kind === 'engine' ? 0.5 : 0.78);
  const fit = (long: number, each: number, most: number) =>
    Math.max(1, Math.min(most, Math.round((long / (each * scale)) * 1.02)));
  const files = fit(w, room.across, room.files);
  const ranks = fit(d, room.deep, Math.max(room.ranks, Math.round((stand.d / stand.w) * 2)));
  const slots: Slot[] = [];
  for (let r = 0; r < ranks; r += 1) {
    for (let f = 0; f < files; f += 1) {
      const stagger = room.loose > 0.2 && ranks === 1 ? (f % 2 ? 0.22 : -0.22) * stand.d : 0;
      const x = w * ((f + 0.5) / files - 0.5) + (next() - 0.5) * room.loose * room.across * scale;
      const y =
        d * ((r + 0.5) / ranks - 0.5) + (next() - 0.5) * room.loose * room.deep * scale + stagger;
      const second = kind === 'pikes' ? r > 0 : kind === 'warband' && next() < 0.35;
      const lone = kind === 'general';
      slots.push({
        at: [round(x), round(y)],
        actor: second ? 'more' : kind === 'artillery' || kind === 'engine' ? 'thing' : 'main',
        mortal: !lone && kind !== 'artillery' && kind !== 'engine',
      });
    }
  }
  if (kind === 'artillery' || kind === 'engine') slots.push(...crew(slots, stand, scale));
  if (kind === 'dismounted') {
    for (const slot of slots) slot.at[1] -= stand.d * 0.2;
    for (let i = 0; i < Math.ceil(files / 2); i += 1)
      slots.push({
        at: [round(w * ((i + 0.5) / Math.ceil(files / 2) - 0.5)), round(stand.d * 0.28)],
        actor: 'led',
        mortal: false,
      });
  }
  return slots;
}

/** Returns the crews, who stand around their guns. */
function crew(guns: Slot[], stand: Stand, scale: number): Slot[] {
  const out = Math.min(8 * scale, stand.w / guns.length / 2 - 1.4 * scale);
  return guns.flatMap(({ at: [x, y] }) =>
    (
      [
        [-out, -stand.d * 0.16, 'main'],
        [out, -stand.d * 0.1, 'more'],
        [-out, stand.d * 0.26, 'more'],
        [out, stand.d * 0.3, 'more'],
      ] as const
    ).map(([dx, dy, actor]): Slot => ({
      at: [round(x + dx), round(y + dy)],
      actor,
      mortal: true,
    })),
  );
}

/** Returns the slots after losses: some of the fallen lie where they stood, others leave a gap. */
export function losses(slots: Slot[], left: number, seed: string): Slot[] {
  const mortal = slots.flatMap((slot, i) => (slot.mortal ? [i] : []));
  const gone = Math.min(
    mortal.length,
    Math.round(mortal.length * (1 - Math.max(0, Math.min(1, left)))),
  );
  if (gone === 0) return slots;
  const next = chance(`${seed} lost`);
  // The front falls first, in a slightly random order.
  const order = mortal
    .map((i) => [(slots[i]?.at[1] ?? 0) + next() * 14, i] as const)
    .sort((a, b) => a[0] - b[0])
    .map(([, i]) => i);
  // Always leave one man standing.
  const lost = new Set(order.slice(0, Math.min(gone, mortal.length - 1)));
  let lying = 0;
  return slots.flatMap((slot, i): Slot[] => {
    if (!lost.has(i)) return [slot];
    lying += 1;
    return lying % 2 === 1 ? [{ ...slot, actor: 'fallen' }] : [];
  });
}

/** One path, with its material. */
export interface Stroke extends Part {
  key: string;
}

/** Returns the view of a figure that is turned by so many degrees clockwise from up. */
export function seen(turn: number): { seen: Seen; mirrored: 1 | -1 } {
  const a = ((turn % 360) + 360) % 360;
  if (a <= 52 || a >= 308) return { seen: 'back', mirrored: 1 };
  if (a >= 128 && a <= 232) return { seen: 'front', mirrored: 1 };
  return { seen: 'side', mirrored: a < 180 ? 1 : -1 };
}

/**
 * Draws all figures as paths, those behind first. `turn` is the unit's facing, `k` the drawn length
 * of a unit of depth; the drawing is in figure units, to be enlarged by the crowd's scale.
 */
export function strokes(
  { slots, scale }: Crowd,
  kind: Kind,
  age: Age,
  turn: number,
  k: number,
  fine: boolean,
): { shadow: string; strokes: Stroke[] } {
  const a = (turn * Math.PI) / 180;
  const [cos, sin] = [Math.cos(a), Math.sin(a)];
  const look = seen(turn);
  const stood = slots
    .map((slot) => {
      const [x, y] = slot.at;
      return {
        slot,
        x: (cos * x - sin * y) / scale,
        // Move the feet a little nearer than on the plan, so that heads do not reach far over the
        // stand.
        y: ((sin * x + cos * y) * k) / scale + 1.8,
        drawn: glyph(kind, age, slot.actor, look.seen),
      };
    })
    // The fallen lie under the feet of the others.
    .sort(
      (p, q) => Number(q.slot.actor === 'fallen') - Number(p.slot.actor === 'fallen') || p.y - q.y,
    );
  // Figures that do not hide each other are drawn together.
  const rows: { actor: Actor; of: typeof stood }[] = [];
  for (const one of stood) {
    let at = 0;
    rows.forEach((row, i) => {
      if (row.of.some((o) => Math.abs(o.x - one.x) < o.drawn.half + one.drawn.half)) at = i + 1;
    });
    while (at < rows.length && rows[at]?.actor !== one.slot.actor) at += 1;
    const row = rows[at];
    if (row) row.of.push(one);
    else rows.push({ actor: one.slot.actor, of: [one] });
  }
  let shadow = '';
  for (const one of stood) {
    if (one.slot.actor === 'fallen') continue;
    const half = one.drawn.half * 0.86;
    shadow += set(`E.9 .1 ${round(half)} ${round(1.1 * Math.max(0.7, k))}`, [one.x, one.y]);
  }
  return {
    shadow,
    strokes: rows.flatMap((row, r) =>
      (row.of[0]?.drawn.parts ?? []).flatMap((part, n): Stroke[] =>
        part.fine && !fine
          ? []
          : [
              {
                ...part,
                key: `${r}.${n}`,
                d: row.of.map((one) => set(part.d, [one.x, one.y], look.mirrored)).join(''),
              },
            ],
      ),
    ),
  };
}
