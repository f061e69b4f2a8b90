// Threats sorted by the harm they may do, enemy by enemy, and the way to draw them.
import type { Threat, Xy } from '../contract/contract';
import { type Marked, THREATS } from '../table/shaded';

type Other = (threat: Threat) => number;

/**
 * Sorts threats: the strongest enemy first with everything it can do, its worst threat first.
 * Threats without odds yet keep their places at the end.
 */
export function ranked(
  all: Threat[],
  other: Other,
  harm: (threat: Threat) => number | null,
): Threat[] {
  const weight = (threat: Threat) => harm(threat) ?? -Infinity;
  const worst = new Map<number, number>();
  for (const threat of all) {
    const enemy = other(threat);
    worst.set(enemy, Math.max(worst.get(enemy) ?? -Infinity, weight(threat)));
  }
  const first = (enemy: number) => all.findIndex((threat) => other(threat) === enemy);
  const less = (a: number, b: number) => (a === b ? 0 : b > a ? 1 : -1);
  return all
    .map((threat, at) => ({ threat, at }))
    .sort(
      (a, b) =>
        less(worst.get(other(a.threat)) ?? 0, worst.get(other(b.threat)) ?? 0) ||
        first(other(a.threat)) - first(other(b.threat)) ||
        less(weight(a.threat), weight(b.threat)) ||
        a.at - b.at,
    )
    .map(({ threat }) => threat);
}

/** Returns the enemies as drawn: a colour each, in order. */
export function marked(
  all: Threat[],
  other: Other,
  fields: Partial<Record<number, Xy[][]>>,
): Marked[] {
  return [...new Set(all.map(other))].map((unit, at): Marked => {
    const own = all.filter((threat) => other(threat) === unit);
    return {
      unit,
      rank: at + 1,
      colour: THREATS[at % THREATS.length] ?? '#ffffff',
      lines: own.flatMap(({ verb, tape }) =>
        tape ? [{ verb, at: [tape.from, tape.to] as [Xy, Xy] }] : [],
      ),
      moved: own.flatMap(({ from }) => from ?? []),
      ground: fields[unit] ?? [],
      dim: false,
    };
  });
}
