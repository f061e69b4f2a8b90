// The server's requests about rooms.

import type {
  Account,
  AccountDeed,
  AccountOf,
  LobbyRoom,
  Made,
  MailOf,
  MailSet,
  MailView,
  Make,
  Mine,
  MyRoom,
  PushOf,
  PushSet,
  PushView,
  Trouble,
} from '../contract/contract';
import { EngineFailure } from '../engine/protocol';
import { w } from '../words/room';
import { deviceKey, devicePrint } from './device';

/** Address of the rooms, relative to the page. */
const ROOMS = './api/rooms';
export const JSON_BODY = { 'content-type': 'application/json' };

/** Says in words why the server did not do something. */
export function troubled(trouble: Trouble): EngineFailure {
  if (typeof trouble === 'object' && 'refused' in trouble) {
    return new EngineFailure(trouble.refused);
  }
  const what = typeof trouble === 'object' ? 'late' : trouble;
  const hint = what in w.hints ? w.hints[what as keyof typeof w.hints] : null;
  return new EngineFailure({ message: w.trouble[what], hint });
}

/** The failure when there is no server with rooms. */
const unserved = () => new EngineFailure({ message: w.unserved, hint: w.unservedSays });

/** The failure when the server, or whatever stands before it, does not answer as it should. */
const silent = () => new EngineFailure({ message: w.silent, hint: w.silentSays });

export const ask = async (how?: RequestInit, what = '', at = ROOMS): Promise<unknown> =>
  (await asked(how, what, at)).said;

/** Asks the server; returns its answer, and the time by its clock in milliseconds. */
async function asked(
  how?: RequestInit,
  what = '',
  at = ROOMS,
): Promise<{ said: unknown; now: number }> {
  let answer: Response;
  try {
    answer = await fetch(`${at}${what}`, { cache: 'no-store', ...how });
  } catch {
    throw silent();
  }
  const kind = answer.headers.get('content-type') ?? '';
  if (!kind.startsWith('application/json')) throw answer.status < 500 ? unserved() : silent();
  const said: unknown = await answer.json();
  if (!answer.ok) throw troubled(said as Trouble);
  const now = Date.parse(answer.headers.get('date') ?? '');
  return { said, now: Number.isNaN(now) ? Date.now() : now };
}

/** Throws if whoever serves this page has no rooms. A server that does not answer may come back. */
export async function needRooms(): Promise<void> {
  const answer = await fetch(ROOMS, { cache: 'no-store' }).catch(() => null);
  const kind = answer?.headers.get('content-type') ?? '';
  if (answer && answer.status < 500 && !kind.startsWith('application/json')) throw unserved();
}

/** Returns the rooms that everybody may see. */
export const lobby = async () => (await ask()) as LobbyRoom[];

/** Returns the battles that this device plays in rooms, the latest first, and the server's time: the
 * device's own clock may be wrong. */
export async function myRooms(): Promise<{ rooms: MyRoom[]; now: number }> {
  const body = JSON.stringify({ device: deviceKey() } satisfies Mine);
  const { said, now } = await asked({ method: 'POST', headers: JSON_BODY, body }, '/mine');
  return { rooms: said as MyRoom[], now };
}

/** Reads or changes this device's account. */
export async function account(what: AccountDeed): Promise<Account> {
  const body = JSON.stringify({ device: deviceKey(), what } satisfies AccountOf);
  const how = { method: 'POST', headers: JSON_BODY, body };
  return (await ask(how, '', './api/account')) as Account;
}

/** Sets the mail address if one is given; returns whether this device gets letters. */
export async function letters(set: MailSet | null): Promise<MailView> {
  const body = JSON.stringify({ device: deviceKey(), set } satisfies MailOf);
  return (await ask({ method: 'POST', headers: JSON_BODY, body }, '/mail')) as MailView;
}

/** Sets the push subscription if one is given; returns whether this device gets notices. */
export async function notices(set: PushSet | null): Promise<PushView> {
  const body = JSON.stringify({ device: deviceKey(), set } satisfies PushOf);
  return (await ask({ method: 'POST', headers: JSON_BODY, body }, '/push')) as PushView;
}

/** Returns the feed that says whose turn it is; null if the device's key cannot be hashed. */
export async function feedOf(language: string): Promise<string | null> {
  const print = await devicePrint();
  return print && new URL(`${ROOMS}/feed/${print}?language=${language}`, location.href).href;
}

export async function makeRoom(make: Make): Promise<Made> {
  const body = JSON.stringify(make);
  return (await ask({ method: 'POST', headers: JSON_BODY, body })) as Made;
}

/** Returns the link of a seat. The secret stands after the hash, so that no server logs it. */
export function linkTo(room: string, secret: string): string {
  const page = new URL('./', location.href);
  page.search = '';
  page.hash = `room=${room}.${secret}`;
  return page.href;
}

/** Returns the address of a room's socket. */
export function socketOf(room: string): string {
  const at = new URL(`${ROOMS}/${encodeURIComponent(room)}/ws`, location.href);
  at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
  at.hash = '';
  at.search = '';
  return at.href;
}
