// The camera: which part of the drawing is on the screen, and from what angle.
//
// The drawing is a sheet rendered sharp for one zoom (`sharp`). Dragging and zooming only move and
// stretch the whole sheet, which costs almost nothing; once the player pauses, the sheet is
// rendered sharp again.
import type { Xy } from '../contract/contract';
import { ABOVE, BESIDE, type Eye } from './eye';
import { RIM, type Frame } from './frame';

const MOST = 14;
/** Margin of the sheet around the table, in drawing units. */
export const AROUND = 60;
/** Milliseconds without input before the sheet is rendered again. */
const REST = 140;
/** A sheet stretched by more than this factor is rendered again at once. */
const BLURRED = 3;

/** Another view of the same table, which answers for the camera while it is in use. */
export interface Other {
  screen(at: Xy): Xy;
  zoomAt(at: Xy, factor: number): void;
  fit(): void;
  reveal(at: Xy): void;
}

export class Camera {
  /** Size of the window on the screen, in CSS pixels. */
  width = $state(800);
  height = $state(600);
  /** Middle of the window, in drawing units. */
  x = $state(240);
  y = $state(240);
  /** CSS pixels per drawing unit. */
  zoom = $state(1);
  /** Zoom that the sheet was rendered for. */
  sharp = $state(1);
  /** Whether the whole table is shown, and should be after a resize as well. */
  fitted = $state(true);
  eye: Eye = $state.raw(ABOVE);
  /** The other view, if it shows the table instead of the sheet. */
  other: Other | null = $state.raw(null);
  /**
   * Space that overlays take from the window: above, at the right (negative: at the left) and
   * below, in CSS pixels.
   */
  above = $state(0);
  right = $state(0);
  below = $state(0);
  #rest: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly frame: Frame) {
    this.fit();
  }

  get least(): number {
    const { width, height } = this.frame;
    const deep = height * this.eye.k + (this.eye.tilted ? 10 : 0);
    const room = [
      Math.max(60, this.width - Math.abs(this.right)),
      Math.max(60, this.height - this.above - this.below),
    ];
    return Math.min((room[0] ?? 0) / (width + 2 * RIM), (room[1] ?? 0) / (deep + 2 * RIM));
  }

  /** Middle of the free part of the window, in CSS pixels. */
  get middle(): Xy {
    return [(this.width - this.right) / 2, (this.height + this.above - this.below) / 2];
  }

  /** Leaves room for overlays on the window. */
  leave(above: number, right: number, below = 0): void {
    if (this.above === above && this.right === right && this.below === below) return;
    this.above = above;
    this.right = right;
    this.below = below;
    if (this.fitted) this.fit();
  }

  /** Size of the sheet in drawing units. */
  get sheet(): { width: number; height: number } {
    return {
      width: this.frame.width + 2 * AROUND,
      height: this.frame.height * this.eye.k + 2 * AROUND,
    };
  }

  /** CSS transform that places the sheet in the window. */
  get transform(): string {
    const left = Math.round(this.middle[0] - (this.x + AROUND) * this.zoom);
    const top = Math.round(this.middle[1] - (this.y * this.eye.k + AROUND) * this.zoom);
    const grown = this.zoom / this.sharp;
    return `translate(${left}px, ${top}px)${grown === 1 ? '' : ` scale(${grown})`}`;
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.width = width;
    this.height = height;
    if (this.other) return;
    if (this.fitted) return this.fit();
    // A window that grew must not leave the table a stamp in its middle.
    this.zoom = Math.max(this.least * 0.8, this.zoom);
    this.#keep();
  }

  fit(): void {
    this.other?.fit();
    this.zoom = this.least;
    this.x = this.frame.width / 2;
    this.y = this.frame.height / 2;
    this.fitted = true;
    this.sharpen();
  }

  /** Looks at the table from the side, or from above. */
  tilt(beside: boolean): void {
    if (this.eye.tilted === beside) return;
    this.eye = beside ? BESIDE : ABOVE;
    if (this.fitted) this.fit();
    else this.#keep();
  }

  /** Renders the drawing for the current zoom. */
  sharpen(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.sharp = this.zoom;
  }

  /** Returns the drawing units of a place in the window, as if all ground were flat. */
  place([px, py]: Xy): Xy {
    return [
      this.x + (px - this.middle[0]) / this.zoom,
      this.y + (py - this.middle[1]) / (this.zoom * this.eye.k),
    ];
  }

  /** Returns the place in the window of a point in drawing units. */
  screen(at: Xy): Xy {
    if (this.other) return this.other.screen(at);
    const [x, y] = at;
    return [
      (x - this.x) * this.zoom + this.middle[0],
      (y - this.y) * this.zoom * this.eye.k + this.middle[1],
    ];
  }

  /** Zooms by a factor, towards a point of the table if it is visible, or else the middle. */
  zoomBy(factor: number, on: Xy | null): void {
    const middle: Xy = [this.width / 2, this.height / 2];
    const [x, y] = on ? this.screen(this.frame.at(on)) : middle;
    const seen = x > 0 && y > 0 && x < this.width && y < this.height;
    this.zoomAt(seen ? [x, y] : middle, factor);
  }

  zoomAt(at: Xy, factor: number): void {
    if (this.other) return this.other.zoomAt(at, factor);
    const before = this.place(at);
    this.zoom = Math.max(this.least * 0.8, Math.min(MOST, this.zoom * factor));
    const after = this.place(at);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
    this.fitted = false;
    this.#keep();
    this.#resting();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.zoom;
    this.y -= dy / (this.zoom * this.eye.k);
    this.fitted = false;
    this.#keep();
  }

  /** Brings a place into the window if it lies outside. */
  reveal(at: Xy): void {
    if (this.other) return this.other.reveal(at);
    // The whole table is shown, and should stay so when the window changes.
    if (this.fitted) return;
    const [px, py] = this.screen(at);
    const m = 40;
    const dx = px < m ? m - px : px > this.width - m ? this.width - m - px : 0;
    const dy = py < m ? m - py : py > this.height - m ? this.height - m - py : 0;
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  #resting(): void {
    const grown = this.zoom / this.sharp;
    if (grown > BLURRED || grown < 1 / BLURRED) return this.sharpen();
    clearTimeout(this.#rest);
    this.#rest = setTimeout(() => this.sharpen(), REST);
  }

  /** Keeps the table in the window. */
  #keep(): void {
    this.x = Math.max(0, Math.min(this.frame.width, this.x));
    this.y = Math.max(0, Math.min(this.frame.height, this.y));
  }
}
