// The battle that is offered first.
import type { Catalogue, ScenarioInfo } from '../contract/contract';

/** The battle that one click starts, where it is shipped. */
export const FIRST = 'three-hit/two-hills';

/** What is offered first to whoever has chosen nothing. */
export const firstOf = ({ scenarios }: Catalogue): ScenarioInfo | undefined =>
  scenarios.find(({ id }) => id === FIRST) ?? scenarios[0];
