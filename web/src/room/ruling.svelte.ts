// What an umpire corrects: units that stand elsewhere, have left the table or come back, marks and
// losses, and why. Nothing changes until the server has accepted it.

import type {
  Amendables,
  Amended,
  Changed,
  Engine,
  SideKey,
  Status,
  UnitView,
  ValueView,
  Written,
  Xy,
} from '../contract/contract';
import type { RoomTable, Umpiring } from '../game/room';
import type { Room } from './room.svelte';

/** How the ruling ends the battle; `goes` lets it go on. */
export type Ends = 'goes' | SideKey | 'draw';

const hundredth = (length: number) => Math.round(length * 100) / 100;

export class Ruling implements Umpiring {
  on = $state(false);
  unit: number | null = $state(null);
  reason = $state('');
  ends: Ends = $state('goes');
  /** The choices so far, one entry per unit. */
  units: Amended[] = $state([]);
  /** Changed values of the sides and of the battle. */
  sides: [Changed[], Changed[]] = $state([[], []]);
  battle: Changed[] = $state([]);
  /** What can be changed of the selected unit, the sides and the battle. */
  there: Amendables | null = $state.raw(null);
  /** Number of the line after which it was sent; null while the umpire still works on it. */
  #sent: number | null = $state(null);

  constructor(
    private readonly room: Room,
    private readonly table: RoomTable,
  ) {}

  get #view() {
    return this.table.view;
  }

  get all(): UnitView[] {
    return this.#view.units.filter((one) => !['reserve', 'expected'].includes(one.status));
  }

  seen(unit: number): UnitView | undefined {
    return this.#view.units.find((one) => one.id === unit);
  }

  /** The choices for the selected unit. */
  get held(): Amended | null {
    return this.units.find((one) => one.unit === this.unit) ?? null;
  }

  /** Where the selected unit would stand. */
  get wish(): { centre: Xy; facing: number; size: Xy } | null {
    const [held, seen] = [this.held, this.unit === null ? undefined : this.seen(this.unit)];
    return held?.at && seen ? { ...held.at, size: seen.size } : null;
  }

  /** The units that differ from the table; a unit that was only selected is left out. */
  get #otherwise(): Amended[] {
    const moved = ({ unit, at, became }: Amended) => {
      const seen = this.seen(unit);
      if (!at || !seen || became !== null) return at !== null;
      const { centre, facing } = at;
      const same = [0, 1].every((axis) => centre[axis] === hundredth(seen.centre[axis] ?? 0));
      return !same || facing !== hundredth(seen.facing);
    };
    const all = this.units.map((one) => (moved(one) ? one : { ...one, at: null }));
    return all.filter((one) => one.at || one.became !== null || one.values.length > 0);
  }

  get ready(): boolean {
    const wide = this.battle.length + this.sides[0].length + this.sides[1].length;
    const some = this.#otherwise.length + wide > 0 || this.ends !== 'goes';
    return some && this.reason.trim() !== '' && this.#sent === null;
  }

  begin(): void {
    this.on = true;
  }

  cancel(): void {
    this.on = false;
    this.unit = null;
    this.units = [];
    this.sides = [[], []];
    this.battle = [];
    this.there = null;
    this.reason = '';
    this.ends = 'goes';
    this.#sent = null;
  }

  /** Selects a unit, where it stands. */
  take(unit: number | null): void {
    this.unit = unit;
    const seen = unit === null ? undefined : this.seen(unit);
    if (!seen || this.held) return;
    const { centre, facing, status } = seen;
    const at = { centre: centre.map(hundredth) as Xy, facing: hundredth(facing) };
    const became: Status | null = status === 'table' ? null : 'table';
    this.units.push({ unit: seen.id, at, became, values: [] });
  }

  /** Asks the engine what can be changed. */
  async look(engine: Engine): Promise<void> {
    const unit = this.unit;
    const there = await engine.amendables(unit);
    if (unit === this.unit) this.there = there;
  }

  /** Sets a value of the selected unit. */
  value(key: string, to: Written | null): void {
    const held = this.held;
    if (held) this.#set({ ...held, values: changed(held.values, this.there?.unit, key, to) });
  }

  /** Sets a value of a side. */
  valueOf(side: 0 | 1, key: string, to: Written | null): void {
    this.sides[side] = changed(this.sides[side], this.there?.sides[side], key, to);
  }

  /** Sets a value of the battle. */
  valueOfBattle(key: string, to: Written | null): void {
    this.battle = changed(this.battle, this.there?.battle, key, to);
  }

  /** Moves the selected unit to a point. */
  put(to: Xy): void {
    const held = this.held;
    if (!held) return;
    const facing = held.at?.facing ?? this.seen(held.unit)?.facing ?? 0;
    const back = this.seen(held.unit)?.status !== 'table';
    this.#set({
      ...held,
      at: { centre: to.map(hundredth) as Xy, facing },
      became: back ? 'table' : null,
    });
  }

  turn(facing: number): void {
    const held = this.held;
    if (held?.at && Number.isFinite(facing)) this.#set({ ...held, at: { ...held.at, facing } });
  }

  /** Sets the state of the selected unit: where it was put, or how it left the table. */
  become(to: Status): void {
    const held = this.held;
    if (!held) return;
    if (to !== 'table') return this.#set({ ...held, at: null, became: to });
    this.#drop(held.unit);
    this.take(held.unit);
    if (this.held) this.#set({ ...this.held, values: held.values });
  }

  /** Drops all changes to the unit. */
  leave(unit: number): void {
    this.#drop(unit);
    if (this.unit === unit) this.unit = null;
  }

  give(): void {
    if (!this.ready) return;
    const { number } = this.#view;
    const amends = {
      units: this.#otherwise,
      sides: this.sides,
      battle: this.battle,
      ended: this.ends === 'goes' ? null : this.ends,
      reason: this.reason,
    };
    if (this.room.say({ rule: { number, amends } })) this.#sent = number;
  }

  /** Reopens a refused ruling for correction. */
  refused(): void {
    this.#sent = null;
  }

  /** Closes the form when the ruling came back as a line. */
  given(n: number): void {
    if (this.#sent !== null && n > this.#sent) this.cancel();
  }

  #set(one: Amended): void {
    this.units = this.units.map((other) => (other.unit === one.unit ? one : other));
  }

  #drop(unit: number): void {
    this.units = this.units.filter((one) => one.unit !== unit);
  }
}

/** Adds one change to the others; a value equal to the current one is dropped. */
function changed(
  all: Changed[],
  there: ValueView[] | undefined,
  key: string,
  to: Written | null,
): Changed[] {
  const rest = all.filter((one) => one.key !== key);
  const now = there?.find((one) => one.key === key)?.now ?? null;
  return JSON.stringify(now) === JSON.stringify(to) ? rest : [...rest, { key, to }];
}
