/** Words as JSON objects, each fetched when it is wanted: by rule set, of the table, of studies. */
export interface Shelf {
  shelf: Record<string, () => Promise<{ default: string }>>;
  /** The rule set that another is a difference of. */
  bases: Record<string, string | undefined>;
}
export const shelf: Shelf['shelf'];
export const bases: Shelf['bases'];
