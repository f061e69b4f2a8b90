// A small engine in memory, for unit tests and for `?fake` during development. It has no real
// rules; it only answers in the terms of the contract.
import type {
  Answer,
  Engine,
  FactorView,
  LogEntry,
  Played,
  Preview,
  RollView,
  Saying,
  SideKey,
  UnitView,
  View,
  Xy,
} from '../contract/contract';
import { METHODS } from '../contract/contract';
import { CATALOGUE, makeUnits, TERRAIN } from './fakeData';
import { fakeBook, fakeRulings } from './fakeBook';
import { away, offersOf, overlayOf } from './fakeOffers';
import { EngineFailure } from './protocol';

type FakeOrder = { verb: string; unit?: number; target?: number; to?: Xy; facing?: number };

const PHASES = ['Move', 'Shoot', 'Morale'];
const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;
const refuse = (message: string, clause = 'THR-TURN-04') =>
  new EngineFailure({
    message,
    refusals: [
      { clause, title: 'Order of play', says: message, unit: null, point: null, tape: null },
    ],
  });

const STEP = {
  says: '6: one hit',
  clauses: ['THR-SHOOT-06'],
  p: '1',
  percent: 100,
  branches: [],
};

const sideWords = (view: View, key: SideKey) => ({
  key,
  says: view.sides[key === 'a' ? 0 : 1].name,
  units: view.units.filter((u) => u.side === key).map((u) => ({ unit: u.id, says: u.says })),
});

/** Returns all calls, each failing: a new call needs no answer here until a test asks it. */
function unanswered(): Engine {
  const fail = (name: string) => async () => {
    throw new EngineFailure({ message: `The fake engine does not answer ${name}.` });
  };
  return Object.fromEntries(METHODS.map((name) => [name, fail(name)])) as unknown as Engine;
}

export function fakeEngine(): Engine {
  let states: View[] = [];
  let entries: LogEntry[] = [];
  let rolled = 0;
  let seed = 1;

  const now = () => {
    const view = states.at(-1);
    if (!view) throw new EngineFailure({ message: 'No battle has been started.' });
    return view;
  };
  const unit = (view: View, id: number) => view.units[id] as UnitView;
  const die = () => {
    seed = (seed * 16807) % 2147483647;
    return (seed % 6) + 1;
  };

  function settle(view: View): View {
    for (const u of view.units) {
      u.ready =
        u.status === 'table' &&
        u.side === view.active &&
        view.phase !== 'Morale' &&
        !u.marks.some((m) => m.id === 'acted');
      u.says = `${u.name}, ${u.kindTitle}, ${Math.round(u.strength * 100)} % of its strength, facing ${Math.round(u.facing)} degrees`;
    }
    view.ready = view.units.filter((u) => u.ready).map((u) => u.id);
    view.table_orders = [
      {
        label: view.phase === 'Morale' ? 'End turn' : `End ${view.phase.toLowerCase()}`,
        order: { verb: 'end' },
        clause: 'THR-TURN-01',
        main: view.ready.length === 0,
        aside: false,
        tests: false,
      },
    ];
    for (const side of view.sides) {
      const mine = view.units.filter((u) => u.side === side.key);
      side.units = mine.filter((u) => u.status === 'table').length;
      side.lost = mine.length - side.units;
      side.strength = mine.reduce((sum, u) => sum + u.strength * 1000, 0);
      if (side.units === 0 || view.turn > (view.turns ?? 99)) {
        const winner: SideKey = side.key === 'a' ? 'b' : 'a';
        view.ended = {
          winner,
          title: `${view.sides[winner === 'a' ? 0 : 1].name} wins`,
          says: 'One side has nobody left on the table.',
          clause: 'THR-TURN-01',
        };
      }
    }
    return view;
  }

  function begin(title: string): View {
    const view = settle({
      rules: 'three-hit',
      title,
      story: 'Both armies reach for the high ground by the old bridge at dawn.',
      victory: 'Hold more of the hills when the last turn ends.',
      ruler: 'inches',
      table: [48, 48],
      terrain: TERRAIN,
      pieces: [],
      zones: [],
      sides: [
        { key: 'a', name: 'Blue', colour: 'blue', units: 0, strength: 0, lost: 0, points: null },
        { key: 'b', name: 'Red', colour: 'red', units: 0, strength: 0, lost: 0, points: null },
      ],
      units: makeUnits(),
      counted: 'stands',
      turn: 1,
      turns: 15,
      phase: 'Move',
      phases: PHASES,
      active: 'a',
      toMove: 'a',
      group: null,
      deck: [],
      ready: [],
      table_orders: [],
      choice: null,
      ended: null,
      number: 0,
      canUndo: false,
      seed,
      seal: null,
      house: 'Good roads',
      left: null,
      houseRules: [
        {
          name: 'road_bonus',
          title: 'Road bonus',
          value: 'three_inches',
          printed: 'half',
          told: 'three inches',
          printed_told: 'half',
          clauses: ['THR-MOVE-11'],
        },
      ],
    });
    states = [view];
    entries = [];
    rolled = 0;
    return copy(view);
  }

  function judge(order: FakeOrder): Preview {
    const view = now();
    const base = {
      order,
      unit: order.unit ?? null,
      legal: true,
      refusals: [],
      held: [],
      path: [],
      lays: null,
      cost: 0,
      allowed: 0,
      tape: null,
      factors: [],
      says: '',
    };
    if (order.verb !== 'move' || order.unit === undefined || !order.to) {
      return { ...base, factors: FACTORS, says: 'Within range: 9.5 of 12 inches' };
    }
    const u = unit(view, order.unit);
    const allowed = u.figure === 'cavalry' ? 12 : 6;
    const cost = away(u.centre, order.to);
    const blocker = view.units.find(
      (o) => o.id !== u.id && o.status === 'table' && away(o.centre, order.to as Xy) < 2.2,
    );
    const facing = order.facing ?? u.facing;
    const refusals = blocker
      ? [
          {
            clause: 'THR-MOVE-09',
            title: 'No contact without a charge',
            says: `Would touch ${blocker.name}`,
            unit: blocker.id,
            point: order.to,
            tape: { from: order.to, to: blocker.centre, length: away(order.to, blocker.centre) },
          },
        ]
      : [];
    return {
      ...base,
      legal: !blocker,
      refusals,
      path: [
        { centre: u.centre, facing: u.facing, size: u.size },
        { centre: order.to, facing, size: u.size },
      ],
      cost,
      allowed,
      tape: { from: u.centre, to: order.to, length: cost },
      says: `Moves ${cost.toFixed(1)} of ${allowed} inches`,
    };
  }

  const FACTORS: FactorView[] = [
    { clause: 'THR-UNIT-02', title: 'Average grade', value: 0, shown: '+0', unit: null },
    { clause: 'THR-MOVE-11', title: 'Target in cover', value: -1, shown: '-1', unit: null },
  ];

  async function play(raw: unknown, number: number, faces?: number[] | null): Promise<Answer> {
    const order = raw as FakeOrder;
    const before = now();
    if (number !== before.number) throw refuse('The battle has gone on since that order was made.');
    const view = copy(before);
    const rolls: RollView[] = [];
    const lines: LogEntry['lines'] = [];
    const motions: Played['motions'] = [];
    let says = 'Ends the phase';
    if (order.verb === 'end') {
      const next = PHASES.indexOf(view.phase) + 1;
      view.phase = PHASES[next] ?? 'Move';
      if (next === PHASES.length) {
        if (view.active === 'b') view.turn += 1;
        view.active = view.active === 'a' ? 'b' : 'a';
      }
      view.toMove = view.active;
      for (const u of view.units) u.marks = u.marks.filter((m) => m.id !== 'acted');
      lines.push({
        text: `${view.phase} begins`,
        clause: 'THR-TURN-01',
        unit: null,
        who: null,
        tiding: 'clock',
      });
    } else if (order.unit !== undefined) {
      const u = unit(view, order.unit);
      if (u.side !== view.active) throw refuse('That unit is not yours to order.');
      if (order.verb === 'move' && order.to) {
        if (!judge(order).legal)
          throw new EngineFailure({ message: 'Refused', refusals: judge(order).refusals });
        const from = { centre: u.centre, facing: u.facing };
        const shift: Xy = [order.to[0] - u.centre[0], order.to[1] - u.centre[1]];
        u.centre = order.to;
        u.facing = order.facing ?? u.facing;
        u.stands = u.stands.map((s) => ({ ...s, at: [s.at[0] + shift[0], s.at[1] + shift[1]] }));
        motions.push({
          unit: u.id,
          gait: 'moved',
          from,
          to: { centre: u.centre, facing: u.facing },
        });
        says = `${u.name} move ${away(from.centre, u.centre).toFixed(1)} inches`;
      } else if (order.target !== undefined) {
        const t = unit(view, order.target);
        says = `${u.name} shoot at ${t.name}`;
        if (faces?.length === 0) {
          return {
            wanted: {
              order: says,
              by: u.side,
              count: 1,
              sides: 6,
              rows: [{ by: u.side, count: 1 }],
              clause: 'THR-UNIT-02',
              says: `${u.name} shoot: one die`,
              needs: '4 or more counts',
              faces: [],
              drawn: false,
            },
          };
        }
        const hand = Boolean(faces?.[0]);
        const face = faces?.[0] || die();
        const hits = face >= 4 ? 1 : 0;
        rolls.push({
          by: u.side,
          faces: [face],
          sides: 6,
          clause: 'THR-UNIT-02',
          title: 'Shooting',
          says: `rolled ${face}: ${hits ? 'one hit' : 'no effect'}`,
          came: hits ? 'one hit' : 'no effect',
          drawn: false,
          thrown: hand ? 'hand' : 'engine',
        });
        if (hits) {
          t.strength = Math.max(0, t.strength - 1 / 3);
          t.marks = [
            {
              id: 'hits',
              title: 'Hits',
              value: Math.round((1 - t.strength) * 3),
              says: `${Math.round((1 - t.strength) * 3)} hits`,
              clause: 'THR-SCOPE-02',
            },
          ];
          if (t.strength < 0.1) t.status = 'destroyed';
          lines.push({
            text: `${t.name} take one hit`,
            clause: 'THR-SCOPE-02',
            unit: t.id,
            who: t.name,
            tiding: 'act',
          });
        }
        rolled = view.number + 1;
      }
      u.marks = [
        ...u.marks,
        { id: 'acted', title: 'Acted', value: 1, says: 'acted', clause: 'THR-TURN-04' },
      ];
    }
    view.number += 1;
    view.canUndo = view.number > rolled;
    settle(view);
    states.push(view);
    const entry: LogEntry = {
      number: view.number,
      side: before.active,
      order: says,
      who: order.unit === undefined ? null : unit(view, order.unit).name,
      short:
        order.verb === 'move' && order.unit !== undefined
          ? `${unit(view, order.unit).name} move`
          : null,
      telling: order.verb === 'move' ? 'move' : order.verb === 'end' ? 'quiet' : 'act',
      rolls,
      lines,
      turn: before.turn,
      phase: before.phase,
      clauses: [],
      stated: null,
      struck: [],
      ruling: null,
    };
    entries.push(entry);
    return { view: copy(view), entry, motions, act: null };
  }

  const saying = (id: number, target: number | null): Saying => ({
    unit: id,
    target,
    range: 6,
    met: 'front',
    through: 'front',
    under: null,
    beneath: null,
    between: null,
    near: [],
  });

  return {
    ...unanswered(),
    catalogue: async () => CATALOGUE,
    chain: async (root, number) => `${root}.${number}`,
    amendables: async () => ({ unit: [], sides: [[], []], battle: [] }),
    wanted: async () => null,
    armies: async () => [],
    house: async (text) => {
      const name = /^name = "(.*)"$/m.exec(text)?.[1];
      if (!name)
        throw new EngineFailure({ message: 'house rules need `name`', line: 1, column: 1 });
      return { rules: 'three-hit', name, says: '', changes: now().houseRules };
    },
    start: async (from, newSeed) => {
      seed = newSeed || 1;
      if ('text' in from && !from.text.includes('[')) {
        throw new EngineFailure({
          message: 'This is not a battle file.',
          line: 1,
          column: 1,
          hint: 'A battle file begins with [battle].',
        });
      }
      return begin(
        'scenario' in from
          ? (CATALOGUE.scenarios.find((s) => s.id === from.scenario)?.title ?? from.scenario)
          : 'From a file',
      );
    },
    view: async () => copy(now()),
    offers: async (id) => offersOf(now(), unit(now(), id)),
    preview: async (order) => judge(order as FakeOrder),
    nearest: async (id, to, facing) => {
      const u = unit(now(), id);
      const reach = u.figure === 'cavalry' ? 12 : 6;
      const d = away(u.centre, to);
      const f = d > reach ? reach / d : 1;
      const at: Xy = [
        u.centre[0] + (to[0] - u.centre[0]) * f,
        u.centre[1] + (to[1] - u.centre[1]) * f,
      ];
      return judge({ verb: 'move', unit: id, to: at, ...(facing == null ? {} : { facing }) });
    },
    leaveToTable: async () => {
      const view = copy(now());
      view.left = { since: view.number, contacts: [], holds: [] };
      return view;
    },
    acts: async (id) =>
      offersOf(now(), unit(now(), id)).map(({ verb, label, orders }) => ({
        verb,
        label,
        targets: orders.flatMap((order) => (order.target === null ? [] : [order.target])),
        orders: [],
      })),
    form: async (id, _, target) => ({
      says: saying(id, target ?? null),
      before: false,
      span: { least: 0, most: 12, bands: [6, 12] },
      ways: [{ name: 'ahead', most: 6 }],
      grounds: [['woods', 'Woods']],
    }),
    suppose: async (says, verb) => {
      const order: FakeOrder = {
        verb,
        unit: says.unit,
        ...(says.target === null ? {} : { target: says.target }),
      };
      return [{ label: verb, order, preview: { ...judge(order), order } }];
    },
    declare: async () => {
      throw new EngineFailure({ message: 'Positions are kept on the map in this battle.' });
    },
    laying: async () => {
      throw new EngineFailure({ message: 'This battle offers no terrain to lay.' });
    },
    odds: async (_, others = 'stop', tree = false) => ({
      certain: [],
      rows: [
        { label: 'No effect', p: '1/2', percent: 50 },
        { label: 'One hit', p: '4/9', percent: 44.4444 },
        { label: 'Two hits, destroyed', p: '1/18', percent: 5.5556 },
      ],
      parts: [],
      means: [{ label: 'Hits expected', value: '5/9', number: 0.5556 }],
      factors: FACTORS,
      lost: '0',
      within: null,
      others: { id: others ?? 'stop', says: 'the odds stop where a player has to decide' },
      tree: tree ? { branches: [STEP], lost: '0', within: null } : null,
    }),
    overlay: async (id) => overlayOf(now(), unit(now(), id)),
    words: async () => ({
      says: [`${now().title}.`],
      ground: [],
      zones: [],
      sides: [sideWords(now(), 'a'), sideWords(now(), 'b')],
    }),
    around: async (id) => ({
      unit: id,
      says: unit(now(), id).says,
      ways: [],
      example: null,
      orders: [],
      near: [],
    }),
    threats: async () => ({ on: [], by: [], moves: [], until: 2, says: '' }),
    threatOdds: async () => null,
    threatReach: async () => [],
    why: async () => null,
    whyNot: async (id) => [
      {
        verb: 'charge',
        label: 'Charge',
        asks: `${unit(now(), id).name} charges`,
        order: { verb: 'charge', unit: id },
        refusals: refuse('Out of reach').refusals,
      },
    ],
    intent: async (id) => ({
      preview: judge({ verb: 'move', unit: id, to: unit(now(), id).centre }),
      says: '0.1 inches outside the charge.',
      margin: 0.1,
      clauses: ['THR-CHG-03'],
      line: 'move U out-of-charge T',
    }),
    play,
    think: async () => {
      const view = now();
      const some = view.ready
        .map((id) => unit(view, id))
        .find((u) => view.phase !== 'Shoot' || offersOf(view, u)[0]?.orders.length);
      if (!some) return { verb: 'end' };
      if (view.phase === 'Shoot') return offersOf(view, some)[0]?.orders[0]?.order;
      const to: Xy = [some.centre[0], some.centre[1] + (some.side === 'a' ? 3 : -3)];
      const order = { verb: 'move', unit: some.id, to };
      return judge(order).legal ? order : { verb: 'end' };
    },
    follow: async () => {
      throw new EngineFailure({ message: 'The made-up engine follows nobody.' });
    },
    undo: async () => {
      if (!now().canUndo || states.length < 2) throw refuse('Dice have fallen since.');
      states.pop();
      entries.pop();
      return copy(now());
    },
    log: async () => copy(entries),
    at: async (n) => copy(states[n] ?? now()),
    fork: async (n) => {
      states = states.slice(0, n + 1);
      entries = entries.slice(0, n);
      return copy(now());
    },
    opening: async () => {
      throw refuse('This battle opens without dice.');
    },
    strike: async (n) => {
      const back = entries.slice(n);
      states = states.slice(0, n + 1);
      entries = entries.slice(0, n);
      entries.at(-1)?.struck.push(...back);
      return copy(now());
    },
    typed: async (line) => {
      const [, name, x, y] = /^move (\w+) to ([\d.]+),([\d.]+)$/.exec(line) ?? [];
      const u = now().units.find((one) => one.name === name);
      if (line === 'end') return judge({ verb: 'end' });
      if (!u)
        throw new EngineFailure({
          message: 'this order does not exist',
          line: 1,
          column: 1,
          hint: '',
        });
      return judge({ verb: 'move', unit: u.id, to: [Number(x), Number(y)] });
    },
    journal: async () =>
      JSON.stringify({ states: states.map((s) => ({ ...s, terrain: [] })), entries }),
    position: async () => JSON.stringify(now()),
    load: async (text) => {
      try {
        const saved = JSON.parse(text) as { states: View[]; entries: LogEntry[] };
        states = saved.states.map((s) => ({ ...s, terrain: TERRAIN }));
        entries = saved.entries;
      } catch {
        throw new EngineFailure({
          message: 'Line 1 is not a journal.',
          line: 1,
          column: 1,
          hint: 'A journal is a .journal.jsonl file that this page saved.',
        });
      }
      return copy(now());
    },
    rescue: async () => null,
    rulebook: async () => fakeBook,
    rulings: async () => fakeRulings,
    seal: async () => '7f3a-22c1-9b04-e1d7-55aa-0c3e-1f60-b2d8',
    learn: async () => copy(now()),
    lesson: async () => null,
    next: async () => null,
    leave: async () => copy(now()),
  };
}
