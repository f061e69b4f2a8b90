// What the page and the engine say to each other. The engine runs in a worker;
// every call is a JSON request and a JSON answer. Lengths are in the unit of the
// battle's ruler, angles degrees clockwise from north, x east, y north, origin
// south-west.
// The Rust side of it is crates/session/src/view.rs.
//
// How a call travels: the wasm class `Session` has one method,
// `call(method: string, argsJson: string): string`. `argsJson` is a JSON array
// of the arguments below in their order; an optional one that is not given is
// left off the end. The answer is `{"ok": value}` or `{"err": EngineError}`.

export type SideKey = 'a' | 'b';
export type Xy = [number, number];
export type Ruler = 'inches' | 'centimetres';

export interface Catalogue {
  version: string;
  rulesets: RulesetInfo[];
  scenarios: ScenarioInfo[];
  /** Guided first battles, one a rule set at most. */
  tutorials: TutorialInfo[];
  /** Computer players, weakest first. */
  levels: { id: string; title: string; says: string }[];
}

export interface RulesetInfo {
  id: string;
  title: string;
  author: string;
  published: string;
  status: string;
  clauses: number;
}

export interface TutorialInfo {
  rules: string;
  title: string;
  says: string;
  minutes: number;
  steps: number;
}

export interface ScenarioInfo {
  id: string; // "three-hit/two-hills"
  rules: string;
  title: string;
  story: string;
  victory: string;
  sides: [string, string];
  turns: number | null;
  /** The unit of length. */
  ruler: Ruler;
  /** Table size, for a thumbnail. */
  table: Xy;
  terrain: TerrainView[];
  colours: [string, string];
  units: { side: SideKey; at: Xy; facing: number; size: Xy; figure: Figure }[];
}

export type Figure =
  | 'infantry'
  | 'skirmishers'
  | 'archers'
  | 'cavalry'
  | 'artillery'
  | 'general'
  | 'pikes'
  | 'legion'
  | 'warband'
  | 'peltasts'
  | 'chariot'
  | 'elephant'
  | 'engine';

export interface TerrainView {
  ground: string; // woods town hill marsh lake river road bridge ford fence wall trench works rough impassable worm field
  name: string;
  level: number;
  /** Outlines of the areas it covers. */
  areas: Xy[][];
  /** Its course, when it is linear. */
  line: Xy[];
  width: number;
}

/** A piece of terrain that a player lays before the battle. */
export interface PieceView {
  piece: number;
  title: string;
  /** What it looks like, drawn about the origin. */
  drawn: TerrainView;
  /** Whether it lies on the table already. */
  laid: boolean;
  /** Whether it may be laid now. */
  offered: boolean;
}

/** Everything the page shows of a battle. */
export interface View {
  rules: string;
  title: string;
  story: string;
  victory: string;
  /** The unit of length. */
  ruler: Ruler;
  table: Xy;
  terrain: TerrainView[];
  pieces: PieceView[];
  zones: { name: string; side: SideKey | null; area: Xy[] }[];
  sides: [SideView, SideView];
  units: UnitView[];
  counted: string; // what strength is counted in: "stands", "figures"
  turn: number;
  turns: number | null;
  phase: string; // "Shooting"
  /** Phase names in order, for a strip. */
  phases: string[];
  /** Whose phase or activation it is. */
  active: SideKey;
  /** Who must speak now (differs from `active` when a choice is owed). */
  toMove: SideKey;
  /** The group whose card was drawn: "Hill's division". */
  group: string | null;
  /** Cards still in the deck: names. */
  deck: string[];
  /** Units that may be given an order now. */
  ready: number[];
  /** Orders to the table: end phase, draw a card. */
  table_orders: TableOrder[];
  /** A choice that is owed. */
  choice: ChoiceView | null;
  ended: { winner: SideKey | null; title: string; says: string; clause: string } | null;
  /** Number of orders played; `play` must name it, else the order is stale. */
  number: number;
  /** Whether the last order can be taken back (no dice fell since). */
  canUndo: boolean;
  seed: number;
  /** What the house rules are called; empty when they have no name. */
  house: string;
  /** Switches and numbers that differ from the printed rules. */
  houseRules: HouseRule[];
}

export interface HouseRule {
  name: string; // a switch's name, or a number's path: "charge.near_general"
  title: string;
  value: string;
  printed: string;
  clauses: string[];
}

/** An army that can be mustered into a scenario that deploys by zones. */
export interface ArmyInfo {
  id: string;
  name: string;
  says: string;
  units: string; // "4 infantry, 1 cavalry"
}

/** House rules as a file holds them, checked. */
export interface HouseView {
  rules: string;
  name: string;
  says: string;
  changes: HouseRule[];
}

export interface SideView {
  key: SideKey;
  name: string;
  /** A name or any CSS colour; the page has its own tones for blue red green grey yellow white. */
  colour: string;
  units: number;
  strength: number; // thousandths of a fresh average unit, summed
  lost: number;
  /** Points scored, where the scenario counts points. */
  points: number | null;
}

export interface UnitView {
  id: number;
  name: string;
  side: SideKey;
  kind: string;
  kindTitle: string;
  figure: Figure;
  group: string;
  status: 'table' | 'reserve' | 'expected' | 'destroyed' | 'fled' | 'captured' | 'exited';
  formation: string;
  /** The unit's rectangle. */
  centre: Xy;
  facing: number;
  size: Xy; // frontage, depth
  /** Its single stands, for drawing: centre of each; all face alike. */
  stands: { at: Xy; size: Xy }[];
  stands_now: number;
  stands_started: number;
  /** What of its strength is left, 0..1. */
  strength: number;
  /** Marks that a table would show. */
  marks: {
    id: string;
    title: string;
    value: number;
    says: string; // "2 hits"
    clause: string;
  }[];
  ratings: { title: string; value: string }[];
  with: number | null;
  /** May still act now. */
  ready: boolean;
  /** A sentence for screen readers: "Blue Guards, infantry, 1 hit, facing north, 5 inches from …". */
  says: string;
}

export interface TableOrder {
  label: string; // "End movement", "Draw a card"
  order: Order;
  clause: string;
  /** The obvious thing to do next: nothing else is left. */
  main: boolean;
  /** May be done at any time and is no part of the turn: a dispute settled by dice. */
  aside: boolean;
}

export interface ChoiceView {
  side: SideKey;
  unit: number | null;
  other: number | null;
  asks: string;
  clause: string;
  options: { label: string; order: Order }[];
}

/** Opaque to the page: the engine's own JSON for an order. */
export type Order = unknown;

export interface OfferView {
  verb: string; // move face form charge shoot fight test load rally join leave pass place
  label: string; // "Move", "Charge", "Form line"
  clause: string;
  /** Orders ready to be given (no geometry to choose): buttons. */
  orders: { label: string; order: Order; target: number | null }[];
  /** For moves: the region it can reach, as outlines; drag uses `nearest`. */
  region: Xy[][];
  /** Most turn either way in degrees for facing; 180 is free. */
  turn: number | null;
}

/** An order judged but not given. */
export interface Preview {
  order: Order;
  legal: boolean;
  refusals: RefusalView[];
  /** Rectangles the unit passes through; the last is where it ends. */
  path: { centre: Xy; facing: number; size: Xy }[];
  /** The piece of terrain as it would lie, when one is laid. */
  lays: TerrainView | null;
  cost: number;
  allowed: number;
  tape: { from: Xy; to: Xy; length: number } | null;
  factors: FactorView[];
  says: string; // "Moves 4.2 of 6 inches"
}

export interface RefusalView {
  clause: string;
  title: string;
  says: string; // "Out of range: 12.4 of 12 inches"
  unit: number | null;
  point: Xy | null;
  tape: { from: Xy; to: Xy; length: number } | null;
}

export interface FactorView {
  clause: string;
  title: string;
  value: number;
  unit: number | null;
}

export interface OddsView {
  /** What it may come to, most telling first. `p` is an exact fraction, empty when drawn. */
  rows: { label: string; p: string; percent: number }[];
  /** The same a unit at a time, when there is too much to see at once; else empty. */
  parts: {
    unit: number | null;
    name: string;
    rows: { label: string; p: string; percent: number }[];
  }[];
  /** Expected losses and the like. */
  means: { label: string; value: string; number: number }[];
  factors: FactorView[];
  /** Probability mass that was cut, "0" when none was. */
  lost: string;
  /** Null when exact; else some ways were drawn to stand for others: off by no more per cent. */
  within: number | null;
}

export interface RollView {
  by: SideKey;
  faces: number[];
  sides: number;
  clause: string;
  title: string;
  says: string; // "4: disrupt"
  /** A card was drawn and no die thrown; the face is its place. */
  drawn: boolean;
}

export interface LogEntry {
  number: number;
  side: SideKey;
  /** What was ordered, plainly: "Blue Guards shoot at Red Hussars". */
  order: string;
  rolls: RollView[];
  lines: { text: string; clause: string; unit: number | null }[];
  turn: number;
  phase: string;
}

/** What moved, for animation, in order. */
export interface Motion {
  unit: number;
  gait: string;
  from: { centre: Xy; facing: number };
  to: { centre: Xy; facing: number };
}

export interface Played {
  view: View;
  entry: LogEntry;
  motions: Motion[];
}

/** Hand-entered dice ran short: what to throw next. */
export interface Wanted {
  wanted: {
    by: SideKey;
    count: number;
    sides: number;
    clause: string;
    says: string;
    /** A card is to be drawn, one of so many. */
    drawn: boolean;
  };
}

export interface Overlay {
  arc: Xy[][]; // field of fire outlines
  ranges: { radius: number; label: string; outline: Xy[] }[];
  charge: Xy[][];
  sight: { unit: number; from: Xy; to: Xy; clear: boolean; length: number }[];
}

export interface Rulebook {
  id: string;
  title: string;
  author: string;
  published: string;
  status: string;
  sections: { title: string; clauses: ClauseView[] }[];
  rulings: {
    id: string;
    asks: string;
    readings: string[];
    decision: string;
    clauses: string[];
    switch: string | null;
  }[];
  switches: {
    name: string;
    title: string;
    values: string[];
    value: string;
    default: string;
    says: string;
    clause: string;
  }[];
  /** The numbers that house rules may change. */
  numbers: {
    path: string; // "charge.near_general"
    sort: 'whole' | 'broken' | 'flag' | 'share' | 'name';
    printed: string;
    value: string;
    least: string | null;
    most: string | null;
    clauses: string[];
  }[];
}

export interface ClauseView {
  id: string; // "THR-SHOOT-04"
  title: string;
  says: string;
  source: string;
  standing: 'written' | 'answered' | 'inferred' | 'ours';
  switch: string | null;
  /** What house rules changed of it, a sentence each. */
  house: string[];
}

/** Where a guided battle stands. */
export interface Lesson {
  rules: string;
  title: string;
  /** The side the learner leads; the player `guide` gives the other side's orders. */
  side: SideKey;
  /** The place of the step, from 0. */
  step: number;
  steps: number;
  heading: string;
  /** What it says, a paragraph each. */
  says: string[];
  clauses: { id: string; title: string }[];
  /**
   * What is waited for: that it is read; that the learner does it; the other side's
   * orders; that it is read what happened, as foreseen or otherwise; that the
   * learner takes back what led astray.
   */
  stand: 'read' | 'do' | 'watch' | 'told' | 'otherwise' | 'astray';
  /** What is to be done, null when nothing is. */
  task: string | null;
  done: number;
  of: number;
  /** What is said afterwards, once it has happened. */
  after: string[];
  look: {
    /** Units spoken of, units to be ordered, units to be ordered against. */
    units: number[];
    orders: number[];
    targets: number[];
    /** Places spoken of, and where units are to go. */
    areas: Xy[][];
    places: Xy[][];
    /** Verbs of the orders to be given. */
    verbs: string[];
  };
  /** The line to go back to when the battle has gone astray. */
  back: number;
  /** The lines at which its steps began: what `learn` goes on from. */
  begun: number[];
}

/** Something the engine would not take: what, where, and what would be right. */
export interface EngineError {
  message: string;
  line: number | null;
  column: number | null;
  hint: string | null;
  /** Set when an order was refused. */
  refusals: RefusalView[];
}

export type From = { scenario: string } | { text: string };

/** The calls. Each throws an EngineError. */
export interface Engine {
  catalogue(): Promise<Catalogue>;
  /**
   * Start a shipped scenario by id, or the text of a battle file; under house
   * rules when their text is given (a `*.rules.toml`, or null); with armies for
   * its two sides when their ids are given.
   */
  start(from: From, seed: number, house?: string | null, armies?: (string | null)[]): Promise<View>;
  /** The armies that either side of a scenario can take its units from. */
  armies(scenario: string): Promise<ArmyInfo[]>;
  /** Check house rules and say what they change. */
  house(text: string): Promise<HouseView>;
  view(): Promise<View>;
  offers(unit: number): Promise<OfferView[]>;
  /** Judge an order without giving it. */
  preview(order: Order): Promise<Preview>;
  /** The legal order nearest to what was dragged; null when there is none. */
  nearest(unit: number, to: Xy, facing: number | null): Promise<Preview | null>;
  /** Judge the laying of a piece of terrain, its origin at a point, turned by degrees. */
  laying(piece: number, to: Xy, turned: number): Promise<Preview>;
  odds(order: Order): Promise<OddsView>;
  overlay(unit: number): Promise<Overlay>;
  /**
   * Give an order. `number` is the view's. Without `faces` the engine rolls.
   * With `faces` they are dice thrown by hand, in the order asked: `[]` at
   * first; when they run short the answer is `Wanted` and nothing has happened,
   * and the page calls again with all faces so far and the new ones.
   */
  play(order: Order, number: number, faces?: number[]): Promise<Played | Wanted>;
  /** The computer's next order for the side to move, not yet given. */
  think(level: string): Promise<Order>;
  /** Back to before the last order, at most to the last roll of dice. */
  undo(): Promise<View>;
  log(): Promise<LogEntry[]>;
  /** The battle after line n, for replay; the battle itself is not changed. */
  at(n: number): Promise<View>;
  /** Go on from line n, dropping what came after. */
  fork(n: number): Promise<View>;
  journal(): Promise<string>;
  position(): Promise<string>;
  load(text: string): Promise<View>;
  rulebook(rules: string): Promise<Rulebook>;
  /**
   * Starts the guided battle of a rule set; with the lines at which its steps
   * began, goes on with it in the battle that was loaded.
   */
  learn(rules: string, begun?: number[]): Promise<View>;
  /** Where the guided battle stands; null when there is none. */
  lesson(): Promise<Lesson | null>;
  /** Goes on from what was read; null after the last step. */
  next(): Promise<Lesson | null>;
  /** Leaves the guided battle: it goes on as any other. */
  leave(): Promise<View>;
}
