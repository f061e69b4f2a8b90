// Whether the table is shown in three dimensions. The code for it is fetched on first use.
import type { Component } from 'svelte';
import type Table from '../table/Table.svelte';
import { set, settings } from '../settings/settings.svelte';

class Deep {
  /** The component, once it is loaded. */
  shown: typeof Table | null = $state.raw(null);
  /** Whether the graphics card gave up. */
  failed = $state(false);
  /** Whether the component could not be fetched. */
  away = $state(false);
  coming = $state(false);
  #able: boolean | undefined;

  /** Whether the browser can draw in three dimensions; tested once, on first use. */
  get able(): boolean {
    return (this.#able ??= able());
  }

  get on(): boolean {
    return settings.deep && this.able && !this.failed && !this.away;
  }

  /** Loads the component if it is wanted. */
  async come(): Promise<void> {
    if (!this.on || this.shown || this.coming) return;
    this.coming = true;
    try {
      const found = await import('./Table3d.svelte');
      this.shown = found.default as Component<never> as typeof Table;
    } catch {
      this.away = true;
    } finally {
      this.coming = false;
    }
  }

  /** Returns to the plan when the graphics card fails. */
  fail(): void {
    this.failed = true;
  }

  toggle(): void {
    set('deep', !this.on);
    this.failed = this.away = false;
  }
}

/** Returns whether the browser has WebGL 2, which three dimensions need. */
function able(): boolean {
  if (typeof document === 'undefined' || typeof WebGL2RenderingContext === 'undefined')
    return false;
  const gl = document.createElement('canvas').getContext('webgl2');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null;
}

export const deep = new Deep();
