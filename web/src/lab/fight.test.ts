import { expect, test } from 'vitest';

import type { Choices } from '../contract/contract';
import { axesOf, courseText, fightText, gridText, linked, ofKind, usual } from './fight';

const CHOICES = {
  rules: 'otr-d6',
  title: 'OTR D6',
  lengths: 'inches',
  farthest: 100,
  strength: 'stand',
  kinds: [
    {
      id: 'infantry',
      title: 'Infantry',
      stands: 6,
      stands_range: [1, 12],
      formations: ['line', 'column'],
      ratings: [{ id: 'grade', title: 'Grade', values: ['raw', 'veteran'], usual: 'raw' }],
    },
    {
      id: 'battery',
      title: 'Battery',
      stands: 2,
      stands_range: [1, 2],
      formations: ['unlimbered'],
      ratings: [],
    },
  ],
  leaders: [{ id: 'general' }],
  marks: [{ id: 'disrupted', title: 'disrupted', range: [0, 1] }],
  grounds: [],
  between: [],
  sides: ['front', 'flank', 'rear'],
  orders: [],
  others: [{ id: 'best', says: 'each chooses what is best for him' }],
} as unknown as Choices;

test('a usual fight says little', () => {
  expect(fightText(usual(CHOICES), CHOICES)).toBe(`format = 1
rules = "otr-d6"
range = 6
side = "front"
others = "best"

[unit]
kind = "infantry"

[target]
kind = "infantry"
`);
});

test('what is unusual is said, and losses leave what a unit began with', () => {
  const fight = usual(CHOICES);
  fight.unit = {
    ...fight.unit,
    stands: 4,
    formation: 'column',
    ratings: { grade: 'veteran' },
    marks: { disrupted: 1 },
    ground: 'woods',
    leader: 'general',
  };
  fight.target = { ...fight.target, ...ofKind(CHOICES.kinds[1]) };
  fight.between = 'wall';
  const text = fightText({ ...fight, order: 'shoot', range: 2.5 }, CHOICES);
  expect(text).toContain('range = 2.5');
  expect(text).toContain('between = "wall"\norder = "shoot"');
  expect(text).toContain(`[unit]
kind = "infantry"
stands = 4
started = 6
formation = "column"
grade = "veteran"
disrupted = 1
ground = "woods"
leader = { kind = "general" }
`);
  expect(text).toContain('[target]\nkind = "battery"\n');
});

test('house rules of a fight are the last tables of its file', () => {
  const text = '\n[numbers]\n"hits_to_eliminate" = 2\n';
  const house = { switches: {}, numbers: { hits_to_eliminate: '2' }, text };
  expect(
    fightText({ ...usual(CHOICES), house }, CHOICES).endsWith(`kind = "infantry"\n${text}`),
  ).toBe(true);
});

test('a range that was wiped out is for the engine to refuse', () => {
  expect(fightText({ ...usual(CHOICES), range: NaN }, CHOICES)).toContain('range = ""');
});

test('what can be varied is what the rule set allows, and a grid says so', () => {
  const fight = usual(CHOICES);
  const axes = axesOf(fight, CHOICES);
  expect(axes.map((axis) => axis.path)).toEqual([
    'range',
    'side',
    'target.stands',
    'target.disrupted',
    'target.grade',
    'unit.stands',
    'unit.disrupted',
    'unit.grade',
  ]);
  const chosen = axes.filter((axis) => ['range', 'target.disrupted'].includes(axis.path));
  expect(gridText(fight, CHOICES, chosen, 'target gone')).toContain(`
[grid]
answer = "target gone"
range = [2, 4, 6, 8, 10, 12, 14, 16, 18]
target.disrupted = [0, 1]
`);
  expect(courseText(fight, CHOICES, { orders: ['shoot'], answers: false, gone: 'target' }))
    .toContain(`
[until]
unit = ["shoot"]
target = []
gone = "target"
`);
});

test('a fight from a link takes what fits, and nothing else', () => {
  const rest = usual(CHOICES);
  expect(linked(null, rest)).toEqual(rest);
  expect(linked(JSON.parse(JSON.stringify(rest)), rest)).toEqual(rest);
  const crafted = {
    range: 'far',
    side: 3,
    between: 'wall',
    unit: 5,
    target: {
      kind: null,
      stands: 4,
      marks: { disrupted: 1, worn: 'x' },
      ratings: { grade: 'veteran' },
    },
    house: { switches: ['a'], numbers: null, text: {} },
    added: 1,
  };
  expect(linked(crafted, rest)).toEqual({
    ...rest,
    between: 'wall',
    house: { switches: { 0: 'a' }, numbers: {}, text: '' },
    target: { ...rest.target, stands: 4, marks: { disrupted: 1 }, ratings: { grade: 'veteran' } },
  });
});
