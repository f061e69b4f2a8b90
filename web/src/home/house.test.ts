import { expect, test } from 'vitest';
import { fakeBook as rulebook } from '../engine/fakeBook';
import { houseText, isAmiss } from './house';

const chosen = { name: '', switches: {}, numbers: {} };

test('what is as printed is left out', () => {
  expect(houseText(rulebook, chosen)).toBeNull();
  const same = { ...chosen, numbers: { 'infantry.move': '6' } };
  expect(houseText(rulebook, same)).toBeNull();
});

test('differences are written with the base and a name', () => {
  const text = houseText(rulebook, {
    name: 'Fast "feet"',
    switches: { 'thr.road_bonus': 'three_inches' },
    numbers: { 'infantry.move': '8' },
  });
  expect(text).toContain('base = "three-hit"');
  expect(text).toContain('name = "Fast \\"feet\\""');
  expect(text).toContain('"infantry.move" = 8');
});

test('what is no number is quoted for the engine to refuse', () => {
  const text = houseText(rulebook, { ...chosen, numbers: { 'infantry.move': 'far' } });
  expect(text).toContain('"infantry.move" = "far"');
});

test('a number beyond its bounds, or no number, is marked', () => {
  const [whole] = rulebook.numbers.filter((one) => one.sort === 'whole');
  if (!whole?.least || !whole.most) throw new Error('no whole number with bounds');
  const amiss = ['-1000', '2.5', 'far', String(Number(whole.most) + 1)];
  expect(amiss.map((text) => isAmiss(whole, text))).toEqual(amiss.map(() => true));
  const fine = [undefined, '', ' ', whole.least, whole.most];
  expect(fine.map((text) => isAmiss(whole, text))).toEqual(fine.map(() => false));
});
