// Battles of studies, saved in this browser: a closed tab loses none. They are many lines, too many
// for the store that holds the battle in play.

const BASE = 'sandtable';
const SHELF = 'studies';

/** Returns the saved lines of a study, by the fingerprint of what it plays. */
export async function keptLines(study: string): Promise<string[]> {
  const all = IDBKeyRange.bound(`${study}/`, `${study}/~`);
  const found = await asked<unknown[]>('readonly', (shelf) => shelf.getAll(all)).catch(() => []);
  return found.flat().filter((line) => typeof line === 'string');
}

/**
 * Saves lines of a study that follow `before` others. Returns whether it could; a browser without
 * storage still plays.
 */
export async function keepLines(study: string, before: number, lines: string[]): Promise<boolean> {
  const key = `${study}/${String(before).padStart(9, '0')}`;
  return asked('readwrite', (shelf) => shelf.put(lines, key)).then(
    () => true,
    () => false,
  );
}

/** Deletes the saved lines of a study. */
export async function dropLines(study: string): Promise<void> {
  const all = IDBKeyRange.bound(`${study}/`, `${study}/~`);
  await asked('readwrite', (shelf) => shelf.delete(all)).catch(() => null);
}

async function asked<T>(
  mode: IDBTransactionMode,
  what: (shelf: IDBObjectStore) => IDBRequest,
): Promise<T> {
  const base = await open();
  try {
    return await settled<T>(what(base.transaction(SHELF, mode).objectStore(SHELF)));
  } finally {
    base.close();
  }
}

function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(`${BASE}.lab`, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(SHELF);
  return settled(request);
}

function settled<T>(request: IDBRequest): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result as T);
    request.onerror = () => reject(request.error ?? new Error('the browser keeps nothing'));
  });
}
