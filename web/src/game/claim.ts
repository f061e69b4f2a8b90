// A claim to a name that one tab of this browser has at a time.

/** Gives the claim back. */
export type Free = () => void;

/**
 * Claims a name; null if another tab has it. With `steal` the other tab loses it, and hears so
 * through its `lost`.
 */
export function claim(name: string, steal: boolean, lost: () => void): Promise<Free | null> {
  if (typeof navigator !== 'undefined' && navigator.locks) return locked(name, steal, lost);
  if (typeof BroadcastChannel !== 'undefined') return called(name, steal, lost);
  // An old browser plays without.
  return Promise.resolve(() => undefined);
}

/** Milliseconds in which a browser says who has a lock; one that says nothing plays without. */
const PATIENCE = 3000;

function locked(name: string, steal: boolean, lost: () => void): Promise<Free | null> {
  return new Promise((known) => {
    let free: Free = () => undefined;
    const freed = new Promise<void>((done) => (free = done));
    let silent = false;
    const wait = setTimeout(() => {
      silent = true;
      known(free);
    }, PATIENCE);
    // What the browser says later still counts.
    const denied = () => (silent ? lost() : known(null));
    const kept = (lock: Lock | null) => {
      clearTimeout(wait);
      if (!lock) {
        denied();
        return undefined;
      }
      known(free);
      return freed;
    };
    const how = steal ? { steal: true } : { ifAvailable: true };
    navigator.locks.request(name, how, kept).catch((error: unknown) => {
      clearTimeout(wait);
      // A browser that forbids site data refuses every lock: then the page plays without.
      if (!(error instanceof DOMException) || error.name !== 'AbortError') {
        known(free);
        return;
      }
      lost();
      known(null);
    });
  });
}

/** Milliseconds in which another tab answers that it has the name. */
const ANSWER = 250;

type Call = 'who' | 'mine' | 'give';

/** Claims by calls between tabs: a page that comes over plain HTTP from another machine may not use
 * locks. */
function called(name: string, steal: boolean, lost: () => void): Promise<Free | null> {
  const channel = new BroadcastChannel(name);
  const call = (what: Call) => channel.postMessage(what);
  const hear = (how: (what: Call) => void) => {
    channel.onmessage = (event: MessageEvent<Call>) => how(event.data);
  };
  const hold = (): Free => {
    hear((what) => {
      if (what === 'who') call('mine');
      if (what !== 'give') return;
      channel.close();
      lost();
    });
    return () => channel.close();
  };
  if (steal) {
    call('give');
    return Promise.resolve(hold());
  }
  return new Promise((known) => {
    const free = setTimeout(() => known(hold()), ANSWER);
    hear((what) => {
      if (what !== 'mine') return;
      clearTimeout(free);
      channel.close();
      known(null);
    });
    call('who');
  });
}
