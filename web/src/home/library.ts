// The library: battles that match the filter, and their facts.
import type { Catalogue, ScenarioInfo } from '../contract/contract';

/** The filter of the library; an empty or zero field matches everything. */
export interface Wish {
  words: string;
  period: string;
  rules: string;
  /** Longest duration in minutes. */
  minutes: number;
  size: Size | '';
}

export const ANY: Wish = { words: '', period: '', rules: '', minutes: 0, size: '' };

export type Size = 'small' | 'middle' | 'large';

/** Returns the size of a battle, by the number of all units that take part. */
export function sizeOf(scenario: ScenarioInfo): Size {
  const units = scenario.strength[0] + scenario.strength[1];
  return units <= 12 ? 'small' : units <= 20 ? 'middle' : 'large';
}

export type Difficulty = 'easier' | 'even' | 'harder';

/** Returns how hard each side has it, from battles between equal computer players. */
export function difficulty({ first_wins }: ScenarioInfo): [Difficulty, Difficulty] | null {
  if (first_wins === null) return null;
  // Of about twenty battles, one side sometimes wins two in three by chance alone.
  if (first_wins >= 68) return ['easier', 'harder'];
  if (first_wins <= 32) return ['harder', 'easier'];
  return ['even', 'even'];
}

/** Returns the periods of all battles, the most frequent first. */
export function periods(scenarios: ScenarioInfo[]): string[] {
  const counted = new Map<string, number>();
  for (const { period } of scenarios)
    if (period) counted.set(period, (counted.get(period) ?? 0) + 1);
  return [...counted].sort((a, b) => b[1] - a[1]).map(([period]) => period);
}

function fits(wish: Wish, scenario: ScenarioInfo, text: string): boolean {
  const words = wish.words.toLowerCase().split(/\s+/).filter(Boolean);
  return (
    (!wish.period || scenario.period === wish.period) &&
    (!wish.rules || scenario.rules === wish.rules) &&
    (!wish.size || sizeOf(scenario) === wish.size) &&
    (!wish.minutes || (scenario.minutes ?? Infinity) <= wish.minutes) &&
    words.every((word) => text.includes(word))
  );
}

/** Returns the text of a battle that the search looks through. */
function textOf(catalogue: Catalogue, scenario: ScenarioInfo): string {
  const rules = catalogue.rulesets.find(({ id }) => id === scenario.rules);
  return [
    scenario.title,
    scenario.story,
    scenario.victory,
    ...scenario.sides,
    scenario.period,
    ...scenario.terrain.map((piece) => piece.name ?? ''),
    rules?.title ?? '',
    rules?.author ?? '',
  ]
    .join(' ')
    .toLowerCase();
}

/**
 * Returns the battles that match. Rule sets take turns, so that the first ones show every kind of
 * battle; of each rule set the shortest comes first.
 */
export function found(catalogue: Catalogue, wish: Wish, first = ''): ScenarioInfo[] {
  const rank = new Map<ScenarioInfo, number>();
  for (const { id } of catalogue.rulesets) {
    const own = catalogue.scenarios.filter((scenario) => scenario.rules === id);
    own.sort((a, b) => (a.minutes ?? 0) - (b.minutes ?? 0));
    own.sort((a, b) => Number(b.id === first) - Number(a.id === first));
    own.forEach((scenario, at) => rank.set(scenario, at));
  }
  return catalogue.scenarios
    .filter((scenario) => fits(wish, scenario, textOf(catalogue, scenario)))
    .sort(
      (a, b) =>
        (rank.get(a) ?? 0) - (rank.get(b) ?? 0) ||
        place(catalogue, a.rules) - place(catalogue, b.rules),
    );
}

const place = (catalogue: Catalogue, rules: string) =>
  catalogue.rulesets.findIndex(({ id }) => id === rules);
