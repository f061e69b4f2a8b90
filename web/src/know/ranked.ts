// Threats in the order of what they may cost, an enemy at a time, and as they are drawn.
import type { Threat, Xy } from '../contract/contract';
import { type Marked, THREATS } from '../table/shaded';

type Other = (threat: Threat) => number;

/**
 * The strongest enemy first with all that he can do, the worst of it first; those that are not
 * weighed yet keep their places behind.
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

/** Enemies as they are drawn: a colour each, in their order. */
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
