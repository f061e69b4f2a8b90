// Effects that last for a moment or a turn: drifting smoke, dust, flashes of volleys, dice that
// tumble on the table. All puffs are one draw call; dice stand among the other models.
import {
  CanvasTexture,
  Color,
  InstancedBufferAttribute,
  InstancedBufferGeometry,
  Matrix4,
  Mesh,
  PlaneGeometry,
  Quaternion,
  type Scene,
  ShaderMaterial,
  Vector3,
} from 'three';
import type { LogEntry, UnitView, View, Xy } from '../contract/contract';
import { pace } from '../settings/settings.svelte';
import { ageOf, throwsArrows } from '../table/art/kinds';
import type { Effect, Smoke } from '../table/effects.svelte';
import { chance } from '../table/scatter';
import { tone } from '../ui/colours';
import type { Cast, Placed } from './cast';
import { die, facing, SIDE } from './figures/die';
import { world } from './land/ground';
import type { Land } from './land/land';

const MOST = 420;
/** Milliseconds that smoke drifts; then it hangs. */
const DRIFT = 4200;

interface Puff {
  at: Vector3;
  drift: Vector3;
  size: number;
  alpha: number;
  turn: number;
  tint: Color;
  born: number;
  /** Lifetime in milliseconds; infinite for smoke that hangs. */
  lives: number;
}

interface Thrown {
  placed: Placed;
  rest: Vector3;
  from: Vector3;
  end: Quaternion;
  axis: Vector3;
  spin: number;
}

export interface Seen {
  view: View;
  effects: Effect[];
  smoke: Smoke[];
  thrown: LogEntry | null;
  calm: boolean;
}

const GREY = new Color('#e9e4da');
const DUST = new Color('#b9a47e');
const FLASH = new Color('#ffcf70').multiplyScalar(3);

export class Fleeting {
  readonly #mesh: Mesh<InstancedBufferGeometry, ShaderMaterial>;
  readonly #smoke = new Map<string, Puff[]>();
  readonly #moments = new Map<number, Puff[]>();
  #dice: Thrown[] = [];
  #entry: LogEntry | null = null;
  #rolled = 0;
  #rolling = 0;
  #calm = false;

  constructor(
    private readonly scene: Scene,
    private readonly land: Land,
    private readonly cast: Cast,
    /** Reports that a shadow moves. */
    private readonly changed: () => void,
  ) {
    const geometry = new InstancedBufferGeometry();
    const plane = new PlaneGeometry(1, 1);
    geometry.index = plane.index;
    geometry.setAttribute('position', plane.getAttribute('position'));
    geometry.setAttribute('uv', plane.getAttribute('uv'));
    for (const [name, size] of [
      ['centre', 3],
      ['look', 3],
      ['tint', 3],
    ] as const)
      geometry.setAttribute(
        name,
        new InstancedBufferAttribute(new Float32Array(MOST * size), size),
      );
    geometry.instanceCount = 0;
    this.#mesh = new Mesh(geometry, material());
    this.#mesh.frustumCulled = false;
    this.#mesh.visible = false;
    this.#mesh.renderOrder = 5;
    scene.add(this.#mesh);
  }

  show({ view, effects, smoke, thrown, calm }: Seen): void {
    this.#calm = calm;
    const now = performance.now();
    const age = ageOf(view.units.map((unit) => unit.figure));
    const hangs = new Set<string>();
    for (const { from, turn } of smoke) {
      if (throwsArrows(from.figure, age)) continue;
      const key = `${from.id} ${turn} ${from.centre.join()}`;
      hangs.add(key);
      if (!this.#smoke.has(key)) this.#smoke.set(key, this.#before(from, now, Infinity));
    }
    for (const key of this.#smoke.keys()) if (!hangs.has(key)) this.#smoke.delete(key);
    const lasting = new Set(effects.map(({ id }) => id));
    for (const effect of effects) {
      if (this.#moments.has(effect.id)) continue;
      this.#moments.set(effect.id, calm ? [] : this.#moment(effect, now, age));
    }
    for (const id of this.#moments.keys()) if (!lasting.has(id)) this.#moments.delete(id);
    if (thrown !== this.#entry) this.#throw(thrown, view, now);
  }

  /** Returns puffs in front of a unit. */
  #before(unit: UnitView, born: number, lives: number): Puff[] {
    const next = chance(`${unit.id} smoke`);
    const a = (unit.facing * Math.PI) / 180;
    const n = Math.min(26, Math.max(6, Math.round(unit.size[0] * 3.4)));
    return Array.from({ length: n }, (_, i): Puff => {
      const [x, y] = [((i + 0.5) / n - 0.5) * unit.size[0], unit.size[1] / 2 + 0.2 + next() * 0.7];
      const at: Xy = [
        unit.centre[0] + Math.cos(a) * x + Math.sin(a) * y,
        unit.centre[1] - Math.sin(a) * x + Math.cos(a) * y,
      ];
      return {
        at: new Vector3(...world(at, this.land.table, this.land.stood(at) + 0.55 + next() * 0.5)),
        drift: new Vector3(
          0.9 + next() * 0.8,
          0.15 + next() * 0.4,
          -0.35 + next() * 0.5,
        ).multiplyScalar(0.8),
        size: 0.9 + next() * 1.0,
        alpha: 0.3 + next() * 0.2,
        turn: next() * 6.3,
        tint: GREY.clone().multiplyScalar(0.86 + next() * 0.16),
        born,
        lives,
      };
    });
  }

  #moment(effect: Effect, now: number, age: ReturnType<typeof ageOf>): Puff[] {
    if (effect.kind === 'volley') {
      const old = throwsArrows(effect.from.figure, age);
      const flashes = old
        ? []
        : this.#before(effect.from, now, 170).map((puff): Puff => ({
            ...puff,
            drift: new Vector3(),
            size: 0.42,
            alpha: 0.95,
            tint: FLASH,
          }));
      const struck = effect.hit
        ? this.#before(effect.to, now + effect.time * 0.35, effect.time).map((puff): Puff => ({
            ...puff,
            size: puff.size * 0.6,
            tint: DUST,
          }))
        : [];
      return [...flashes, ...struck];
    }
    const { from, to, wide } = effect;
    const next = chance(`dust ${effect.id}`);
    return Array.from({ length: 18 }, (): Puff => {
      const t = next();
      const at: Xy = [
        from[0] + (to[0] - from[0]) * t + (next() - 0.5) * wide,
        from[1] + (to[1] - from[1]) * t + (next() - 0.5) * wide,
      ];
      return {
        at: new Vector3(...world(at, this.land.table, this.land.stood(at) + 0.2)),
        drift: new Vector3((next() - 0.5) * 0.6, 0.5, (next() - 0.5) * 0.6),
        size: 0.6 + next() * 0.6,
        alpha: 0.32,
        turn: next() * 6.3,
        tint: DUST,
        born: now + t * effect.time * 0.5,
        lives: effect.time,
      };
    });
  }

  #throw(entry: LogEntry | null, view: View, now: number): void {
    for (const { placed } of this.#dice) this.cast.remove(placed);
    this.#dice = [];
    this.#entry = entry;
    this.changed();
    const rolls = (entry?.rolls ?? []).filter((roll) => roll.sides === 6 && !roll.drawn);
    const faces = rolls
      .flatMap((roll) => roll.faces.map((face) => ({ face, by: roll.by })))
      .slice(0, 24);
    if (!entry || faces.length === 0) return;
    const next = chance(`${entry.number} dice`);
    const [x, y] = clearing(view, this.land.table, faces.length);
    const wide = Math.ceil(Math.sqrt(faces.length * 2));
    this.#dice = faces.map(({ face, by }, i) => {
      const colour = tone(view.sides[by === 'a' ? 0 : 1].colour, by);
      const at: Xy = [
        x + ((i % wide) - (wide - 1) / 2) * SIDE * 1.55 + (next() - 0.5) * 0.2,
        y - Math.floor(i / wide) * SIDE * 1.5 + (next() - 0.5) * 0.2,
      ];
      const rest = new Vector3(...world(at, this.land.table, this.land.stood(at) + SIDE / 2));
      const end = facing(face).premultiply(
        new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), next() * 6.3),
      );
      return {
        placed: this.cast.place(
          this.cast.model(`die ${colour}`, (s) => die(s, colour)),
          new Matrix4(),
        ),
        rest,
        from: rest.clone().add(new Vector3(-5 + next() * 2, 4.5, 7 + next() * 2)),
        end,
        axis: new Vector3(next() - 0.5, next() - 0.5, next() - 0.5).normalize(),
        spin: 9 + next() * 8,
      };
    });
    this.#rolled = now;
    const hand = entry.rolls.every((roll) => roll.thrown === 'hand');
    this.#rolling = this.#calm || hand ? 0 : pace().dice * 1.15;
    this.#tumble(this.#rolling === 0 ? 1 : 0);
  }

  #tumble(t: number): void {
    const matrix = new Matrix4();
    for (const { placed, rest, from, end, axis, spin } of this.#dice) {
      const left = 1 - t;
      const at = rest.clone().lerp(from, left * left);
      // The die bounces, lower every time.
      at.y = rest.y + Math.abs(Math.cos(t * Math.PI * 2.5)) * left * left * 3.6;
      const turn = new Quaternion().setFromAxisAngle(axis, left * left * spin).multiply(end);
      this.cast.move(placed, matrix.compose(at, turn, new Vector3(1, 1, 1)));
    }
  }

  /** Moves everything to its current place; returns whether something still moves. */
  step(): boolean {
    const now = performance.now();
    let moving = false;
    if (this.#dice.length > 0 && this.#rolling > 0) {
      const t = Math.min(1, (now - this.#rolled) / this.#rolling);
      this.#tumble(t);
      this.changed();
      if (t < 1) moving = true;
      else this.#rolling = 0;
    }
    const puffs = [...this.#smoke.values(), ...this.#moments.values()].flat().slice(0, MOST);
    const { geometry } = this.#mesh;
    const [centre, look, tint] = ['centre', 'look', 'tint'].map((name) =>
      geometry.getAttribute(name),
    ) as [InstancedBufferAttribute, InstancedBufferAttribute, InstancedBufferAttribute];
    puffs.forEach((puff, i) => {
      const age = now - puff.born;
      const hangs = puff.lives === Infinity;
      const t = this.#calm ? 1 : Math.max(0, Math.min(1, age / (hangs ? DRIFT : puff.lives)));
      if (t < 1) moving = true;
      const out = 1 - (1 - t) ** 2;
      const fade = hangs ? Math.min(1, 0.25 + out) * (1 - 0.35 * t) : age < 0 ? 0 : 1 - t;
      centre.setXYZ(
        i,
        puff.at.x + puff.drift.x * out,
        puff.at.y + puff.drift.y * out,
        puff.at.z + puff.drift.z * out,
      );
      look.setXYZ(
        i,
        puff.size * (hangs ? 0.65 + 0.75 * out : 1 + out),
        puff.alpha * fade,
        puff.turn + out * 0.5,
      );
      tint.setXYZ(i, puff.tint.r, puff.tint.g, puff.tint.b);
    });
    geometry.instanceCount = puffs.length;
    this.#mesh.visible = puffs.length > 0;
    for (const attribute of [centre, look, tint]) attribute.needsUpdate = true;
    return moving;
  }

  dispose(): void {
    this.scene.remove(this.#mesh);
    this.#mesh.geometry.dispose();
    (this.#mesh.material.uniforms['cloud']?.value as CanvasTexture).dispose();
    this.#mesh.material.dispose();
  }
}

/** Returns a place without units, near the middle of the table, with room for this many dice. */
function clearing(view: View, [w, h]: Xy, dice: number): Xy {
  const room = 1 + Math.sqrt(dice) * SIDE;
  const units = view.units.filter((unit) => unit.status === 'table');
  let best: Xy = [w / 2, 1.5];
  let least = Infinity;
  for (let x = room; x <= w - room; x += 1.5)
    for (let y = room; y <= h - room; y += 1.5) {
      const crowded = units.some(
        (unit) =>
          Math.hypot(unit.centre[0] - x, unit.centre[1] - y) < Math.hypot(...unit.size) / 2 + room,
      );
      const far = Math.hypot(x - w / 2, (y - h * 0.4) * 1.2);
      if (!crowded && far < least) [best, least] = [[x, y], far];
    }
  return best;
}

function cloud(): CanvasTexture {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 128;
  const g = canvas.getContext('2d') as CanvasRenderingContext2D;
  const next = chance('cloud');
  for (let i = 0; i < 34; i += 1) {
    const [a, out, r] = [next() * 7, next() * 32, 12 + next() * 20];
    const [x, y] = [64 + Math.cos(a) * out, 64 + Math.sin(a) * out];
    const fill = g.createRadialGradient(x, y, 0, x, y, r);
    fill.addColorStop(0, 'rgb(255 255 255 / 26%)');
    fill.addColorStop(1, 'rgb(255 255 255 / 0%)');
    g.fillStyle = fill;
    g.fillRect(0, 0, 128, 128);
  }
  return new CanvasTexture(canvas);
}

function material(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { cloud: { value: cloud() } },
    vertexShader: `attribute vec3 centre; attribute vec3 look; attribute vec3 tint;
      varying vec2 vUv; varying float vAlpha; varying vec3 vTint;
      void main() {
        vUv = uv; vAlpha = look.y; vTint = tint * (0.78 + 0.3 * uv.y);
        float c = cos(look.z); float s = sin(look.z);
        vec4 at = modelViewMatrix * vec4(centre, 1.0);
        at.xy += mat2(c, s, -s, c) * position.xy * look.x;
        gl_Position = projectionMatrix * at;
      }`,
    fragmentShader: `uniform sampler2D cloud; varying vec2 vUv; varying float vAlpha; varying vec3 vTint;
      void main() {
        gl_FragColor = vec4(vTint, texture2D(cloud, vUv).a * vAlpha);
        #include <tonemapping_fragment>
        #include <colorspace_fragment>
      }`,
    transparent: true,
    depthWrite: false,
  });
}
