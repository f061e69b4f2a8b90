// The language of the page. Its words are loaded once, before any are needed; a change of language
// reloads the page.

import { LANGUAGES, type Language } from '../settings/languages';
import { settings } from '../settings/settings.svelte';
import type { aloud } from './en/aloud';
import type { build } from './en/build';
import type { coach } from './en/coach';
import type { guide } from './en/guide';
import type { hints } from './en/hints';
import type { knowing } from './en/knowing';
import type { lab } from './en/lab';
import type { page } from './en/page';
import type { paper } from './en/paper';
import type { room } from './en/room';
import type { stated } from './en/stated';

/** Words of the same shape in any language. */
export type Told<T> = T extends string
  ? string
  : T extends (...given: infer G) => string
    ? (...given: G) => string
    : { [K in keyof T]: Told<T[K]> };

/** All words of a language, by area. A translation that omits one does not compile. */
export interface Catalogue {
  aloud: Told<typeof aloud>;
  build: Told<typeof build>;
  coach: Told<typeof coach>;
  page: Told<typeof page>;
  paper: Told<typeof paper>;
  room: Told<typeof room>;
  lab: Told<typeof lab>;
  guide: Told<typeof guide>;
  hints: Told<typeof hints>;
  knowing: Told<typeof knowing>;
  stated: Told<typeof stated>;
}

/** Language of the page: the player's setting, or else the browser's wish. */
export const language: Language = settings.language === 'system' ? preferred() : settings.language;

// Modules loaded after this line find their words.
const other: Catalogue | null = language === 'de' ? (await import('./de')).german : null;
document.documentElement.lang = language;

/** Returns the words of an area in the page's language. */
export function told<A extends keyof Catalogue>(area: A, english: Catalogue[A]): Catalogue[A] {
  return other?.[area] ?? english;
}

/** Returns the first language that the browser asks for and the page has words in. */
function preferred(): Language {
  const known = (tag: string) => tag.slice(0, 2).toLowerCase();
  const found = navigator.languages.map(known).find((tag) => tag in LANGUAGES);
  return (found as Language | undefined) ?? 'en';
}
