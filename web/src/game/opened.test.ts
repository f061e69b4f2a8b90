// Files that the player opens.
import { expect, test } from 'vitest';

import { sortOf, textOf } from './opened';

test('the name of a file says what it holds, or else its keys do', () => {
  expect(sortOf('a.journal.jsonl', 'rules = 1')).toBe('journal');
  expect(sortOf('a.txt', '  {"format":2}')).toBe('journal');
  expect(sortOf('A.ARMY.TOML', '')).toBe('army');
  expect(sortOf('a.situation.toml', '')).toBe('situation');
  expect(sortOf('a.tutorial.toml', '')).toBe('tutorial');
  expect(sortOf('a.toml', 'title = "x"\n scenario = "three-hit/two-hills"')).toBe('study');
  expect(sortOf('a.toml', 'scenarios = []')).toBe('study');
  expect(sortOf('a.study.toml', '')).toBe('study');
  expect(sortOf('a.toml', 'base = "three-hit"')).toBe('house');
  expect(sortOf('a.toml', 'rules = "six-plus"\nbase = 1')).toBe('battle');
  expect(sortOf('a.toml', 'says = "base = it"')).toBe('battle');
  expect(sortOf('a.png', '')).toBe('battle');
});

test('text is read in UTF-8 and in UTF-16', () => {
  const of = (...bytes: number[]) => new Uint8Array(bytes).buffer;
  expect(textOf(of(0xc3, 0xa4))).toBe('ä');
  expect(textOf(of(0xef, 0xbb, 0xbf, 0x61))).toBe('a');
  expect(textOf(of(0xff, 0xfe, 0xe4, 0))).toBe('ä');
  expect(textOf(of(0xfe, 0xff, 0, 0xe4))).toBe('ä');
  expect(textOf(of(0x61, 0xff))).toBe('a\ufffd');
  expect(textOf(of(0xff))).toBe('\ufffd');
  expect(textOf(of())).toBe('');
});
