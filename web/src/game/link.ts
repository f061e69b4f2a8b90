// A battle in a link: the journal, deflated, in letters allowed in a link.

export type Hash =
  | { kind: 'battle'; data: string }
  | { kind: 'open' }
  | { kind: 'build' }
  | { kind: 'scenario'; id: string }
  /** A room, with the secret of a seat's link. */
  | { kind: 'room'; id: string; link: string | null }
  /** A tournament; null stands for the list of all. */
  | { kind: 'tournament'; id: string | null }
  | Lab
  /** A link that means nothing here, such as one cut short. */
  | { kind: 'broken' }
  | null;

/** The rules lab, with the question asked there. */
export interface Lab {
  kind: 'lab';
  asks: 'study' | 'fight' | null;
  data: string;
}

export function readHash(hash: string): Hash {
  const text = hash.replace(/^#/, '');
  if (text === 'open') return { kind: 'open' };
  if (text === 'build') return { kind: 'build' };
  const room = /^room=([a-z0-9]+)(?:\.([a-z0-9]+))?$/.exec(text);
  if (room) return { kind: 'room', id: room[1] ?? '', link: room[2] ?? null };
  if (text === 'tournaments') return { kind: 'tournament', id: null };
  const tournament = /^tournament=([a-z0-9]+)$/.exec(text);
  if (tournament) return { kind: 'tournament', id: tournament[1] ?? null };
  const lab = /^lab(?:=(study|fight)\.([\w-]*))?$/.exec(text);
  if (lab) return { kind: 'lab', asks: (lab[1] as Lab['asks']) ?? null, data: lab[2] ?? '' };
  if (text.startsWith('b=')) return { kind: 'battle', data: text.slice(2) };
  if (text.startsWith('s=')) return { kind: 'scenario', id: decoded(text.slice(2)) };
  return text === '' ? null : { kind: 'broken' };
}

/** Returns a part of a link as text; a damaged one stays as it is, and names no scenario. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream('deflate-raw'));
  return toBase64Url(bytes);
}

/** Returns the text packed in a link. Throws if the data is not a packed battle. */
export async function unpack(data: string): Promise<string> {
  const bytes = await through(fromBase64Url(data), new DecompressionStream('deflate-raw'));
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

export function toBase64Url(bytes: Uint8Array): string {
  let binary = '';
  for (let i = 0; i < bytes.length; i += 8192) {
    binary += String.fromCharCode(...bytes.subarray(i, i + 8192));
  }
  return btoa(binary).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

export function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

/** Most bytes of a battle in a link, packed or not. A small link could unpack to gigabytes. */
const MOST_BYTES = 12_000_000;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  stream: CompressionStream | DecompressionStream,
): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // The reading side reports a failure; do not report it twice.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = stream.readable.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    size += value.length;
    if (size > MOST_BYTES) {
      await reader.cancel();
      throw new Error(`more than ${MOST_BYTES} bytes`);
    }
    parts.push(value);
  }
  const all = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
