import { expect, test } from 'vitest';

import { place, shorter, type Named } from './labels';

const unit = (id: number, name: string, x: number, y: number, first = false): Named => ({
  id,
  name,
  at: [x, y],
  half: [20, 10],
  first,
});

test('a lone name stands below its unit', () => {
  const [label] = place([unit(1, 'Blue Guards', 100, 100)], () => 'Blue', 6);
  expect(label).toMatchObject({ text: 'Blue Guards', x: 100, anchor: 'middle' });
  expect(label?.y).toBeGreaterThan(110);
});

test('names in a melee do not lie over each other', () => {
  const crowd = [
    unit(1, 'Blue Guards', 100, 100),
    unit(2, 'Red Guards', 100, 121),
    unit(3, 'Red Hussars', 141, 121),
    unit(4, 'Blue Hussars', 141, 100),
  ];
  const labels = place(crowd, (id) => (id === 1 || id === 4 ? 'Blue' : 'Red'), 6);
  const boxes = labels.map(({ text, x, y, anchor }) => {
    const wide = (text.length * 0.62 + 0.7) * 6;
    const left = anchor === 'middle' ? x - wide / 2 : anchor === 'end' ? x - wide : x;
    return { left, right: left + wide, top: y - 5, bottom: y + 1 };
  });
  for (const [i, a] of boxes.entries()) {
    for (const b of boxes.slice(i + 1)) {
      const over = a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
      expect(over).toBe(false);
    }
  }
});

test('a name at the edge of the table stays on it', () => {
  const [label] = place([unit(1, 'The Long-named Guards', 188, 100)], () => 'Blue', 6, 200);
  expect(label?.anchor).toBe('middle');
  expect((label?.x ?? 0) + (21 * 6 * 0.62) / 2).toBeLessThanOrEqual(214);
  const far = unit(1, 'The Long-named Grenadiers of the Guard', 190, 100);
  expect(place([far], () => 'Blue', 6, 200)[0]?.anchor).toBe('end');
});

test('the chosen unit is always named', () => {
  const pile = Array.from({ length: 8 }, (_, id) => unit(id, 'Red Guards', 100, 100, id === 7));
  expect(place(pile, () => 'Red', 6).some((label) => label.id === 7)).toBe(true);
});

test('short names leave out what the table shows', () => {
  expect(shorter("Cutler's brigade", 'Union')).toEqual(["Cutler's brigade", "Cutler's"]);
  expect(shorter('Blue Guards', 'Blue')).toEqual(['Blue Guards', 'Guards']);
  expect(shorter('Wolf Warband', 'Tribes', ['Warband'])).toEqual(['Wolf Warband', 'Wolf']);
  expect(shorter('General Hale', 'Union')).toEqual(['General Hale']);
  expect(shorter('Hoplites', 'Athens')).toEqual(['Hoplites']);
});
