// Going to a table where others play, or will play.

import type { Seat } from '../contract/contract';
import type { Page } from '../game/page.svelte';
import type { Entering } from '../game/room';
import type { Players } from '../game/save';
import { shelf } from '../game/shelf.svelte';
import { known } from './device';
import { remote, Room } from './room.svelte';

/** Returns the name under which this browser keeps the battle of a room. */
export const keptAs = (room: string) => `room-${room}`;

/** Returns the seat that this tab had in a room: the device may have another one, too. */
function seatHere(room: string): Seat | null {
  try {
    const [id, seat] = (sessionStorage.getItem(SEAT) ?? '').split(' ');
    return id === room
      ? ((['a', 'b', 'umpire'] as const).find((one) => one === seat) ?? null)
      : null;
  } catch {
    return null;
  }
}

function setSeatHere(room: string, seat: Seat): void {
  try {
    sessionStorage.setItem(SEAT, `${room} ${seat}`);
  } catch {
    // Without storage, a reload comes to whichever seat the server finds first.
  }
}

const SEAT = 'sandtable.seat';

/**
 * Enters a room with the given link, or else with the secret that this device remembers. An empty
 * link stands for none: whoever has a seat needs no secret. It ends when the page goes elsewhere
 * before the server has answered.
 */
export async function enter(
  page: Page,
  id: string,
  link: string | null,
  { take = null, own = null, steal = false }: Entering,
  wanted: AbortSignal,
): Promise<void> {
  // The link that this device remembers may be the one for spectators.
  const shown = (link ?? (take ? null : known(id)?.link) ?? null) || null;
  const seat = own ?? (link === null ? seatHere(id) : null);
  const { room, journal } = await Room.enter(id, { link: shown, take, own: seat }, wanted);
  setSeatHere(id, room.you);
  const lead = (side: 'a' | 'b') => (room.you === side ? 'you' : remote(side));
  const players: Players = { a: lead('a'), b: lead('b') };
  // A tab that closed while dice were being entered asks for them again.
  const pending = (await shelf.find(keptAs(id)))?.pending ?? null;
  if (wanted.aborted) return room.close();
  const manner = { id: keptAs(id), room, pending, steal };
  const began = await page.start({ journal }, players, 0, manner);
  if (!began) return room.close();
  // Reloading the page comes back to this table; the secret does not stay in the address.
  history.replaceState(null, '', `#room=${id}`);
}
