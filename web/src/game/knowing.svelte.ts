// What the table shows of the things a player may know in advance.
import type { Preview, RefusalView } from '../contract/contract';
import type { Ground, Marked } from '../table/shaded';

/** An order that the player points at before giving it. */
export interface Pointed {
  preview: Preview;
  unit: number | null;
  target: number | null;
}

export class Knowing {
  /** The coach's order that the player points at. */
  pointed: Pointed | null = $state.raw(null);
  /** Reasons why an order is not offered. */
  why: RefusalView[] = $state.raw([]);
  /** Who can attack whom, the strongest first. */
  threats: Marked[] = $state.raw([]);
  /** Ground that belongs to no threat. */
  ground: Ground[] = $state.raw([]);

  clear(): void {
    if (this.why.length > 0) this.why = [];
    if (this.threats.length > 0) this.threats = [];
    if (this.ground.length > 0) this.ground = [];
  }
}
