// What of the things a player may know beforehand is shown on the table.
import type { RefusalView, Threats } from '../contract/contract';
import type { Ground } from '../table/shaded';

export class Knowing {
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
