// The engine in a worker of its own: the page stays quick while it thinks.
import init, { Session } from './pkg/sandtable_wasm.js';

import type { Answer, Question } from './protocol';

const session = init().then(() => new Session());

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void answer(event.data).then((answer) => self.postMessage(answer));
});

async function answer({ id, method, args }: Question): Promise<Answer> {
  try {
    return { id, json: (await session).call(method, args) };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, json: JSON.stringify({ err: { message } }) };
  }
}
