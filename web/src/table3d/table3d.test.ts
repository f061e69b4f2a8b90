// Parts of the table in three dimensions that need no graphics card.
import { describe, expect, test } from 'vitest';
import type { TerrainView, UnitView, View, Xy } from '../contract/contract';
import { Sculpt } from './sculpt';
import { cloth, dress, type Side } from './figures/dress';
import { chariot, elephant, engine, gun, rider } from './figures/beasts';
import { die, facing } from './figures/die';
import { eraOf } from '../table/art/era';
import { man } from './figures/men';
import { Land, LEVEL, WATER } from './land/land';
import { bridge, lines } from './scenery/lines';
import { places } from './scenery/places';
import { plants } from './scenery/plants';
import { tufts } from './scenery/tufts';
import { Box3, Matrix4, MeshBasicMaterial, PerspectiveCamera, Vector3 } from 'three';
import { Cast } from './cast';

const piece = (ground: string, more: Partial<TerrainView>): TerrainView => ({
  ground,
  name: '',
  areas: [],
  line: [],
  width: 0,
  level: 1,
  ...more,
});
const square = (x: number, y: number, w: number, h: number): Xy[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const view = (rules: string, figures: string[], names = ['Blue', 'Red']): View =>
  ({
    rules,
    units: figures.map((figure) => ({ figure }) as UnitView),
    sides: names.map((name) => ({ name })),
  }) as unknown as View;

describe('ground', () => {
  const land = new Land(
    [
      piece('hill', { areas: [square(4, 4, 10, 8)] }),
      piece('river', {
        line: [
          [0, 20],
          [36, 20],
        ],
        width: 2,
        areas: [square(0, 19, 36, 2)],
      }),
      piece('ford', { areas: [square(16, 18, 4, 4)] }),
    ],
    [36, 36],
  );

  test('a hill is highest in its middle and ends where its outline does', () => {
    expect(land.at([9, 8])).toBeGreaterThan(LEVEL * 0.7);
    expect(land.at([9, 5])).toBeGreaterThan(0.1);
    expect(land.at([9, 5])).toBeLessThan(land.at([9, 6.5]));
    expect(Math.abs(land.at([9, 2]))).toBeLessThan(0.1);
  });

  test('a river lies under its surface, and a ford hardly', () => {
    expect(land.at([8, 20])).toBeLessThan(WATER - 0.1);
    expect(land.at([18, 20])).toBeGreaterThan(WATER - 0.09);
    expect(land.stood([8, 20])).toBeGreaterThan(WATER);
  });
});

describe('ages', () => {
  test('are read off rules, figures and guns', () => {
    expect(eraOf(view('throw-me-a-6', ['legion']))).toBe('ancient');
    expect(eraOf(view('three-hit', ['infantry', 'artillery']))).toBe('shako');
    expect(eraOf(view('three-hit', ['infantry', 'archers']))).toBe('dark');
    expect(eraOf(view('otr-d6', ['infantry', 'artillery']))).toBe('civil');
    expect(eraOf(view('pike-and-shot', ['pikes']))).toBe('pike');
  });

  test('dress the Union in blue and Rome in red, whatever colours the battle names', () => {
    const side = (era: Side['era'], name: string): Side => ({
      era,
      name,
      colour: '#3a6b4c',
      key: 'a',
    });
    expect(cloth(side('civil', 'Union')).coat).toBe('#27365c');
    expect(cloth(side('civil', 'Confederacy')).coat).toBe('#8b8778');
    expect(cloth(side('ancient', 'Rome')).coat).toBe('#a3271f');
    expect(cloth(side('lace', 'Margrave')).coat).toBe('#3a6b4c');
  });
});

describe('models', () => {
  const side: Side = { era: 'shako', name: 'Blue', colour: '#2f5fb3', key: 'a' };
  const d = dress('infantry', 'Line', side, 'main');
  const cost = (make: (s: Sculpt) => void, fine: boolean): number => {
    const s = new Sculpt(fine);
    make(s);
    const positions = s.done().getAttribute('position').array as Float32Array;
    expect(positions.every(Number.isFinite)).toBe(true);
    return s.triangles;
  };

  test.each([
    ['a man', (s: Sculpt) => man(s, d), 600, 230],
    ['a rider', (s: Sculpt) => rider(s, d, '#5d3d20', '#2f5fb3'), 1000, 420],
    ['a gun', (s: Sculpt) => gun(s, '#6b7a86', '#b08a44'), 600, 330],
    ['an engine', (s: Sculpt) => engine(s), 900, 600],
    ['a chariot', (s: Sculpt) => chariot(s, d, '#5d3d20', true), 2400, 1200],
    ['an elephant', (s: Sculpt) => elephant(s, d), 2100, 1000],
  ] as const)('%s has few triangles, and fewer from far away', (_, make, near, far) => {
    expect(cost(make, true)).toBeLessThan(near);
    expect(cost(make, false)).toBeLessThan(far);
  });

  test('however many stand there, their triangles keep to what may be spent', () => {
    const cast = new Cast(new MeshBasicMaterial());
    const model = cast.model('man', (m) => man(m, d));
    const many = Array.from({ length: 300 }, (_, i) =>
      cast.place(model, new Matrix4().setPosition(i % 20, 0, Math.floor(i / 20))),
    );
    const spent = () => many.reduce((sum, it) => sum + it.model.costs[it.form], 0);
    const camera = new PerspectiveCamera(30, 1, 1, 900);
    camera.position.set(10, 30, 60);
    const plain = many.length * model.costs[1];
    expect(model.costs[2]).toBeLessThan(model.costs[1]);
    for (const most of [plain * 3, plain * 1.2, plain, plain * 0.95]) {
      cast.refine(camera, 800, most);
      expect(spent()).toBeLessThanOrEqual(most);
      expect(spent()).toBeGreaterThan(Math.min(most, plain) * 0.9);
    }
    // The nearest models keep the better form for longest.
    const at = (form: number) => many.filter((it) => it.form === form).map((it) => it.at.z);
    expect(Math.min(...at(1))).toBeGreaterThanOrEqual(Math.max(...at(2)) - 1);
    cast.dispose();
  });

  test('a die shows the face that fell, and opposite faces make seven', () => {
    expect(cost((s) => die(s, '#2f5fb3'), true)).toBeGreaterThan(12);
    const up = (face: number) => new Vector3(0, 1, 0).applyQuaternion(facing(face).invert());
    for (const face of [1, 2, 3])
      expect(
        up(face)
          .add(up(7 - face))
          .length(),
      ).toBeCloseTo(0);
  });
});

describe('scenery', () => {
  test('what a place is called says what stands there', () => {
    const at = (ground: string, name: string, areas: Xy[][]) =>
      places({ terrain: [piece(ground, { name, areas })], zones: [] }, 'shako').map(
        ({ key }) => key.split(' ')[0],
      );
    expect(at('town', 'The Angel Inn', [square(10, 10, 4, 4)])[0]).toBe('inn');
    expect(at('town', 'Acre Farm', [square(10, 10, 5, 4)])[0]).toBe('farmhouse');
    expect(at('town', 'Oberdorf', [square(10, 10, 8, 6)])).toContain('church');
    expect(at('hill', 'Mill Hill', [square(10, 10, 9, 7)])).toEqual(['mill']);
    expect(at('hill', 'The Knoll', [square(10, 10, 9, 7)])).toEqual([]);
  });

  test('an objective that is a mill has one', () => {
    const zone = { name: 'The mill', side: null, area: square(10, 10, 5, 5) };
    const [mill] = places({ terrain: [], zones: [zone] }, 'shako');
    expect(mill?.key.split(' ')[0]).toBe('mill');
  });

  test('the toll house stands though three roads cross its ground', () => {
    const roads = [
      piece('road', {
        line: [
          [0, 15],
          [42, 15],
        ],
        width: 1,
      }),
      piece('road', {
        line: [
          [10, 0],
          [20, 15],
        ],
        width: 1,
      }),
    ];
    const house = piece('town', { name: 'Toll House', areas: [square(19.5, 13.75, 3, 2.5)] });
    expect(places({ terrain: [...roads, house], zones: [] }, 'civil').length).toBeGreaterThan(0);
  });

  test('woods grow what they are called, within their outline', () => {
    const wood = piece('woods', { name: 'Fir Hanger', areas: [square(2, 2, 8, 6)] });
    const grown = plants(wood, 'lace');
    expect(grown.some(({ key }) => key.startsWith('fir'))).toBe(true);
    expect(grown.every(({ at: [x, y] }) => x > 2 && x < 10 && y > 2 && y < 8)).toBe(true);
    expect(plants(wood, 'lace')).toEqual(
      plants(wood, 'lace').map((it) => ({ ...it, make: expect.any(Function) as never })),
    );
  });

  test('hedges, fences and walls run along their line; a bridge spans its river', () => {
    const line: Xy[] = [
      [2, 5],
      [10, 5],
    ];
    const kind = (ground: string, name: string) =>
      lines(piece(ground, { name, line }))[0]?.key.split(' ')[0];
    expect(kind('fence', 'South hedge')).toBe('hedge');
    expect(kind('fence', 'Sheep fence')).toBe('fence');
    expect(kind('wall', '')).toBe('wall');
    expect(kind('road', '')).toBeUndefined();
    const over = piece('bridge', { areas: [square(16, 17, 4, 2.5)] });
    const river = piece('river', {
      line: [
        [0, 18],
        [36, 18],
      ],
      width: 2,
    });
    expect(bridge(over, [river, over], 'lace')[0]?.turn).toBeCloseTo(180);
  });
});

test('no grass hangs over the edge of the table', () => {
  const table: Xy = [36, 24];
  const all = tufts({ terrain: [], table });
  expect(all.length).toBeGreaterThan(200);
  for (const { at, size, make } of all) {
    const sculpt = new Sculpt();
    make(sculpt);
    const { min, max } = sculpt.done().boundingBox ?? new Box3();
    const far = Math.max(...[min.x, min.z, max.x, max.z].map(Math.abs)) * Math.SQRT2 * size;
    for (const i of [0, 1] as const) {
      expect(at[i] - far).toBeGreaterThan(0);
      expect(at[i] + far).toBeLessThan(table[i]);
    }
  }
});
