import { expect, test } from 'vitest';
import { points, told } from './told';

test('points are told in halves', () => {
  expect([0, 1, 2, 3, 7].map(points)).toEqual(['0', '½', '1', '1½', '3½']);
});

test('who meets whom is told in words', () => {
  expect(told({ swiss: { rounds: 1 } })).toBe('Swiss, 1 round');
  expect(told({ roundRobin: { double: false } })).toBe('Round robin');
});
