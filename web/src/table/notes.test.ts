import { expect, test } from 'vitest';

import type { Overlay, Xy } from '../contract/contract';
import { Frame } from './frame';
import type { Box } from './labels';
import { areaNotes, reachNotes, sightNotes, write, type Room } from './notes';

const frame = new Frame([48, 36]);
const room = (taken: Box[]): Room => ({ font: 10, high: 12, taken, table: [480, 360] });
const over = (a: Box, b: Box) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const box = (x: number, y: number, w = 60, h = 20): Box => ({ x: x - w / 2, y: y - h / 2, w, h });

/** A reach of six around a unit in the middle of the table. */
const round = Array.from({ length: 48 }, (_, i): Xy => {
  const turn = (i * Math.PI) / 24;
  return [24 + 6 * Math.sin(turn), 18 + 6 * Math.cos(turn)];
});
const mover = { centre: [24, 18] as Xy, facing: 0 };

test('how far a unit gets stands at the ends of its reach', () => {
  const written = write(reachNotes(mover, [round], frame, 10), room([]));
  expect(written.map(({ text }) => text)).toEqual(['6.0″', '6.0″', '6.0″', '6.0″']);
  expect(written[0]?.at[0]).toBeCloseTo(240, 0);
  expect(written[0]?.at[1]).toBeCloseTo(123.5, 0);
});

test('but over no name and no unit', () => {
  const taken = [box(240, 120), box(300, 180), box(240, 240)];
  const written = write(reachNotes(mover, [round], frame, 10), room(taken));
  expect(written).toHaveLength(4);
  for (const [i, one] of written.entries())
    for (const other of [...taken, ...written.slice(i + 1).map((it) => it.box)])
      expect(over(one.box, other)).toBe(false);
});

const overlay = {
  areas: [
    {
      kind: 'range',
      label: 'Far',
      far: 12,
      outline: [
        [20, 20],
        [18, 30],
        [24, 32],
        [30, 30],
        [28, 20],
      ],
    },
  ],
  sight: [{ unit: 1, from: [10, 10], to: [40, 10], length: 30, clear: false }],
} as unknown as Overlay;

test('a range bears its name at an end of its far edge, or along it where a name stands there', () => {
  const at = (taken: Box[]) => write(areaNotes(overlay, frame), room(taken))[0];
  expect(at([])?.text).toBe('Far 12″');
  expect(at([])?.at[0]).toBe(180);
  const moved = at([box(180, 60)]);
  expect(moved?.at[0]).not.toBe(180);
  expect(over(moved?.box ?? box(0, 0), box(180, 60))).toBe(false);
});

test('a line of sight bears its length along it', () => {
  const notes = sightNotes(overlay, frame);
  expect(notes[0]?.text).toBe('✕ 30.0″');
  const [free] = write(notes, room([]));
  const [moved] = write(notes, room([box(300, 260)]));
  expect(free?.at[0]).toBe(300);
  expect(moved?.at[0]).not.toBe(300);
});

test('a number is on the table, however near to its edge it belongs', () => {
  const edge = { centre: [1, 1] as Xy, facing: 0 };
  const out: Xy[] = [
    [1, 7],
    [-5, 1],
    [1, -5],
    [7, 1],
  ];
  for (const { box: it } of write(reachNotes(edge, [out], frame, 10), room([]))) {
    expect(it.x).toBeGreaterThanOrEqual(0);
    expect(it.y + it.h).toBeLessThanOrEqual(360);
  }
});

test('where nothing is free a number is left out', () => {
  const all = box(240, 180, 480, 360);
  expect(write(sightNotes(overlay, frame), room([all]))).toEqual([]);
});
