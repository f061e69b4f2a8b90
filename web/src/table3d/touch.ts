// Mouse and fingers on the table in three dimensions: tap, hold, drag a unit, turn the table with
// one finger or the left button, move it with two or the right one, pinch, wheel.
import type { Xy } from '../contract/contract';
import type { Lens } from './lens.svelte';

export interface Told {
  /** Returns the unit or the handle of the ghost at a place in the window; null for nothing. */
  at(place: Xy): { unit: number } | 'handle' | null;
  canDrag(unit: number): boolean;
  tap(unit: number | null, on: Xy | null): void;
  hold(unit: number): void;
  grab(unit: number): void;
  drag(unit: number, from: Xy, to: Xy): void;
  turn(to: Xy): void;
  drop(): void;
  over(unit: number | null): void;
}

const FAR = 5;
const LONG = 480;

type Doing =
  | {
      what: 'press';
      unit: number | null;
      from: Xy;
      held: ReturnType<typeof setTimeout> | undefined;
      pan: boolean;
    }
  | { what: 'drag'; unit: number; from: Xy }
  | { what: 'turn' | 'orbit' | 'pan' | 'pinch' | 'nothing' };

export class Touch {
  readonly #fingers = new Map<number, Xy>();
  #doing: Doing = { what: 'nothing' };

  constructor(
    private readonly lens: Lens,
    private readonly origin: () => DOMRect,
    private readonly told: Told,
  ) {}

  #place(event: PointerEvent | WheelEvent): Xy {
    const box = this.origin();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down(event: PointerEvent): void {
    const at = this.#place(event);
    this.#fingers.set(event.pointerId, at);
    if (this.#fingers.size === 2) {
      this.#stop();
      this.#doing = { what: 'pinch' };
      return;
    }
    const pan = event.button !== 0 || event.shiftKey;
    const what = pan ? null : this.told.at(at);
    if (what === 'handle') {
      this.#doing = { what: 'turn' };
      return this.#capture(event);
    }
    const unit = what?.unit ?? null;
    const held =
      unit === null || event.pointerType === 'mouse'
        ? undefined
        : setTimeout(() => {
            if (this.#doing.what !== 'press') return;
            this.#doing = { what: 'nothing' };
            this.told.hold(unit);
          }, LONG);
    this.#doing = { what: 'press', unit, from: at, held, pan };
  }

  move(event: PointerEvent): void {
    const at = this.#place(event);
    const before = this.#fingers.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'mouse') return;
      const what = this.told.at(at);
      this.told.over(what && what !== 'handle' ? what.unit : null);
      return;
    }
    const doing = this.#doing;
    if (doing.what === 'pinch') return this.#pinch(event.pointerId, before, at);
    this.#fingers.set(event.pointerId, at);
    const [dx, dy] = [at[0] - before[0], at[1] - before[1]];
    if (doing.what === 'press') return this.#begin(event, doing, at);
    if (doing.what === 'orbit') this.lens.orbit(dx, dy);
    else if (doing.what === 'pan') this.lens.pan(dx, dy);
    else if (doing.what === 'drag') this.#drag(doing, at);
    else if (doing.what === 'turn') {
      const to = this.lens.ground(at);
      if (to) this.told.turn(to);
    }
  }

  #begin(event: PointerEvent, doing: Extract<Doing, { what: 'press' }>, at: Xy): void {
    if (Math.hypot(at[0] - doing.from[0], at[1] - doing.from[1]) < FAR) return;
    clearTimeout(doing.held);
    this.#capture(event);
    const from = this.lens.ground(doing.from);
    if (doing.unit !== null && from && this.told.canDrag(doing.unit)) {
      this.told.grab(doing.unit);
      this.#doing = { what: 'drag', unit: doing.unit, from };
      this.#drag(this.#doing, at);
    } else {
      this.#doing = { what: doing.pan ? 'pan' : 'orbit' };
    }
  }

  #drag(doing: Extract<Doing, { what: 'drag' }>, at: Xy): void {
    const to = this.lens.ground(at);
    if (to) this.told.drag(doing.unit, doing.from, to);
  }

  up(event: PointerEvent): void {
    if (!this.#fingers.delete(event.pointerId)) return;
    const doing = this.#doing;
    if (this.#fingers.size > 0) {
      this.#doing = { what: 'nothing' };
      return;
    }
    this.#stop();
    if (event.type === 'pointercancel' || doing.what !== 'press' || doing.pan) return;
    this.told.tap(doing.unit, this.lens.ground(this.#place(event)));
  }

  leave(event: PointerEvent): void {
    if (event.pointerType === 'mouse' && this.#fingers.size === 0) this.told.over(null);
  }

  wheel(event: WheelEvent): void {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : 1;
    const rate = event.ctrlKey ? 0.012 : 0.0016;
    this.lens.zoomAt(this.#place(event), Math.exp(-event.deltaY * unit * rate));
  }

  #stop(): void {
    const doing = this.#doing;
    if (doing.what === 'press') clearTimeout(doing.held);
    this.#doing = { what: 'nothing' };
    if (doing.what === 'drag' || doing.what === 'turn') this.told.drop();
  }

  /** Handles two fingers: apart to zoom in, around each other to turn, together to move. */
  #pinch(id: number, before: Xy, at: Xy): void {
    const other = [...this.#fingers].find(([key]) => key !== id)?.[1];
    this.#fingers.set(id, at);
    if (!other) return;
    const [was, is] = [before, at].map((p) => Math.hypot(p[0] - other[0], p[1] - other[1])) as [
      number,
      number,
    ];
    const [a, b] = [before, at].map((p) => Math.atan2(p[1] - other[1], p[0] - other[0])) as [
      number,
      number,
    ];
    this.lens.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    if (was <= 4 || is <= 4) return;
    const turned = ((b - a + 3 * Math.PI) % (2 * Math.PI)) - Math.PI;
    this.lens.swing(turned, 0);
    this.lens.zoomAt([(at[0] + other[0]) / 2, (at[1] + other[1]) / 2], is / was);
  }

  #capture(event: PointerEvent): void {
    try {
      (event.currentTarget as Element | null)?.setPointerCapture?.(event.pointerId);
    } catch {
      // The pointer is gone already; its end arrives without capture.
    }
  }
}
