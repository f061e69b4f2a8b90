// The board's own words, in every language that it speaks. The engine describes what happens in a
// battle; its words are fetched when a board needs them (`spoken.ts`).
import type { Told } from '../words/language';
import type { Language } from './index';

const english = {
  loading: 'Loading the battle…',
  wrong: (why: string) => `This battle cannot be shown. ${why}`,
  unfetched: (file: string, status?: number) =>
    `${file} could not be fetched${status === undefined ? '' : `: ${status}`}.`,
  nothing: 'Nothing is named to be shown: give it src, battle or scenario.',
  noSeed: (given: string) =>
    `seed="${given}" is not a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`,
  line: (line: number) => ` (line ${line})`,
  tableOf: (title: string, says: string) => `The table of ${title}: ${says}`,
  happened: (turn: number, side: string, order: string) => `Turn ${turn}, ${side}: ${order}`,
  before: 'Before the first order',
  ended: (title: string) => `${title}.`,
  toStart: 'To the start',
  stepBack: 'Step back',
  stepOn: 'Step on',
  toEnd: 'To the end',
  play: 'Play',
  pause: 'Pause',
  order: 'Order',
  orderOf: (n: number, last: number) => `${n} of ${last}`,
  orders: 'Your orders',
  unit: 'Unit',
  choose: 'choose a unit',
  offered: (label: string, says: string) => `${label}: ${says}`,
  computer: 'Let the computer choose',
  write: 'Or write an order',
  example: 'move "Blue Hussars" advance 6',
  give: 'Give it',
  thinks: 'The computer thinks…',
};

/** The words of a board in one language. */
export type Words = Told<typeof english>;

const german: Words = {
  loading: 'Das Gefecht wird geladen …',
  wrong: (why) => `Dieses Gefecht kann nicht gezeigt werden. ${why}`,
  unfetched: (file, status) =>
    `${file} ließ sich nicht laden${status === undefined ? '' : `: ${status}`}.`,
  nothing: 'Nichts ist genannt, was zu zeigen wäre: Gib src, battle oder scenario an.',
  noSeed: (given) => `seed="${given}" ist keine ganze Zahl von 0 bis ${Number.MAX_SAFE_INTEGER}.`,
  line: (line) => ` (Zeile ${line})`,
  tableOf: (title, says) => `Der Tisch von ${title}: ${says}`,
  happened: (turn, side, order) => `Zug ${turn}, ${side}: ${order}`,
  before: 'Vor dem ersten Befehl',
  ended: (title) => `${title}.`,
  toStart: 'Zum Anfang',
  stepBack: 'Einen zurück',
  stepOn: 'Einen weiter',
  toEnd: 'Zum Ende',
  play: 'Abspielen',
  pause: 'Anhalten',
  order: 'Befehl',
  orderOf: (n, last) => `${n} von ${last}`,
  orders: 'Deine Befehle',
  unit: 'Einheit',
  choose: 'Wähle eine Einheit',
  offered: (label, says) => `${label}: ${says}`,
  computer: 'Den Computer wählen lassen',
  write: 'Oder schreib einen Befehl',
  example: 'move "Blue Hussars" advance 6',
  give: 'Befehl geben',
  thinks: 'Der Computer denkt nach …',
};

/** The board's words in every language that the engine speaks. */
export const WORDS: Record<Language, Words> = { en: english, de: german };
