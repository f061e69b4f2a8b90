// What is seen for a moment: volleys, smoke, dust. It explains what an order did, and changes nothing.
import type { Order, UnitView, View, Xy } from '../engine/contract';

export type Effect = { id: number; time: number } & (
  | {
      kind: 'volley';
      from: UnitView;
      to: UnitView;
      /** It cost the target something. */
      hit: boolean;
    }
  | { kind: 'dust'; from: Xy; to: Xy; wide: number }
);
/** An effect that has not begun. */
type Planned = Effect extends infer E ? (E extends Effect ? Omit<E, 'id'> : never) : never;

/** Who does what to whom, as far as an order says so plainly; what else it says is the engine's. */
export interface Act {
  verb: string;
  unit: number;
  target: number;
}

export function actOf(order: Order): Act | null {
  if (typeof order !== 'object' || order === null) return null;
  for (const [verb, said] of Object.entries(order)) {
    if (typeof said !== 'object' || said === null) continue;
    const { unit, target } = said as { unit?: unknown; target?: unknown };
    if (typeof unit === 'number' && typeof target === 'number') return { verb, unit, target };
  }
  return null;
}

/** Whether a unit lost anything from one view to the next. */
export function suffered(before: UnitView, after: View): boolean {
  const now = after.units.find((unit) => unit.id === before.id);
  if (!now || now.status !== 'table') return true;
  const marks = (unit: UnitView) => unit.marks.map((mark) => `${mark.id}${mark.value}`).join();
  return now.strength < before.strength || marks(now) !== marks(before);
}

export class Effects {
  list: Effect[] = $state.raw([]);
  #last = 0;

  /** Shows it for so many milliseconds. */
  show(effect: Planned): void {
    const id = (this.#last += 1);
    this.list = [...this.list.slice(-11), { ...effect, id } as Effect];
    setTimeout(() => {
      this.list = this.list.filter((one) => one.id !== id);
    }, effect.time);
  }

  clear(): void {
    this.list = [];
  }
}
