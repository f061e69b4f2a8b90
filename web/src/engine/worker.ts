// An engine in a worker, so that the page stays responsive. Whether it plays or thinks, only the
// page knows: both workers run this code.
import { CHANGES } from '../contract/contract';
import { Sent } from './difference';
import init, { Engine, fail, learn } from './pkg/engine';
import type { Answer, FromPage, Lesson, Method, Parts, Question } from './protocol';

/** The battles open here, by number. */
const tables = new Map<number, Engine>();
/** What the page holds of each battle. */
const sent = new Map<number, Sent>();
/** Calls whose answers contain the battle as it stands. */
const VIEWS = new Set<Method>(['view', ...CHANGES]);
let ready: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
  if ('module' in data) ready = begin(data);
  else if ('words' in data) ready = ready.then(() => taught(data)).catch(died);
  else if ('close' in data) ready = ready.then(() => close(data.close));
  else if ('fail' in data) ready = ready.then(() => fail(data.fail)).catch(died);
  else ready = ready.then(() => self.postMessage(answer(data))).catch(died);
});

async function begin({ module }: Parts): Promise<void> {
  await init({ module_or_path: module });
}

function taught({ language, words }: Lesson): void {
  const wrong = learn(language, Object.keys(words), Object.values(words));
  if (wrong) throw new Error(wrong);
}

function answer({ id, table, language, method, args }: Question): Answer {
  let engine = tables.get(table);
  if (!engine) tables.set(table, (engine = new Engine()));
  const json = engine.call(language, method, args);
  if (method !== 'journal' && !VIEWS.has(method)) return { id, json };
  let held = sent.get(table);
  if (!held) sent.set(table, (held = new Sent()));
  const answer = JSON.parse(json) as { ok?: unknown };
  if (method === 'journal')
    return typeof answer.ok === 'string'
      ? { id, json: JSON.stringify(held.tail(answer.ok)), new: 'journal' }
      : { id, json };
  const short = held.shorten(answer.ok);
  return short ? { id, json: JSON.stringify(short), new: 'view' } : { id, json };
}

function close(table: number): void {
  tables.get(table)?.free();
  tables.delete(table);
  sent.delete(table);
}

/** Reports the death of the engine and closes the worker: its memory is no longer valid. */
function died(error: unknown): Promise<never> {
  const why = error instanceof Error ? error.message : String(error);
  self.postMessage({ died: why } satisfies Answer);
  self.close();
  // Nothing here answers the remaining questions.
  return new Promise(() => undefined);
}
