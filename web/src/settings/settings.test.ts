// Stored settings that are damaged, or from another version of the page.

import { expect, test } from 'vitest';

import { settings, sound } from './settings.svelte';

test('a bad value is left out, and the others stay', () => {
  const good = {
    theme: 'dark',
    language: 'de',
    hinted: ['move'],
    names: false,
    opponent: 'captain',
  };
  const bad = { speed: 'warp', textSize: 5, known: [1], motion: null, sound: 'yes', other: 1 };
  expect(sound({ ...good, ...bad })).toEqual(good);
  for (const value of [{ language: 5 }, { language: 'xx' }, { hinted: 5 }, { hinted: null }]) {
    expect(sound(value)).toEqual({});
  }
});

test('what the page stores is what it reads again', () => {
  expect(sound(settings)).toEqual({ ...settings });
});
