// House rules in words: files have `three_inches`, `true`, `4.5`.
import type { SwitchView } from '../contract/contract';

/** Returns a value of a switch in words, or unchanged if it is not listed. */
export const told = ({ values, told }: SwitchView, value: string) =>
  told[values.indexOf(value)] ?? value;

/** Returns the title before its value: a question needs no colon. */
export const before = (title: string) => (title.endsWith('?') ? title : `${title}:`);
