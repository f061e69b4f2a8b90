// All models in one mesh: everything that stands on the table is one draw call, plus one for its
// shadow. Each model has three forms: finer ones need more triangles.
import {
  BatchedMesh,
  Color,
  type Material,
  Matrix4,
  Vector3,
  type BufferGeometry,
  type Camera,
} from 'three';
import { Sculpt } from './sculpt';

/** Seen from near, seen from far, and for tables with very many models. */
type Form = 0 | 1 | 2;

export interface Model {
  forms: [number, number, number];
  /** Triangles of each form. */
  costs: [number, number, number];
  /** Radius around its foot. */
  radius: number;
}

export interface Placed {
  readonly id: number;
  readonly model: Model;
  readonly at: Vector3;
  size: number;
  form: Form;
}

const WHITE = new Color(1, 1, 1);

export class Cast {
  readonly mesh: BatchedMesh;
  readonly #models = new Map<string, Model>();
  readonly #placed = new Map<number, Placed>();
  #vertices = 0;
  #roomVertices = 60_000;
  #roomPlaces = 512;

  constructor(material: Material) {
    this.mesh = new BatchedMesh(this.#roomPlaces, this.#roomVertices, 0, material);
    this.mesh.castShadow = true;
    this.mesh.receiveShadow = true;
    this.mesh.sortObjects = false;
    this.mesh.frustumCulled = false;
  }

  /** Returns a model by its name; it is made once, however many stand on the table. */
  model(key: string, make: (s: Sculpt) => void): Model {
    const known = this.#models.get(key);
    if (known) return known;
    const [near, far, rough] = [new Sculpt(true), new Sculpt(false), new Sculpt(false, true)];
    const all = [near, far, rough] as const;
    for (const form of all) make(form);
    const shapes = all.map((form) => form.done());
    const { boundingSphere } = shapes[0] ?? {};
    const model: Model = {
      costs: [near.triangles, far.triangles, rough.triangles],
      radius: (boundingSphere?.radius ?? 1) + (boundingSphere?.center.length() ?? 0),
      forms: shapes.map((shape) => this.#put(shape)) as Model['forms'],
    };
    this.#models.set(key, model);
    return model;
  }

  #put(geometry: BufferGeometry): number {
    const count = geometry.getAttribute('position').count;
    this.#vertices += count;
    if (this.#vertices > this.#roomVertices) {
      this.#roomVertices = Math.max(this.#vertices, this.#roomVertices * 2);
      this.mesh.setGeometrySize(this.#roomVertices, 0);
    }
    const id = this.mesh.addGeometry(geometry);
    geometry.dispose();
    return id;
  }

  place(model: Model, matrix: Matrix4, tint: Color = WHITE): Placed {
    if (this.#placed.size >= this.#roomPlaces) {
      this.#roomPlaces *= 2;
      this.mesh.setInstanceCount(this.#roomPlaces);
    }
    const id = this.mesh.addInstance(model.forms[1]);
    const placed: Placed = { id, model, at: new Vector3(), size: 1, form: 1 };
    this.#placed.set(id, placed);
    this.mesh.setColorAt(id, tint);
    this.move(placed, matrix);
    return placed;
  }

  move(placed: Placed, matrix: Matrix4): void {
    this.mesh.setMatrixAt(placed.id, matrix);
    placed.at.setFromMatrixPosition(matrix);
    placed.size = matrix.getMaxScaleOnAxis() * placed.model.radius;
  }

  tint(placed: Placed, colour: Color): void {
    this.mesh.setColorAt(placed.id, colour);
  }

  show(placed: Placed, seen: boolean): void {
    if (this.mesh.getVisibleAt(placed.id) !== seen) this.mesh.setVisibleAt(placed.id, seen);
  }

  remove(placed: Placed): void {
    this.#placed.delete(placed.id);
    this.mesh.deleteInstance(placed.id);
  }

  /**
   * Chooses the form of each placed model: the finer one if it is large on the screen and the
   * budget of `most` triangles allows it. If even the plain forms are too many, the smallest on the
   * screen take their roughest form.
   */
  refine(camera: Camera, pixels: number, most: number): void {
    const eye = camera.position;
    const by = [...this.#placed.values()]
      .map((it) => ({ it, large: (it.size / Math.max(0.1, it.at.distanceTo(eye))) * pixels }))
      .sort((a, b) => b.large - a.large);
    let spent = by.reduce((sum, { it }) => sum + it.model.costs[1], 0);
    const rough = new Set<Placed>();
    for (const { it } of by.toReversed()) {
      if (spent <= most) break;
      const [, far, least] = it.model.costs;
      spent -= far - least;
      rough.add(it);
    }
    for (const { it, large } of by) {
      const more = it.model.costs[0] - it.model.costs[1];
      const near = large > 15 && !rough.has(it) && spent + more <= most;
      if (near) spent += more;
      const form = near ? 0 : rough.has(it) ? 2 : 1;
      if (form === it.form) continue;
      it.form = form;
      this.mesh.setGeometryIdAt(it.id, it.model.forms[form]);
    }
  }

  dispose(): void {
    this.mesh.dispose();
  }
}
