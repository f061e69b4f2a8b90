import { expect, test } from 'vitest';

import type { SwitchView } from '../contract/contract';
import { before, told } from './switches';

const road = { values: ['half', 'three_inches'], told: ['half', 'three inches'] } as SwitchView;

test('a value is told in words, and as it is written where there are none', () => {
  expect(told(road, 'three_inches')).toBe('three inches');
  expect(told(road, '7')).toBe('7');
});

test('a question needs no colon before its answer', () => {
  expect(before('How large is the road bonus?')).toBe('How large is the road bonus?');
  expect(before('Charge, near general')).toBe('Charge, near general:');
});
