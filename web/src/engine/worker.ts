// The engines in a worker of their own: the page stays quick while they think.
// There is one engine a rule set. It is fetched when its rules are first wanted,
// and the others are fetched after it, so that the page needs no network then.
import catalogue from './pkg/catalogue.json';
import type { Answer, Question } from './protocol';
import { rulesWanted } from './route';

/** What is used of an engine's script. */
interface Script {
  default(from: { module_or_path: BufferSource | Promise<BufferSource> }): Promise<unknown>;
  Session: new () => { call(method: string, args: string): string };
  rules_of(text: string): string | undefined;
}

interface Engine {
  session: InstanceType<Script['Session']>;
  rulesOf(text: string): string | undefined;
}

const SCRIPTS = import.meta.glob<Script>('./pkg/*.js');
const MODULES = import.meta.glob<string>('./pkg/*_bg.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});
const NAMES = catalogue.rulesets.map((set) => set.id);

const scripts = new Map<string, Promise<[Script, ArrayBuffer]>>();
const engines = new Map<string, Promise<Engine>>();
/** The rule set of the battle that is being played. */
let current: string | undefined;
/** One question is answered after the other. */
let last: Promise<unknown> = Promise.resolve();

self.addEventListener('message', (event: MessageEvent<Question>) => {
  last = last.then(() => answer(event.data)).then((answer) => self.postMessage(answer));
});

async function answer(question: Question): Promise<Answer> {
  const { id, method, args } = question;
  try {
    if (method === 'catalogue') return { id, json: JSON.stringify({ ok: catalogue }) };
    const wanted = await rulesWanted(question, async (text) =>
      (await engine(current ?? NAMES[0])).rulesOf(text),
    );
    const known = wanted.rules && NAMES.includes(wanted.rules) ? wanted.rules : current;
    const name = known ?? NAMES[0];
    const json = (await engine(name)).session.call(method, args);
    if (wanted.begins && json.startsWith('{"ok"')) {
      current = name;
      warm();
    }
    return { id, json };
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return { id, json: JSON.stringify({ err: { message } }) };
  }
}

/** The engine of a rule set. */
function engine(name: string | undefined): Promise<Engine> {
  return once(engines, name ?? '', async () => {
    const [script, bytes] = await fetched(name ?? '');
    await script.default({ module_or_path: bytes });
    return { session: new script.Session(), rulesOf: script.rules_of };
  });
}

/** Its files. */
function fetched(name: string): Promise<[Script, ArrayBuffer]> {
  return once(scripts, name, async () => {
    const [script, url] = [SCRIPTS[`./pkg/${name}.js`], MODULES[`./pkg/${name}_bg.wasm`]];
    if (!script || !url) throw new Error(`there is no engine for ${name}`);
    const module = fetch(url).then((response) => {
      if (!response.ok) throw new Error(`the engine for ${name} cannot be fetched`);
      return response.arrayBuffer();
    });
    return Promise.all([script(), module]);
  });
}

/** Fetches the other engines, one after the other, once a battle has begun. */
function warm(): void {
  let before: Promise<unknown> = Promise.resolve();
  for (const name of NAMES) {
    before = before.then(() => fetched(name)).catch(() => null);
  }
}

/** Does something once a name; what failed may be tried again. */
function once<T>(known: Map<string, Promise<T>>, name: string, work: () => Promise<T>): Promise<T> {
  const before = known.get(name);
  if (before) return before;
  const now = work();
  known.set(name, now);
  now.catch(() => known.delete(name));
  return now;
}
