// Whether the table is seen in three dimensions. What draws it is fetched when it is first wanted.
import type { Component } from 'svelte';
import type Table from '../table/Table.svelte';
import { set, settings } from '../settings/settings.svelte';

class Deep {
  /** The browser can draw it. */
  readonly able = able();
  /** What draws it, once it has come. */
  shown: typeof Table | null = $state.raw(null);
  /** It could not be fetched, or the graphics card gave up. */
  failed = $state(false);
  coming = $state(false);

  get on(): boolean {
    return settings.deep && this.able && !this.failed;
  }

  /** Sees to it that what is wanted is there. */
  async come(): Promise<void> {
    if (!this.on || this.shown || this.coming) return;
    this.coming = true;
    try {
      const found = await import('./Table3d.svelte');
      this.shown = found.default as Component<never> as typeof Table;
    } catch {
      this.fail();
    } finally {
      this.coming = false;
    }
  }

  fail(): void {
    this.failed = true;
  }

  toggle(): void {
    this.failed = false;
    set('deep', !settings.deep);
  }
}

/** Looked at once: drawing in three dimensions needs WebGL 2. */
function able(): boolean {
  if (typeof document === 'undefined' || typeof WebGL2RenderingContext === 'undefined')
    return false;
  const gl = document.createElement('canvas').getContext('webgl2');
  gl?.getExtension('WEBGL_lose_context')?.loseContext();
  return gl !== null;
}

export const deep = new Deep();
