import { afterAll, beforeEach, expect, test, vi } from 'vitest';

beforeEach(() => vi.resetModules());

const numbers = async (language: string) => {
  localStorage.setItem('sandtable.settings', JSON.stringify({ language }));
  return import('./numbers');
};

// The tests share one page: the others read English.
afterAll(() => {
  localStorage.clear();
  vi.resetModules();
});

test('German has a comma where English has a point', async () => {
  const de = await numbers('de');
  expect(de.numeral('3.5')).toBe('3,5');
  expect(de.decimals(12.25, 1)).toBe('12,3');
  expect(de.numeral('1/2')).toBe('1/2');
  expect(de.numeral(6)).toBe('6');
  const frame = await import('../table/frame');
  expect(frame.measured('3.5', 'inches')).toBe('3,5″');
});

test('English keeps its point', async () => {
  const en = await numbers('en');
  expect(en.numeral('3.5')).toBe('3.5');
  expect(en.decimals(2, 2)).toBe('2.00');
});

test('either mark may be typed; files have a point', async () => {
  const { typed } = await numbers('de');
  expect(typed(' 4,5 ')).toBe('4.5');
  expect(typed('4.5')).toBe('4.5');
  expect(typed('1/2')).toBe('1/2');
});
