// The server's requests about tournaments and ratings.

import type {
  League,
  MadeTournament,
  MakeTournament,
  Mine,
  Rated,
  TournamentDeed,
  TournamentOf,
  Tournaments,
  TournamentView,
} from '../contract/contract';
import { deviceKey } from '../room/device';
import { ask, JSON_BODY } from '../room/server';

const post = (body: unknown) => ({
  method: 'POST',
  headers: JSON_BODY,
  body: JSON.stringify(body),
});

/** Returns the public tournaments and those of this device. */
export async function tournaments(): Promise<Tournaments> {
  const mine: Mine = { device: deviceKey() };
  return (await ask(post(mine), '/list', './api/tournaments')) as Tournaments;
}

export async function makeTournament(make: MakeTournament): Promise<MadeTournament> {
  return (await ask(post(make), '', './api/tournaments')) as MadeTournament;
}

/** Does something in a tournament; returns its state afterwards. */
export async function inTournament(id: string, what: TournamentDeed): Promise<TournamentView> {
  const of: TournamentOf = { device: deviceKey(), what };
  return (await ask(
    post(of),
    `/of/${encodeURIComponent(id)}`,
    './api/tournaments',
  )) as TournamentView;
}

/** Returns the players of rated battles by these rules, the best first. */
export const rated = async (rules: string) =>
  (await ask(undefined, `/${encodeURIComponent(rules)}`, './api/ratings')) as Rated[];

/** Returns the table of a series. */
export const league = async (name: string) =>
  (await ask(undefined, `/${encodeURIComponent(name)}`, './api/series')) as League;

/** Returns the link of a tournament. */
export function linkOf(id: string): string {
  const page = new URL('./', location.href);
  page.search = '';
  page.hash = `tournament=${id}`;
  return page.href;
}
