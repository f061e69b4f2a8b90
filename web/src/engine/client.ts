// The engines as the page sees them: every call is a message to a worker and back.

import type { DeskCalls, Engine, PaperCalls } from './contract';
import type { BuildCalls } from '../build/contract';
import type { LabCalls } from '../lab/contract';
import { language } from '../words/language';
import { t } from '../words/page';
import { named } from './named';
import { EngineFailure, METHODS, type Answer, type Method, type Question } from './protocol';

interface Call {
  resolve: (value: unknown) => void;
  reject: (error: EngineFailure) => void;
}

/** What a desk answers: of the calls of an engine only the one that lays a battle on it. */
export type Desk = Pick<Engine, 'load'> & BuildCalls & DeskCalls & PaperCalls;

/** Starts the engine that plays. */
export function start(worker: Worker = newWorker()): Engine {
  return connect(worker);
}

/** Starts a desk: an engine of its own that builds, prints and looks back. */
export function startDesk(worker: Worker): Desk {
  return connect(worker);
}

/** Starts a lab. */
export function startLab(worker: Worker): LabCalls {
  return connect(worker);
}

/** Every call as a message; the worker refuses those that it does not know. */
function connect(worker: Worker): Engine & Desk & LabCalls {
  let last = 0;
  let broken: EngineFailure | null = null;
  const waiting = new Map<number, Call>();

  worker.addEventListener('message', (event: MessageEvent<Answer>) => {
    const call = waiting.get(event.data.id);
    if (!call) return;
    waiting.delete(event.data.id);
    try {
      call.resolve(
        'json' in event.data ? unwrap(event.data.json) : unfetched(event.data.unfetched),
      );
    } catch (error) {
      call.reject(error as EngineFailure);
    }
  });
  worker.addEventListener('error', (event) => {
    broken = new EngineFailure({ message: event.message || t.engineStopped });
    for (const call of waiting.values()) call.reject(broken);
    waiting.clear();
  });

  function ask(method: Method, args: unknown[]): Promise<unknown> {
    if (broken) return Promise.reject(broken);
    last += 1;
    const id = last;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, method, args: encode(args) } satisfies Question);
    });
  }

  return Object.fromEntries(
    METHODS.map((method) => [method, (...args: unknown[]) => ask(method, args)]),
  ) as unknown as Engine & Desk & LabCalls;
}

/** The arguments as a JSON array, without those left off at the end. */
export function encode(args: unknown[]): string {
  let end = args.length;
  while (end > 0 && args[end - 1] === undefined) end -= 1;
  return JSON.stringify(args.slice(0, end));
}

/** What is in the engine's answer; an error of the engine is thrown. */
export function unwrap(json: string): unknown {
  let answer: unknown;
  try {
    answer = JSON.parse(json);
  } catch {
    throw new EngineFailure({ message: t.engineOdd(json.slice(0, 80)) });
  }
  if (answer && typeof answer === 'object') {
    if ('ok' in answer) return answer.ok;
    if ('err' in answer) throw new EngineFailure(answer.err as EngineFailure);
  }
  throw new EngineFailure({ message: t.engineOdd(json.slice(0, 80)) });
}

/** A file that the worker could not have. */
function unfetched(file: string): never {
  throw new EngineFailure({ message: t.unfetched(file), hint: t.unfetchedHint });
}

/** The worker of a desk; the rule set that is wanted first, where it is known. */
export function newDesk(rules = ''): Worker {
  const name = named({ rules, language });
  return new Worker(new URL('./desk.ts', import.meta.url), { type: 'module', name });
}

function newWorker(): Worker {
  const name = named({ rules: '', language });
  return new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name });
}
