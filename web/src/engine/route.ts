// Which rule set a call is about, and so which engine must answer it.

import type { Question } from './protocol';

export interface Wanted {
  /** None: that of the battle being played. */
  rules: string | null;
  /** Whether a battle begins by it. */
  begins: boolean;
}

/** `rulesOf` tells which rules a battle file, house rules or a journal are for. */
export async function rulesWanted(
  { method, args }: Pick<Question, 'method' | 'args'>,
  rulesOf: (text: string) => Promise<string | undefined>,
): Promise<Wanted> {
  const [first] = JSON.parse(args) as unknown[];
  const begins = method === 'start' || method === 'load' || method === 'learn';
  if (method === 'rulebook' || method === 'learn') return { rules: name(first), begins };
  if (method === 'armies') return { rules: folder(first), begins };
  if (method === 'house') return { rules: (await rulesOf(name(first) ?? '')) ?? null, begins };
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
