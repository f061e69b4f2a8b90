// Numbers in the reader's notation: 3.5 in English, 3,5 in German. Typed orders and files use a
// point in every language.
import { language } from './language';

const MARK = (1.5).toLocaleString(language).charAt(1);

/** Formats a number, or a text that is one, with the decimal mark of the page's language. */
export const numeral = (number: number | string): string =>
  String(number).replace(/(\d)\.(?=\d)/g, `$1${MARK}`);

/** Formats a number with a fixed number of decimals. */
export const decimals = (number: number, places: number): string => numeral(number.toFixed(places));

/** Converts a typed number, with either decimal mark, to the form in files. */
export const typed = (text: string): string => text.trim().replace(/^(-?\d+),(\d+)$/, '$1.$2');
