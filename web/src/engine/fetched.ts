// Files that a worker fetches. One that cannot be had is an error that the page tells in its
// own words: a worker has none.

export class Unfetched extends Error {
  constructor(readonly file: string) {
    super(file);
  }
}

/** A file of the page; what it is for stands in the error when it cannot be had. */
export async function fetched(url: string | undefined, file: string): Promise<Response> {
  const response = url === undefined ? null : await fetch(url).catch(() => null);
  if (!response?.ok) throw new Unfetched(file);
  return response;
}
