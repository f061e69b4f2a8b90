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

/** Where rooms are asked for, beside the page. */
const ROOMS = './api/rooms';
export const JSON_BODY = { 'content-type': 'application/json' };

/** Why a server did not do something, in words. */
export function troubled(trouble: Trouble): EngineFailure {
  if (typeof trouble === 'object' && 'refused' in trouble) {
    return new EngineFailure(trouble.refused);
  }
  const what = typeof trouble === 'object' ? 'late' : trouble;
  const hint = what in w.hints ? w.hints[what as keyof typeof w.hints] : null;
  return new EngineFailure({ message: w.trouble[what], hint });
}

/** There is no server with rooms. */
const unserved = () => new EngineFailure({ message: w.unserved, hint: w.unservedSays });

export async function ask(how?: RequestInit, what = '', at = ROOMS): Promise<unknown> {
  let answer: Response;
  try {
    answer = await fetch(`${at}${what}`, { cache: 'no-store', ...how });
  } catch {
    throw unserved();
  }
  const kind = answer.headers.get('content-type') ?? '';
  if (!kind.startsWith('application/json')) throw unserved();
  const said: unknown = await answer.json();
  if (!answer.ok) throw troubled(said as Trouble);
  return said;
}

/** Rooms that are shown to everybody. */
export const lobby = async () => (await ask()) as LobbyRoom[];

/** The battles that this device plays in rooms, the latest first. */
export async function myRooms(): Promise<MyRoom[]> {
  const body = JSON.stringify({ device: deviceKey() } satisfies Mine);
  return (await ask({ method: 'POST', headers: JSON_BODY, body }, '/mine')) as MyRoom[];
}

/** What this device does about its account. */
export async function account(what: AccountDeed): Promise<Account> {
  const body = JSON.stringify({ device: deviceKey(), what } satisfies AccountOf);
  const how = { method: 'POST', headers: JSON_BODY, body };
  return (await ask(how, '', './api/account')) as Account;
}

/** Whether this device is written to; set first where that is asked for. */
export async function letters(set: MailSet | null): Promise<MailView> {
  const body = JSON.stringify({ device: deviceKey(), set } satisfies MailOf);
  return (await ask({ method: 'POST', headers: JSON_BODY, body }, '/mail')) as MailView;
}

/** Whether this device is told by notices; set first where that is asked for. */
export async function notices(set: PushSet | null): Promise<PushView> {
  const body = JSON.stringify({ device: deviceKey(), set } satisfies PushOf);
  return (await ask({ method: 'POST', headers: JSON_BODY, body }, '/push')) as PushView;
}

/** Where a feed reader finds whose turn it is; none where no print can be made. */
export async function feedOf(language: string): Promise<string | null> {
  const print = await devicePrint();
  return print && new URL(`${ROOMS}/feed/${print}?language=${language}`, location.href).href;
}

export async function makeRoom(make: Make): Promise<Made> {
  const body = JSON.stringify(make);
  return (await ask({ method: 'POST', headers: JSON_BODY, body })) as Made;
}

/** The link of a seat: the secret stands behind the hash, so that no server's log has it. */
export function linkTo(room: string, secret: string): string {
  const page = new URL('./', location.href);
  page.search = '';
  page.hash = `room=${room}.${secret}`;
  return page.href;
}

/** Where a room speaks. */
export function socketOf(room: string): string {
  const at = new URL(`${ROOMS}/${encodeURIComponent(room)}/ws`, location.href);
  at.protocol = at.protocol === 'https:' ? 'wss:' : 'ws:';
  at.hash = '';
  at.search = '';
  return at.href;
}
