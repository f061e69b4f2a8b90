import { expect, test } from 'vitest';

import type { Xy } from '../contract/contract';
import { lay, shorter, type Box, type Label, type Named, type Place } from './labels';

const unit = (id: number, name: string, x: number, y: number, first = false): Named => ({
  id,
  name,
  at: [x, y],
  half: [20, 10],
  first,
});

const place = (
  units: Named[],
  side: (id: number) => string,
  size: number,
  wide = 400,
  places: Place[] = [],
) => lay({ units, places, size, placeSize: size, taken: [], table: [wide, 400] }, side);

/** Returns the box of a name, with letters a little narrower than the guess. */
const boxOf = ({ text, x, y }: Pick<Label, 'text' | 'x' | 'y'>, size: number): Box => ({
  x: x - (text.length * 0.6 * size) / 2,
  y: y - size * 0.8,
  w: text.length * 0.6 * size,
  h: size,
});
const over = (a: Box, b: Box) =>
  a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
const bodyOf = ({ at, half }: Named): Box => ({
  x: at[0] - half[0],
  y: at[1] - half[1],
  w: 2 * half[0],
  h: 2 * half[1],
});

/** Returns whether a line crosses a box, by testing many of its points. */
const through = ([[ax, ay], [bx, by]]: [Xy, Xy], box: Box): boolean =>
  Array.from({ length: 60 }, (_, i) => i / 59).some((k) =>
    over({ x: ax + (bx - ax) * k - 0.01, y: ay + (by - ay) * k - 0.01, w: 0.02, h: 0.02 }, box),
  );

test('a lone name stands below its unit', () => {
  const [label] = place([unit(1, 'Blue Guards', 100, 100)], () => 'Blue', 6).units;
  expect(label).toMatchObject({ text: 'Blue Guards', x: 100, leader: null });
  expect(label?.y).toBeGreaterThan(110);
});

test('names in a melee lie over nothing, and all are there', () => {
  const crowd = [
    unit(1, 'Blue Guards', 100, 100),
    unit(2, 'Red Guards', 100, 121),
    unit(3, 'Red Hussars', 141, 121),
    unit(4, 'Blue Hussars', 141, 100),
  ];
  const { units } = place(crowd, (id) => (id === 1 || id === 4 ? 'Blue' : 'Red'), 6);
  expect(units).toHaveLength(4);
  for (const [i, label] of units.entries()) {
    const box = boxOf(label, 6);
    for (const other of units.slice(i + 1)) expect(over(box, boxOf(other, 6))).toBe(false);
    for (const body of crowd) expect(over(box, bodyOf(body))).toBe(false);
  }
});

test('however units crowd, names lie over no unit and no name, and stand by their own', () => {
  let seed = 7;
  let led = 0;
  const next = () => (seed = (seed * 48271) % 2147483647) / 2147483647;
  for (let round = 0; round < 60; round += 1) {
    const crowd = Array.from({ length: 24 }, (_, id) =>
      unit(id, `Red Guards ${id}`, 30 + next() * 340, 30 + next() * 340),
    );
    const places: Place[] = [{ name: 'Elm Wood', at: [200, 200], half: [60, 40], kind: 'ground' }];
    const { units, places: named } = place(crowd, () => 'Red', 6, 400, places);
    const boxes = [...units, ...named].map((label) => boxOf(label, 6));
    for (const [i, box] of boxes.entries()) {
      for (const other of boxes.slice(i + 1)) expect(over(box, other)).toBe(false);
      const own = units[i]?.id;
      for (const body of crowd)
        if (body.id !== own) expect(over(box, bodyOf(body)), `${round}`).toBe(false);
    }
    for (const { id, leader } of units) {
      if (!leader) continue;
      led += 1;
      const [, [x, y]] = leader;
      const foot = { x: x - 0.1, y: y - 0.1, w: 0.2, h: 0.2 };
      expect(over(foot, bodyOf(crowd[id] as Named)), 'a line leads to its unit').toBe(true);
      const others = [
        ...crowd.filter((one) => one.id !== id).map(bodyOf),
        ...units.filter((one) => one.id !== id).map((one) => boxOf(one, 5)),
      ];
      expect(
        others.some((box) => through(leader, box)),
        `${round}: a line crosses none`,
      ).toBe(false);
    }
  }
  expect(led).toBeGreaterThan(0);
});

test('a name at the edge of the table stays on it', () => {
  const far = unit(1, 'The Long-named Grenadiers of the Guard', 190, 100);
  for (const one of [unit(1, 'The Long-named Guards', 188, 100), far]) {
    const [label] = place([one], () => 'Blue', 6, 200).units;
    expect((label?.x ?? 999) + ((label?.text.length ?? 0) * 6 * 0.62) / 2).toBeLessThanOrEqual(214);
  }
});

test('the chosen unit is always named', () => {
  const pile = Array.from({ length: 8 }, (_, id) => unit(id, 'Red Guards', 100, 100, id === 7));
  expect(place(pile, () => 'Red', 6).units.some((label) => label.id === 7)).toBe(true);
});

test('a name of ground makes room for units, or goes', () => {
  const wood: Place = { name: 'Elm Wood', at: [100, 100], half: [80, 40], kind: 'ground' };
  const away = place([], () => '', 6, 400, [wood]).places;
  expect(away[0]).toMatchObject({ text: 'Elm Wood', x: 100 });
  const stood = unit(1, 'Guards', 100, 100);
  const [moved] = place([stood], () => '', 6, 400, [wood]).places;
  expect(moved && over(boxOf(moved, 6), bodyOf(stood))).toBe(false);
  const tiny: Place = { ...wood, half: [15, 8] };
  expect(place([stood], () => '', 6, 400, [tiny]).places).toEqual([]);
});

test('short names leave out what the table shows', () => {
  expect(shorter("Cutler's brigade", 'Union')).toEqual(["Cutler's brigade", "Cutler's"]);
  expect(shorter('Blue Guards', 'Blue')).toEqual(['Blue Guards', 'Guards']);
  expect(shorter('Wolf Warband', 'Tribes', ['Warband'])).toEqual(['Wolf Warband', 'Wolf']);
  expect(shorter('General Hale', 'Union')).toEqual(['General Hale']);
  expect(shorter('Hoplites', 'Athens')).toEqual(['Hoplites']);
  expect(shorter('Blaue Gardisten', 'Blau')).toEqual(['Blaue Gardisten', 'Gardisten']);
  expect(shorter('Husaren der Krone', 'Krone', ['Krone'])).toEqual([
    'Husaren der Krone',
    'Husaren',
  ]);
  expect(shorter('Danish Levy of the east', 'Danes')).toEqual([
    'Danish Levy of the east',
    'Danish Levy',
  ]);
});
