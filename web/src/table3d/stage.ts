// The picture: lights, shadows, and when to draw. Nothing is drawn while nothing changes. While
// something moves, each frame is drawn once. At rest the picture is taken like a photograph: many
// views through a wide lens and with a large lamp are laid over each other, until edges are smooth,
// shadows soft, and things far from the focus a little blurred.
import {
  NeutralToneMapping,
  AdditiveBlending,
  BufferGeometry,
  BufferAttribute,
  Color,
  DirectionalLight,
  Fog,
  HalfFloatType,
  HemisphereLight,
  Mesh,
  NoBlending,
  OrthographicCamera,
  PCFShadowMap,
  Scene,
  ShaderMaterial,
  Vector2,
  Vector3,
  WebGLRenderTarget,
  WebGLRenderer,
} from 'three';
import type { Xy } from '../contract/contract';
import { Fence } from './fence';
import { ROOM } from './land/ground';
import type { Lens } from './lens.svelte';

/** Most views of a photograph, and most milliseconds for it. */
const VIEWS = 14;
const EXPOSURE = 2600;
/** If one view takes longer than this, in milliseconds, no photograph is taken. */
const SLOW = 400;
/** Fewest views of a photograph, however long they take. */
const LEAST = 6;
/** Milliseconds without a change before the photograph begins. */
const REST = 160;

export interface Counted {
  calls: number;
  triangles: number;
  /** Milliseconds of the last frame. */
  time: number;
  frames: number;
}

export class Stage {
  readonly renderer: WebGLRenderer;
  readonly scene = new Scene();
  readonly counted: Counted = { calls: 0, triangles: 0, time: 0, frames: 0 };
  readonly #sun = new DirectionalLight('#ffefda', 2.9);
  readonly #lamp = new Vector3();
  #one: WebGLRenderTarget | null = null;
  #sum: WebGLRenderTarget | null = null;
  readonly #paper = new Scene();
  readonly #flat = new OrthographicCamera(-1, 1, 1, -1, 0, 1);
  readonly #add = sheet(
    AdditiveBlending,
    'gl_FragColor = vec4(texture2D(one, vUv).rgb * part, 1.0);',
  );
  readonly #show: ShaderMaterial;
  readonly #quad: Mesh;
  readonly #fence: Fence;
  #frame = 0;
  /** The next view of the photograph. */
  #shot = 0;
  #rest: ReturnType<typeof setTimeout> | undefined;
  #views = 0;
  #began = 0;
  #table: Xy = [48, 48];
  #stale = true;
  #gone = false;

  /** `step` moves everything before a frame; it returns true while something still moves. */
  constructor(
    readonly canvas: HTMLCanvasElement,
    private readonly lens: () => Lens,
    private readonly step: () => boolean,
    private readonly drawn: (still: boolean) => void,
    /** Whether the plain frame is enough: on weak machines, or if nobody waits for a photograph. */
    private readonly plain: boolean,
  ) {
    this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'low-power' });
    const { renderer, scene } = this;
    this.#fence = new Fence(renderer.getContext() as WebGL2RenderingContext);
    renderer.toneMapping = NeutralToneMapping;
    renderer.toneMappingExposure = 1.3;
    renderer.shadowMap.enabled = true;
    renderer.shadowMap.type = PCFShadowMap;
    renderer.shadowMap.autoUpdate = false;
    renderer.info.autoReset = false;
    scene.background = new Color(ROOM);
    const sky = new HemisphereLight('#e6edf8', '#a08c70', 0.95);
    const rim = new DirectionalLight('#a9c4ff', 0.4);
    rim.position.set(30, 18, -40);
    scene.add(sky, rim, this.#sun, this.#sun.target);
    this.#sun.castShadow = true;
    this.#sun.shadow.mapSize.set(2048, 2048);
    this.#sun.shadow.bias = -0.0006;
    this.#sun.shadow.normalBias = 0.02;
    this.#sun.shadow.radius = 2.2;
    this.#show = sheet(
      null,
      'gl_FragColor = vec4(texture2D(one, vUv).rgb * part, 1.0);\n#include <tonemapping_fragment>\n#include <colorspace_fragment>',
    );
    const triangle = new BufferGeometry();
    triangle.setAttribute(
      'position',
      new BufferAttribute(new Float32Array([-1, -1, 0, 3, -1, 0, -1, 3, 0]), 3),
    );
    triangle.setAttribute('uv', new BufferAttribute(new Float32Array([0, 0, 2, 0, 0, 2]), 2));
    this.#quad = new Mesh(triangle, this.#show);
    this.#quad.frustumCulled = false;
    this.#paper.add(this.#quad);
  }

  get sharp(): number {
    return Math.min(8, this.renderer.capabilities.getMaxAnisotropy());
  }

  /** Hangs the lamp over the left shoulder of a player who sits at the south. */
  light(table: Xy): void {
    this.#table = table;
    const long = Math.hypot(...table);
    this.#lamp.set(-0.62, 0.82, 0.42).normalize().multiplyScalar(long);
    const camera = this.#sun.shadow.camera;
    const r = long * 0.54;
    camera.left = camera.bottom = -r;
    camera.right = camera.top = r;
    camera.near = 1;
    camera.far = long * 2.2;
    camera.updateProjectionMatrix();
    this.#sun.position.copy(this.#lamp);
    this.scene.fog = new Fog(ROOM, long * 1.9, long * 4.4);
    this.changed();
  }

  resize(width: number, height: number, ratio: number): void {
    this.renderer.setPixelRatio(ratio);
    this.renderer.setSize(width, height, false);
    this.#one?.dispose();
    this.#sum?.dispose();
    this.#one = this.#sum = null;
    this.ask();
  }

  /** Marks the shadows as out of date: the next frame redraws them. */
  stale(): void {
    this.#stale = true;
  }

  /** Redraws the picture, shadows included. */
  changed(): void {
    this.stale();
    this.ask();
  }

  /** Requests a frame. */
  ask(): void {
    clearTimeout(this.#rest);
    cancelAnimationFrame(this.#shot);
    this.drawn(false);
    if (this.#frame || this.#gone) return;
    this.#frame = requestAnimationFrame(() => this.#draw());
  }

  #draw(): void {
    this.#frame = 0;
    if (this.#gone) return;
    const began = performance.now();
    const moving = this.step();
    const { renderer, scene } = this;
    const { camera, far } = this.lens();
    const fog = scene.fog as Fog | null;
    const long = Math.hypot(...this.#table);
    if (fog) [fog.near, fog.far] = [far + long * 0.55, far + long * 2.4];
    renderer.info.reset();
    if (this.#stale) renderer.shadowMap.needsUpdate = true;
    this.#stale = false;
    this.#sun.position.copy(this.#lamp);
    camera.clearViewOffset();
    renderer.render(scene, camera);
    this.#count(began);
    this.drawn(false);
    if (moving) {
      this.#stale = true;
      this.ask();
      return;
    }
    this.#fence.set();
    this.#rest = setTimeout(() => this.#photograph(), REST);
  }

  #count(began: number): void {
    const { render } = this.renderer.info;
    Object.assign(this.counted, {
      calls: render.calls,
      triangles: render.triangles,
      time: performance.now() - began,
      frames: this.counted.frames + 1,
    });
  }

  /** Counts the more expensive of frame and photograph, which draws shadows with every view. */
  #dearest(): void {
    const { render } = this.renderer.info;
    const { counted } = this;
    counted.calls = Math.max(counted.calls, render.calls);
    counted.triangles = Math.max(counted.triangles, render.triangles);
  }

  #photograph(): void {
    if (this.plain || !this.renderer.extensions.has('EXT_color_buffer_float'))
      return this.drawn(true);
    this.#views = 0;
    this.#shot = requestAnimationFrame(() => this.#expose());
  }

  /** Adds one view to the photograph, once the picture before it is drawn. */
  #expose(): void {
    if (this.#gone) return;
    const n = this.#views;
    const done = this.#fence.passed();
    if (n === 0 && done) this.#began = performance.now();
    // Do not make a slow machine wait: the plain frame is already shown.
    if (n === 1 && performance.now() - this.#began > SLOW) return this.drawn(true);
    if (!done) {
      this.#shot = requestAnimationFrame(() => this.#expose());
      return;
    }
    const { renderer, scene } = this;
    const size = renderer.getDrawingBufferSize(new Vector2());
    const make = () =>
      new WebGLRenderTarget(size.x, size.y, { type: HalfFloatType, depthBuffer: true });
    this.#one ??= make();
    this.#sum ??= new WebGLRenderTarget(size.x, size.y, {
      type: HalfFloatType,
      depthBuffer: false,
    });
    const lens = this.lens();
    const { camera } = lens;
    const before = camera.position.clone();
    const [a, b, c, d] = [2, 3, 5, 7].map((base) => halton(n + 1, base)) as [
      number,
      number,
      number,
      number,
    ];
    // Vary the places of the lamp, the lens and the pixel's middle.
    const r = Math.sqrt(c) * 0.05 * this.#lamp.length();
    this.#sun.position
      .copy(this.#lamp)
      .add(new Vector3(Math.cos(d * 6.283) * r, 0, Math.sin(d * 6.283) * r));
    renderer.shadowMap.needsUpdate = true;
    const open = Math.sqrt(a) * lens.far * 0.0062;
    const right = new Vector3(1, 0, 0).applyQuaternion(camera.quaternion);
    const up = new Vector3(0, 1, 0).applyQuaternion(camera.quaternion);
    camera.position
      .addScaledVector(right, Math.cos(b * 6.283) * open)
      .addScaledVector(up, Math.sin(b * 6.283) * open);
    camera.setViewOffset(size.x, size.y, b - 0.5, a - 0.5, size.x, size.y);
    camera.lookAt(lens.target);
    camera.updateMatrixWorld();
    renderer.info.reset();
    renderer.setRenderTarget(this.#one);
    renderer.render(scene, camera);
    this.#dearest();
    camera.position.copy(before);
    camera.clearViewOffset();
    camera.lookAt(lens.target);
    camera.updateMatrixWorld();
    renderer.setRenderTarget(this.#sum);
    // The first view replaces what was there; the others are added.
    this.#add.blending = n === 0 ? NoBlending : AdditiveBlending;
    renderer.autoClear = false;
    this.#lay(this.#add, this.#one, 1 / 16);
    renderer.autoClear = true;
    this.#views = n + 1;
    renderer.setRenderTarget(null);
    // Show the picture only when it is done: a picture that clears up step by step would flicker.
    const spent = performance.now() - this.#began;
    if (this.#views < LEAST || (this.#views < VIEWS && spent < EXPOSURE)) {
      this.#fence.set();
      this.#shot = requestAnimationFrame(() => this.#expose());
      return;
    }
    this.#lay(this.#show, this.#sum, 16 / this.#views);
    this.drawn(true);
  }

  #lay(material: ShaderMaterial, from: WebGLRenderTarget, part: number): void {
    const { uniforms } = material;
    (uniforms['one'] as { value: unknown }).value = from.texture;
    (uniforms['part'] as { value: unknown }).value = part;
    this.#quad.material = material;
    this.renderer.render(this.#paper, this.#flat);
  }

  dispose(): void {
    this.#gone = true;
    cancelAnimationFrame(this.#frame);
    cancelAnimationFrame(this.#shot);
    clearTimeout(this.#rest);
    this.#one?.dispose();
    this.#sum?.dispose();
    this.renderer.dispose();
    this.renderer.forceContextLoss();
  }
}

function sheet(blending: typeof AdditiveBlending | null, body: string): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { one: { value: null }, part: { value: 1 } },
    vertexShader:
      'varying vec2 vUv; void main() { vUv = uv; gl_Position = vec4(position.xy, 0.0, 1.0); }',
    fragmentShader: `uniform sampler2D one; uniform float part; varying vec2 vUv; void main() {\n${body}\n}`,
    depthTest: false,
    depthWrite: false,
    toneMapped: blending === null,
    ...(blending === null ? {} : { blending }),
  });
}

/** Returns the ith number of a sequence that fills 0 to 1 evenly. */
function halton(i: number, base: number): number {
  let [f, r, n] = [1, 0, i];
  while (n > 0) {
    f /= base;
    r += f * (n % base);
    n = Math.floor(n / base);
  }
  return r;
}
