import { expect, test } from 'vitest';

import { crowd, losses, seen, strokes } from './crowd';
import { ageOf, glyph, kindOf, type Kind } from './kinds';

const KINDS: Kind[] = [
  'infantry',
  'skirmishers',
  'archers',
  'cavalry',
  'artillery',
  'general',
  'dismounted',
  'pikes',
  'legion',
  'warband',
  'peltasts',
  'chariot',
  'elephant',
  'engine',
];

test('every kind is drawn on any stand, from every side, in either age', () => {
  for (const kind of KINDS) {
    for (const [w, d] of [
      [40, 20],
      [10, 60],
      [6, 3],
      [100, 8],
    ] as const) {
      const all = crowd(kind, [{ at: [0, 0], w, d }], 's');
      expect(all.slots.length).toBeGreaterThan(0);
      expect(all.slots.length).toBeLessThan(80);
      for (const turn of [0, 45, 90, 180, 270]) {
        for (const age of ['old', 'powder'] as const) {
          const drawn = strokes(all, kind, age, turn, 1, true);
          expect(drawn.strokes.some((stroke) => stroke.tone === 'own')).toBe(true);
          expect(JSON.stringify(drawn)).not.toMatch(/NaN|Infinity|undefined/);
        }
      }
    }
  }
});

test('the same unit is always drawn the same, with fewer details from afar', () => {
  const all = crowd('warband', [{ at: [0, 0], w: 30, d: 15 }], '7');
  expect(crowd('warband', [{ at: [0, 0], w: 30, d: 15 }], '7')).toEqual(all);
  const near = strokes(all, 'warband', 'old', 10, 1, true).strokes.length;
  expect(strokes(all, 'warband', 'old', 10, 1, false).strokes.length).toBeLessThan(near);
});

test('who falls leaves a gap or lies there; the last man stands, guns stay', () => {
  const line = crowd('infantry', [{ at: [0, 0], w: 40, d: 20 }], '1').slots;
  const standing = (left: number) =>
    losses(line, left, '1').filter((slot) => slot.actor !== 'fallen').length;
  expect(standing(1)).toBe(line.length);
  expect(standing(0.5)).toBe(Math.round(line.length / 2));
  expect(standing(0)).toBe(1);
  expect(losses(line, 0.5, '1').some((slot) => slot.actor === 'fallen')).toBe(true);
  expect(losses(line, 0.5, '1').length).toBeLessThan(line.length);
  const battery = crowd('artillery', [{ at: [0, 0], w: 20, d: 20 }], '2').slots;
  expect(losses(battery, 0, '2').filter((slot) => slot.actor === 'thing').length).toBe(1);
});

test('a unit is seen from behind, from the front, from either side', () => {
  expect(seen(0).seen).toBe('back');
  expect(seen(359).seen).toBe('back');
  expect(seen(180).seen).toBe('front');
  expect(seen(90)).toEqual({ seen: 'side', mirrored: 1 });
  expect(seen(-90)).toEqual({ seen: 'side', mirrored: -1 });
});

test('with a legion on the table horsemen carry spears', () => {
  expect(ageOf(['infantry', 'cavalry'])).toBe('powder');
  expect(ageOf(['cavalry', 'legion'])).toBe('old');
  expect(glyph('cavalry', 'old', 'main', 'side')).not.toEqual(
    glyph('cavalry', 'powder', 'main', 'side'),
  );
  expect(kindOf('cavalry', 'dismounted')).toBe('dismounted');
  expect(kindOf('cavalry', 'line')).toBe('cavalry');
});
