// The board of the battle: hills and beds, water, its wooden frame, and the dining table under it,
// which fades into the dark of the room.
import {
  BoxGeometry,
  BufferAttribute,
  BufferGeometry,
  CanvasTexture,
  Color,
  Group,
  Mesh,
  MeshLambertMaterial,
  MeshPhongMaterial,
  PlaneGeometry,
  RepeatWrapping,
  SRGBColorSpace,
  NoColorSpace,
  type Texture,
} from 'three';
import type { Xy } from '../../contract/contract';
import { chance } from '../../table/scatter';
import { WATER, type Land } from './land';
import { detail } from './paint';

/** Colour of the room behind the table. */
export const ROOM = '#241b15';
/** Width of the frame, and thickness of the board above the dining table. */
const RIM = 0.9;
const THICK = 1.15;

/** Converts to world coordinates: the middle of the table at 0, east at +x, north at -z. */
export const world = ([x, y]: Xy, table: Xy, up = 0): [number, number, number] => [
  x - table[0] / 2,
  up,
  table[1] / 2 - y,
];

function picture(canvas: HTMLCanvasElement, sharp: number): CanvasTexture {
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  texture.anisotropy = sharp;
  return texture;
}

/** Builds the painted surface of the ground; `over` is the texture with the marks of play. */
export function surface(
  land: Land,
  painted: HTMLCanvasElement,
  over: Texture,
  sharp: number,
): Mesh {
  const { columns, rows, table } = land;
  const n = (columns + 1) * (rows + 1);
  const [positions, uvs, colours] = [
    new Float32Array(n * 3),
    new Float32Array(n * 2),
    new Float32Array(n * 3),
  ];
  for (let r = 0; r <= rows; r += 1)
    for (let c = 0; c <= columns; c += 1) {
      const i = r * (columns + 1) + c;
      const up = land.knot(c, r);
      positions.set(world(land.point(c, r), table, up), i * 3);
      uvs.set([c / columns, r / rows], i * 2);
      // Heights look dry-brushed, steep slopes worn.
      const slope =
        Math.hypot(
          land.knot(Math.min(columns, c + 1), r) - up,
          land.knot(c, Math.min(rows, r + 1)) - up,
        ) / land.cell;
      const light = 1 + Math.min(0.16, Math.max(0, up) * 0.1) - Math.min(0.2, slope * 0.22);
      colours.set([light * (1 + slope * 0.1), light, light * (1 - slope * 0.12)], i * 3);
    }
  const index: number[] = [];
  for (let r = 0; r < rows; r += 1)
    for (let c = 0; c < columns; c += 1) {
      const i = r * (columns + 1) + c;
      index.push(i, i + 1, i + columns + 2, i, i + columns + 2, i + columns + 1);
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(positions, 3));
  geometry.setAttribute('uv', new BufferAttribute(uvs, 2));
  geometry.setAttribute('color', new BufferAttribute(colours, 3));
  geometry.setIndex(index);
  geometry.computeVertexNormals();
  const material = new MeshLambertMaterial({ map: picture(painted, sharp), vertexColors: true });
  const grass = new CanvasTexture(detail());
  grass.wrapS = grass.wrapT = RepeatWrapping;
  grass.colorSpace = NoColorSpace;
  grass.anisotropy = sharp;
  material.onBeforeCompile = (shader) => {
    shader.uniforms['grass'] = { value: grass };
    shader.uniforms['over'] = { value: over };
    shader.uniforms['times'] = { value: [table[0] / 3.2, table[1] / 3.2] };
    shader.fragmentShader = shader.fragmentShader
      .replace(
        '#include <common>',
        '#include <common>\nuniform sampler2D grass;\nuniform sampler2D over;\nuniform vec2 times;',
      )
      .replace(
        '#include <color_fragment>',
        `#include <color_fragment>
        float blade = texture2D(grass, vMapUv * times).r * 0.7 + texture2D(grass, vMapUv.yx * times.yx * 0.31).r * 0.3;
        diffuseColor.rgb *= 0.34 + blade * 1.3;`,
      )
      .replace(
        '#include <tonemapping_fragment>',
        `vec4 drawn = texture2D(over, vMapUv);
        gl_FragColor.rgb = mix(gl_FragColor.rgb, drawn.rgb * 0.9, drawn.a);
        #include <tonemapping_fragment>`,
      );
  };
  const mesh = new Mesh(geometry, material);
  mesh.receiveShadow = true;
  mesh.matrixAutoUpdate = false;
  return mesh;
}

/** Builds the surface of rivers and lakes; null if the table is dry. */
export function waters(land: Land): Mesh | null {
  const positions: number[] = [];
  for (let r = 0; r < land.rows; r += 1)
    for (let c = 0; c < land.columns; c += 1) {
      const low = Math.min(
        land.knot(c, r),
        land.knot(c + 1, r),
        land.knot(c, r + 1),
        land.knot(c + 1, r + 1),
      );
      if (low > WATER - 0.005) continue;
      const at = (i: number, j: number) => world(land.point(i, j), land.table, WATER);
      const [a, b, d, e] = [at(c, r), at(c + 1, r), at(c + 1, r + 1), at(c, r + 1)];
      positions.push(...a, ...b, ...d, ...a, ...d, ...e);
    }
  if (positions.length === 0) return null;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  const material = new MeshPhongMaterial({
    color: '#31505a',
    specular: '#fff0d0',
    shininess: 130,
    transparent: true,
    opacity: 0.8,
  });
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vAt;')
      .replace('#include <begin_vertex>', '#include <begin_vertex>\nvAt = position;');
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', '#include <common>\nvarying vec3 vAt;')
      .replace(
        '#include <normal_fragment_maps>',
        `vec2 w = vAt.xz;
        vec2 ripple = 0.05 * vec2(sin(w.x * 7.0 + 2.0 * sin(w.y * 3.1)), sin(w.y * 8.0 + 2.0 * sin(w.x * 2.7)))
          + 0.03 * vec2(sin(w.x * 17.0 + w.y * 9.0), sin(w.y * 19.0 - w.x * 7.0));
        normal = normalize(normal + mat3(viewMatrix) * vec3(ripple.x, 0.0, ripple.y));`,
      )
      .replace(
        '#include <opaque_fragment>',
        `float away = pow(1.0 - max(dot(normalize(vViewPosition), normal), 0.0), 3.0);
        outgoingLight = mix(outgoingLight, vec3(0.46, 0.5, 0.52), away * 0.75);
        #include <opaque_fragment>`,
      );
  };
  const mesh = new Mesh(geometry, material);
  mesh.receiveShadow = true;
  return mesh;
}

function planks(): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 512;
  const g = canvas.getContext('2d') as CanvasRenderingContext2D;
  const next = chance('planks');
  for (let i = 0; i < 8; i += 1) {
    const v = 34 + next() * 14;
    g.fillStyle = `rgb(${v * 1.75} ${v * 1.15} ${v * 0.72})`;
    g.fillRect(0, i * 64, 512, 64);
    for (let n = 0; n < 150; n += 1) {
      g.fillStyle = `rgb(${next() > 0.5 ? '20 10 4' : '150 100 60'} / ${4 + next() * 9}%)`;
      g.fillRect(next() * 512 - 60, i * 64 + next() * 64, 60 + next() * 300, 0.6 + next() * 1.6);
    }
    g.fillStyle = 'rgb(10 5 2 / 70%)';
    g.fillRect(0, i * 64, 512, 2);
  }
  return canvas;
}

/** Builds the sides of the board, its frame, and the table it stands on. */
export function furniture(land: Land): Group {
  const group = new Group();
  const [w, h] = land.table;
  const wood = picture(planks(), 4);
  wood.wrapS = wood.wrapT = RepeatWrapping;
  const sides: number[] = [];
  const colours: number[] = [];
  const foot = -THICK;
  const soil = [new Color('#4a3a28'), new Color('#2c2118')] as const;
  const edge = (from: Xy, to: Xy, steps: number) => {
    for (let i = 0; i < steps; i += 1) {
      const p = (t: number): Xy => [
        from[0] + (to[0] - from[0]) * t,
        from[1] + (to[1] - from[1]) * t,
      ];
      const [a, b] = [p(i / steps), p((i + 1) / steps)];
      const [au, bu] = [land.at(a), land.at(b)];
      const corners = [
        world(a, land.table, au),
        world(a, land.table, foot),
        world(b, land.table, foot),
        world(b, land.table, bu),
      ];
      for (const k of [0, 1, 2, 0, 2, 3]) {
        sides.push(...(corners[k] as [number, number, number]));
        const c = k === 0 || k === 3 ? soil[0] : soil[1];
        colours.push(c.r, c.g, c.b);
      }
    }
  };
  edge([0, 0], [w, 0], land.columns);
  edge([w, 0], [w, h], land.rows);
  edge([w, h], [0, h], land.columns);
  edge([0, h], [0, 0], land.rows);
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(sides), 3));
  geometry.setAttribute('color', new BufferAttribute(new Float32Array(colours), 3));
  geometry.computeVertexNormals();
  group.add(new Mesh(geometry, new MeshLambertMaterial({ vertexColors: true, side: 2 })));
  const oak = new MeshPhongMaterial({
    color: '#ffc792',
    map: wood,
    specular: '#3a2a1c',
    shininess: 30,
  });
  const rail = (wide: number, deep: number, x: number, z: number) => {
    const box = new BoxGeometry(wide, THICK * 0.86, deep);
    const uv = box.getAttribute('uv');
    for (let i = 0; i < uv.count; i += 1)
      uv.setXY(
        i,
        uv.getX(i) * (wide > deep ? wide / 9 : 0.09),
        uv.getY(i) * (wide > deep ? 0.09 : deep / 9),
      );
    const mesh = new Mesh(box, oak);
    mesh.position.set(x, -THICK * 0.57, z);
    mesh.receiveShadow = true;
    group.add(mesh);
  };
  rail(w + 2 * RIM, RIM, 0, h / 2 + RIM / 2);
  rail(w + 2 * RIM, RIM, 0, -h / 2 - RIM / 2);
  rail(RIM, h, -w / 2 - RIM / 2, 0);
  rail(RIM, h, w / 2 + RIM / 2, 0);
  const long = Math.max(w, h) * 6;
  const plane = new PlaneGeometry(long, long);
  const uv = plane.getAttribute('uv');
  for (let i = 0; i < uv.count; i += 1)
    uv.setXY(i, (uv.getX(i) * long) / 30, (uv.getY(i) * long) / 26);
  const under = new Mesh(
    plane,
    new MeshPhongMaterial({ map: wood, color: '#c8a98c', specular: '#4a3a2a', shininess: 22 }),
  );
  under.rotation.x = -Math.PI / 2;
  under.position.y = -THICK;
  under.receiveShadow = true;
  group.add(under);
  return group;
}
