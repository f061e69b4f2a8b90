// Recognizes gestures of mouse, finger and pen on the table: tap, hold, drag a unit, turn it, pan,
// pinch.
import type { Xy } from '../contract/contract';
import type { Camera } from './camera.svelte';

export interface Told {
  /** Returns the unit or the handle of the ghost under the pointer; null for nothing. */
  at(event: PointerEvent): { unit: number } | 'handle' | null;
  canDrag(unit: number): boolean;
  tap(what: { unit: number } | null, at: Xy): void;
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
  | { what: 'press'; unit: number | null; from: Xy; held: ReturnType<typeof setTimeout> }
  | { what: 'drag'; unit: number; from: Xy }
  | { what: 'turn' }
  | { what: 'pan' }
  | { what: 'pinch' }
  | { what: 'nothing' };

export class Gestures {
  #pointers = new Map<number, Xy>();
  #doing: Doing = { what: 'nothing' };

  constructor(
    private readonly camera: Camera,
    private readonly origin: () => DOMRect,
    private readonly told: Told,
  ) {}

  #place(event: PointerEvent | WheelEvent): Xy {
    const box = this.origin();
    return [event.clientX - box.left, event.clientY - box.top];
  }

  down = (event: PointerEvent): void => {
    if (event.button !== 0 && event.pointerType === 'mouse') return;
    const at = this.#place(event);
    this.#pointers.set(event.pointerId, at);
    if (this.#pointers.size === 2) {
      this.#stop();
      this.#doing = { what: 'pinch' };
      return;
    }
    const what = this.told.at(event);
    if (what === 'handle') {
      this.#doing = { what: 'turn' };
      this.#capture(event);
      return;
    }
    const unit = what?.unit ?? null;
    const held = setTimeout(() => {
      if (this.#doing.what !== 'press' || unit === null || event.pointerType === 'mouse') return;
      this.#doing = { what: 'nothing' };
      this.told.hold(unit);
    }, LONG);
    this.#doing = { what: 'press', unit, from: at, held };
  };

  move = (event: PointerEvent): void => {
    const at = this.#place(event);
    const before = this.#pointers.get(event.pointerId);
    if (!before) {
      if (event.pointerType === 'mouse') {
        const what = this.told.at(event);
        this.told.over(what && what !== 'handle' ? what.unit : null);
      }
      return;
    }
    const doing = this.#doing;
    if (doing.what === 'pinch') return this.#pinch(event.pointerId, before, at);
    this.#pointers.set(event.pointerId, at);
    if (doing.what === 'press') {
      if (Math.hypot(at[0] - doing.from[0], at[1] - doing.from[1]) < FAR) return;
      clearTimeout(doing.held);
      this.#capture(event);
      if (doing.unit !== null && this.told.canDrag(doing.unit)) {
        this.told.grab(doing.unit);
        this.#doing = { what: 'drag', unit: doing.unit, from: this.camera.place(doing.from) };
        this.told.drag(doing.unit, this.#doing.from, this.camera.place(at));
      } else {
        this.#doing = { what: 'pan' };
        this.camera.pan(at[0] - doing.from[0], at[1] - doing.from[1]);
      }
    } else if (doing.what === 'drag') {
      this.told.drag(doing.unit, doing.from, this.camera.place(at));
    } else if (doing.what === 'turn') {
      this.told.turn(this.camera.place(at));
    } else if (doing.what === 'pan') {
      this.camera.pan(at[0] - before[0], at[1] - before[1]);
    }
  };

  up = (event: PointerEvent): void => {
    if (!this.#pointers.delete(event.pointerId)) return;
    const doing = this.#doing;
    if (this.#pointers.size > 0) {
      this.#doing = { what: 'nothing' };
      return;
    }
    this.#stop();
    if (event.type === 'pointercancel') return;
    if (doing.what === 'press') {
      const what = doing.unit === null ? null : { unit: doing.unit };
      this.told.tap(what, this.camera.place(this.#place(event)));
    }
  };

  /** A lifted finger leaves, too; ignore that, so that the odds it held on stay readable. */
  leave = (event: PointerEvent): void => {
    if (event.pointerType === 'mouse' && this.#pointers.size === 0) this.told.over(null);
  };

  wheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 18 : 1;
    if (event.shiftKey) {
      this.camera.pan(-(event.deltaX + event.deltaY) * unit, 0);
      return;
    }
    // A pinch on a touchpad arrives as a wheel event with the control key.
    const rate = event.ctrlKey ? 0.012 : 0.0016;
    this.camera.zoomAt(this.#place(event), Math.exp(-event.deltaY * unit * rate));
  };

  #stop(): void {
    const doing = this.#doing;
    if (doing.what === 'press') clearTimeout(doing.held);
    this.#doing = { what: 'nothing' };
    if (doing.what === 'drag' || doing.what === 'turn') this.told.drop();
  }

  #pinch(id: number, before: Xy, at: Xy): void {
    const other = [...this.#pointers].find(([key]) => key !== id)?.[1];
    this.#pointers.set(id, at);
    if (!other) return;
    const was = Math.hypot(before[0] - other[0], before[1] - other[1]);
    const is = Math.hypot(at[0] - other[0], at[1] - other[1]);
    const middle: Xy = [(at[0] + other[0]) / 2, (at[1] + other[1]) / 2];
    this.camera.pan((at[0] - before[0]) / 2, (at[1] - before[1]) / 2);
    if (was > 4 && is > 4) this.camera.zoomAt(middle, is / was);
  }

  #capture(event: PointerEvent): void {
    try {
      (event.currentTarget as Element | null)?.setPointerCapture?.(event.pointerId);
    } catch {
      // The pointer is gone already; its end arrives without capture.
    }
  }
}
