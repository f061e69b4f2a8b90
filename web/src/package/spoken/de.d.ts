/** Words as JSON objects, fetched on demand: by rule set, for the table, for studies. */
export interface Shelf {
  shelf: Record<string, () => Promise<{ default: string }>>;
  /** The rule set that another one is based on. */
  bases: Record<string, string | undefined>;
}
export const shelf: Shelf['shelf'];
export const bases: Shelf['bases'];
