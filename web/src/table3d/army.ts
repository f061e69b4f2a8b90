// The units on the table: bases with painted rims, and on them the figures of the plan, as
// miniatures. The plan decides who stands where, and who fell (table/art/crowd).
import { Color, Euler, Matrix4, Quaternion, Vector3 } from 'three';
import type { UnitView, View, Xy } from '../contract/contract';
import { crowd, losses, type Slot } from '../table/art/crowd';
import { kindOf, type Kind } from '../table/art/kinds';
import { local, U } from '../table/frame';
import type { Pose } from '../table/pose';
import { chance } from '../table/scatter';
import { tone } from '../ui/colours';
import type { Cast, Model, Placed } from './cast';
import { chariot, elephant, engine, gun, horse, HORSES, rider } from './figures/beasts';
import { dress, type Dress, type Side } from './figures/dress';
import { eraOf, type Era } from '../table/art/era';
import { place as flagAt } from './figures/flags';
import { fallen, man, standard } from './figures/men';
import { world } from './land/ground';
import type { Land } from './land/land';
import { shade, type P3, type Sculpt } from './sculpt';

/** Height of a man relative to his room: figure units of the plan per length of the table. */
const HIGH = 10.2 / U;
/** Thickness of a base. */
export const BASE = 0.13;

interface Piece {
  placed: Placed;
  /** Transform relative to its stand. */
  own: Matrix4;
  stand: number;
}

interface Body {
  mark: string;
  pieces: Piece[];
  /** Places of the stands relative to the unit's middle, facing north: east, north. */
  stands: Xy[];
  sizes: Xy[];
  high: number;
  pose: string;
  lift: number;
}

export function sidesOf(view: View): [Side, Side] {
  const era = eraOf(view);
  const side = (key: 'a' | 'b'): Side => {
    const it = view.sides[key === 'a' ? 0 : 1];
    return { era, key, name: it.written ?? it.name, colour: hex(tone(it.colour, key)) };
  };
  return [side('a'), side('b')];
}

const hex = (colour: string) =>
  /^#[0-9a-f]{6}$/i.test(colour) ? colour : `#${new Color(colour).getHexString()}`;

export class Army {
  readonly #bodies = new Map<number, Body>();
  readonly #sides: [Side, Side];
  readonly era: Era;

  constructor(
    private readonly cast: Cast,
    private readonly land: Land,
    view: View,
  ) {
    this.#sides = sidesOf(view);
    this.era = this.#sides[0].era;
  }

  /** Returns how high a unit's figures reach over the ground. */
  high(unit: number): number {
    return this.#bodies.get(unit)?.high ?? 1;
  }

  /** Moves every unit to its place or along its way; returns true while a base still sinks. */
  update(view: View, poses: Record<number, Pose>, raised: Set<number>, calm: boolean): boolean {
    let moving = false;
    const here = new Set<number>();
    for (const unit of view.units) {
      if (unit.status === 'destroyed') {
        if (this.#fell(unit, view)) here.add(unit.id);
        continue;
      }
      if (unit.status !== 'table') continue;
      here.add(unit.id);
      const body = this.#body(unit, view);
      const want = poses[unit.id] ? 0.5 : raised.has(unit.id) ? 0.16 : 0;
      const lift =
        calm || Math.abs(want - body.lift) < 0.01
          ? calm
            ? 0
            : want
          : body.lift + (want - body.lift) * 0.35;
      moving ||= lift !== want && !calm;
      const pose = poses[unit.id] ?? unit;
      const at = `${pose.centre.join()} ${pose.facing} ${lift}`;
      if (at === body.pose) continue;
      body.pose = at;
      body.lift = lift;
      this.#stand(body, pose);
    }
    for (const [id, body] of this.#bodies)
      if (!here.has(id)) {
        for (const { placed } of body.pieces) this.cast.remove(placed);
        this.#bodies.delete(id);
      }
    return moving;
  }

  /** Leaves some fallen men where a unit was destroyed; returns false if the place is unknown. */
  #fell(unit: UnitView, view: View): boolean {
    const [x, y] = unit.centre;
    if (x <= 0 || y <= 0 || x >= view.table[0] || y >= view.table[1]) return false;
    const known = this.#bodies.get(unit.id);
    if (known?.mark === 'fell') return true;
    for (const { placed } of known?.pieces ?? []) this.cast.remove(placed);
    const body: Body = {
      mark: 'fell',
      pieces: [],
      stands: [[0, 0]],
      sizes: [[1, 1]],
      high: 0.3,
      pose: '',
      lift: 0,
    };
    this.#bodies.set(unit.id, body);
    const side = this.#sides[unit.side === 'a' ? 0 : 1];
    const kind = kindOf(unit.figure, unit.formation);
    const next = chance(`${unit.id} fell`);
    for (let i = 0; i < 4; i += 1) {
      const model = this.#model(kind, unit, side, 'fallen', 0);
      const own = new Matrix4()
        .makeRotationY(next() * 6.3)
        .scale(new Vector3(0.9, 0.9, 0.9))
        .setPosition((next() - 0.5) * 2.2, 0, (next() - 0.5) * 1.6);
      this.#put(body, model, 0, own, new Color(0.85, 0.83, 0.8));
    }
    this.#stand(body, unit);
    return true;
  }

  #body(unit: UnitView, view: View): Body {
    const left =
      unit.stands_now > 0 ? (unit.strength * unit.stands_started) / unit.stands_now : unit.strength;
    const done = !unit.ready && unit.side === view.active;
    const places = unit.stands.map((stand) =>
      [...local(unit.centre, unit.facing, stand.at), ...stand.size].join(' '),
    );
    const mark = [unit.figure, unit.formation, left, done, ...places].join();
    const known = this.#bodies.get(unit.id);
    if (known?.mark === mark) return known;
    for (const { placed } of known?.pieces ?? []) this.cast.remove(placed);
    const body: Body = {
      mark,
      pieces: [],
      stands: [],
      sizes: [],
      high: 1,
      pose: '',
      lift: known?.lift ?? 0,
    };
    this.#make(unit, left, done, body);
    this.#bodies.set(unit.id, body);
    return body;
  }

  #make(unit: UnitView, left: number, done: boolean, body: Body): void {
    const side = this.#sides[unit.side === 'a' ? 0 : 1];
    const stands = unit.stands.map((stand) => ({
      at: local(unit.centre, unit.facing, stand.at),
      w: stand.size[0] * U,
      d: stand.size[1] * U,
    }));
    body.stands = stands.map(({ at: [x, y] }) => [x / U, -y / U]);
    body.sizes = stands.map(({ w, d }) => [w / U, d / U]);
    stands.forEach(({ w, d }, stand) => {
      const model = this.cast.model(`base ${side.key} ${w} ${d}`, (s) =>
        plate(s, w / U, d / U, side),
      );
      this.#put(body, model, stand, new Matrix4(), new Color(1, 1, 1));
    });
    const kind = kindOf(unit.figure, unit.formation);
    const all = crowd(kind, stands, String(unit.id));
    const size = all.scale * HIGH;
    body.high =
      size * (kind === 'elephant' ? 2.6 : kind === 'infantry' || kind === 'pikes' ? 1.7 : 1.5);
    const next = chance(`${unit.id} stance`);
    const slots = losses(all.slots, left, String(unit.id));
    const bearer = bearerOf(slots, kind);
    slots.forEach((slot, i) => {
      const stand = nearest(stands, slot.at);
      const at = stands[stand]?.at ?? [0, 0];
      const actor =
        i === bearer
          ? 'bearer'
          : i === bearer + 1 && slot.actor === 'main' && bearer >= 0 && kind === 'infantry'
            ? 'officer'
            : slot.actor;
      const model = this.#model(kind, unit, side, actor, Math.floor(next() * 3));
      const turn =
        (next() - 0.5) *
        (slot.actor === 'fallen'
          ? 6
          : kind === 'infantry' || kind === 'legion' || kind === 'pikes'
            ? 0.12
            : 0.5);
      const own = new Matrix4()
        .makeRotationY(turn)
        .scale(new Vector3(size, size * (0.97 + next() * 0.06), size))
        .setPosition((slot.at[0] - at[0]) / U, BASE, (slot.at[1] - at[1]) / U);
      const light = (0.93 + next() * 0.14) * (done ? 0.82 : 1);
      this.#put(body, model, stand, own, new Color(light, light, light));
    });
  }

  #put(body: Body, model: Model, stand: number, own: Matrix4, tint: Color): void {
    body.pieces.push({ placed: this.cast.place(model, own, tint), own, stand });
  }

  #model(kind: Kind, unit: UnitView, side: Side, actor: string, form: number): Model {
    // The uniform depends on the name in the file, whatever the page's language.
    const title = `${unit.written ?? unit.name} ${unit.kindTitle}`;
    const d = dress(kind, title, side, actor);
    const horses = HORSES[(unit.id + (form === 2 ? 1 : 0)) % HORSES.length] as string;
    const mounted =
      kind === 'cavalry' || kind === 'general' || kind === 'chariot' || kind === 'elephant';
    const key = JSON.stringify([
      kind,
      actor,
      side.key,
      mounted || actor === 'led' ? horses : '',
      d,
    ]);
    return this.cast.model(key, (s) =>
      sculpt(s, { kind, actor, d, side, horses, scythed: /scyth/i.test(title) }),
    );
  }

  /** Moves the stands to their places, each on its own slope. */
  #stand(body: Body, pose: Pose): void {
    const a = (pose.facing * Math.PI) / 180;
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    const places = body.stands.map(([x, y], i) => {
      const at: Xy = [pose.centre[0] + cos * x + sin * y, pose.centre[1] - sin * x + cos * y];
      return this.#slope(at, a, body.sizes[i] ?? [1, 1], body.lift);
    });
    const matrix = new Matrix4();
    for (const { placed, own, stand } of body.pieces) {
      const base = places[stand];
      if (base) this.cast.move(placed, matrix.multiplyMatrices(base, own));
    }
  }

  /** Returns the place of a stand: on the highest ground under it, leaning with the slope. */
  #slope(at: Xy, a: number, [w, d]: Xy, lift: number): Matrix4 {
    const [cos, sin] = [Math.cos(a), Math.sin(a)];
    const up = (x: number, y: number) =>
      this.land.stood([at[0] + cos * x + sin * y, at[1] - sin * x + cos * y]);
    const [f, b, l, r, m] = [up(0, d / 2), up(0, -d / 2), up(-w / 2, 0), up(w / 2, 0), up(0, 0)];
    const [pitch, roll] = [Math.atan2(f - b, d), Math.atan2(r - l, w)];
    const high = Math.max(m, (f + b) / 2, (l + r) / 2);
    const turn = new Quaternion().setFromEuler(new Euler(pitch, -a, roll, 'YXZ'));
    return new Matrix4().compose(
      new Vector3(...world(at, this.land.table, high + 0.015 + lift)),
      turn,
      new Vector3(1, 1, 1),
    );
  }
}

function nearest(stands: { at: Xy; w: number; d: number }[], [x, y]: Xy): number {
  let [best, least] = [0, Infinity];
  stands.forEach(({ at, w, d }, i) => {
    const far = Math.max(Math.abs(at[0] - x) / w, Math.abs(at[1] - y) / d);
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

/** Returns who carries the flag: the man nearest to the middle of the front rank. */
function bearerOf(slots: Slot[], kind: Kind): number {
  if (['skirmishers', 'artillery', 'engine', 'chariot', 'elephant', 'dismounted'].includes(kind))
    return -1;
  let [best, least] = [-1, Infinity];
  slots.forEach(({ at, actor }, i) => {
    if (actor === 'fallen' || actor === 'led' || actor === 'thing') return;
    const far = Math.abs(at[0]) + at[1] * 0.5;
    if (far < least) [best, least] = [i, far];
  });
  return best;
}

interface Cut {
  kind: Kind;
  actor: string;
  d: Dress;
  side: Side;
  horses: string;
  scythed: boolean;
}

function sculpt(s: Sculpt, { kind, actor, d, side, horses, scythed }: Cut): void {
  if (actor === 'fallen') return fallen(s, d);
  if (actor === 'led') return horse(s, horses, '#6b5a48');
  if (actor === 'thing') {
    if (kind === 'engine' || side.era === 'ancient') return engine(s);
    return gun(
      s,
      side.era === 'civil' ? '#5f6b48' : side.key === 'a' ? '#6b7a86' : '#8a4a34',
      side.era === 'civil' && side.key === 'b' ? '#4a4a4c' : '#b08a44',
      side.era === 'pike',
    );
  }
  if (kind === 'chariot') return chariot(s, d, horses, scythed);
  if (kind === 'elephant') return elephant(s, d);
  const carries = actor === 'bearer';
  if (kind === 'cavalry' || kind === 'general') {
    rider(
      s,
      carries ? { ...d, arms: 'none' } : d,
      kind === 'general' ? '#cfc8bc' : horses,
      d.armour && side.era !== 'ancient' ? '#5a4330' : side.colour,
    );
    if (carries)
      s.at([0, 1.0, 0.08], [0, 0, 0], [1, 0.9, 1], () =>
        s.at([0, -0.4, 0], [0, 0, 0], 1, () => standard(s, side.era, flagAt(side.key), true)),
      );
    return;
  }
  man(s, carries ? { ...d, arms: 'none', shield: undefined } : d);
  if (carries) standard(s, side.era, flagAt(side.key));
}

/** Models a base: earth and grass on a plate with a rim in the side's colour and a white front. */
function plate(s: Sculpt, w: number, d: number, side: Side): void {
  const [a, b] = [w / 2, d / 2];
  const cut = Math.min(0.12, w * 0.1, d * 0.14);
  const rim = side.colour;
  const out: [number, number][] =
    side.key === 'a'
      ? [
          [-a + cut, -b],
          [a - cut, -b],
          [a - cut * 0.3, -b + cut * 0.3],
          [a, -b + cut],
          [a, b - cut],
          [a - cut * 0.3, b - cut * 0.3],
          [a - cut, b],
          [-a + cut, b],
          [-a + cut * 0.3, b - cut * 0.3],
          [-a, b - cut],
          [-a, -b + cut],
          [-a + cut * 0.3, -b + cut * 0.3],
        ]
      : [
          [-a + cut, -b],
          [a - cut, -b],
          [a, -b + cut],
          [a, b - cut],
          [a - cut, b],
          [-a + cut, b],
          [-a, b - cut],
          [-a, -b + cut],
        ];
  out.forEach(([x, z], i) => {
    const [x2, z2] = out[(i + 1) % out.length] as [number, number];
    const n: P3 = [z - z2, 0, x2 - x];
    const away: P3 =
      n[0] * (x + x2) + n[2] * (z + z2) < 0 ? [-n[0], 0.3, -n[2]] : [n[0], 0.3, n[2]];
    const front = z < -b + 0.001 && z2 < -b + 0.001;
    s.quad(
      [
        [x, 0, z],
        [x2, 0, z2],
        [x2, BASE, z2],
        [x, BASE, z],
      ],
      front ? '#f3ecd8' : rim,
      away,
    );
    s.tri(
      [
        [x, BASE, z],
        [x2, BASE, z2],
        [0, BASE, 0],
      ],
      i % 2 ? '#6a6a38' : '#737040',
      [
        [0, 1, 0],
        [0, 1, 0],
        [0, 1, 0],
      ],
    );
  });
  const up: P3 = [0, 1, 0];
  const y = BASE + 0.006;
  // A white edge and an arrow show the facing.
  s.quad(
    [
      [-a + cut, y, -b + 0.01],
      [a - cut, y, -b + 0.01],
      [a - cut, y, -b + 0.06],
      [-a + cut, y, -b + 0.06],
    ],
    '#f3ecd8',
    up,
  );
  const t = Math.min(0.2, w * 0.14);
  s.tri(
    [
      [-t, y, -b + 0.05],
      [t, y, -b + 0.05],
      [0, y, -b - t * 0.9],
    ],
    '#f3ecd8',
    [up, up, up],
  );
  // The rear is in the side's colour, solid or striped.
  const band = Math.min(0.14, d * 0.12);
  const parts = side.key === 'a' ? 1 : 7;
  for (let i = 0; i < parts; i += 1) {
    const [from, to] = [
      -a + cut + ((w - 2 * cut) * i) / parts,
      -a + cut + ((w - 2 * cut) * (i + 1)) / parts,
    ];
    s.quad(
      [
        [from, y, b - band],
        [to, y, b - band],
        [to, y, b - 0.01],
        [from, y, b - 0.01],
      ],
      i % 2 ? shade(rim, 0.55) : rim,
      up,
    );
  }
  tufts(s, a * 0.95, b * 0.85);
}

function tufts(s: Sculpt, a: number, b: number): void {
  const next = chance(`${a} ${b}`);
  const n = Math.round((s.fine ? 9 : 3) * Math.min(2.5, a * b));
  for (let i = 0; i < n; i += 1) {
    const [x, z] = [(next() - 0.5) * 2 * a, (next() - 0.5) * 2 * b];
    for (let k = 0; k < 3; k += 1) {
      const [dx, dz] = [(next() - 0.5) * 0.14, (next() - 0.5) * 0.14];
      s.tri(
        [
          [x - 0.03, BASE, z],
          [x + 0.03, BASE, z + 0.02],
          [x + dx, BASE + 0.1 + next() * 0.09, z + dz],
        ],
        k % 2 ? '#8b9048' : '#6f7c38',
        [
          [0, 1, 0],
          [0, 1, 0],
          [0, 1, 0],
        ],
      );
    }
  }
}
