// The page without a network: registers the service worker, and tells of a new version.

export class Offline {
  /** Everything is kept: the page opens without a network from now on. */
  ready = $state(false);
  /** A new version lies ready. */
  waiting: ServiceWorker | null = $state.raw(null);
  #taken = false;

  /** Once the page stands; nothing that is played waits for it. */
  async start(): Promise<void> {
    if (!('serviceWorker' in navigator)) return;
    const workers = navigator.serviceWorker;
    workers.addEventListener('controllerchange', () => {
      // Only where the player asked for it: nobody's page vanishes by itself.
      if (this.#taken) location.reload();
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
      // Private windows forbid it: the page plays on as long as it is open.
    }
  }

  /** Takes the new version: the page is opened again. */
  take(): void {
    this.#taken = true;
    this.waiting?.postMessage('now');
    this.waiting = null;
  }

  later(): void {
    this.waiting = null;
  }
}

export const offline = new Offline();
