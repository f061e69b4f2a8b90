// The battle that newcomers see first.
import type { Catalogue, ScenarioInfo } from '../contract/contract';

/** Scenario that one click starts, if it is built in. */
export const FIRST = 'three-hit/two-hills';

/** Returns the scenario to offer a player who has chosen nothing yet. */
export const firstOf = ({ scenarios }: Catalogue): ScenarioInfo | undefined =>
  scenarios.find(({ id }) => id === FIRST) ?? scenarios[0];
