// The messages between the page and its worker.

import type { EngineError, METHODS } from '../contract/contract';

export type Method = (typeof METHODS)[number];

export interface Question {
  id: number;
  /** Which of the open battles it is about. */
  table: number;
  /** Language of the answer. */
  language: string;
  method: Method;
  /** The arguments as a JSON array. */
  args: string;
}

/** What a worker needs to begin. */
export interface Parts {
  module: WebAssembly.Module;
}

/** The words of a language other than English: JSON texts by topic. */
export interface Lesson {
  language: string;
  words: Record<string, string>;
}

/**
 * What the page sends: the compiled engine first, words before the first question that needs them,
 * and questions. A number closes a battle; `fail` kills the engine, for tests.
 */
export type FromPage = Question | Parts | Lesson | { close: number } | { fail: 'panic' | 'memory' };

/**
 * `json` is the engine's own answer, `{"ok": …}` or `{"err": …}`, or the changes of a view or of a
 * journal since the last one (`difference.ts`). `died` says that the engine died.
 */
export type Answer = { id: number; json: string; new?: 'view' | 'journal' } | { died: string };

/** An error of the engine that is also an `Error`. */
export class EngineFailure extends Error implements EngineError {
  readonly line: number | null;
  readonly column: number | null;
  readonly hint: string | null;
  readonly refusals: EngineError['refusals'];
  /** Whether the engine stopped before it answered; another one takes over. */
  readonly stopped: boolean;

  constructor(from: Partial<EngineError> & { message: string; stopped?: boolean }) {
    super(from.message);
    this.name = 'EngineFailure';
    this.line = from.line ?? null;
    this.column = from.column ?? null;
    this.hint = from.hint ?? null;
    this.refusals = from.refusals ?? [];
    this.stopped = from.stopped ?? false;
  }
}

/** Turns anything thrown into an error of the engine. */
export function failure(error: unknown): EngineFailure {
  if (error instanceof EngineFailure) return error;
  if (error && typeof error === 'object' && 'message' in error) {
    return new EngineFailure(error as EngineError);
  }
  return new EngineFailure({ message: String(error) });
}
