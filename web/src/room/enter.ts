// Going to a table where others play, or come to play.

import type { Seat } from '../contract/contract';
import type { Page } from '../game/page.svelte';
import type { Players } from '../game/save';
import { known } from './device';
import { remote, Room } from './room.svelte';

/** Under which name the battle of a room is kept in this browser. */
export const keptAs = (room: string) => `room-${room}`;

/** Comes into a room, by what is known of it here where nothing else is shown. */
export async function enter(
  page: Page,
  id: string,
  link: string | null,
  take: Seat | null = null,
): Promise<void> {
  const shown = link ?? known(id)?.link ?? null;
  const { room, journal } = await Room.enter(id, { link: shown, take });
  const lead = (side: 'a' | 'b') => (room.you === side ? 'you' : remote(side));
  const players: Players = { a: lead('a'), b: lead('b') };
  const began = await page.start({ journal }, players, 0, { id: keptAs(id), room });
  if (!began) return room.close();
  // Whoever loads the page again comes back to this table; the secret is not left about.
  history.replaceState(null, '', `#room=${id}`);
}
