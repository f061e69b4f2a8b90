// The state of the battles that this device plays with others, and their order on the page.

import type { MyRoom } from '../contract/contract';

export type Standing =
  'yours' | 'theirs' | 'open' | 'umpired' | 'finished' | 'won' | 'lost' | 'drawn';

export function stands({ room, you, awaits, over }: MyRoom): Standing {
  if (you === 'umpire') return over ? 'finished' : 'umpired';
  if (over) return over.winner === null ? 'drawn' : over.winner === you ? 'won' : 'lost';
  if (room.stands === 'open') return 'open';
  return awaits === you ? 'yours' : 'theirs';
}

const RANK: Standing[] = ['yours', 'theirs', 'open', 'umpired'];

/** Sorts rooms: own turns first, the least time left at the top; finished battles last. */
export function order(rooms: MyRoom[]): MyRoom[] {
  const rank = (room: MyRoom) => {
    const at = RANK.indexOf(stands(room));
    return at < 0 ? RANK.length : at;
  };
  const due = (room: MyRoom) => (stands(room) === 'yours' ? (room.due ?? Infinity) : 0);
  return [...rooms].sort(
    (one, other) => rank(one) - rank(other) || Math.sign(due(one) - due(other)) || 0,
  );
}
