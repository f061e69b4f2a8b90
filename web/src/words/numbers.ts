// Numbers as people read them: 3.5 in English, 3,5 in German. What is typed as an order or kept in
// files has its point in every language.
import { language } from './language';

const MARK = (1.5).toLocaleString(language).charAt(1);

/** A number, or a text that is one, with the decimal mark of the language that is spoken. */
export const numeral = (number: number | string): string =>
  String(number).replace(/(\d)\.(?=\d)/g, `$1${MARK}`);

/** A number with just so many decimals. */
export const decimals = (number: number, places: number): string => numeral(number.toFixed(places));

/** A number that somebody typed, with either mark, as files have it. */
export const typed = (text: string): string => text.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
