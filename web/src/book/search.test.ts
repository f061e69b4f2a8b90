// Searching the rulebook, and the glossary itself.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

import { fakeBook, fakeRulings } from '../engine/fakeBook';
import type { Entry } from './entry';
import { indexed, linked, marked, plain, stem } from './cut';
import { distance, search, synonyms } from './search';

const read = (language: string) =>
  JSON.parse(
    readFileSync(path.join(import.meta.dirname, `glossary/${language}.json`), 'utf8'),
  ) as Entry[];
const [english, german] = [read('en'), read('de')];

const like = {
  source: '',
  standing: 'written' as const,
  switch: null,
  house: [],
};
const book = {
  ...fakeBook,
  rulings: fakeRulings,
  sections: [
    {
      title: 'Shooting',
      clauses: [
        one('THR-SHOOT-01', 'Artillery ranges', 'A battery reaches far.'),
        one('THR-SHOOT-02', 'Cover', 'A wall is cover.'),
        one('THR-MEL-01', 'Hand to hand', 'Units in contact fight.'),
        one('THR-MOVE-01', 'Wheeling', 'A unit wheels about a front corner.'),
      ],
    },
  ],
};
function one(id: string, title: string, says: string) {
  return { ...like, id, title, says };
}
const found = (asked: string) => search(book, english, asked);

test.each([
  ['THR-SHOOT-02', 'THR-SHOOT-02'],
  ['gun', 'artillery'],
  ['cannon', 'artillery'],
  ['close combat', 'melee'],
  ['wheel', 'wheel'],
  ['general', 'leader'],
])('%s finds %s first', (asked, first) => {
  expect(found(asked).hits[0]?.id).toBe(first);
});

test('other words find the clause too: gun finds artillery, and says so', () => {
  const { hits, meant } = found('gun');
  expect(hits.map((hit) => hit.id)).toContain('THR-SHOOT-01');
  expect(meant).toContain('artillery');
});

test('forms of a word are the word', () => {
  expect(stem('wheeling')).toBe(stem('wheels'));
  expect(found('wheels').hits.map((hit) => hit.id)).toContain('THR-MOVE-01');
});

test('German words are found without German letters', () => {
  expect(plain('Schießen über Hügel')).toBe(plain('schiessen UEBER huegel'));
  expect(plain('Re\u0301sume\u0301')).toBe('resume');
  const spelled = marked('Über den Hügel schießen', ['huegel', 'schiessen']);
  expect(spelled.filter(({ on }) => on).map(({ text }) => text)).toEqual(['Hügel', 'schießen']);
});

test('what has all the words comes before what has some, and some are said to be some', () => {
  const whole = found('battery reaches');
  expect(whole.hits.find((hit) => hit.kind === 'clause')?.id).toBe('THR-SHOOT-01');
  expect(whole.some).toBe(false);
  const some = found('battery banana');
  expect(some.some).toBe(true);
  expect(some.hits.length).toBeGreaterThan(0);
});

test('nothing found is helped along', () => {
  const { hits, perhaps } = found('wheeeling');
  expect(hits).toEqual([]);
  expect(perhaps).toContain('wheeling');
  expect(distance('wheeeling', 'wheeling')).toBe(1);
  expect(found('  ').hits).toEqual([]);
  expect(found('zzzzqqq')).toMatchObject({ hits: [], perhaps: [] });
});

test('rulings, switches and numbers are found', () => {
  const kinds = new Set(
    ['road', 'contact', 'half', 'move'].flatMap((asked) =>
      search({ ...fakeBook, rulings: fakeRulings }, english, asked).hits.map((hit) => hit.kind),
    ),
  );
  for (const kind of ['clause', 'switch', 'term']) expect(kinds).toContain(kind);
});

test('the numbers behind a rule come after what is read, and are few', () => {
  const numbers = Array.from({ length: 30 }, (_, i) => ({
    path: `kind.artillery.n${i}`,
    title: `Kind, artillery, n${i}`,
    sort: 'whole' as const,
    printed: '1',
    value: '1',
    least: null,
    most: null,
    clauses: ['THR-SHOOT-01'],
  }));
  const { hits } = search({ ...book, numbers }, english, 'artillery');
  const kinds = hits.map((hit) => hit.kind);
  expect(kinds.filter((kind) => kind === 'number')).toHaveLength(8);
  expect(kinds.lastIndexOf('clause')).toBeLessThan(kinds.indexOf('number'));
});

test('marks and links cut a text without losing a letter', () => {
  const text = 'A unit wheels, then wheels again; the flank is open.';
  const marks = marked(text, ['wheel']);
  expect(marks.map((part) => part.text).join('')).toBe(text);
  expect(marks.filter((part) => part.on).map((part) => part.text)).toEqual(['wheels', 'wheels']);
  const parts = linked(text, indexed(english), new Set());
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter((part) => part.entry).map((part) => part.text)).toEqual([
    'unit',
    'wheels',
    'flank',
  ]);
});

test('both languages explain the same words, each its own way', () => {
  const ids = (all: Entry[]) => all.map((entry) => entry.id).sort();
  expect(ids(german)).toEqual(ids(english));
  expect(english.length).toBeGreaterThanOrEqual(60);
  const known = new Set(ids(english));
  for (const all of [english, german]) {
    expect(known.size).toBe(all.length);
    for (const { id, term, says, see, sets } of all) {
      expect(term && says, id).toBeTruthy();
      expect(see.filter((other) => !known.has(other) || other === id)).toEqual([]);
      for (const set of Object.keys(sets ?? {})) {
        expect([
          'three-hit',
          'otr-d6',
          'favorite',
          'six-plus',
          'throw-me-a-6',
          'regimental',
        ]).toContain(set);
      }
    }
  }
  for (const entry of english) {
    const other = german.find(({ id }) => id === entry.id);
    expect(other?.says).not.toBe(entry.says);
    expect(Object.keys(other?.sets ?? {})).toEqual(Object.keys(entry.sets ?? {}));
    // German rules keep names and quoted titles in English.
    expect(other?.match).toEqual(expect.arrayContaining(entry.match));
  }
});

test('a word means one thing', () => {
  for (const all of [english, german]) {
    const words = all.flatMap((entry) => entry.match);
    expect(words.filter((word, i) => words.indexOf(word) !== i)).toEqual([]);
    expect(words.filter((word) => word !== word.toLowerCase())).toEqual([]);
  }
  expect(synonyms('gun', english)).toContain('artillery');
  expect(synonyms('kanone', german)).toContain('geschuetz');
});

test('German rules are linked to the German glossary', () => {
  const text = 'Die Einheit greift an; Geschütze schießen, und Blue Guards charge.';
  const parts = linked(text, indexed(german), new Set());
  expect(parts.map((part) => part.text).join('')).toBe(text);
  expect(parts.filter((part) => part.entry).map((part) => part.text)).toEqual([
    'Einheit',
    'greift',
    'Geschütze',
    'schießen',
  ]);
});
