// Keeps the screen on while you umpire a battle, if the browser allows it.

export class Awake {
  /** Whether the screen is kept on; null until known. */
  on: boolean | null = $state(null);
  #lock: WakeLockSentinel | null = null;

  /** Keeps the screen on until the returned function is called. */
  hold(): () => void {
    const again = () => {
      // The system drops the lock when the page goes out of sight.
      if (document.visibilityState === 'visible') void this.#ask();
    };
    document.addEventListener('visibilitychange', again);
    void this.#ask();
    return () => {
      document.removeEventListener('visibilitychange', again);
      void this.#lock?.release().catch(() => undefined);
      this.#lock = null;
    };
  }

  async #ask(): Promise<void> {
    if (this.#lock && !this.#lock.released) return;
    try {
      // Older browsers and pages without a secure address have no locks.
      this.#lock = (await navigator.wakeLock?.request('screen')) ?? null;
      this.on = this.#lock !== null;
      this.#lock?.addEventListener('release', () => {
        if (document.visibilityState === 'visible') this.on = false;
      });
    } catch {
      // A low battery or a setting: the game goes on, and the page says so quietly.
      this.on = false;
    }
  }
}
