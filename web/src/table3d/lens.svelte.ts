// The view of the table: around a point, from a distance and a height. It answers for the plan's
// camera while the table is shown in three dimensions.
import { PerspectiveCamera, Vector3 } from 'three';
import type { Xy } from '../contract/contract';
import type { Frame } from '../table/frame';
import type { Box } from '../table/labels';
import { world } from './land/ground';
import type { Land } from './land/land';

/** Field of view in degrees: a long lens, as miniatures are photographed from a little way off. */
const ANGLE = 26;
const LOWEST = 0.16;
const HIGHEST = 1.42;
/** Pitch of the first view, in radians: from a chair beside the table. */
const CHAIR = 0.8;

export class Lens {
  readonly camera = new PerspectiveCamera(ANGLE, 1, 0.5, 900);
  /** Changes with the camera: what is drawn over the picture follows it. */
  moved = $state(0);
  width = 800;
  height = 600;
  /** Point to look at, in world coordinates. */
  readonly target = new Vector3();
  /** Rotation from north, and pitch up from the table, in radians. */
  turn = 0;
  pitch = CHAIR;
  far = 60;
  #fitted = true;
  /** Space that overlays take from the window, as in the plan's camera. */
  #above = 0;
  #right = 0;
  #below = 0;

  constructor(
    private readonly frame: Frame,
    private readonly land: () => Land,
    private readonly ask: () => void,
  ) {}

  get table(): Xy {
    return this.frame.table;
  }

  /** Leaves room for overlays on the window. */
  leave(above: number, right: number, below = 0): void {
    if (this.#above === above && this.#right === right && this.#below === below) return;
    this.#above = above;
    this.#right = right;
    this.#below = below;
    if (this.#fitted) this.fit();
  }

  /** Strips of the window that buttons cover: nothing is written under them. */
  get covered(): Box[] {
    const [above, right] = [this.#above, this.#right];
    const strips: Box[] = [
      { x: 0, y: 0, w: this.width, h: above },
      { x: right > 0 ? this.width - right : 0, y: 0, w: Math.abs(right), h: this.height },
    ];
    return strips.filter(({ w, h }) => w > 0 && h > 0);
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.width = width;
    this.height = height;
    this.camera.aspect = width / height;
    if (this.#fitted) this.fit();
    else this.#set();
  }

  /** Shows the whole table, as large as the buttons allow. */
  fit(): void {
    this.#fitted = true;
    // A wide table on a tall screen is turned upright, as on the plan: north is at the right.
    this.turn = this.frame.turned ? -Math.PI / 2 : 0;
    this.pitch = this.height > this.width ? CHAIR * 1.3 : CHAIR;
    this.target.set(0, 0, 0);
    const [w, h] = this.table;
    const all: Xy[] = [
      [-0.9, -0.9],
      [w + 0.9, -0.9],
      [w + 0.9, h + 0.9],
      [-0.9, h + 0.9],
    ];
    // How much of the window is free, and where its middle lies.
    const wide = 1 - Math.abs(this.#right) / this.width;
    const deep = 1 - (this.#above + this.#below) / this.height;
    const midX = -this.#right / this.width;
    const midY = (this.#below - this.#above) / this.height;
    let [low, high] = [5, 600];
    for (let i = 0; i < 22; i += 1) {
      this.far = (low + high) / 2;
      this.#place();
      const seen = all.map((at) => new Vector3(...world(at, this.table)).project(this.camera));
      const [top, foot] = [Math.max(...seen.map((p) => p.y)), Math.min(...seen.map((p) => p.y))];
      const fits = seen.every((p) => Math.abs(p.x) <= 1.03 * wide) && top - foot <= 1.84 * deep;
      if (fits) high = this.far;
      else low = this.far;
    }
    this.far = high;
    this.#place();
    // Centre the picture, not the plan, in the free space.
    const seen = all.map((at) => new Vector3(...world(at, this.table)).project(this.camera).y);
    const off = (Math.max(...seen) + Math.min(...seen)) / 2 - midY;
    const each = this.far * Math.tan((ANGLE * Math.PI) / 360);
    const up = (off * each) / Math.sin(this.pitch);
    const aside = -midX * each * this.camera.aspect;
    this.target.x += Math.sin(this.turn) * up + Math.cos(this.turn) * aside;
    this.target.z += Math.sin(this.turn) * aside - Math.cos(this.turn) * up;
    this.#set();
  }

  #place(): void {
    const { camera, target, turn, pitch, far } = this;
    const flat = Math.cos(pitch) * far;
    camera.position.set(
      target.x - Math.sin(turn) * flat,
      target.y + Math.sin(pitch) * far,
      target.z + Math.cos(turn) * flat,
    );
    camera.near = Math.max(0.4, far * 0.05);
    camera.far = far * 6 + 120;
    camera.lookAt(target);
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }

  #set(): void {
    const [w, h] = this.table;
    // Near things are drawn largest: leave room to look beyond that edge.
    this.target.x = Math.max(-w * 0.62, Math.min(w * 0.62, this.target.x));
    this.target.z = Math.max(-h * 0.62, Math.min(h * 0.62, this.target.z));
    this.pitch = Math.max(LOWEST, Math.min(HIGHEST, this.pitch));
    this.far = Math.max(5, Math.min(Math.max(w, h) * 3.4, this.far));
    this.#place();
    this.moved += 1;
    this.ask();
  }

  orbit(dx: number, dy: number): void {
    this.turn += (dx / this.width) * 3.4;
    this.pitch += (dy / this.height) * 2.2;
    this.#fitted = false;
    this.#set();
  }

  /** Turns and tilts by so many radians, for keys and two fingers. */
  swing(turn: number, tilt: number): void {
    this.turn += turn;
    this.pitch += tilt;
    this.#fitted = false;
    this.#set();
  }

  pan(dx: number, dy: number): void {
    const each = (2 * this.far * Math.tan((ANGLE * Math.PI) / 360)) / this.height;
    const [x, z] = [-dx * each, (-dy * each) / Math.max(0.35, Math.sin(this.pitch))];
    this.target.x += Math.cos(this.turn) * x - Math.sin(this.turn) * z;
    this.target.z += Math.sin(this.turn) * x + Math.cos(this.turn) * z;
    this.#fitted = false;
    this.#set();
  }

  /** Zooms by a factor, towards a place in the window. */
  zoomAt(at: Xy, factor: number): void {
    const before = this.ground(at);
    this.far /= factor;
    this.#fitted = false;
    this.#set();
    const after = before && this.ground(at);
    if (!before || !after) return;
    this.target.x += before[0] - after[0];
    this.target.z -= before[1] - after[1];
    this.#set();
  }

  /** Returns the place in the window of a point of the plan's drawing. */
  screen(at: Xy): Xy {
    void this.moved;
    return this.seen(this.frame.lengths(at), 0);
  }

  /** Returns the place in the window of a point `up` above the ground of the table. */
  seen(at: Xy, up: number): Xy {
    const p = new Vector3(...world(at, this.table, this.land().stood(at) + up)).project(
      this.camera,
    );
    return [((p.x + 1) / 2) * this.width, ((1 - p.y) / 2) * this.height];
  }

  /** Returns whether a point is in front of the camera: others have no place in the window. */
  ahead(at: Xy): boolean {
    const p = new Vector3(...world(at, this.table)).applyMatrix4(this.camera.matrixWorldInverse);
    return p.z < -this.camera.near;
  }

  /** Returns the height at which things stand at a point of the table. */
  up(at: Xy): number {
    return this.land().stood(at);
  }

  /** Brings a point of the plan's drawing into the window. */
  reveal(at: Xy): void {
    const [x, y] = this.seen(this.frame.lengths(at), 0);
    const m = 50;
    if (x > m && y > m && x < this.width - m && y < this.height - m) return;
    const [tx, , tz] = world(this.frame.lengths(at), this.table);
    this.target.set(tx, 0, tz);
    this.#fitted = false;
    this.#set();
  }

  /** Returns the ray through a place in the window. */
  ray([x, y]: Xy): { from: Vector3; to: Vector3 } {
    const to = new Vector3((x / this.width) * 2 - 1, 1 - (y / this.height) * 2, 0.5).unproject(
      this.camera,
    );
    return { from: this.camera.position.clone(), to: to.sub(this.camera.position).normalize() };
  }

  /** Returns the point of the table under a place in the window; null above the horizon. */
  ground(at: Xy): Xy | null {
    const { from, to } = this.ray(at);
    if (to.y > -0.01) return null;
    const [w, h] = this.table;
    const lengths = (t: number): Xy => [from.x + to.x * t + w / 2, h / 2 - from.z - to.z * t];
    // Follow the ray from the height where hills may begin down to the level of the table.
    const [start, end] = [(from.y - 4) / -to.y, from.y / -to.y];
    const steps = 90;
    for (let i = 0; i <= steps; i += 1) {
      const t = start + ((end - start) * i) / steps;
      const on = lengths(t);
      const inside = on[0] >= 0 && on[1] >= 0 && on[0] <= w && on[1] <= h;
      if (from.y + to.y * t <= (inside ? this.land().stood(on) : 0)) return on;
    }
    return lengths(end);
  }
}
