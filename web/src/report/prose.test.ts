import { expect, test } from 'vitest';
import type { LogEntry, LogLine, RollView } from '../contract/contract';
import { list, story, told } from './prose';

const entry = (number: number, order: string, rest: Partial<LogEntry> = {}): LogEntry => ({
  number,
  order,
  who: null,
  short: null,
  telling: 'act',
  side: 'a',
  rolls: [],
  lines: [],
  turn: 1,
  phase: 'Move',
  clauses: [],
  stated: null,
  struck: [],
  ruling: null,
  ...rest,
});
const move = (number: number, who: string, verb = 'move', rest: Partial<LogEntry> = {}) =>
  entry(number, `${who} ${verb}: advance 6 inches`, {
    telling: 'move',
    who,
    short: `${who} ${verb}`,
    ...rest,
  });
const line = (
  text: string,
  tiding: LogLine['tiding'] = 'act',
  who: string | null = null,
): LogLine => ({
  text,
  clause: 'X',
  unit: null,
  who,
  tiding,
});
const roll = (came: string, rest: Partial<RollView> = {}): RollView => ({
  by: 'a',
  faces: [5],
  sides: 6,
  clause: 'X',
  title: 'The poor column',
  says: `needed 5+, rolled 5: ${came}`,
  came,
  drawn: false,
  thrown: 'hand',
  ...rest,
});

test('moves are told together, what was thrown and done one by one', () => {
  const turns = told([
    entry(0, 'The battle begins', {
      telling: 'quiet',
      lines: [line('Turn 1, Blue: Move', 'clock')],
    }),
    move(1, 'Blue Guards'),
    move(2, 'Blue Line', 'moves'),
    entry(3, 'Blue Line turns 10° left', { telling: 'quiet' }),
    entry(4, 'End movement', { telling: 'quiet', lines: [line('Now: Shoot', 'clock')] }),
    entry(5, 'Blue Battery shoots at Red Hussars', {
      rolls: [roll('1 hit')],
      lines: [line('Red Hussars: 2 hits')],
    }),
    entry(6, 'Blue Line shoots at Red Hussars', { rolls: [roll('no hit')] }),
    move(7, 'Red Line', 'moves', { side: 'b', turn: 2 }),
  ]);
  expect(turns.map(({ turn, last }) => [turn, last])).toEqual([
    [1, 6],
    [2, 7],
  ]);
  expect(turns[0]?.parts).toEqual([
    {
      side: 'a',
      text: 'Blue Guards and Blue Line move. Blue Battery shoots at Red Hussars: 1 hit. Red Hussars: 2 hits. Blue Line shoots at Red Hussars: no hit.',
    },
  ]);
  expect(turns[1]?.parts[0]?.text).toBe('Red Line moves.');
});

test('what happened says what the dice came to: it is not said twice', () => {
  expect(
    story([
      entry(1, 'Weed’s battery shoots at Imboden’s horse', {
        rolls: [roll('hit'), roll('unharmed')],
        lines: [line('Imboden’s horse against Weed’s battery: hit')],
      }),
    ]),
  ).toEqual([
    'Weed’s battery shoots at Imboden’s horse: unharmed.',
    'Imboden’s horse against Weed’s battery: hit.',
  ]);
});

test('dice at the end of a phase are told where nothing else tells of them', () => {
  const end = { telling: 'quiet' as const, rolls: [roll('holds', { title: 'The morale die' })] };
  expect(story([entry(1, 'End shooting', end)])).toEqual(['The morale die: holds.']);
  const told = [line('Red Hussars against Blue Line: holds')];
  expect(story([entry(1, 'End shooting', { ...end, lines: told })])).toEqual([
    'Red Hussars against Blue Line: holds.',
  ]);
});

test('who arrives is told together, cards and places are not told', () => {
  const [turn] = told([
    entry(1, 'End activation', {
      telling: 'quiet',
      rolls: [roll('card 2 of 4', { drawn: true })],
      lines: [
        line('First brigade takes post in the south, facing north', 'place', 'First brigade'),
        line('First brigade arrives', 'arrival', 'First brigade'),
        line('General Mercer arrives', 'arrival', 'General Mercer'),
        line('The card of Mercer’s division is drawn', 'clock'),
      ],
    }),
  ]);
  expect(turn?.parts[0]?.text).toBe('First brigade and General Mercer arrive.');
});

test('names are listed', () => {
  expect(list(['A'])).toBe('A');
  expect(list(['A', 'B', 'C'])).toBe('A, B, and C');
});
