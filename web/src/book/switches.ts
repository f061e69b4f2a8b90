// House rules as people read them: files have `three_inches`, `true`, `4.5`.
import type { SwitchView } from '../contract/contract';

/** A value of a switch in words; one that is not listed stands as it is written. */
export const told = ({ values, told }: SwitchView, value: string) =>
  told[values.indexOf(value)] ?? value;

/** What is asked or named, before its answer: a question needs no colon. */
export const before = (title: string) => (title.endsWith('?') ? title : `${title}:`);
