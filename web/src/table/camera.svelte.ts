// What part of the drawing is on the screen, and from where it is looked at.
//
// The drawing is a sheet of its own, drawn sharp for one zoom (`sharp`). While it is dragged or
// zoomed only the sheet as a whole is moved and stretched, which costs nearly nothing; once the
// hand rests it is drawn sharp again.
import type { Xy } from '../contract/contract';
import { ABOVE, BESIDE, type Eye } from './eye';
import { RIM, type Frame } from './frame';

const MOST = 14;
/** Room of the sheet around the table, in drawing units. */
export const AROUND = 60;
/** The hand rests after so many milliseconds. */
const REST = 140;
/** A sheet stretched by more than this is drawn anew at once. */
const BLURRED = 3;

/** Another way of looking at the same table, which answers for the camera while it is used. */
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
  /** The middle of the window, in drawing units. */
  x = $state(240);
  y = $state(240);
  /** CSS pixels in a drawing unit. */
  zoom = $state(1);
  /** The zoom that the sheet is drawn for. */
  sharp = $state(1);
  /** It still shows the whole table, also when the window changes. */
  fitted = $state(true);
  eye: Eye = $state.raw(ABOVE);
  /** The table is seen by it, and not on the sheet. */
  other: Other | null = $state.raw(null);
  /**
   * What of the window is left to what lies over it, above and at the right (less than nothing: at
   * the left) and below, in CSS pixels.
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

  /** The middle of what is free of the window, in CSS pixels. */
  get middle(): Xy {
    return [(this.width - this.right) / 2, (this.height + this.above - this.below) / 2];
  }

  /** Leaves room for what lies over the window. */
  leave(above: number, right: number, below = 0): void {
    if (this.above === above && this.right === right && this.below === below) return;
    this.above = above;
    this.right = right;
    this.below = below;
    if (this.fitted) this.fit();
  }

  /** The sheet's size in drawing units. */
  get sheet(): { width: number; height: number } {
    return {
      width: this.frame.width + 2 * AROUND,
      height: this.frame.height * this.eye.k + 2 * AROUND,
    };
  }

  /** How the sheet lies in the window. */
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
    if (this.fitted) this.fit();
    else this.#keep();
  }

  fit(): void {
    this.other?.fit();
    this.zoom = this.least;
    this.x = this.frame.width / 2;
    this.y = this.frame.height / 2;
    this.fitted = true;
    this.sharpen();
  }

  /** Looks from above, or from beside the table. */
  tilt(beside: boolean): void {
    if (this.eye.tilted === beside) return;
    this.eye = beside ? BESIDE : ABOVE;
    if (this.fitted) this.fit();
    else this.#keep();
  }

  /** The drawing is made for the zoom of now. */
  sharpen(): void {
    clearTimeout(this.#rest);
    this.#rest = undefined;
    this.sharp = this.zoom;
  }

  /** Drawing units of a place in the window, as if all ground were flat. */
  place([px, py]: Xy): Xy {
    return [
      this.x + (px - this.middle[0]) / this.zoom,
      this.y + (py - this.middle[1]) / (this.zoom * this.eye.k),
    ];
  }

  /** The place in the window of drawing units. */
  screen(at: Xy): Xy {
    if (this.other) return this.other.screen(at);
    const [x, y] = at;
    return [
      (x - this.x) * this.zoom + this.middle[0],
      (y - this.y) * this.zoom * this.eye.k + this.middle[1],
    ];
  }

  /** Nearer by a factor, towards a point of the table where it is seen, else the middle. */
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

  /** Brings a place into the window when it lies outside. */
  reveal(at: Xy): void {
    if (this.other) return this.other.reveal(at);
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

  /** The table never leaves the window. */
  #keep(): void {
    this.x = Math.max(0, Math.min(this.frame.width, this.x));
    this.y = Math.max(0, Math.min(this.frame.height, this.y));
  }
}
