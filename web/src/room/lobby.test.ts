import { describe, expect, it } from 'vitest';
import type { ClockKind, LobbyRoom } from '../contract/contract';
import { called, clockOf, sought } from './lobby';

function room(name: string, rules: string, clock: ClockKind): LobbyRoom {
  return {
    room: name,
    rules,
    clock,
    title: name,
    sides: ['Blue', 'Red'],
    sitters: ['person', 'open'],
    stands: 'open',
    rated: false,
    ratings: [null, null],
    moved: 0,
  };
}

const ROOMS = [
  room('slow', 'otr-d6', { days: 3 }),
  room('fast', 'otr-d6', { live: { minutes: 30, increment: 15 } }),
  room('free', 'three-hit', 'none'),
];

const names = (rooms: LobbyRoom[]) => rooms.map((it) => it.room);

describe('the lobby', () => {
  it('knows sorts of clocks', () => {
    expect(ROOMS.map((it) => clockOf(it.clock))).toEqual(['days', 'live', 'none']);
  });

  it('shows what is sought: a rule set, clocks, both, or all', () => {
    expect(names(sought(ROOMS, '', ''))).toEqual(['slow', 'fast', 'free']);
    expect(names(sought(ROOMS, 'otr-d6', ''))).toEqual(['slow', 'fast']);
    expect(names(sought(ROOMS, '', 'none'))).toEqual(['free']);
    expect(names(sought(ROOMS, 'otr-d6', 'live'))).toEqual(['fast']);
    expect(names(sought(ROOMS, 'three-hit', 'days'))).toEqual([]);
  });

  it("calls a shipped battle as the reader's language does, and an own one as its file does", () => {
    const hills = {
      rules: 'three-hit',
      title: 'Zwei Hügel',
      sides: ['Blau', 'Rot'] as [string, string],
      written: { title: 'Two hills', sides: ['Blue', 'Red'] as [string, string] },
    };
    const told = (it: LobbyRoom) => {
      const { title, sides } = called(it, [hills]);
      return [title, ...sides];
    };
    const shipped = room('Two hills', 'three-hit', 'none');
    expect(told(shipped)).toEqual(['Zwei Hügel', 'Blau', 'Rot']);
    expect(told({ ...shipped, sides: ['Hussars', 'Red'] })).toEqual([
      'Zwei Hügel',
      'Hussars',
      'Rot',
    ]);
    expect(told(room('Two hills', 'six-plus', 'none'))).toEqual(['Two hills', 'Blue', 'Red']);
    expect(told(room('My hill', 'three-hit', 'none'))).toEqual(['My hill', 'Blue', 'Red']);
  });
});
