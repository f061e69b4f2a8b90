// After every order the page needs a new view of the battle, most of it unchanged. The worker sends
// what changed since its last view, and the page puts that into the view it holds. Unchanged parts
// remain the very same objects there and are not redrawn. Of a journal, the worker sends only what
// follows the part that the page has.

/** Changes of a view: its parts by name, and its units by index. */
export interface Change {
  parts: Record<string, unknown>;
  units: [number, unknown][];
  /** Number of units now. */
  count: number;
}

/** Change of a text: the number of letters that stay, and the rest. */
export interface Tail {
  keeps: number;
  adds: string;
}

interface Viewed {
  units: unknown[];
  [part: string]: unknown;
}

const isView = (value: unknown): value is Viewed =>
  typeof value === 'object' && value !== null && 'units' in value && 'sides' in value;

/** Returns the view in an answer: the answer itself, or the view after an order. */
function viewIn(answer: unknown): { view: Viewed; around: Record<string, unknown> | null } | null {
  if (isView(answer)) return { view: answer, around: null };
  if (typeof answer !== 'object' || answer === null || !('view' in answer)) return null;
  const { view, ...around } = answer as { view: unknown };
  return isView(view) ? { view, around } : null;
}

/** The worker's record of what the page holds, for one battle. */
export class Sent {
  #parts: Map<string, string> | null = null;
  #units: string[] = [];
  #journal = '';

  /** Shortens an answer to what the page lacks; null if it must be sent whole. */
  shorten(ok: unknown): { change: Change; around: Record<string, unknown> | null } | null {
    const found = viewIn(ok);
    if (!found) return null;
    const { units, ...rest } = found.view;
    const before = this.#parts;
    const known = this.#units;
    const texts = units.map((unit) => JSON.stringify(unit));
    const parts = new Map(Object.entries(rest).map(([name, is]) => [name, JSON.stringify(is)]));
    this.#parts = parts;
    this.#units = texts;
    if (!before || [...before.keys()].some((name) => !parts.has(name))) return null;
    const change: Change = { parts: {}, units: [], count: units.length };
    for (const [name, text] of parts)
      if (before.get(name) !== text) change.parts[name] = rest[name];
    for (const [at, text] of texts.entries())
      if (known[at] !== text) change.units.push([at, units[at]]);
    return { change, around: found.around };
  }

  /** Returns the part of a journal that the page lacks. */
  tail(journal: string): Tail {
    const before = this.#journal;
    let keeps = 0;
    const most = Math.min(before.length, journal.length);
    while (keeps < most && before.charCodeAt(keeps) === journal.charCodeAt(keeps)) keeps += 1;
    this.#journal = journal;
    return { keeps, adds: journal.slice(keeps) };
  }
}

/** The page's side, for one battle. */
export class Held {
  #view: Viewed | null = null;
  #journal = '';

  /** Takes an answer that was sent whole. */
  whole(ok: unknown): unknown {
    const found = viewIn(ok);
    if (found) this.#view = found.view;
    return ok;
  }

  /** Completes an answer of which only the changes were sent. */
  changed({ change, around }: { change: Change; around: Record<string, unknown> | null }): unknown {
    const before = this.#view;
    if (!before) throw new Error('a change of a view that was never sent');
    const units = before.units.slice(0, change.count);
    for (const [at, unit] of change.units) units[at] = unit;
    const same = change.units.length === 0 && change.count === before.units.length;
    const view: Viewed = { ...before, ...change.parts, units: same ? before.units : units };
    this.#view = view;
    return around ? { ...around, view } : view;
  }

  journal({ keeps, adds }: Tail): string {
    this.#journal = this.#journal.slice(0, keeps) + adds;
    return this.#journal;
  }
}
