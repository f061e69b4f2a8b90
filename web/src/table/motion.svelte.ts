// Moving units: where they are drawn until the new view is shown.
import type { Motion } from '../contract/contract';
import { between, type Pose } from './pose';

export type { Pose } from './pose';

export class Motions {
  /** Poses of units drawn elsewhere than in the view. */
  poses: Record<number, Pose> = $state.raw({});
  /** The paths of the latest motions, drawn as far as the units have gone. */
  trails: Motion[] = $state.raw([]);
  #skip: (() => void) | null = null;

  /** Plays the motions one after another, each for `each` milliseconds. */
  async run(motions: Motion[], each: number): Promise<void> {
    if (each <= 0 || motions.length === 0) return;
    // Keep a long chain of motions short.
    const time = Math.max(120, Math.min(each, 4000 / motions.length));
    let skipped = false;
    this.#skip = () => (skipped = true);
    // At first, every unit stands where it starts.
    const start: Record<number, Pose> = {};
    for (const m of motions) start[m.unit] ??= m.from;
    this.poses = start;
    for (const m of motions) {
      this.trails = [...this.trails.slice(-5), m];
      const began = performance.now();
      for (;;) {
        const t = skipped ? 1 : Math.min(1, (performance.now() - began) / time);
        this.poses = { ...this.poses, [m.unit]: between(m.from, m.to, ease(t)) };
        if (t >= 1) break;
        await frame();
      }
      if (skipped) break;
    }
    this.#skip = null;
  }

  skip(): void {
    this.#skip?.();
  }

  clear(): void {
    this.trails = [];
    this.poses = {};
  }
}

const ease = (t: number) => (t < 0.5 ? 2 * t * t : 1 - (2 - 2 * t) ** 2 / 2);

function frame(): Promise<void> {
  return new Promise((resolve) => {
    if (typeof requestAnimationFrame !== 'function') return void setTimeout(resolve, 16);
    // A tab in the background draws no frames, but the battle must go on.
    const timer = setTimeout(resolve, 100);
    requestAnimationFrame(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
