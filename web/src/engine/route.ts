// Which rule set a call is about, and so which engine must answer it.

import type { Question } from './protocol';

export interface Wanted {
  /** None: that of the battle being played. */
  rules: string | null;
  /** Whether a battle begins by it. */
  begins: boolean;
}

/** `rulesOf` tells which rules a battle file or a journal is for. */
export async function rulesWanted(
  { method, args }: Pick<Question, 'method' | 'args'>,
  rulesOf: (text: string) => Promise<string | undefined>,
): Promise<Wanted> {
  const [first] = JSON.parse(args) as unknown[];
  const begins = method === 'start' || method === 'load' || method === 'learn';
  if (method === 'rulebook' || method === 'learn') return { rules: name(first), begins };
  if (!begins) return { rules: null, begins };
  const { scenario, text } = (typeof first === 'string' ? { text: first } : (first ?? {})) as {
    scenario?: unknown;
    text?: unknown;
  };
  if (typeof scenario === 'string') return { rules: scenario.split('/')[0] ?? null, begins };
  const rules = typeof text === 'string' ? await rulesOf(text) : null;
  return { rules: rules ?? null, begins };
}

const name = (value: unknown): string | null => (typeof value === 'string' ? value : null);
