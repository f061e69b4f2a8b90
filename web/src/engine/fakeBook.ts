import type { ClauseView, Rulebook, RulingView } from '../contract/contract';

const clause = (
  id: string,
  title: string,
  says: string,
  standing: ClauseView['standing'] = 'written',
): ClauseView => ({
  id,
  title,
  says,
  source: 'play sheet',
  standing,
  switch: null,
  house: [],
});

export const fakeBook: Rulebook = {
  id: 'three-hit',
  title: 'Three-Hit',
  author: 'A. N. Author',
  published: '2020',
  status: 'complete',
  sections: [
    {
      title: 'Turn sequence',
      clauses: [
        clause('THR-TURN-01', 'Steps of a turn', 'A player turn runs through its steps in order.'),
        clause('THR-TURN-04', 'One move', 'Each unit may move once.', 'inferred'),
        clause('THR-TURN-05', 'One shot', 'Each unit that may shoot does so once.'),
        clause('THR-UNIT-02', 'Grades', 'Every attack has a grade.'),
        clause('THR-SCOPE-02', 'Hits', 'Units die on three hits.'),
      ],
    },
    {
      title: 'Movement',
      clauses: [
        clause('THR-MOVE-01', 'Rates', 'Infantry six inches, cavalry twelve.'),
        clause('THR-MOVE-06', 'Standing still', 'A unit may stay where it is.', 'ours'),
        clause(
          'THR-MOVE-09',
          'No contact',
          'A move that is not a charge may not touch an enemy.',
          'ours',
        ),
        {
          ...clause('THR-MOVE-11', 'Roads', 'On a road half the allowance is added.', 'answered'),
          switch: 'thr.road_bonus',
          house: ['Road bonus: three inches instead of half'],
        },
      ],
    },
  ],
  switches: [
    {
      name: 'thr.road_bonus',
      title: 'Road bonus',
      values: ['half', 'three_inches'],
      told: ['half', 'three inches'],
      value: 'half',
      default: 'half',
      says: 'What a whole move on a road adds.',
      clause: 'THR-MOVE-11',
    },
  ],
  numbers: [
    {
      path: 'infantry.move',
      title: 'Infantry, move',
      sort: 'whole',
      printed: '6',
      value: '6',
      least: '1',
      most: '48',
      clauses: ['THR-MOVE-01'],
    },
  ],
};

export const fakeRulings: RulingView[] = [
  {
    id: 'THR-A12',
    asks: 'How much does a road add?',
    readings: ['one half', 'three inches'],
    decision: 'One half; for foot both are the same.',
    clauses: ['THR-MOVE-11'],
    switch: 'thr.road_bonus',
  },
];
