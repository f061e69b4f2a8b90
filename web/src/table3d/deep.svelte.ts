// Whether the table is seen in three dimensions. What draws it is fetched when it is first wanted.
import type { Component } from 'svelte';
import type Table from '../table/Table.svelte';
import { set, settings } from '../settings/settings.svelte';

class Deep {
  /** What draws it, once it has come. */
  shown: typeof Table | null = $state.raw(null);
  /** The graphics card gave up. */
  failed = $state(false);
  /** It could not be fetched. */
  away = $state(false);
  coming = $state(false);
  #able: boolean | undefined;

  /** The browser can draw it: looked at once, when somebody plays. */
  get able(): boolean {
    return (this.#able ??= able());
  }

  get on(): boolean {
    return settings.deep && this.able && !this.failed && !this.away;
  }

  /** Sees to it that what is wanted is there. */
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

  /** The plan goes on where the graphics card does not. */
  fail(): void {
    this.failed = true;
  }

  toggle(): void {
    set('deep', !this.on);
    this.failed = this.away = false;
  }
}

/** Drawing in three dimensions needs WebGL 2. */
function able(): boolean {
  if (typeof document === 'undefined' || typeof WebGL2RenderingContext === 'undefined')
    return false;
  const gl = document.createElement('canvas').getContext('webgl2');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null;
}

export const deep = new Deep();
