// Other languages than English: their words are fetched when somebody asks for them, those of a
// rule set when a battle of it is to be told. `npm/build.mjs` lays them out from the engine's own
// catalogues.
import { learn } from '../engine/pkg/engine';
import type { Shelf } from './spoken/de';

/** A language of the package. */
export type Language = 'en' | 'de';

const SHELVES: Record<Exclude<Language, 'en'>, () => Promise<Shelf>> = {
  de: () => import('./spoken/de'),
};

/** The languages of the package. */
export const languages: readonly Language[] = ['en', 'de'];
/** What every rule set needs. */
const SHARED = ['table', 'study'];
/** What the engine has been told already, by language. */
const known = new Map<Language, Map<string, string>>();

/** Tells the engine the words of a language: those of a rule set, or of all of them. */
export async function fetchWords(language: Language, rules?: string): Promise<void> {
  if (!languages.includes(language))
    throw new Error(
      `there are no words for "${String(language)}", only for ${languages.join(', ')}`,
    );
  if (language === 'en') return;
  const { shelf, bases } = await SHELVES[language]();
  const own = rules ? [...SHARED, bases[rules] ?? rules, rules] : Object.keys(shelf);
  const held = known.get(language) ?? new Map<string, string>();
  known.set(language, held);
  const lacking = Object.entries(shelf).filter(([of]) => own.includes(of) && !held.has(of));
  if (lacking.length === 0) return;
  const fetched = lacking.map(async ([of, words]) => [of, (await words()).default] as const);
  for (const [of, words] of await Promise.all(fetched)) held.set(of, words);
  // A language is told whole: what it had is told again.
  const wrong = learn(language, [...held.keys()], [...held.values()]);
  if (wrong) throw new Error(wrong);
}
