// Drafts that the page saves by itself: none is lost to another, whatever the clock says.

import { beforeEach, expect, test } from 'vitest';

import { keep, keptDrafts, type Kept } from './kept';

beforeEach(() => localStorage.clear());

const draft = (id: string, when: number): Kept => ({
  id,
  title: id,
  rules: 'three-hit',
  when,
  draft: { top: { rules: 'three-hit' }, things: [], next: 1 },
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

test('each draft has the id that it is kept under', () => {
  const text = JSON.stringify(draft('same', 1));
  for (const id of ['one', 'other']) localStorage.setItem(`sandtable.draft.${id}`, text);
  const ids = keptDrafts().map(({ id }) => id);
  expect(ids.toSorted()).toEqual(['one', 'other']);
});

test('a draft that cannot be drawn is not offered', () => {
  const broken = (top: object, things: object[] = []) =>
    keep({ ...draft('broken', 1), draft: { top, things, next: 2 } as never });
  const unit = (keys: object) => [{ id: 1, list: 'unit', keys }];
  broken({ rules: 'three-hit', table: '36x36' });
  expect(keptDrafts()).toHaveLength(0);
  broken({ rules: 'three-hit' }, unit({ name: 5 }));
  expect(keptDrafts()).toHaveLength(0);
  broken({ rules: 'three-hit' }, unit({ name: 'Guards', at: [1, 2] }));
  expect(keptDrafts()).toHaveLength(1);
});
