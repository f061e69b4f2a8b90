// Drafts: every built-in file says the same after being opened and written, and changes keep
// together what belongs together.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';

import { armyText, mustered } from './armies';
import {
  added,
  changed,
  empty,
  freeName,
  inTurns,
  renamedSide,
  renamedThing,
  thing,
  thingAt,
  without,
  write,
} from './draft';
import { open } from './open';
import { fine, image, moved, outline, rotated, terrainView } from './shapes';
import { allMirrored, inStep, withImage } from './twins';

const SCENARIOS = path.join(import.meta.dirname, '../../../scenarios');
const files = readdirSync(SCENARIOS, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.battle.toml'),
);
const textOf = (file: string) => readFileSync(path.join(SCENARIOS, file), 'utf8');

test.each(files)('%s says the same after it was opened and saved', (file) => {
  const text = textOf(file);
  const draft = open(text);
  const { text: saved, places } = write(draft);
  expect(parse(saved)).toEqual(parse(text));
  // Once more: saving a saved file changes nothing.
  expect(write(open(saved)).text).toBe(saved);
  // Every thing can be found by the lines it stands on.
  const lines = saved.split('\n');
  for (const { from, to, thing: id } of places) {
    if (id === null) continue;
    expect(lines[from]).toMatch(/^\[\[(zone|terrain|piece|unit)\]\]$/);
    expect(thingAt(places, to)).toBe(id);
  }
});

test('there are files to try it on', () => expect(files.length).toBeGreaterThan(30));

test('texts of any kind are written so that they read back', () => {
  for (const story of [
    'one\ntwo "three" \\ four',
    'ends with a quote"\nand """three"""\nin a row"',
    'tab\tand\u0001control\nline',
    'plain "quoted" text',
    '\nbegins with a line',
  ]) {
    const draft = empty('three-hit', [36, 36], 'A "title" \\ with ü');
    const { text } = write({ ...draft, top: { ...draft.top, story } });
    expect(open(text).top.story).toBe(story);
    expect(open(text).top.title).toBe(draft.top.title);
  }
});

test('numbers have as many decimals as they need', () => {
  const [draft] = added(empty('three-hit', [36, 36], ''), 'terrain', {
    ground: 'woods',
    at: [0.1 + 0.2, 12.34567],
    size: [6, 4.5],
  });
  expect(write(draft).text).toContain('at = [0.3, 12.3457]\nsize = [6, 4.5]\n');
});

test('a side that is renamed keeps its units, zones and scores', () => {
  const draft = open(textOf('three-hit/the-tollgate.battle.toml'));
  const next = renamedSide(draft, 0, 'Blues');
  const { text } = write(next);
  expect(text).not.toContain('side = "Vanguard"');
  expect(next.top.attacker).toBe('Blues');
  expect(next.top.victory?.score?.some((score) => score.side === 'Blues')).toBe(true);
});

test('the words of the victory know how many turns there are', () => {
  const draft = empty('three-hit', [36, 36], 'Fifteen turns');
  const words = 'After turn 15 it is over; turn 1 and turn 150 are others.';
  const before = { ...draft, top: { ...draft.top, turns: 15, victory: { words } } };
  const { top } = inTurns(before, 6);
  expect(top.turns).toBe(6);
  expect(top.victory?.words).toBe('After turn 6 it is over; turn 1 and turn 150 are others.');
  expect(inTurns(before, undefined).top.victory?.words).toBe(words);
});

test('a battle that has begun knows its sides and units by their new names', () => {
  const museum = path.join(import.meta.dirname, '../../../museum/format-1/regimental');
  const file = path.join(museum, 'two-brigades-choice-27.battle.toml');
  let draft = open(readFileSync(file, 'utf8'));
  draft = renamedSide(draft, 1, 'Greys');
  draft = renamedSide(draft, 0, 'Blues');
  const unit = draft.things.find((one) => one.keys.name === '33rd Virginia');
  draft = renamedThing(draft, unit?.id ?? 0, '33rd');
  expect(draft.top['state']).toMatchObject({
    active: expect.stringMatching(/^(Greys|Blues)$/) as string,
    choice: { side: expect.stringMatching(/^(Greys|Blues)$/) as string, other: '33rd' },
  });
});

test('units that name others follow a new name', () => {
  const museum = path.join(import.meta.dirname, '../../../museum');
  const all = readdirSync(museum, { recursive: true, encoding: 'utf8' });
  let follow = 0;
  for (const file of all.filter((one) => one.endsWith('.battle.toml'))) {
    const draft = open(readFileSync(path.join(museum, file), 'utf8'));
    const units = draft.things.filter((one) => one.list === 'unit');
    for (const unit of units) {
      const name = unit.keys.name ?? '';
      const naming = units.filter(({ keys }) =>
        Object.entries(keys).some(([key, value]) => key !== 'name' && value === name),
      );
      if (naming.length === 0) continue;
      follow += 1;
      expect(write(renamedThing(draft, unit.id, 'Renamed')).text).not.toContain(`"${name}"`);
    }
  }
  expect(follow).toBeGreaterThan(0);
});

test('a zone that is renamed is scored under its new name', () => {
  const draft = open(textOf('three-hit/the-tollgate.battle.toml'));
  const zone = draft.things.find((one) => one.keys.name === 'The gate');
  const next = renamedThing(draft, zone?.id ?? 0, 'The bar');
  expect(next.top.victory?.score?.some((score) => score.zone === 'The bar')).toBe(true);
  expect(next.top.victory?.score?.some((score) => score.zone === 'The gate')).toBe(false);
});

test('names are free', () => {
  const [draft] = added(empty('three-hit', [36, 36], ''), 'unit', { name: 'Old Guard' });
  expect(freeName(draft, 'unit', 'old_guard')).toBe('old_guard 2');
  expect(freeName(draft, 'zone', 'Old Guard')).toBe('Old Guard');
});

test('comments stay when a table is mirrored', () => {
  const text = textOf('three-hit/two-hills.battle.toml').replace('[[unit]]', '# Kept.\n[[unit]]');
  expect(write(allMirrored(open(text), 'turned')).text).toContain('# Kept.');
});

test('a mirrored table is its own mirror image', () => {
  const text = textOf('three-hit/two-hills.battle.toml');
  for (const how of ['turned', 'across', 'along'] as const) {
    const draft = allMirrored(open(text), how);
    const again = allMirrored(draft, how);
    expect(again.things.length).toBe(draft.things.length);
    for (const one of draft.things.filter((one) => one.list === 'terrain')) {
      const points = outline(image(one.keys, how, [36, 36]));
      const found = draft.things.some((other) => {
        const theirs = outline(other.keys);
        return (
          other.keys.ground === one.keys.ground &&
          theirs.length === points.length &&
          points.every((p) => theirs.some((q) => Math.hypot(p[0] - q[0], p[1] - q[1]) < 0.01))
        );
      });
      expect(found, `${how}: ${one.keys.ground}`).toBe(true);
    }
  }
});

test('an image is kept in step, with a name and a side of its own', () => {
  const [first, id] = added(empty('three-hit', [36, 36], ''), 'unit', {
    name: 'First',
    side: 'Blue',
    kind: 'infantry',
    at: [12, 6],
    facing: 0,
  });
  let draft = withImage(first, id, 'turned');
  const twin = thing(draft, thing(draft, id)?.twin ?? null);
  expect(twin?.keys).toMatchObject({ name: 'First 2', side: 'Red', at: [24, 30], facing: 180 });
  draft = inStep(changed(draft, id, { at: [10, 5], facing: 90, stands: 3 }), id, 'turned');
  expect(thing(draft, twin?.id ?? 0)?.keys).toMatchObject({
    name: 'First 2',
    side: 'Red',
    at: [26, 31],
    facing: 270,
    stands: 3,
  });
  draft = inStep(changed(draft, id, { stands: undefined }), id, 'turned');
  expect(thing(draft, twin?.id ?? 0)?.keys.stands).toBeUndefined();
  expect(without(draft, [id]).things[0]?.twin).toBeUndefined();
});

test('what lies across the middle is its own image', () => {
  const table = empty('three-hit', [36, 36], '');
  const [road, id] = added(table, 'terrain', {
    ground: 'road',
    line: [
      [0, 18],
      [36, 18],
    ],
    width: 1,
  });
  expect(withImage(road, id, 'turned').things.length).toBe(1);
  const [hill, other] = added(table, 'terrain', { ground: 'hill', at: [18, 18], size: [8, 6] });
  expect(withImage(hill, other, 'across').things.length).toBe(1);
});

test('things are moved and turned', () => {
  expect(
    moved(
      {
        line: [
          [0, 0],
          [2, 2],
        ],
      },
      [1, -1],
    ),
  ).toEqual({
    line: [
      [1, -1],
      [3, 1],
    ],
  });
  expect(rotated({ at: [5, 5], size: [4, 2] }, 90)).toEqual({ turned: 90 });
  expect(
    rotated(
      {
        shape: [
          [0, 0],
          [2, 0],
          [2, 2],
          [0, 2],
        ],
      },
      90,
    ).shape,
  ).toEqual([
    [0, 2],
    [0, 0],
    [2, 0],
    [2, 2],
  ]);
  expect(rotated({ at: [5, 5], facing: 350 }, 15)).toEqual({ facing: 5 });
  // A box turned by a right angle covers what the engine says it covers.
  expect(outline({ at: [5, 5], size: [4, 2], turned: 90 })).toEqual([
    [6, 7],
    [6, 3],
    [4, 3],
    [4, 7],
  ]);
  expect(
    terrainView({ id: 1, list: 'terrain', keys: { ground: 'hill', at: [5, 5], oval: [4, 2] } }),
  ).toMatchObject({ level: 1, line: [] });
});

test('an army takes the place of a side, and a side is written as an army', () => {
  const draft = open(textOf('three-hit/choose-your-ground.battle.toml'));
  const army = {
    name: 'Three',
    says: '',
    switches: [['square', 'yes']] as [string, string][],
    groups: [],
    units: [1, 2].map((n) => ({
      name: n === 1 ? 'Red Guards' : 'Fresh',
      group: null,
      kind: 'infantry',
      stands: 4,
      formation: null,
      ratings: [] as [string, string][],
    })),
    warnings: [],
    points: null,
    text: '',
  };
  const next = mustered(draft, 0, army);
  const own = next.things.filter((one) => one.keys.side === 'Blue' && one.list === 'unit');
  expect(own.map((one) => one.keys.name)).toEqual(['Red Guards 2', 'Fresh']);
  const text = armyText(next, 0, ['hits']);
  expect(parse(text)).toMatchObject({ format: 1, rules: 'three-hit', name: 'Blue' });
  expect(text).not.toContain('status');
});

test('what is no TOML says where', () => {
  expect(() => open('rules = "three-hit"\ntable = [36,')).toThrow();
  try {
    open('rules = "three-hit"\ntitle = oops\n');
  } catch (error) {
    expect(error).toMatchObject({ line: 2 });
  }
});

test('a file that cannot be drawn names the key', () => {
  const text = textOf('three-hit/the-tollgate.battle.toml');
  const line = (key: string, value: string) =>
    text.replace(new RegExp(`^${key} = .*$`, 'm'), `${key} = ${value}`);
  for (const [key, value] of [
    ['table', '"36x36"'],
    ['table', '[1e300, 36]'],
    ['table', '[nan, inf]'],
    ['table', '[0, 36]'],
    ['ground', '5'],
    ['at', '[1, 2, 3]'],
  ] as const)
    expect(() => open(line(key, value)), value).toThrow(key);
  for (const key of ['victory', 'arrival', 'side', 'group', 'unit', 'switches'])
    expect(() => open(`rules = "three-hit"\n${key} = 5\n`), key).toThrow(key);
  expect(() => open('rules = "three-hit"\nside = [1, 2]\n')).toThrow('side');
});

test('a unit may have keys of its rule set that mean something else on the ground', () => {
  const shot = path.join(
    import.meta.dirname,
    '../../../rules/register/counts/favorite-shot.battle.toml',
  );
  const draft = open(readFileSync(shot, 'utf8'));
  const unit = draft.things.find((one) => one.list === 'unit' && typeof one.keys.line === 'number');
  expect(unit).toBeDefined();
  const [x = 0, y = 0] = unit?.keys.at ?? [];
  expect(moved(unit?.keys ?? {}, [1, 2])).toEqual({ at: [fine(x + 1), fine(y + 2)] });
  expect(rotated(unit?.keys ?? {}, 90)).toEqual({ facing: expect.any(Number) as number });
});

test('keys may have any name', () => {
  const text =
    'rules = "three-hit"\n\n[constructor]\n# Here.\nname = 1\n\n["__proto__"]\na = 1 # too\n';
  const saved = write(open(text)).text;
  expect(parse(saved)).toEqual({ format: 1, ...parse(text) });
});

test('comments stay where they stood', () => {
  const text = `# The battle of the mill.
# For four players.
format = 1 # the only one
rules = "three-hit"
title = "A # is no comment here"
story = """
# Nor is this."""
table = [36, 36]

# Whoever holds the mill.
[victory]
objectives = true

[[victory.score]]
for = "lost" # each unit

# The older brother.
[[side]]
name = "Blue" # of course

[[terrain]]
# As on the map of 1809.
ground = "woods"
shape = [
  [1, 1], # the oak
  [2, 1], [2, 2],
]

# The guards never leave.
[[unit]]
name = "Guards" # 'the old ones'
side = "Blue"

[[unit]]
name = "Line"
side = "Blue"

# The end.
`;
  const draft = open(text);
  const again = write(draft).text;
  for (const said of text.match(/(?<=^| )# .*$/gm)?.filter((one) => !/is this|is no/.test(one)) ??
    [])
    expect(again).toContain(said);
  // The content stays the same, and a second round trip moves nothing.
  expect(open(again).top).toEqual(draft.top);
  expect(write(open(again)).text).toBe(again);
  expect(again).toContain(
    '# The guards never leave.\n[[unit]]\nname = "Guards" # \'the old ones\'',
  );
  expect(again.trimEnd().endsWith('# The end.')).toBe(true);
  // Removing a thing removes its own comments and no others.
  const guards = draft.things.find((one) => one.keys.name === 'Guards');
  const without_ = write(without(draft, [guards?.id ?? 0])).text;
  expect(without_).not.toContain('guards never leave');
  expect(without_).toContain('# The end.');
});
