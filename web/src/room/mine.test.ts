import { expect, it } from 'vitest';
import type { MyRoom } from '../contract/contract';
import { order, stands } from './mine';

function room(id: string, more: Partial<MyRoom>): MyRoom {
  return {
    room: {
      room: id,
      rules: 'three-hit',
      title: id,
      sides: ['Blue', 'Red'],
      sitters: ['person', 'person'],
      clock: 'none',
      rated: false,
      ratings: [null, null],
      stands: 'played',
      moved: 0,
    },
    you: 'a',
    awaits: 'b',
    over: null,
    due: null,
    ...more,
  };
}

it('shows own turns first, the most urgent before all, and what is over last', () => {
  const rooms = [
    room('over', { over: { winner: 'a', how: 'rules' }, awaits: null }),
    room('theirs', { due: 1 }),
    room('later', { awaits: 'a', due: 2000 }),
    room('soon', { awaits: 'a', due: 1000 }),
    room('no clock', { awaits: 'a' }),
  ];
  const names = order(rooms).map((one) => one.room.room);
  expect(names).toEqual(['soon', 'later', 'no clock', 'theirs', 'over']);
});

it('says how a battle stands for this device', () => {
  expect(stands(room('r', { over: { winner: 'b', how: 'time' } }))).toBe('lost');
  expect(stands(room('r', { over: { winner: null, how: 'agreed' } }))).toBe('drawn');
  expect(stands(room('r', { awaits: 'a' }))).toBe('yours');
  expect(stands(room('r', { you: 'umpire', awaits: 'a' }))).toBe('umpired');
  expect(stands(room('r', { you: 'umpire', over: { winner: 'a', how: 'rules' } }))).toBe(
    'finished',
  );
});
