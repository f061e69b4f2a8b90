// Tournaments in words: points in halves, who meets whom.

import type { Form, TournamentView } from '../contract/contract';
import { w } from '../words/tournament';

/** Writes half points as people do. */
export function points(halves: number): string {
  const whole = Math.floor(halves / 2);
  if (halves % 2 === 0) return `${whole}`;
  return whole === 0 ? '½' : `${whole}½`;
}

export function told(form: Form): string {
  if ('swiss' in form) return w.swiss(form.swiss.rounds);
  return form.roundRobin.double ? w.double : w.roundRobin;
}

/** Returns a function that names the players of a tournament by number. */
export function namer(view: TournamentView): (number: number) => string {
  return (number) => view.entrants.find((one) => one.number === number)?.name || w.gone;
}
