// What of the things a player may know beforehand is shown on the table.
import type { Preview, RefusalView, Threats } from '../contract/contract';
import type { Ground } from '../table/shaded';

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
  /** Who can come at whom, with the ground of it. */
  threats: Threats | null = $state.raw(null);
  ground: Ground[] = $state.raw([]);

  clear(): void {
    if (this.why.length > 0) this.why = [];
    if (this.threats) this.threats = null;
    if (this.ground.length > 0) this.ground = [];
  }
}
