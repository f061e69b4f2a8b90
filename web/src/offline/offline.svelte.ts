// The page without a network: registers the service worker, and announces new versions.

export class Offline {
  /** Whether everything is stored: from now on the page opens without a network. */
  ready = $state(false);
  /** A new version that is ready. */
  waiting: ServiceWorker | null = $state.raw(null);
  #taken = false;

  /** Registers the worker once the page is shown; no battle waits for it. */
  async start(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    const workers = navigator.serviceWorker;
    workers.addEventListener('controllerchange', () => {
      // Reload only if the player asked for it: no page vanishes by itself.
      if (this.#taken) location.reload();
    });
    workers.addEventListener('message', ({ data, ports }) => {
      if (data === 'where') ports[0]?.postMessage(location.hash);
    });
    try {
      const registration = await workers.register('./sw.js');
      const look = () => {
        if (registration.waiting && workers.controller) this.waiting = registration.waiting;
        this.ready ||= registration.active !== null;
      };
      registration.addEventListener('updatefound', () => {
        registration.installing?.addEventListener('statechange', look);
      });
      void workers.ready.then(look);
      look();
      document.addEventListener('visibilitychange', () => {
        if (document.visibilityState === 'visible') void registration.update().catch(() => null);
      });
    } catch {
      // Private windows forbid this: the page still plays as long as it is open.
    }
  }

  /** Switches to the new version, which reloads the page. */
  take(): void {
    this.#taken = true;
    this.waiting?.postMessage('now');
    this.waiting = null;
  }

  /** Loads the page anew in its newest version: the server does not understand this one. */
  async renew(): Promise<void> {
    const reload = () => location.reload();
    // Without a worker, loading again is all it takes.
    if (!('serviceWorker' in navigator)) return reload();
    const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
    await registration?.update().catch(() => null);
    const next = registration?.waiting ?? registration?.installing;
    if (!next) return reload();
    navigator.serviceWorker.addEventListener('controllerchange', reload, { once: true });
    const look = () => {
      if (next.state === 'installed') next.postMessage('now');
      // It could not be stored: the server may have it, anyway.
      if (next.state === 'redundant') reload();
    };
    next.addEventListener('statechange', look);
    look();
  }

  later(): void {
    this.waiting = null;
  }
}

export const offline = new Offline();
