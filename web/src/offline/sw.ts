// The service worker: stores the page and all engines, so that the page opens without a network.
// The build writes the version and the list of files into it; see vite.config.ts. A new version
// loads beside the old one and waits until the player takes it.

declare const self: ServiceWorkerGlobalScope;
declare const VERSION: string;
declare const FILES: string[];
/** Files fetched on first use and stored from then on: the table in three dimensions. */
declare const LATER: string[];

const CACHE = `sandtable-${VERSION}`;
/** Never stored: the file that the program was asked to open. Next time it is a different one. */
const NEVER = /\/opened\.battle\.toml$/;

self.addEventListener('install', (event) => event.waitUntil(fill()));
self.addEventListener('activate', (event) => event.waitUntil(clear()));
self.addEventListener('message', (event) => {
  if (event.data === 'now') void self.skipWaiting();
});
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== location.origin || NEVER.test(url.pathname))
    return;
  const page = isPage(url);
  // Links in letters, feeds and whatever else the server shows in a window is not the page.
  if (request.mode === 'navigate' && !page && !isFile(url)) return;
  event.respondWith(answer(request, page ? './' : request.url));
});

self.addEventListener('push', (event) => event.waitUntil(tell(event.data)));
self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.tag));
});

/** Shows the server's message: that it is the user's turn, and in which room. */
async function tell(data: PushMessageData | null): Promise<void> {
  let told: { room?: unknown; says?: unknown } = {};
  try {
    told = data?.json() as typeof told;
  } catch {
    // Browsers require a notification for every message, even a broken one.
  }
  const room = typeof told.room === 'string' && /^[a-z0-9]{1,32}$/.test(told.room) ? told.room : '';
  const says = typeof told.says === 'string' && told.says ? told.says : 'Sandtable';
  // One notification per room: a later one replaces an earlier one.
  await self.registration.showNotification(says, {
    tag: room,
    icon: './icons/192.png',
    badge: './icons/192.png',
  });
}

/** Goes to a room, in a page that already shows it if there is one. */
async function open(room: string): Promise<void> {
  const hash = room && `#room=${room}`;
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shown = await Promise.all(pages.map(placeOf));
  const there = pages.find((_, at) => !room || shown[at]?.split('.')[0] === hash);
  const home = self.registration.scope;
  await (there ? there.focus() : self.clients.openWindow(new URL(`./${hash}`, home).href));
}

/** A page that does not answer within this time is asleep, or older than the question. */
const ASLEEP = 1000;

/**
 * Returns where a page is: the part of its address from `#` on. A worker knows only the address
 * with which a page was loaded: that must do for a page that does not answer.
 */
function placeOf(page: Client): Promise<string> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = ({ data }) => resolve(String(data));
    setTimeout(() => resolve(new URL(page.url).hash), ASLEEP);
    page.postMessage('where', [port2]);
  });
}

/** Fetches every file; takes unchanged ones over from the last version. */
async function fill(): Promise<void> {
  const cache = await caches.open(CACHE);
  const wanted = (await used()) ? [...FILES, ...LATER] : FILES;
  await Promise.all(
    wanted.map(async (file) => {
      const url = new URL(file, self.registration.scope).href;
      // The name of an asset changes with its content.
      const known = file.startsWith('assets/') ? await caches.match(url) : undefined;
      const response = known ?? (await fetch(url, { cache: 'no-cache' }));
      if (!response.ok) throw new Error(`${file}: ${response.status}`);
      await cache.put(url, response);
    }),
  );
}

/** Returns whether the last version needed the later files: then this one stores them too. */
async function used(): Promise<boolean> {
  const kinds = LATER.map((file) => file.replace(/-[^-]*$/, '-'));
  for (const name of await caches.keys()) {
    if (!name.startsWith('sandtable-')) continue;
    for (const { url } of await (await caches.open(name)).keys())
      if (kinds.some((kind) => url.includes(kind))) return true;
  }
  return false;
}

async function clear(): Promise<void> {
  for (const name of await caches.keys()) {
    if (name.startsWith('sandtable-') && name !== CACHE) await caches.delete(name);
  }
  await self.clients.claim();
}

/** Returns whether an address is that of the page, with whatever it asks for. */
function isPage({ pathname }: URL): boolean {
  const scope = new URL(self.registration.scope).pathname;
  return pathname === scope || pathname === `${scope}index.html`;
}

/** Returns whether an address is that of a stored file. */
function isFile({ href }: URL): boolean {
  return FILES.some((file) => new URL(file, self.registration.scope).href === href);
}

async function answer(request: Request, file: string): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(new URL(file, self.registration.scope), { ignoreVary: true });
  if (kept) return kept;
  const response = await fetch(request);
  const later = LATER.some((name) => new URL(name, self.registration.scope).href === request.url);
  if (later && response.ok) await cache.put(request.url, response.clone());
  return response;
}

export {};
