// Turns a question put together on the page into a study file for the engine.
import type { Rulebook } from '../contract/contract';
import { changes, quoted, type Chosen } from '../home/house';
import { w } from '../words/lab';

export type Asked = 'compare' | 'sweep' | 'switches';

export interface Form {
  scenario: string;
  title: string;
  battles: number;
  players: [string, string];
  seed: number;
  asked: Asked;
  /** House rules to compare with the printed rules. */
  variants: Chosen[];
  sweep: { number: string; from: string; to: string; step: string; answer: string };
}

/** Writes the study file; the engine says what is wrong with it. */
export function studyText(form: Form, book: Rulebook): string {
  const lines = [
    'format = 1',
    `title = ${quoted(titleOf(form, book))}`,
    `scenario = ${quoted(form.scenario)}`,
    `battles = ${form.battles}`,
    `players = [${form.players.map(quoted).join(', ')}]`,
    `seed = ${form.seed}`,
  ];
  if (form.asked === 'switches') lines.push('each_switch = true');
  if (form.asked === 'sweep') lines.push(...sweep(form.sweep));
  if (form.asked === 'compare') {
    lines.push('', '[[variant]]', `name = ${quoted(w.asPrinted)}`);
    form.variants.forEach((chosen, at) => lines.push(...variant(book, chosen, at)));
  }
  return `${lines.join('\n')}\n`;
}

/** Returns whether a set of house rules changes anything. */
export function changesAnything(book: Rulebook, chosen: Chosen): boolean {
  const { switches, numbers } = changes(book, chosen);
  return switches.length + numbers.length > 0;
}

/** Returns the name of a variant, with a default if it has none. */
export const nameOf = (chosen: Chosen, at: number): string =>
  chosen.name.trim() || w.houseVariant(at + 1);

function titleOf(form: Form, book: Rulebook): string {
  if (form.asked === 'switches') return w.worth(book.title);
  if (form.asked === 'sweep') {
    return `${form.title}: ${form.sweep.number.replaceAll(/[._]/g, ' ')}`;
  }
  const names = form.variants.map(nameOf);
  return names.length > 0 ? w.againstPrinted(form.title, names) : form.title;
}

function variant(book: Rulebook, chosen: Chosen, at: number): string[] {
  const { switches, numbers } = changes(book, chosen);
  const lines = ['', '[[variant]]', `name = ${quoted(nameOf(chosen, at))}`];
  if (switches.length > 0) lines.push('[variant.switches]', ...switches);
  if (numbers.length > 0) lines.push('[variant.numbers]', ...numbers);
  return lines;
}

function sweep(of: Form['sweep']): string[] {
  // Leave it to the engine to refuse what is not a number, with its place.
  const bare = (value: string) => (/^-?\d+(\.\d+)?$/.test(value.trim()) ? value.trim() : '""');
  return [
    '',
    '[sweep]',
    `number = ${quoted(of.number)}`,
    `from = ${bare(of.from)}`,
    `to = ${bare(of.to)}`,
    `step = ${bare(of.step || '1')}`,
    `answer = ${quoted(of.answer)}`,
  ];
}
