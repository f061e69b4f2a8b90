import { expect, test } from 'vitest';

import type { Rulebook } from '../contract/contract';
import { studyText, type Form } from './study';

const BOOK = {
  id: 'three-hit',
  title: 'Three-Hit',
  switches: [{ name: 'cover', values: ['both', 'cancel'], default: 'both' }],
  numbers: [
    { path: 'hits_to_eliminate', sort: 'whole', printed: '3' },
    { path: 'move.road', sort: 'share', printed: '1/2' },
  ],
} as unknown as Rulebook;

const FORM: Form = {
  scenario: 'three-hit/two-hills',
  title: 'Two Hills',
  battles: 200,
  players: ['greedy', 'random'],
  seed: 7,
  asked: 'compare',
  variants: [
    { name: 'Say "two"', switches: { cover: 'both' }, numbers: { hits_to_eliminate: '2' } },
    { name: '', switches: { cover: 'cancel' }, numbers: { 'move.road': '1/3' } },
  ],
  sweep: { number: 'hits_to_eliminate', from: '1', to: '4', step: '1', answer: 'turns' },
};

test('sets of house rules become variants, each with what it changes only', () => {
  expect(studyText(FORM, BOOK)).toBe(`format = 1
title = "Two Hills: Say \\"two\\", House rules 2 against the printed rules"
scenario = "three-hit/two-hills"
battles = 200
players = ["greedy", "random"]
seed = 7

[[variant]]
name = "As printed"

[[variant]]
name = "Say \\"two\\""
[variant.numbers]
"hits_to_eliminate" = 2

[[variant]]
name = "House rules 2"
[variant.switches]
cover = "cancel"
[variant.numbers]
"move.road" = "1/3"
`);
});

test('a number is swept, or every switch is played', () => {
  const swept = studyText({ ...FORM, asked: 'sweep' }, BOOK);
  expect(swept).toContain('title = "Two Hills: hits to eliminate"');
  expect(swept).toContain(
    '[sweep]\nnumber = "hits_to_eliminate"\nfrom = 1\nto = 4\nstep = 1\nanswer = "turns"',
  );
  expect(swept).not.toContain('variant');
  const each = studyText({ ...FORM, asked: 'switches' }, BOOK);
  expect(each).toContain('each_switch = true');
  expect(each).toContain('title = "What each ruling of Three-Hit changes"');
});
