// Files that a worker fetches. If one fails, the error reaches the page, which has the words to
// explain it; a worker has none.

export class Unfetched extends Error {
  constructor(readonly file: string) {
    super(file);
  }
}

/** Fetches a file of the page; the error names what the file is for. */
export async function fetched(url: string | undefined, file: string): Promise<Response> {
  const response = url === undefined ? null : await fetch(url).catch(() => null);
  if (!response?.ok) throw new Unfetched(file);
  return response;
}
