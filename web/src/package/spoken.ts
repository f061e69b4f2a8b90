// Languages other than English: their words are fetched on request, those of a rule set with its
// first battle. `npm/build.mjs` takes them from the engine's own catalogues.
import { learn } from '../engine/pkg/engine';
import type { Shelf } from './spoken/de';

/** A language of the package. */
export type Language = 'en' | 'de';

const SHELVES: Record<Exclude<Language, 'en'>, () => Promise<Shelf>> = {
  de: () => import('./spoken/de'),
};

/** The languages of the package. */
export const languages: readonly Language[] = ['en', 'de'];
/** Words that every rule set needs. */
const SHARED = ['table', 'study'];
/** Words that the engine has already learned, by language. */
const known = new Map<Language, Map<string, string>>();

/** Teaches the engine the words of a language: those of one rule set, or of all. */
export async function fetchWords(language: Language, rules?: string): Promise<void> {
  if (!languages.includes(language)) {
    const named = typeof language === 'string' ? `"${(language as string).slice(0, 40)}"` : 'that';
    throw new Error(`there are no words for ${named}, only for ${languages.join(', ')}`);
  }
  if (language === 'en') return;
  const { shelf, bases } = await SHELVES[language]();
  const own = rules ? [...SHARED, bases[rules] ?? rules, rules] : Object.keys(shelf);
  const held = known.get(language) ?? new Map<string, string>();
  known.set(language, held);
  const lacking = Object.entries(shelf).filter(([of]) => own.includes(of) && !held.has(of));
  if (lacking.length === 0) return;
  const fetched = lacking.map(async ([of, words]) => [of, (await words()).default] as const);
  for (const [of, words] of await Promise.all(fetched)) held.set(of, words);
  // The engine learns a language as a whole: repeat what it knows already.
  const wrong = learn(language, [...held.keys()], [...held.values()]);
  if (wrong) throw new Error(wrong);
}
