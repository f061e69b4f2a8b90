// Where battles are kept in this browser. IndexedDB by choice: it has room for long
// battles, and a write that is told to be strict lies on the disk before it is reported
// done, so that neither a killed tab nor a dead battery takes it back. Where a browser
// has none, local storage is the second best.
import type { Saved, SavedHead } from './save';
import { t } from '../words/page';

export interface Store {
  heads(): Promise<SavedHead[]>;
  journal(id: string): Promise<string | null>;
  put(saved: Saved): Promise<void>;
  drop(id: string): Promise<void>;
}

const NAME = 'sandtable';
const HEADS = 'heads';
const JOURNALS = 'journals';

/** The best store that this browser has. Throws when it has none. */
export async function openStore(): Promise<Store> {
  let why: unknown;
  if (typeof indexedDB !== 'undefined') {
    try {
      return inDatabase(await database());
    } catch (error) {
      why = error;
    }
  }
  try {
    localStorage.setItem(`${NAME}.probe`, '1');
    localStorage.removeItem(`${NAME}.probe`);
    return inLocalStorage(localStorage);
  } catch (error) {
    throw why ?? error;
  }
}

function database(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const asked = indexedDB.open(NAME, 1);
    asked.onupgradeneeded = () => {
      asked.result.createObjectStore(HEADS, { keyPath: 'id' });
      asked.result.createObjectStore(JOURNALS);
    };
    asked.onsuccess = () => {
      // Another tab with a newer page wants in: it is let in.
      asked.result.onversionchange = () => asked.result.close();
      resolve(asked.result);
    };
    asked.onerror = () => reject(asked.error ?? new Error('storage'));
    asked.onblocked = () => reject(new Error(t.otherTab));
  });
}

function inDatabase(db: IDBDatabase): Store {
  const read = <T>(store: string, ask: (from: IDBObjectStore) => IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      const asked = ask(db.transaction(store).objectStore(store));
      asked.onsuccess = () => resolve(asked.result);
      asked.onerror = () => reject(asked.error ?? new Error('storage'));
    });
  const write = (how: (heads: IDBObjectStore, journals: IDBObjectStore) => void): Promise<void> =>
    new Promise((resolve, reject) => {
      const work = db.transaction([HEADS, JOURNALS], 'readwrite', { durability: 'strict' });
      work.oncomplete = () => resolve();
      work.onabort = work.onerror = () => reject(work.error ?? new Error('storage'));
      how(work.objectStore(HEADS), work.objectStore(JOURNALS));
    });
  return {
    heads: () => read<SavedHead[]>(HEADS, (from) => from.getAll()),
    journal: async (id) =>
      (await read<string | undefined>(JOURNALS, (from) => from.get(id))) ?? null,
    put: ({ journal, ...head }) =>
      write((heads, journals) => {
        heads.put(head);
        journals.put(journal, head.id);
      }),
    drop: (id) =>
      write((heads, journals) => {
        heads.delete(id);
        journals.delete(id);
      }),
  };
}

/** Battles in local storage: a list of heads, and a text each. */
export function inLocalStorage(storage: Storage): Store {
  const place = (id: string) => `${NAME}.journal.${id}`;
  const heads = (): SavedHead[] => {
    try {
      const list: unknown = JSON.parse(storage.getItem(`${NAME}.${HEADS}`) ?? '[]');
      return Array.isArray(list) ? (list as SavedHead[]) : [];
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

/** What went wrong with the storage, for people. */
export function storageTrouble(error: unknown): { message: string; hint: string } {
  const name = error instanceof Error || error instanceof DOMException ? error.name : '';
  const hint = t.saveHint;
  if (name === 'QuotaExceededError') {
    return { message: t.noRoom, hint };
  }
  return {
    message: t.keepsNothing,
    hint,
  };
}
