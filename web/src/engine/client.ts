// What the page says to the engine in its worker, and what comes back.

export interface Question {
  id: number;
  call: 'version';
}

export type Answer = { id: number; value: string } | { id: number; error: string };

export interface Engine {
  version(): Promise<string>;
}

/** Starts the engine. Every call is a message there and back. */
export function start(worker: Worker = newWorker()): Engine {
  let last = 0;
  const waiting = new Map<
    number,
    { resolve: (value: string) => void; reject: (error: Error) => void }
  >();

  worker.addEventListener('message', (event: MessageEvent<Answer>) => {
    const answer = event.data;
    const call = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ('error' in answer) call?.reject(new Error(answer.error));
    else call?.resolve(answer.value);
  });
  worker.addEventListener('error', (event) => {
    for (const call of waiting.values()) call.reject(new Error(event.message));
    waiting.clear();
  });

  function ask(call: Question['call']): Promise<string> {
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, call } satisfies Question);
    });
  }

  return { version: () => ask('version') };
}

function newWorker(): Worker {
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
}
