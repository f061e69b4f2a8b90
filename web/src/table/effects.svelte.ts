// Effects of an order: volleys and dust for a moment, smoke for a while. They only illustrate, and
// change nothing.
import type { SideKey, UnitView, View, Xy } from '../contract/contract';

export type Effect = { id: number; time: number } & (
  | {
      kind: 'volley';
      from: UnitView;
      to: UnitView;
      /** Whether the target lost anything. */
      hit: boolean;
    }
  | { kind: 'dust'; from: Xy; to: Xy; wide: number }
);
/** An effect that has not begun. */
type Planned = Effect extends infer E ? (E extends Effect ? Omit<E, 'id'> : never) : never;

/** Smoke that hangs in front of a unit that fired, where it stood at the time. */
export interface Smoke {
  from: UnitView;
  turn: number;
  active: SideKey;
}

/** Returns whether a unit lost anything from one view to the next. */
export function suffered(before: UnitView, after: View): boolean {
  const now = after.units.find((unit) => unit.id === before.id);
  if (!now || now.status !== 'table') return true;
  const marks = (unit: UnitView) => unit.marks.map((mark) => `${mark.id}${mark.value}`).join();
  return now.strength < before.strength || marks(now) !== marks(before);
}

export class Effects {
  list: Effect[] = $state.raw([]);
  /** Smoke that hangs until the next turn of the side that fired. */
  smoke: Smoke[] = $state.raw([]);
  #last = 0;

  /** Shows an effect for its duration. */
  show(effect: Planned): void {
    const id = (this.#last += 1);
    this.list = [...this.list.slice(-11), { ...effect, id } as Effect];
    setTimeout(() => {
      this.list = this.list.filter((one) => one.id !== id);
    }, effect.time);
  }

  /** Leaves smoke in front of a unit that fires. */
  hang(from: UnitView, { turn, active }: View): void {
    const others = this.smoke.filter((one) => one.from.id !== from.id);
    this.smoke = [...others, { from, turn, active }];
  }

  /** Removes the smoke whose time is over. */
  lift(view: View): void {
    const left = this.smoke.filter(
      ({ turn, active }) =>
        view.turn === turn || (view.turn === turn + 1 && view.active !== active),
    );
    if (left.length < this.smoke.length) this.smoke = left;
  }

  clear(): void {
    this.list = [];
  }
}
