// Where this browser saves battles. IndexedDB is the first choice: it has room for long battles,
// and a write marked strict is on the disk before it reports success, so that neither a killed tab
// nor a dead battery loses it. If a browser has none, local storage is the second best.
import { mended, type Saved, type SavedHead } from './save';
import { t } from '../words/page';

export interface Store {
  /** Why nothing can be written, if that is known from the start. */
  trouble?: unknown;
  heads(): Promise<SavedHead[]>;
  journal(id: string): Promise<string | null>;
  put(saved: Saved): Promise<void>;
  drop(id: string): Promise<void>;
}

const NAME = 'sandtable';
const HEADS = 'heads';
/** Journals as whole texts, the way earlier versions of the page saved them. */
const JOURNALS = 'journals';
/** Journals line by line: an order adds its line, and older lines are not written again. */
const LINES = 'lines';

/** Returns the best store that this browser has. Throws if it has none. */
export async function openStore(): Promise<Store> {
  let why: unknown;
  if (typeof indexedDB !== 'undefined') {
    try {
      const store = inDatabase(await answered(database(), (late) => late.close()));
      await moved(store).catch(() => undefined);
      return store;
    } catch (error) {
      // The battles are there, but only a newer page can read them: nothing may look lost.
      if (isOutdated(error)) throw error;
      why = error;
    }
  }
  try {
    // A store that is full can still be read.
    localStorage.getItem(`${NAME}.${HEADS}`);
    const beside = why === undefined ? null : new SavedBeside();
    return { ...inLocalStorage(localStorage), trouble: unwritable(localStorage) ?? beside };
  } catch (error) {
    throw why ?? error;
  }
}

/** Says that the browser does not answer. */
class Silent extends Error {}

/** Milliseconds in which a browser saves or reads a battle, even on a slow disk. */
const PATIENCE = 10_000;

/** Waits for the browser, but not for ever: some have bugs in which a database never answers. What
 * comes too late goes to `late`. */
export function answered<T>(asked: Promise<T>, late: (what: T) => void = () => {}): Promise<T> {
  return new Promise((resolve, reject) => {
    let silent = false;
    const wait = setTimeout(() => {
      silent = true;
      reject(new Silent());
    }, PATIENCE);
    asked
      .then((what) => (silent ? late(what) : resolve(what)), reject)
      .finally(() => clearTimeout(wait));
  });
}

/** Says that the database did not open, so battles are saved in local storage for now. */
class SavedBeside extends Error {}

/** Moves battles to the database that were saved in local storage while it did not open. */
async function moved(store: Store): Promise<void> {
  const beside = inLocalStorage(localStorage);
  for (const head of await beside.heads()) {
    const journal = await beside.journal(head.id);
    if (journal !== null) await store.put({ ...head, journal });
    await beside.drop(head.id);
  }
}

/** Returns why nothing can be written to a storage; null if it can. */
function unwritable(storage: Storage): unknown {
  try {
    storage.setItem(`${NAME}.probe`, '1');
    storage.removeItem(`${NAME}.probe`);
    return null;
  } catch (error) {
    return error;
  }
}

/** Whether a newer version of the page has stored battles in its own way. */
const isOutdated = (error: unknown) =>
  error instanceof DOMException && error.name === 'VersionError';

/** Whether a failure means that the connection to the store was closed: by a newer page in another
 * tab, or because someone deleted the site's data. */
export const isClosed = (error: unknown) =>
  error instanceof DOMException && error.name === 'InvalidStateError';

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 2);
    asked.onupgradeneeded = ({ oldVersion }) => {
      if (oldVersion < 1) {
        asked.result.createObjectStore(HEADS, { keyPath: 'id' });
        asked.result.createObjectStore(JOURNALS);
      }
      if (oldVersion < 2) asked.result.createObjectStore(LINES);
    };
    asked.onsuccess = () => {
      // Another tab with a newer page wants to upgrade: let it.
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error ?? new Error('storage'));
    asked.onblocked = () => reject(new Error(t.otherTab));
  });
}

/** Returns the range of keys for the lines of a battle. */
const linesOf = (id: string, from = 0) => IDBKeyRange.bound([id, from], [id, Infinity]);

function inDatabase(db: IDBDatabase): Store {
  const read = <T>(store: string, ask: (from: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const asked = ask(db.transaction(store).objectStore(store));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error('storage'));
    });
  const write = (how: (store: (name: string) => IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const stores = [HEADS, JOURNALS, LINES];
      const work = db.transaction(stores, 'readwrite', { durability: 'strict' });
      work.oncomplete = () => resolve();
      work.onabort = work.onerror = () => reject(work.error ?? new Error('storage'));
      how((name) => work.objectStore(name));
    });
  /** The lines of the battle last written or read, as stored. */
  let known: { id: string; lines: string[] } | null = null;
  return {
    heads: async () => (await read<unknown[]>(HEADS, (from) => from.getAll())).flatMap(mended),
    journal: async (id) => {
      const lines = await read<string[]>(LINES, (from) => from.getAll(linesOf(id)));
      known = { id, lines };
      if (lines.length > 0) return lines.join('\n');
      return (await read<string | undefined>(JOURNALS, (from) => from.get(id))) ?? null;
    },
    put: async ({ journal, ...head }) => {
      const lines = journal.split('\n');
      const before = known?.id === head.id ? known.lines : null;
      const first = before ? firstNew(before, lines) : 0;
      // If the write fails, the stored lines are unknown.
      known = null;
      await write((store) => {
        store(HEADS).put(head);
        store(JOURNALS).delete(head.id);
        const into = store(LINES);
        const add = (from: number) => {
          if (!before || before.length > from) into.delete(linesOf(head.id, from));
          for (const [i, line] of lines.slice(from).entries()) into.put(line, [head.id, from + i]);
        };
        if (!before) return add(0);
        // Another tab may have deleted the battle: then all of it is written again.
        const stored = into.count(linesOf(head.id));
        stored.onsuccess = () => {
          if (stored.result === before.length) return add(first);
          into.delete(linesOf(head.id));
          add(0);
        };
      });
      known = { id: head.id, lines };
    },
    drop: async (id) => {
      if (known?.id === id) known = null;
      await write((store) => {
        store(HEADS).delete(id);
        store(JOURNALS).delete(id);
        store(LINES).delete(linesOf(id));
      });
    },
  };
}

/** Returns the index of the first line that changed. */
export function firstNew(before: string[], now: string[]): number {
  const most = Math.min(before.length, now.length);
  for (let i = 0; i < most; i += 1) if (before[i] !== now[i]) return i;
  return most;
}

/** Keeps battles in local storage: a list of heads, and a text for each journal. */
export function inLocalStorage(storage: Storage): Store {
  const place = (id: string) => `${NAME}.journal.${id}`;
  const heads = (): SavedHead[] => {
    try {
      const list: unknown = JSON.parse(storage.getItem(`${NAME}.${HEADS}`) ?? '[]');
      return Array.isArray(list) ? list.flatMap(mended) : [];
    } catch {
      return [];
    }
  };
  const keep = (list: SavedHead[]) => storage.setItem(`${NAME}.${HEADS}`, JSON.stringify(list));
  return {
    heads: async () => heads(),
    journal: async (id) => storage.getItem(place(id)),
    put: async ({ journal, ...head }) => {
      storage.setItem(place(head.id), journal);
      keep([...heads().filter(({ id }) => id !== head.id), head]);
    },
    drop: async (id) => {
      storage.removeItem(place(id));
      keep(heads().filter((head) => head.id !== id));
    },
  };
}

/** Explains a storage failure to people. */
export function storageTrouble(
  error: unknown,
  what: 'battle' | 'draft' = 'battle',
): { message: string; hint: string } {
  if (error instanceof SavedBeside) return { message: t.savedBeside, hint: t.savedBesideHint };
  if (error instanceof Silent) return { message: t.silentStore, hint: t.saveHint };
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const hint = what === 'battle' ? t.saveHint : t.saveDraftHint;
  if (name === 'QuotaExceededError') {
    return { message: what === 'battle' ? t.noRoom : t.noRoomDraft, hint };
  }
  if (name === 'VersionError') return { message: t.newerPage, hint: t.newerPageHint };
  return {
    message: t.keepsNothing,
    hint,
  };
}
