// What somebody seeks in the lobby.

import type { ClockKind, LobbyRoom } from '../contract/contract';

/** Sorts of clocks. */
export type Clocks = 'none' | 'live' | 'days';

export function clockOf(kind: ClockKind): Clocks {
  if (kind === 'none') return 'none';
  return 'live' in kind ? 'live' : 'days';
}

/** The rooms of a rule set and with some clocks; what is empty is any. */
export function sought(rooms: LobbyRoom[], rules: string, clocks: Clocks | ''): LobbyRoom[] {
  return rooms.filter(
    (room) =>
      (rules === '' || room.rules === rules) && (clocks === '' || clockOf(room.clock) === clocks),
  );
}
