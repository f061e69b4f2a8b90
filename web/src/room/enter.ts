// Going to a table where others play, or will play.

import type { Seat } from '../contract/contract';
import type { Page } from '../game/page.svelte';
import type { Players } from '../game/save';
import { known } from './device';
import { remote, Room } from './room.svelte';

/** Returns the name under which this browser keeps the battle of a room. */
export const keptAs = (room: string) => `room-${room}`;

/**
 * Enters a room with the given link, or else with the secret that this device remembers. An empty
 * link stands for none: whoever has a seat needs no secret. With `steal`, another tab of this browser
 * that plays there only looks on from then on.
 */
export async function enter(
  page: Page,
  id: string,
  link: string | null,
  take: Seat | null = null,
  steal = false,
): Promise<void> {
  const shown = (link ?? known(id)?.link ?? null) || null;
  const { room, journal } = await Room.enter(id, { link: shown, take });
  const lead = (side: 'a' | 'b') => (room.you === side ? 'you' : remote(side));
  const players: Players = { a: lead('a'), b: lead('b') };
  const began = await page.start({ journal }, players, 0, { id: keptAs(id), room, steal });
  if (!began) return room.close();
  // Reloading the page comes back to this table; the secret does not stay in the address.
  history.replaceState(null, '', `#room=${id}`);
}
