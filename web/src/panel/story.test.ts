import { expect, test } from 'vitest';

import type { LogEntry, View } from '../contract/contract';
import { ends, story } from './story';

const unit = (id: number, side: 'a' | 'b', status: string, strength: number) => ({
  id,
  side,
  status,
  strength,
  name: `Unit ${id}`,
});
const view = (...units: ReturnType<typeof unit>[]) => ({ units }) as unknown as View;

test('the turn in which one side lost most more than the other is the turning point', () => {
  const first = view(unit(1, 'a', 'table', 1), unit(2, 'a', 'table', 1), unit(3, 'b', 'table', 1));
  const second = view(
    unit(1, 'a', 'destroyed', 0),
    unit(2, 'a', 'fled', 0),
    unit(3, 'b', 'table', 0.4),
  );
  const told = story([
    { turn: 1, view: first },
    { turn: 2, view: second },
    { turn: 3, view: second },
  ]);
  expect(told.turning).toEqual({ turn: 2, side: 'a', lost: ['Unit 1', 'Unit 2'] });
  expect(told.bravest).toEqual({ name: 'Unit 3', side: 'b', strength: 0.4 });
});

test('losses of the winner decided nothing', () => {
  const won = (by: 'a' | 'b', ...units: ReturnType<typeof unit>[]) =>
    ({ ...view(...units), ended: { winner: by } }) as unknown as View;
  const units = [unit(1, 'a', 'destroyed', 0), unit(2, 'b', 'table', 0.5)];
  expect(story([{ turn: 4, view: won('a', ...units) }]).turning).toBeNull();
  expect(story([{ turn: 4, view: won('b', ...units) }]).turning).toMatchObject({ side: 'a' });
});

test('where losses were even, or nobody suffered, nothing is made up', () => {
  const even = view(unit(1, 'a', 'destroyed', 0), unit(2, 'b', 'destroyed', 0));
  expect(story([{ turn: 1, view: even }])).toEqual({ turning: null, bravest: null });
  expect(story([])).toEqual({ turning: null, bravest: null });
});

test('the last order of each turn is its end', () => {
  const log = [0, 0, 1, 1, 1, 2].map((turn, number) => ({ turn, number }) as LogEntry);
  expect(ends(log)).toEqual([
    { turn: 0, end: 1 },
    { turn: 1, end: 4 },
    { turn: 2, end: 5 },
  ]);
});
