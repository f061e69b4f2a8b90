import { expect, test } from 'vitest';

import { WORDS_OF } from '../contract/contract';
import { Heard } from './heard';

test('a battle needs the words of the table and of its own rule set', () => {
  const battle = new Heard(false);
  expect(battle.needs('start', '[{"scenario":"three-hit/two-hills"},7]')).toEqual([
    'table',
    'three-hit',
  ]);
  expect(battle.needs('view', '[]')).toEqual(['table', 'three-hit']);
});

test('a difference needs the words of its base too', () => {
  const battle = new Heard(false);
  const journal = JSON.stringify(['{"rules":"pike-and-shot"}']);
  expect(battle.needs('load', journal)).toEqual(['table', 'pike-and-shot', 'three-hit']);
});

test('what names no rule set may be about any of them', () => {
  const all = Object.keys(WORDS_OF);
  expect(all.length).toBeGreaterThan(6);
  expect(new Set(new Heard(false).needs('view', '[]'))).toEqual(new Set(['table', ...all]));
  expect(new Set(new Heard(true).needs('choices', '[]'))).toEqual(
    new Set(['table', 'study', ...all]),
  );
});

test('what answers no words needs none', () => {
  expect(new Heard(false).needs('seal', '["x"]')).toEqual([]);
});
