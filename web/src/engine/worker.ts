// The engine in a worker of its own: the page stays quick while it thinks.
import init, { version } from './pkg/sandtable_wasm.js';

import type { Answer, Question } from './client';

const ready = init();

self.addEventListener('message', (event: MessageEvent<Question>) => {
  void answer(event.data).then((answer) => self.postMessage(answer));
});

async function answer({ id, call }: Question): Promise<Answer> {
  try {
    await ready;
    switch (call) {
      case 'version':
        return { id, value: version() };
    }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) };
  }
}
