// What part of the drawing is on the screen.
import type { Xy } from '../engine/contract';
import { RIM, type Frame } from './frame';

const MOST = 14;

export class Camera {
  /** Size of the window on the screen, in CSS pixels. */
  width = $state(800);
  height = $state(600);
  /** The middle of the window, in drawing units. */
  x = $state(240);
  y = $state(240);
  /** CSS pixels in a drawing unit. */
  zoom = $state(1);
  /** It still shows the whole table, also when the window changes. */
  fitted = $state(true);

  constructor(private readonly frame: Frame) {
    this.fit();
  }

  get least(): number {
    const { width, height } = this.frame;
    return Math.min(this.width / (width + 2 * RIM), this.height / (height + 2 * RIM));
  }

  get box(): string {
    const w = this.width / this.zoom;
    const h = this.height / this.zoom;
    return `${this.x - w / 2} ${this.y - h / 2} ${w} ${h}`;
  }

  resize(width: number, height: number): void {
    if (width <= 0 || height <= 0) return;
    this.width = width;
    this.height = height;
    if (this.fitted) this.fit();
    else this.#keep();
  }

  fit(): void {
    this.zoom = this.least;
    this.x = this.frame.width / 2;
    this.y = this.frame.height / 2;
    this.fitted = true;
  }

  /** Drawing units of a place in the window. */
  place([px, py]: Xy): Xy {
    return [
      this.x + (px - this.width / 2) / this.zoom,
      this.y + (py - this.height / 2) / this.zoom,
    ];
  }

  /** The place in the window of drawing units. */
  screen([x, y]: Xy): Xy {
    return [(x - this.x) * this.zoom + this.width / 2, (y - this.y) * this.zoom + this.height / 2];
  }

  zoomAt(at: Xy, factor: number): void {
    const before = this.place(at);
    this.zoom = Math.max(this.least * 0.8, Math.min(MOST, this.zoom * factor));
    const after = this.place(at);
    this.x += before[0] - after[0];
    this.y += before[1] - after[1];
    this.fitted = false;
    this.#keep();
  }

  pan(dx: number, dy: number): void {
    this.x -= dx / this.zoom;
    this.y -= dy / this.zoom;
    this.fitted = false;
    this.#keep();
  }

  /** Brings a place into the window when it lies outside. */
  reveal(at: Xy): void {
    const [px, py] = this.screen(at);
    const m = 40;
    const dx = px < m ? m - px : px > this.width - m ? this.width - m - px : 0;
    const dy = py < m ? m - py : py > this.height - m ? this.height - m - py : 0;
    if (dx !== 0 || dy !== 0) this.pan(dx, dy);
  }

  /** The table never leaves the window. */
  #keep(): void {
    this.x = Math.max(0, Math.min(this.frame.width, this.x));
    this.y = Math.max(0, Math.min(this.frame.height, this.y));
  }
}
