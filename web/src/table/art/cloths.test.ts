// Flags: right for side and age, in every language of the page, and never the same for both sides.
import { expect, test } from 'vitest';

import { clothsOf, standardOf } from './cloths';
import type { Era } from './era';

test.each([
  ['Union', 'Union', 'union'],
  ['Confederates', 'Konföderierte', 'confederate'],
  ['Confederacy', 'Konföderation', 'confederate'],
  ['Rome', 'Rom', 'rome'],
  ['Tribes', 'Stämme', 'boar'],
  ['Danes', 'Dänen', 'raven'],
  ['Pontus', 'Pontus', 'pontus'],
] as const)('%s carries its own colours, in German (%s) too', (english, german, standard) => {
  for (const name of [english, german])
    for (const key of ['a', 'b'] as const)
      expect(standardOf(name, key, 'civil'), name).toBe(standard);
});

test('names that only begin alike carry the colours of their age', () => {
  expect(standardOf('Romney Marsh', 'a', 'shako')).toBe('quartered');
  expect(standardOf('Blue', 'b', 'shako')).toBe('banded');
});

test('both sides of any age tell themselves apart without colours', () => {
  for (const era of ['ancient', 'dark', 'pike', 'lace', 'shako', 'civil'] satisfies Era[])
    expect(standardOf('North', 'a', era)).not.toBe(standardOf('South', 'b', era));
  const { a, b } = clothsOf({ rules: 'three-hit', units: [], sides: ['Blue', 'Red'] });
  expect(a.map(({ d }) => d)).not.toEqual(b.map(({ d }) => d));
});

test('no flag leaves its cloth', () => {
  for (const sides of [
    ['Union', 'Confederacy'],
    ['Rome', 'Epirus'],
    ['Tribes', 'Pontus'],
    ['Wessex', 'Danes'],
    ['North', 'South'],
  ] as const)
    for (const rules of ['throw-me-a-6', 'pike-and-shot', 'favorite', 'three-hit', 'otr-d6']) {
      const { a, b } = clothsOf({ rules, units: [], sides });
      for (const { d } of [...a, ...b]) {
        const numbers = d.match(/-?[\d.]+/g)?.map(Number) ?? [];
        expect(numbers.length).toBeGreaterThan(5);
        expect(Math.max(...numbers.map(Math.abs))).toBeLessThan(9.6);
      }
    }
});
