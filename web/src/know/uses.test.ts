import { expect, test } from 'vitest';

import type { LogEntry } from '../contract/contract';
import { usesOf } from './uses';

const entry = (number: number, ...clauses: string[]) => ({ number, clauses }) as LogEntry;

test('every use of a clause is found, in order', () => {
  const uses = usesOf([entry(0), entry(1, 'A-01'), entry(2, 'B-01', 'A-01'), entry(5, 'A-01')]);
  expect(uses.get('A-01')).toEqual([1, 2, 5]);
  expect(uses.get('B-01')).toEqual([2]);
  expect(uses.get('C-01')).toBe(undefined);
});
