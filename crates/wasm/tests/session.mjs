// Calls to a session as the page's worker makes them.
import { engine } from './engine.mjs';

/** A session that throws the engine's errors. */
export async function session() {
  const { Session } = await engine();
  const inner = new Session();
  return function call(method, ...args) {
    const answer = JSON.parse(inner.call(method, JSON.stringify(args)));
    if ('ok' in answer) return answer.ok;
    throw Object.assign(new Error(answer.err.message), answer.err);
  };
}
