// Drafts that the page saves by itself: none is lost to another, whatever the clock says.

import { beforeEach, expect, test } from 'vitest';

import type { Draft } from './draft';
import { keep, keptDrafts, type Kept } from './kept';

beforeEach(() => localStorage.clear());

const draft = (id: string, when: number): Kept => ({
  id,
  title: id,
  rules: 'three-hit',
  when,
  draft: { top: { rules: 'three-hit' }, things: [] } as unknown as Draft,
  symmetry: null,
});

test('the draft saved last comes first, even if the clock was set back', () => {
  keep(draft('noon', 2_000));
  keep(draft('after', 1_000));
  expect(keptDrafts().map(({ id }) => id)).toEqual(['after', 'noon']);
  keep(draft('noon', 500));
  expect(keptDrafts().map(({ id }) => id)).toEqual(['noon', 'after']);
});

test('no draft is deleted to make room for another', () => {
  for (let n = 0; n < 40; n += 1) keep(draft(`draft-${n}`, n));
  expect(keptDrafts()).toHaveLength(40);
});
