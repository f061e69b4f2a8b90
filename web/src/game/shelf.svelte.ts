// The battles saved in this browser, and what went wrong in saving them.
import { latestFirst, newId, type Saved, type SavedHead } from './save';
import { answered, isClosed, openStore, storageTrouble, type Store } from './store';

/** Key under which earlier versions of the page saved their only battle. */
const OLD = 'sandtable.battle';

export class Shelf {
  /** Saved battles, the latest first. */
  battles: SavedHead[] = $state.raw([]);
  /** Why nothing can be saved; the battle itself goes on. */
  trouble: { message: string; hint: string } | null = $state.raw(null);
  #store: Promise<Store> | null = null;
  #held = false;
  /** The last number given out in the order of saving. */
  #place = 0;
  /** The last trouble reported, so that it is reported once. */
  #told = '';

  constructor(private readonly open: () => Promise<Store> = openStore) {}

  #opened(): Promise<Store> {
    this.#store ??= this.open().then(async (store) => {
      if (store.trouble) this.#fail(store.trouble);
      await answered(adopt(store)).catch((error: unknown) => this.#fail(error));
      const heads = await answered(store.heads());
      for (const { place = 0 } of heads) this.#place = Math.max(this.#place, place);
      return store;
    });
    this.#store.catch(() => (this.#store = null));
    return this.#store;
  }

  /** Works on the store; opens it again if its connection was closed meanwhile. */
  async #on<T>(work: (store: Store) => Promise<T>): Promise<T> {
    try {
      return await answered(work(await this.#opened()));
    } catch (error) {
      if (!isClosed(error)) throw error;
      this.#store = null;
      return answered(work(await this.#opened()));
    }
  }

  /** Reads the list of saved battles again. */
  async refresh(): Promise<void> {
    try {
      const heads = await this.#on((store) => store.heads());
      this.battles = heads.sort(latestFirst);
    } catch (error) {
      this.battles = [];
      this.#fail(error);
    }
  }

  async find(id: string): Promise<Saved | null> {
    try {
      return await this.#on(async (store) => {
        const head = (await store.heads()).find((one) => one.id === id);
        const journal = await store.journal(id);
        return head && journal !== null ? { ...head, journal } : null;
      });
    } catch (error) {
      this.#fail(error);
      return null;
    }
  }

  /** Saves a battle, as the latest unless it has a place; returns whether that worked. */
  async keep(saved: Saved): Promise<boolean> {
    try {
      await this.#on((store) => store.put({ ...saved, place: saved.place ?? ++this.#place }));
      this.#told = '';
      this.trouble = null;
      void this.#hold();
      return true;
    } catch (error) {
      this.#fail(error);
      return false;
    }
  }

  async drop(id: string): Promise<void> {
    try {
      await this.#on((store) => store.drop(id));
      this.battles = this.battles.filter((one) => one.id !== id);
    } catch (error) {
      this.#fail(error);
    }
  }

  /** If the page is installed, asks the browser not to clear the saved battles. */
  async #hold(): Promise<void> {
    if (this.#held || typeof matchMedia !== 'function') return;
    this.#held = true;
    if (!matchMedia('(display-mode: standalone)').matches) return;
    await navigator.storage?.persist?.().catch(() => false);
  }

  #fail(error: unknown): void {
    const trouble = storageTrouble(error);
    if (trouble.message === this.#told) return;
    this.#told = trouble.message;
    this.trouble = trouble;
  }
}

/**
 * Takes over the only battle that earlier versions of the page kept in local storage. It stays there
 * until the store has it.
 */
async function adopt(store: Store): Promise<void> {
  let old: string | null;
  try {
    old = localStorage.getItem(OLD);
  } catch {
    return;
  }
  if (!old) return;
  let kept: Partial<Saved> | null;
  try {
    kept = JSON.parse(old) as Partial<Saved> | null;
  } catch {
    return;
  }
  if (typeof kept?.journal !== 'string' || !kept.players) return;
  await store.put({
    rules: '',
    sides: ['', ''],
    title: '',
    turn: 0,
    orders: 0,
    ended: false,
    umpire: false,
    ...(kept as Pick<Saved, 'journal' | 'players'>),
    id: newId(),
    date: Date.now(),
  });
  localStorage.removeItem(OLD);
}

export const shelf = new Shelf();
