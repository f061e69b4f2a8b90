// Calls to a session as the page's worker makes them.
import { DESK, engine } from "./engine.mjs";

/** A session of a rule set's engine that throws the engine's errors. */
export async function session(name) {
  const { Session } = await engine(name);
  const inner = new Session();
  return function call(method, ...args) {
    const answer = JSON.parse(inner.call(method, JSON.stringify(args)));
    if ("ok" in answer) return answer.ok;
    throw Object.assign(new Error(answer.err.message), answer.err);
  };
}

/** What there is to play of a rule set: its desk tells. */
export const catalogue = async (name) => (await session(name + DESK))("catalogue");
