// Marks on the ground during play: reach, arcs, sight, the ghost with its tape, rings around units.
// The same as on the plan, laid over hills under the feet of the figures. Everything comes from the
// engine; nothing here measures.
import type { Overlay, Preview, RefusalView, UnitView, Xy } from '../contract/contract';
import type { Ground, Marked } from '../table/shaded';
import { corners } from '../table/frame';
import type { Pose } from '../table/pose';

export interface Drawn {
  table: Xy;
  units: UnitView[];
  poses: Record<number, Pose>;
  selected: number | null;
  targets: Set<number>;
  lit: Set<number>;
  live: boolean;
  zones: { area: Xy[] }[];
  reach: Xy[][];
  overlay: Overlay | null;
  arcs: boolean;
  sight: boolean;
  ghost: Preview | null;
  wish: { centre: Xy; facing: number; size: Xy } | null;
  handle: boolean;
  refusals: RefusalView[];
  aim: { from: Xy; to: Xy } | null;
  threats: Marked[];
  ground: Ground[];
}

interface Look {
  fill?: string;
  line?: string;
  wide?: number;
  dash?: number[];
}

const LOOKS = {
  zone: {
    fill: 'rgb(255 255 255 / 3%)',
    line: 'rgb(255 255 255 / 45%)',
    wide: 0.07,
    dash: [0.4, 0.3],
  },
  reach: { fill: 'rgb(255 236 160 / 26%)', line: '#fff3b8', wide: 0.1, dash: [0.34, 0.2] },
  arc: { fill: 'rgb(255 120 70 / 17%)', line: '#ffb08a', wide: 0.08 },
  range: { line: 'rgb(255 214 190 / 85%)', wide: 0.07, dash: [0.14, 0.18] },
  charge: { fill: 'rgb(255 60 60 / 17%)', line: '#ff9a8a', wide: 0.08, dash: [0.5, 0.2] },
  clear: { line: '#f3ffd0', wide: 0.09 },
  blocked: { line: '#33170f', wide: 0.09, dash: [0.16, 0.2] },
  aim: { line: '#ff5436', wide: 0.13, dash: [0.4, 0.24] },
  wish: { line: 'rgb(255 255 255 / 55%)', wide: 0.07, dash: [0.16, 0.16] },
  step: { fill: 'rgb(255 255 255 / 8%)', line: 'rgb(255 255 255 / 40%)', wide: 0.06 },
  trail: { line: 'rgb(255 255 255 / 75%)', wide: 0.08, dash: [0.2, 0.2] },
  ghost: { fill: 'rgb(255 255 255 / 42%)', line: '#fff', wide: 0.13 },
  bad: { fill: 'rgb(255 70 40 / 36%)', line: '#ff5436', wide: 0.13 },
  front: { line: '#ffe27a', wide: 0.2 },
  tape: { line: '#ffd84a', wide: 0.24 },
  witness: { line: '#ff5436', wide: 0.17, dash: [0.3, 0.16] },
  ready: { line: 'rgb(255 214 92 / 85%)', wide: 0.075 },
  selected: { fill: 'rgb(255 255 255 / 24%)', line: '#ffffff', wide: 0.17 },
  lit: { line: '#ff6a4d', wide: 0.18 },
  target: { line: '#ff5436', wide: 0.17 },
  casing: { line: 'rgb(20 16 8 / 55%)', wide: 0.26 },
  move: { line: '#7fc0ff', wide: 0.1, dash: [0.35, 0.22] },
  command: { fill: 'rgb(255 246 200 / 10%)', line: '#fff6c8', wide: 0.1, dash: [0.35, 0.22] },
} satisfies Record<string, Look>;

export class Over {
  readonly canvas = document.createElement('canvas');
  readonly #g: CanvasRenderingContext2D;
  readonly #scale: number;

  constructor(
    private readonly table: Xy,
    most: number,
  ) {
    this.#scale = Math.min(36, most / Math.max(...table));
    this.canvas.width = Math.round(table[0] * this.#scale);
    this.canvas.height = Math.round(table[1] * this.#scale);
    this.#g = this.canvas.getContext('2d') as CanvasRenderingContext2D;
  }

  draw(d: Drawn): void {
    this.#g.clearRect(0, 0, this.canvas.width, this.canvas.height);
    for (const zone of d.zones) this.#area([zone.area], LOOKS.zone);
    for (const one of d.ground) this.#area(one.outline, groundLook(one.kind));
    this.#area(d.reach, LOOKS.reach);
    this.#rings(d);
    this.#overlay(d);
    this.#threats(d.threats);
    if (d.aim) this.#line([d.aim.from, d.aim.to], LOOKS.aim);
    if (d.wish) this.#area([corners(d.wish.centre, d.wish.facing, d.wish.size)], LOOKS.wish);
    this.#ghost(d);
    for (const { tape, point, ground } of d.refusals) {
      if (tape) this.#line([tape.from, tape.to], LOOKS.witness);
      if (ground) this.#area(ground.areas, LOOKS.lit);
      if (ground && ground.areas.length === 0) this.#line(ground.line, LOOKS.lit);
      if (!point) continue;
      const [x, y] = point;
      this.#line(
        [
          [x - 0.3, y - 0.3],
          [x + 0.3, y + 0.3],
        ],
        LOOKS.lit,
      );
      this.#line(
        [
          [x - 0.3, y + 0.3],
          [x + 0.3, y - 0.3],
        ],
        LOOKS.lit,
      );
    }
  }

  #rings({ units, poses, selected, targets, lit, live }: Drawn): void {
    for (const unit of units) {
      const look = lit.has(unit.id)
        ? LOOKS.lit
        : unit.id === selected
          ? LOOKS.selected
          : live && unit.ready
            ? LOOKS.ready
            : null;
      const pose = poses[unit.id] ?? unit;
      const around = (by: number) =>
        corners(pose.centre, pose.facing, [unit.size[0] + by, unit.size[1] + by]);
      if (look) this.#area([around(0.36)], look);
      if (!targets.has(unit.id)) continue;
      // Brackets at its corners.
      const all = around(0.7);
      all.forEach((p, i) => {
        const [q, r] = [all[(i + 1) % 4], all[(i + 3) % 4]] as [Xy, Xy];
        const to = (t: Xy): Xy => {
          const long = Math.hypot(t[0] - p[0], t[1] - p[1]) || 1;
          const k = Math.min(0.6, long * 0.3) / long;
          return [p[0] + (t[0] - p[0]) * k, p[1] + (t[1] - p[1]) * k];
        };
        this.#line([to(q), p, to(r)], LOOKS.target);
      });
    }
  }

  #overlay({ overlay, arcs, sight }: Drawn): void {
    if (!overlay) return;
    if (arcs) for (const area of overlay.areas) this.#area([area.outline], LOOKS[area.kind]);
    if (sight)
      for (const line of overlay.sight)
        this.#line([line.from, line.to], line.clear ? LOOKS.clear : LOOKS.blocked);
  }

  /** Draws the threats; the strongest is drawn last, on top of all others. */
  #threats(threats: Marked[]): void {
    for (const { colour, ground, moved, lines, dim } of [...threats].reverse()) {
      if (dim) continue;
      this.#area(ground, { fill: `${colour}26`, line: colour, wide: 0.09 });
      for (const { centre, facing, size } of moved)
        this.#area([corners(centre, facing, size)], {
          line: colour,
          wide: 0.08,
          dash: [0.2, 0.16],
        });
      for (const { verb, at } of lines) {
        this.#line(at, LOOKS.casing);
        this.#line(at, { line: colour, wide: 0.16, dash: verb === 'shoot' ? [0.3, 0.2] : [] });
      }
    }
  }

  #ghost({ ghost, handle }: Drawn): void {
    const end = ghost?.path.at(-1);
    if (!ghost || !end) return;
    for (const step of ghost.path.slice(0, -1))
      this.#area([corners(step.centre, step.facing, step.size)], LOOKS.step);
    this.#line(
      ghost.path.map((p) => p.centre),
      LOOKS.trail,
    );
    for (const leg of legs(ghost)) this.#line([leg.from, leg.to], LOOKS.tape);
    const outline = corners(end.centre, end.facing, end.size);
    this.#area([outline], ghost.legal ? LOOKS.ghost : LOOKS.bad);
    this.#line(outline.slice(0, 2), LOOKS.front);
    if (!handle) return;
    const knob = knobOf(end);
    this.#line([end.centre, knob], LOOKS.trail);
    this.#area(
      [
        Array.from({ length: 20 }, (_, i): Xy => [
          knob[0] + Math.cos(i / 3.18) * 0.55,
          knob[1] + Math.sin(i / 3.18) * 0.55,
        ]),
      ],
      { fill: '#20303c', line: '#fff', wide: 0.1 },
    );
  }

  #trace(points: Xy[], closed: boolean): void {
    const g = this.#g;
    g.beginPath();
    for (const [x, y] of points) g.lineTo(x * this.#scale, (this.table[1] - y) * this.#scale);
    if (closed) g.closePath();
  }

  #pen({ fill, line, wide = 0.08, dash = [] }: Look, closed: boolean): void {
    const g = this.#g;
    if (fill && closed) {
      g.fillStyle = fill;
      g.fill('evenodd');
    }
    if (!line) return;
    g.strokeStyle = line;
    g.lineWidth = wide * this.#scale;
    g.lineJoin = 'round';
    g.setLineDash(dash.map((it) => it * this.#scale));
    g.stroke();
  }

  #line(points: Xy[], look: Look): void {
    if (points.length < 2) return;
    this.#trace(points, false);
    this.#pen(look, false);
  }

  #area(areas: Xy[][], look: Look): void {
    for (const area of areas) {
      if (area.length < 3) continue;
      this.#trace(area, true);
      this.#pen(look, true);
    }
  }
}

const groundLook = (kind: Ground['kind']): Look => (kind === 'move' ? LOOKS.move : LOOKS.command);

/** Returns the place of the handle that turns a ghost. */
export function knobOf({ centre, facing, size }: { centre: Xy; facing: number; size: Xy }): Xy {
  const a = (facing * Math.PI) / 180;
  const out = size[1] / 2 + 1.2;
  return [centre[0] + Math.sin(a) * out, centre[1] + Math.cos(a) * out];
}

/** Returns the legs of the tape: as the engine lays it, or else along the path. */
export function legs(ghost: Preview): { from: Xy; to: Xy; length: number }[] {
  if (ghost.tape) return ghost.tape.length > 0.05 ? [ghost.tape] : [];
  return ghost.path.slice(1).flatMap((step, i) => {
    const from = ghost.path[i]?.centre ?? step.centre;
    const length = Math.hypot(step.centre[0] - from[0], step.centre[1] - from[1]);
    return length > 0.05 ? [{ from, to: step.centre, length }] : [];
  });
}
