// What of the things a player may know beforehand is shown on the table.
import type { Preview, RefusalView } from '../contract/contract';
import type { Ground, Marked } from '../table/shaded';

/** An order that somebody points at, before it is given. */
export interface Pointed {
  preview: Preview;
  unit: number | null;
  target: number | null;
}

export class Knowing {
  /** The order of the coach that is looked at. */
  pointed: Pointed | null = $state.raw(null);
  /** Reasons against an order that is not offered. */
  why: RefusalView[] = $state.raw([]);
  /** Who can come at whom, the strongest first. */
  threats: Marked[] = $state.raw([]);
  /** Ground that is nobody's threat. */
  ground: Ground[] = $state.raw([]);

  clear(): void {
    if (this.why.length > 0) this.why = [];
    if (this.threats.length > 0) this.threats = [];
    if (this.ground.length > 0) this.ground = [];
  }
}
