// What a clock shows.

import type { RoomView } from '../contract/contract';
import { w } from '../words/room';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Returns the milliseconds that a side has left, or null if there are no clocks. */
export function left(view: RoomView, place: 0 | 1, now: number): number | null {
  if (view.kind === 'none') return null;
  const { runs, away } = view.clock;
  const own = runs && runs[0] === (place === 0 ? 'a' : 'b');
  const spent = own ? Math.max(0, now - Math.max(runs[1], away[place])) : 0;
  return Math.max(0, view.clock.left[place] - spent);
}

/** Formats a time for people: 9:05, 1:02:07, 2 d 4 h. */
export function told(time: number): string {
  if (time >= DAY) return w.daysLeft(Math.floor(time / DAY), Math.floor((time % DAY) / HOUR));
  const seconds = Math.ceil(time / 1000);
  const two = (n: number) => String(n).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}
