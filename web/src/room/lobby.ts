// Filters and names for the rooms in the lobby.

import type { ClockKind, LobbyRoom, ScenarioInfo } from '../contract/contract';

/** Kinds of clocks. */
export type Clocks = 'none' | 'live' | 'days';

export function clockOf(kind: ClockKind): Clocks {
  if (kind === 'none') return 'none';
  return 'live' in kind ? 'live' : 'days';
}

/** Returns the rooms with this rule set and kind of clock; an empty filter matches any. */
export function sought(rooms: LobbyRoom[], rules: string, clocks: Clocks | ''): LobbyRoom[] {
  return rooms.filter(
    (room) =>
      (rules === '' || room.rules === rules) && (clocks === '' || clockOf(room.clock) === clocks),
  );
}

type Called = Pick<ScenarioInfo, 'rules' | 'title' | 'sides' | 'written'>;

/**
 * Names a room in the reader's language. Rooms carry the names from the file of their scenario;
 * names from a player's own file stay as they are.
 */
export function called(room: LobbyRoom, scenarios: readonly Called[]): LobbyRoom {
  const scenario = scenarios.find(
    ({ rules, written }) => rules === room.rules && written.title === room.title,
  );
  if (!scenario) return room;
  // An army may have brought its own name.
  const side = (at: 0 | 1) =>
    room.sides[at] === scenario.written.sides[at] ? scenario.sides[at] : room.sides[at];
  return { ...room, title: scenario.title, sides: [side(0), side(1)] };
}
