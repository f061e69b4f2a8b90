// What a worker does that answers for the engines, the desks or the labs: there is one of
// each a rule set. It is fetched when its rules are first wanted, and the others are fetched
// after it, so that the page needs no network then.
import type { Answer, Method, Question } from './protocol';
import { fetched, Unfetched } from './fetched';
import { start } from './named';
import { rulesWanted } from './route';

interface Callable {
  call(method: string, args: string): string;
}

/** What is used of an engine's script, and of a lab's. */
interface Script {
  default(from: { module_or_path: BufferSource | Promise<BufferSource> }): Promise<unknown>;
  Session?: new () => Callable;
  Lab?: new () => Callable;
  rules_of(text: string): string | undefined;
  /** Chooses the language, by its words: for the table, for studies in a lab, for the rules. */
  speak(...words: string[]): string | undefined;
}

interface Engine {
  session: Callable;
  rulesOf(text: string): string | undefined;
}

const SCRIPTS = import.meta.glob<Script>('./pkg/*.js');
const MODULES = import.meta.glob<string>('./pkg/*_bg.wasm', {
  query: '?url',
  import: 'default',
  eager: true,
});

/** What is said instead of English, by language and rule set. */
const WORDS = import.meta.glob<string>('../../../words/*/*.json', {
  query: '?url',
  import: 'default',
  eager: true,
});
const { language } = start(self.name);

const scripts = new Map<string, ReturnType<typeof files>>();
const engines = new Map<string, Promise<Engine>>();
/** The rule set of the battle that is being played. */
let current: string | undefined;
/** One question is answered after the other. */
let last: Promise<unknown> = Promise.resolve();

/** What a worker answers for. */
interface Serves {
  /** How the names of the files end. */
  ends: '' | '-desk' | '-lab';
  /** The rule sets; the first is asked what cannot be known without an engine. */
  names: string[];
  /** Calls that are answered without an engine: what was asked of the desks when they were built. */
  kept?: Partial<Record<Method, (about?: string) => Promise<unknown>>>;
}
let serves: Serves = { ends: '', names: [] };

/** The rule sets that have files with an ending. */
export function withFiles(ends: Serves['ends']): string[] {
  const name = (path: string) => /^\.\/pkg\/(.*)\.js$/.exec(path)?.[1] ?? '';
  const names = Object.keys(SCRIPTS).map(name);
  return names.filter((n) => n.endsWith(ends)).map((n) => n.slice(0, n.length - ends.length));
}

/** Answers for the engines that play, or for the labs. */
export function serve(what: Serves): void {
  serves = what;
  self.addEventListener('message', (event: MessageEvent<Question>) => {
    last = last.then(() => answer(event.data)).then((answer) => self.postMessage(answer));
  });
}

async function answer(question: Question): Promise<Answer> {
  const { id, method, args } = question;
  try {
    const kept = serves.kept?.[method];
    if (kept) {
      const [about] = JSON.parse(args) as string[];
      return { id, json: JSON.stringify({ ok: await kept(about) }) };
    }
    const wanted = await rulesWanted(question, async (text) =>
      (await engine(current ?? serves.names[0])).rulesOf(text),
    );
    const known = wanted.rules && serves.names.includes(wanted.rules) ? wanted.rules : current;
    const name = known ?? serves.names[0];
    const json = (await engine(name)).session.call(method, args);
    if (wanted.begins && json.startsWith('{"ok"')) {
      current = name;
      if (serves.ends === '') warm();
    }
    return { id, json };
  } catch (error) {
    if (error instanceof Unfetched) return { id, unfetched: error.file };
    const message = error instanceof Error ? error.message : String(error);
    return { id, json: JSON.stringify({ err: { message } }) };
  }
}

/** The engine of a rule set. */
function engine(name: string | undefined): Promise<Engine> {
  return once(engines, name ?? '', async () => {
    const [script, bytes, words] = await files(name ?? '');
    await script.default({ module_or_path: bytes });
    const wrong = words && script.speak(...words);
    if (wrong) throw new Error(wrong);
    const Session = script.Session ?? script.Lab;
    if (!Session) throw new Unfetched(name ?? '');
    return { session: new Session(), rulesOf: script.rules_of };
  });
}

/** Its files: its script, the engine, and what it says in another language than English. */
function files(name: string): Promise<[Script, ArrayBuffer, string[] | null]> {
  return once(scripts, name, async () => {
    const path = `./pkg/${name}${serves.ends}`;
    const script = SCRIPTS[`${path}.js`];
    if (!script) throw new Unfetched(name);
    const module = fetched(MODULES[`${path}_bg.wasm`], name).then((response) =>
      response.arrayBuffer(),
    );
    const loaded = script().catch(() => Promise.reject(new Unfetched(name)));
    return Promise.all([loaded, module, language === 'en' ? null : words(name)]);
  });
}

/** The words of the language, as engines are given them; none where it has none. */
function words(name: string): Promise<string[]> {
  const of = async (file: string) => {
    const url = WORDS[`../../../words/${language}/${file}.json`];
    if (!url) return '{}';
    return (await fetched(url, file)).text();
  };
  // Who plays does not fetch what only labs say.
  const files = serves.ends === '-lab' ? ['table', 'study', name] : ['table', name];
  return Promise.all(files.map(of));
}

/** Fetches the other engines, one after the other, once a battle has begun. */
function warm(): void {
  let before: Promise<unknown> = Promise.resolve();
  for (const name of serves.names) {
    before = before.then(() => files(name)).catch(() => null);
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
