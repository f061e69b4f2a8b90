// Which rule set a call is about, and so which engine must answer it.

import type { Question } from './protocol';

export interface Wanted {
  /** None: that of the battle being played. */
  rules: string | null;
  /** Whether a battle begins by it. */
  begins: boolean;
}

/** Calls after which others are about the same rules. */
const BEGIN: readonly Question['method'][] = ['start', 'load', 'learn', 'study'];

/** Calls about a rule set by its name, and by a text that says it. */
const BY_NAME: readonly Question['method'][] = [
  'rulebook',
  'learn',
  'choices',
  'kit',
  'draft',
  'generate',
  'army',
];
const BY_TEXT: readonly Question['method'][] = ['house', 'fight', 'course', 'grid'];

/** `rulesOf` tells which rules a battle file, house rules or a journal are for. */
export async function rulesWanted(
  { method, args }: Pick<Question, 'method' | 'args'>,
  rulesOf: (text: string) => Promise<string | undefined>,
): Promise<Wanted> {
  const [first] = JSON.parse(args) as unknown[];
  const begins = BEGIN.includes(method);
  if (BY_NAME.includes(method)) return { rules: name(first), begins };
  if (method === 'armies' || method === 'scenario') return { rules: folder(first), begins };
  if (BY_TEXT.includes(method))
    return { rules: (await rulesOf(name(first) ?? '')) ?? null, begins };
  if (!begins) return { rules: null, begins };
  const { scenario, text } = (typeof first === 'string' ? { text: first } : (first ?? {})) as {
    scenario?: unknown;
    text?: unknown;
  };
  if (typeof scenario === 'string') return { rules: folder(scenario), begins };
  const rules = typeof text === 'string' ? await rulesOf(text) : null;
  return { rules: rules ?? null, begins };
}

/** Scenarios lie in the folder of their rule set. */
const folder = (scenario: unknown): string | null => name(scenario)?.split('/')[0] ?? null;
const name = (value: unknown): string | null => (typeof value === 'string' ? value : null);
