// Notices that the browser shows while the page is closed. The page asks for permission only when
// the player wants them.

import type { PushView } from '../contract/contract';
import { notices } from './server';

/** State of the notices on this device. */
export type How = 'none' | 'off' | 'on' | 'denied';

/** Returns the browser's push manager, or null if it has none, as on a page without TLS. */
async function manager(): Promise<PushManager | null> {
  const able = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!able) return null;
  const there = await navigator.serviceWorker.getRegistration();
  if (!there) return null;
  const ready = await navigator.serviceWorker.ready;
  return ready.pushManager;
}

/** Decodes a key into the bytes that browsers expect. */
export function bytesOf(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Sends the needed parts of a subscription to the server. */
async function send(taken: PushSubscription, language: string): Promise<PushView> {
  const { endpoint, keys } = taken.toJSON();
  const to = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  return notices({ to, language });
}

/** Returns the state of the notices, and tells the server what the browser changed by itself. */
export async function look(language: string): Promise<How> {
  const push = await manager();
  const view = push && (await notices(null));
  if (!push || !view?.key) return 'none';
  if (Notification.permission === 'denied') return 'denied';
  const taken = await push.getSubscription();
  if (!taken || !view.endpoint) return 'off';
  if (taken.endpoint !== view.endpoint) await send(taken, language);
  return 'on';
}

/** Asks the user for permission, then tells the server. */
export async function begin(language: string): Promise<How> {
  const [push, { key }] = [await manager(), await notices(null)];
  if (!push || !key) return 'none';
  if ((await Notification.requestPermission()) !== 'granted') {
    return Notification.permission === 'denied' ? 'denied' : 'off';
  }
  const old = await push.getSubscription();
  // A subscription made for another key of the server cannot be used.
  await old?.unsubscribe();
  const how = { userVisibleOnly: true, applicationServerKey: bytesOf(key) };
  await send(await push.subscribe(how), language);
  return 'on';
}

/** Ends the notices, at the server first, so that it sends none to a browser that is gone. */
export async function end(language: string): Promise<How> {
  await notices({ to: null, language });
  const push = await manager();
  await (await push?.getSubscription())?.unsubscribe();
  return 'off';
}
