// An engine in a worker of its own: the page stays quick while it works. Which one it is,
// the one that plays or the one that thinks, only the page knows: both run this.
import init, { Engine, fail, learn } from './pkg/engine';
import type { Answer, FromPage, Parts, Question } from './protocol';

/** Each battle that is open here, by its number. */
const tables = new Map<number, Engine>();
let ready: Promise<unknown> = Promise.resolve();

self.addEventListener('message', ({ data }: MessageEvent<FromPage>) => {
  if ('module' in data) ready = begin(data);
  else if ('close' in data) ready = ready.then(() => close(data.close));
  else if ('fail' in data) ready = ready.then(() => fail(data.fail)).catch(died);
  else ready = ready.then(() => self.postMessage(answer(data))).catch(died);
});

async function begin({ module, language, words }: Parts): Promise<void> {
  await init({ module_or_path: module });
  const wrong = learn(language, Object.keys(words), Object.values(words));
  if (wrong) throw new Error(wrong);
}

function answer({ id, table, language, method, args }: Question): Answer {
  let engine = tables.get(table);
  if (!engine) tables.set(table, (engine = new Engine()));
  return { id, json: engine.call(language, method, args) };
}

function close(table: number): void {
  tables.get(table)?.free();
  tables.delete(table);
}

/** What was in its memory is worth nothing any more: another engine goes on. */
function died(error: unknown): Promise<never> {
  const why = error instanceof Error ? error.message : String(error);
  self.postMessage({ died: why } satisfies Answer);
  self.close();
  // What still waits is answered by nobody here.
  return new Promise(() => undefined);
}
