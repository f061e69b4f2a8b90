// Everything on the table: rebuilt when the ground changes, moved when units move.
import {
  CanvasTexture,
  Color,
  FrontSide,
  Matrix4,
  MeshLambertMaterial,
  type Object3D,
  Mesh,
  type Scene,
  SRGBColorSpace,
  Vector3,
} from 'three';
import type { UnitView, View, Xy } from '../contract/contract';
import { inside } from '../table/frame';
import { chance } from '../table/scatter';
import type { Pose } from '../table/pose';
import { Army, sidesOf } from './army';
import { Cast, type Placed } from './cast';
import { sheet } from './figures/flags';
import { furniture, surface, waters, world } from './land/ground';
import { Land } from './land/land';
import { Painter } from './land/paint';
import { Over } from './over';
import type { Item } from './scenery/items';
import { bridge, lines } from './scenery/lines';
import { places } from './scenery/places';
import { plants } from './scenery/plants';
import { tufts } from './scenery/tufts';

/** Most triangles of figures and scenery, which are drawn twice: once for their shadows. */
export const MOST = 98_000;

interface Stood {
  item: Item;
  placed: Placed;
}

export class World {
  readonly land: Land;
  readonly cast: Cast;
  readonly army: Army;
  readonly over: Over;
  readonly #sheet: CanvasTexture;
  readonly #drawn: CanvasTexture;
  readonly #objects: Object3D[] = [];
  readonly #stood: Stood[] = [];
  #bodies = '';

  constructor(
    private readonly scene: Scene,
    view: View,
    sharp: number,
    /** Whether to use smaller pictures, for phones. */
    small: boolean,
  ) {
    const { table, terrain } = view;
    this.land = new Land(terrain, table);
    this.over = new Over(table, small ? 1024 : 1792);
    this.#drawn = new CanvasTexture(this.over.canvas);
    this.#drawn.colorSpace = SRGBColorSpace;
    this.#drawn.anisotropy = sharp;
    const sides = sidesOf(view);
    this.#sheet = new CanvasTexture(sheet(sides));
    this.#sheet.colorSpace = SRGBColorSpace;
    this.#sheet.anisotropy = sharp;
    const material = new MeshLambertMaterial({
      vertexColors: true,
      map: this.#sheet,
      side: FrontSide,
    });
    this.cast = new Cast(material);
    this.army = new Army(this.cast, this.land, view);
    const painted = new Painter(table, this.army.era, small ? 1536 : 2560).paint(terrain);
    this.#put(
      surface(this.land, painted, this.#drawn, sharp),
      waters(this.land),
      furniture(this.land),
      this.cast.mesh,
    );
    this.#scenery(view);
  }

  #put(...objects: (Object3D | null)[]): void {
    for (const object of objects) {
      if (!object) continue;
      this.#objects.push(object);
      this.scene.add(object);
    }
  }

  #scenery(view: View): void {
    const { era } = this.army;
    // The name of a place in the file says what stands there, whatever the page's language.
    const terrain = view.terrain.map((piece) => ({ ...piece, name: piece.written ?? piece.name }));
    const zones = view.zones.map((zone) => ({ ...zone, name: zone.written ?? zone.name }));
    const built = places({ terrain, zones }, era);
    const free = ({ at, size }: Item) =>
      built.every(
        (house) =>
          Math.hypot(house.at[0] - at[0], house.at[1] - at[1]) >
          (house.reach ?? 0) * 0.9 + size * 0.3,
      );
    // Nothing grows on roads or in houses.
    const roads = terrain.filter(({ ground }) => ground === 'road').flatMap(({ areas }) => areas);
    const grown = terrain
      .flatMap((piece) => plants(piece, era))
      .filter((item) => free(item) && !roads.some((area) => inside(item.at, area)));
    const all: Item[] = [
      ...built,
      ...grown,
      ...terrain.flatMap((piece) => lines(piece)),
      ...terrain
        .filter(({ ground }) => ground === 'bridge')
        .flatMap((piece) => bridge(piece, terrain, era)),
      ...tufts(view),
    ];
    const next = chance('tints');
    const [w, h] = this.land.table;
    for (const item of all) {
      const [x, y] = item.at;
      if (x < 0.05 || y < 0.05 || x > w - 0.05 || y > h - 0.05) continue;
      const light = 0.9 + next() * 0.2;
      const model = this.cast.model(item.key, item.make);
      const placed = this.cast.place(
        model,
        this.#where(item),
        new Color(light, light, light * 0.98),
      );
      this.#stood.push({ item, placed });
    }
  }

  #where({ at, turn, size, up = 0, lies }: Item): Matrix4 {
    const a = (turn * Math.PI) / 180;
    const high = up === 0 ? this.land.at(at) : Math.max(this.land.at(at), -0.1) + up;
    const matrix = new Matrix4().makeRotationY(-a);
    if (lies) {
      // On a slope, one end is higher than the other.
      const [dx, dy] = [Math.sin(a) * 0.5, Math.cos(a) * 0.5];
      const rise = this.land.at([at[0] + dx, at[1] + dy]) - this.land.at([at[0] - dx, at[1] - dy]);
      matrix.multiply(new Matrix4().makeRotationX(Math.atan(rise)));
    }
    return matrix
      .scale(new Vector3(size, size, size))
      .setPosition(...world(at, this.land.table, high));
  }

  /** Moves the units and removes plants where they stand; returns whether something still moves. */
  update(
    view: View,
    poses: Record<number, Pose>,
    raised: Set<number>,
    calm: boolean,
  ): { moving: boolean; changed: boolean } {
    const moving = this.army.update(view, poses, raised, calm);
    const units = view.units.filter((unit) => unit.status === 'table');
    const bodies = units
      .map((unit) => {
        const { centre, facing } = poses[unit.id] ?? unit;
        return `${unit.id} ${centre.join()} ${facing} ${unit.stands.length} ${unit.strength} ${raised.has(unit.id)} ${unit.ready}`;
      })
      .join();
    const changed = bodies !== this.#bodies || moving;
    if (bodies !== this.#bodies) this.#clear(units, poses);
    this.#bodies = bodies;
    return { moving, changed };
  }

  #clear(units: UnitView[], poses: Record<number, Pose>): void {
    const stands = units.map((unit) => {
      const { centre, facing } = poses[unit.id] ?? unit;
      const a = (facing * Math.PI) / 180;
      return {
        centre,
        cos: Math.cos(a),
        sin: Math.sin(a),
        w: unit.size[0] / 2,
        d: unit.size[1] / 2,
      };
    });
    const under = ([x, y]: Xy, clear: number) =>
      stands.some(({ centre, cos, sin, w, d }) => {
        const [dx, dy] = [x - centre[0], y - centre[1]];
        const [across, along] = [cos * dx - sin * dy, sin * dx + cos * dy];
        return (
          Math.hypot(Math.max(0, Math.abs(across) - w), Math.max(0, Math.abs(along) - d)) < clear
        );
      });
    for (const { item, placed } of this.#stood)
      if (item.clear > 0) this.cast.show(placed, !under(item.at, item.clear));
  }

  /** Marks the texture of the ground marks as changed. */
  redrawn(): void {
    this.#drawn.needsUpdate = true;
  }

  dispose(): void {
    for (const object of this.#objects) {
      this.scene.remove(object);
      object.traverse((one) => {
        if (!(one instanceof Mesh)) return;
        one.geometry.dispose();
        for (const material of [one.material].flat()) {
          if ('map' in material) (material.map as CanvasTexture | null)?.dispose();
          material.dispose();
        }
      });
    }
    this.cast.dispose();
    this.#drawn.dispose();
    this.#sheet.dispose();
  }
}
