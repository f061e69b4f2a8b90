// A made-up battle for tests and for `?fake` during development. No rules here.
import type { Catalogue, SideKey, TerrainView, UnitView, Xy } from '../contract/contract';

const blob = (x: number, y: number, rx: number, ry: number, n = 14): Xy[] =>
  Array.from({ length: n }, (_, i) => {
    const t = (i / n) * 2 * Math.PI;
    const r = 1 + 0.13 * Math.sin(3 * t + x) + 0.08 * Math.cos(5 * t + y);
    return [x + rx * r * Math.cos(t), y + ry * r * Math.sin(t)];
  });
const box = (x: number, y: number, w: number, h: number): Xy[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];
const piece = (ground: string, name: string, more: Partial<TerrainView>): TerrainView => ({
  ground,
  name,
  level: 0,
  areas: [],
  line: [],
  width: 0,
  ...more,
});

export const TERRAIN: TerrainView[] = [
  piece('hill', 'Long Hill', { level: 2, areas: [blob(24, 36, 11, 5), blob(22, 36.5, 6, 2.6)] }),
  piece('hill', 'Mill Hill', { level: 1, areas: [blob(11, 12, 5.5, 4)] }),
  piece('woods', 'Oak Wood', { areas: [blob(39, 34, 4.5, 5)] }),
  piece('woods', 'Copse', { areas: [blob(8, 33, 3.5, 3)] }),
  piece('lake', 'Mere', { areas: [blob(42, 8, 3.5, 2.6)] }),
  piece('marsh', 'Sedge', { areas: [blob(36, 9, 3, 2.4)] }),
  piece('river', 'Brook', {
    line: [
      [0, 23],
      [10, 22],
      [20, 24.5],
      [32, 22],
      [48, 24],
    ],
    width: 1.4,
  }),
  piece('road', 'High road', {
    line: [
      [26, 0],
      [27, 14],
      [26, 24],
      [30, 36],
      [31, 48],
    ],
    width: 1,
  }),
  piece('bridge', 'Old Bridge', { areas: [box(25, 21.6, 2.2, 3.6)] }),
  piece('ford', 'Ford', { areas: [box(9, 21.2, 2.4, 1.9)] }),
  piece('town', 'Little Wick', { areas: [box(27.5, 13, 6, 4.5)] }),
  piece('fence', 'Hedge', {
    line: [
      [14, 28],
      [20, 29],
    ],
    width: 0.2,
  }),
  piece('wall', 'Wall', {
    line: [
      [33, 27],
      [38, 27.5],
    ],
    width: 0.3,
  }),
  piece('trench', 'Trench', {
    line: [
      [18, 33],
      [24, 32.4],
      [28, 33],
    ],
    width: 0.5,
  }),
  piece('works', 'Redoubt', { areas: [box(38, 18, 3.5, 3)] }),
  piece('rough', 'Stones', { areas: [blob(4, 6, 2.4, 2.2)] }),
  piece('impassable', 'Crag', { areas: [blob(45, 44, 2, 2)] }),
];

const roster: [string, SideKey, string, number, number, number][] = [
  ['Blue Guards', 'a', 'infantry', 14, 8, 0],
  ['1st Line', 'a', 'infantry', 19.5, 8.2, 0],
  ['2nd Line', 'a', 'infantry', 25, 8, 0],
  ['Rifles', 'a', 'skirmishers', 20, 14.5, 12],
  ['Blue Battery', 'a', 'artillery', 11, 12, 8],
  ['Blue Dragoons', 'a', 'cavalry', 32, 8, 350],
  ['General Hill', 'a', 'general', 22, 4.6, 0],
  ['Red Grenadiers', 'b', 'infantry', 21, 37, 180],
  ['Red Foot', 'b', 'infantry', 27, 36.6, 188],
  ['Red Archers', 'b', 'archers', 15, 38, 170],
  ['Red Battery', 'b', 'artillery', 24, 30, 180],
  ['Red Hussars', 'b', 'cavalry', 36, 40, 200],
  ['Red Jagers', 'b', 'skirmishers', 39, 31, 215],
  ['General Rook', 'b', 'general', 24, 41.6, 180],
];

const SIZES: Partial<Record<string, Xy>> = {
  infantry: [4, 2],
  skirmishers: [4, 1.5],
  archers: [4, 1.5],
  cavalry: [4, 2],
  artillery: [2, 2],
  general: [1.25, 1.25],
};

export function makeUnits(): UnitView[] {
  return roster.map(([name, side, figure, x, y, facing], id) => {
    const size = SIZES[figure] ?? [4, 2];
    return {
      id,
      name,
      side,
      kind: figure,
      kindTitle: figure,
      figure,
      group: figure === 'general' ? '' : side === 'a' ? 'Hill’s division' : 'Rook’s corps',
      status: 'table',
      formation: 'line',
      formationTitle: 'line',
      centre: [x, y],
      facing,
      size,
      stands: [{ at: [x, y], size }],
      stands_now: 1,
      stands_started: 1,
      strength: 1,
      marks: [],
      ratings: [
        { title: 'Move', value: figure === 'cavalry' ? '12″' : '6″' },
        { title: 'Grade', value: 'average' },
      ],
      with: null,
      ready: side === 'a',
      says: '',
    };
  });
}

export const CATALOGUE: Catalogue = {
  version: '0.0.0-fake',
  rulesets: [
    {
      id: 'three-hit',
      title: 'Three-Hit',
      author: 'A. N. Author',
      published: '2020, on his web log',
      status: 'complete',
      clauses: 120,
      period: 'Horse and musket',
      says: 'Six units a side.',
    },
    {
      id: 'otr-d6',
      title: 'OTR D6',
      author: 'Another Author',
      published: '2018, free leaflet',
      status: 'complete',
      clauses: 180,
      period: 'Civil war',
      says: 'Brigades.',
    },
  ],
  tutorials: [],
  scenarios: ['three-hit/two-hills', 'three-hit/held-ridge', 'otr-d6/the-crossing'].map(
    (id, i) => ({
      id,
      rules: id.split('/')[0] as string,
      title: ['Two Hills', 'The Held Ridge', 'The Crossing'][i] as string,
      story: 'Both armies reach for the high ground by the old bridge at dawn.',
      victory: 'Hold more of the hills when the last turn ends.',
      sides: ['Blue', 'Red'],
      written: {
        title: ['Two Hills', 'The Held Ridge', 'The Crossing'][i] as string,
        sides: ['Blue', 'Red'],
      },
      colours: ['blue', 'red'],
      first_wins: 50,
      minutes: 20,
      period: 'Horse and musket',
      strength: [3, 3] as [number, number],
      turns: 15,
      ruler: 'inches' as const,
      table: [48, 48],
      terrain: i === 1 ? TERRAIN.slice(0, 5) : TERRAIN,
      units: makeUnits().map(({ side, centre, facing, size, figure }) => ({
        side,
        at: centre,
        facing,
        size,
        figure,
      })),
    }),
  ),
  levels: [
    { id: 'random', title: 'Recruit', says: 'Gives any legal order.', elo: -700 },
    {
      id: 'greedy',
      title: 'Captain',
      says: 'Takes the order that promises most right now.',
      elo: 0,
    },
  ],
};
