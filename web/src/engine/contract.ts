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

export type PaperSize = 'a4' | 'letter';

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
  /** Set when the engine's dice are sealed. */
  seal: SealView | null;
  /** What the house rules are called; empty when they have no name. */
  house: string;
  /** Set when positions are left to a real table: those of the view are invented then. */
  left: LeftView | null;
  /** Switches and numbers that differ from the printed rules. */
  houseRules: HouseRule[];
}

/** How the dice of a battle are sealed. */
export interface SealView {
  /** What was told of the secret before the word was said: "7f3a-22c1-…", 32 digits. */
  code: string;
  word: string;
  /** The last order whose dice it threw, when the battle was forked from one. */
  until: number | null;
  /** The secret itself, once the battle has ended. */
  secret: string | null;
}

/** That positions are left to a real table. */
export interface LeftView {
  /** Since which line. */
  since: number;
  /** Enemies in contact, as far as the battle knows: unit and unit. */
  contacts: [number, number][];
  /** Places that something is won for, which the umpire judges at the end. */
  holds: string[];
}

export type Face = 'front' | 'left' | 'right' | 'rear';
export type Beside = 'within' | 'behind' | 'left' | 'right';

export interface SoilView {
  ground: string;
  level: number | null;
}

/** Another unit that matters because of where it stands. */
export interface BesideView {
  unit: number;
  /** By the target rather than by the unit. */
  target: boolean;
  place: Beside;
  gap: number;
}

/** What the table shows of an order. */
export interface Saying {
  unit: number;
  target: number | null;
  /** Distance between the nearest edges. */
  range: number;
  /** Which side of the target the unit sees. */
  met: Face;
  /** Which of its own sides the target lies before. */
  through: Face;
  under: SoilView | null;
  beneath: SoilView | null;
  between: SoilView | null;
  near: BesideView[];
}

/** Something that a unit may do where positions are left to the table. */
export interface ActView {
  verb: string;
  label: string;
  targets: number[];
  /** Orders that need nothing stated. */
  orders: OfferOrder[];
}

/** The distances at which an order may be given. */
export interface SpanView {
  least: number;
  most: number;
  /** The ends of bands in which the same weighs, the farthest last. */
  bands: number[];
}

/** A way in which a unit may move. */
export interface GoView {
  name: string;
  /** Nought for a turn in place. */
  most: number;
}

/** What is asked of the table for an order, and what goes without saying. */
export interface FormView {
  says: Saying;
  /** Something was stated of these two before. */
  before: boolean;
  /** At what distances it may be done as stated; null when it may not. */
  span: SpanView | null;
  ways: GoView[];
  /** Kinds of ground: in files and for people. */
  grounds: [string, string][];
}

/** An order supposed on what was stated. */
export interface Supposed {
  label: string;
  order: Order;
  preview: Preview;
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
  points: number | null; // suggested, as fitted by a study
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
  /** By its name in files, and as it is told. */
  formation: string;
  formationTitle: string;
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

export interface OfferOrder {
  label: string;
  order: Order;
  target: number | null;
  /** Of a charge whose heading is chosen: the legal headings, arcs clockwise in degrees. */
  fan?: Xy[];
}

export interface OfferView {
  verb: string; // move face form charge shoot fight test load rally join leave pass place
  label: string; // "Move", "Charge", "Form line"
  clause: string;
  /** Orders ready to be given (no geometry to choose): buttons. */
  orders: OfferOrder[];
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
  /** What is certain whatever the dice say, a sentence for each unit; `rows` tell what is in doubt. */
  certain: string[];
  /** What it may come to beyond that, most telling first. `p` is an exact fraction, empty when drawn. */
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
  /** How choices on the way were made: stop, never, always, best; and what that means. */
  others: { id: string; says: string };
  /** Unfolded step by step, where it was asked for. */
  tree: OddsTree | null;
}

/** How choices on the way are made: not at all, by declining, by the first thing there is, by what is best. */
export type Policy = 'stop' | 'never' | 'always' | 'best';

/** Odds unfolded step by step. */
export interface OddsTree {
  branches: OddsBranch[];
  lost: string;
  within: number | null;
}

/** Steps without a fork between them; the chances of its branches add up to its own. */
export interface OddsBranch {
  says: string;
  clauses: string[];
  p: string;
  percent: number;
  branches: OddsBranch[];
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
  /** With whose dice: the engine's, sealed ones, or real ones entered by hand. */
  thrown: 'engine' | 'sealed' | 'hand';
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
  /** What was stated of the real table with it. */
  stated: string | null;
  /** Every clause that was used in it: factors, dice and events. */
  clauses: string[];
  /** What was entered after it and taken back, struck out. */
  struck: LogEntry[];
}

/** How the chances of a battle went, as far as they are worked out. */
export interface Chances {
  /** The computer player who plays every place out, against itself. */
  player: string;
  /** Battles to be played from each place. */
  playouts: number;
  done: number;
  all: number;
  places: ChancePlace[];
  steps: ChanceStep[];
  /** The greatest steps that are greater than their error, greatest first. */
  moments: ChanceStep[];
  sides: ChanceSide[];
  /** Playouts that did not end of their own: they count as drawn. */
  stopped: number;
}

/** A place in the battle from which it was played out. */
export interface ChancePlace {
  /** After which line; or in which, where its dice are still to fall. */
  number: number;
  /** The order of that line is given, its dice are still to fall. */
  given: boolean;
  turn: number;
  /** How often the first side won, in per cent; a draw counts half. */
  percent: number;
  low: number;
  high: number;
  playouts: number;
}

/** A change of the chances. */
export interface ChanceStep {
  number: number;
  side: SideKey;
  /** Dice did it; else decisions. */
  dice: boolean;
  /** Lesser throws that are not taken apart from the decisions around them. */
  lesser: number;
  says: string;
  /** How much it changed the first side's chance, in per cent, give or take `within`. */
  by: number;
  within: number;
}

/** What decisions and dice brought a side, in per cent of chance to win. */
export interface ChanceSide {
  side: SideKey;
  decisions: number;
  decisions_within: number;
  dice: number;
  dice_within: number;
  /** The same dice by what units are worth, in per cent of an army: worked out, not played out. */
  luck: number;
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
    /** For what order, plainly. */
    order: string;
    by: SideKey;
    count: number;
    sides: number;
    /** Whose dice they are, in the order they are entered. */
    rows: WantedRow[];
    clause: string;
    says: string;
    /** What counts: "4 or more counts"; empty where faces are just added or read. */
    needs: string;
    /** What each face of one die means, from the first; empty where it alone means nothing. */
    faces: string[];
    /** A card is to be drawn, one of so many. */
    drawn: boolean;
  };
}

/** Some of the dice that are wanted. */
export interface WantedRow {
  by: SideKey;
  count: number;
}

export interface Overlay {
  arc: Xy[][]; // field of fire outlines
  ranges: { radius: number; label: string; outline: Xy[] }[];
  charge: Xy[][];
  sight: { unit: number; from: Xy; to: Xy; clear: boolean; length: number }[];
  /** How far the help of one who leads reaches, where the rules know a command radius. */
  command: CommandView | null;
}

export interface CommandView {
  clause: string;
  title: string;
  radius: number;
  outline: Xy[];
  /** Units of its side that stand in it. */
  units: number[];
}

/** What can be done to a unit, and what it can do, before the next turn is over. */
export interface Threats {
  on: Threat[];
  by: Threat[];
  /** Where it can come to when it next may move. */
  moves: Xy[][];
  /** The last game turn that was looked at. */
  until: number;
  /** What was taken to happen meanwhile. */
  says: string;
}

/** A charge or a shot that can be ordered. */
export interface Threat {
  unit: number;
  target: number;
  verb: string; // charge shoot
  says: string;
  clause: string;
  turn: number;
  phase: string;
  /** Where it must move to first; null when it can be done from where it stands. */
  from: { centre: Xy; facing: number; size: Xy } | null;
  tape: { from: Xy; to: Xy; length: number } | null;
}

/** The ground on which a unit, faced as it is, could be charged or shot at. */
export interface ReachView {
  verb: string;
  outline: Xy[][];
}

/** Why an order is not offered. */
export interface WhyNot {
  verb: string;
  label: string;
  /** The order that was asked about, in words. */
  asks: string;
  order: Order;
  refusals: RefusalView[];
}

/** What a move is for, with respect to an enemy. */
export type Aim = 'out-of-charge' | 'out-of-shot' | 'in-shot' | 'in-charge' | 'in-arc' | 'in-cover';

/** A place found for what it is for. */
export interface IntentView {
  /** The move that comes to it; null when none does, or none is needed. */
  preview: Preview | null;
  says: string; // "0.1 inches outside the charge of Red Hussars."
  /** By how much it is out or in: a length, or degrees of an arc. */
  margin: number | null;
  clauses: string[];
  /** The line that asks for it, typed. */
  line: string;
}

/** The whole table in words, a sentence each. */
export interface TableWords {
  /** What is played, how large the table is, whose turn it is, who may act. */
  says: string[];
  ground: string[];
  /** Deployment zones and objectives. */
  zones: string[];
  sides: [SideWords, SideWords];
}

/** A side in words. */
export interface SideWords {
  key: SideKey;
  says: string; // "Blue: 5 on the table, 1 lost."
  units: { unit: number; says: string }[];
}

/** What lies round a unit, as it sees it. */
export interface AroundView {
  unit: number;
  says: string;
  /** How it may move, a sentence each. */
  ways: string[];
  /** A move of it as a line that may be typed; null when it may not move. */
  example: string | null;
  /** Orders at nobody. */
  orders: SaidOrder[];
  /** Everybody else on the table and every piece of ground, nearest first. */
  near: NearView[];
}

/** Something that lies near a unit. */
export interface NearView {
  /** Null for ground. */
  unit: number | null;
  name: string;
  foe: boolean;
  says: string; // "Red Hussars: enemy cavalry, 14.5 inches, north-east (bearing 40), …"
  orders: SaidOrder[];
}

/** An order that may be given now, in words. */
export interface SaidOrder {
  label: string;
  verb: string;
  order: Order;
  target: number | null;
  /** The line that gives it when it is typed. */
  line: string;
  /** What it may come to; empty when nothing is left to chance or it was not asked for. */
  chance: string; // "44 % 1 hit; 33 % no effect; 22 % else"
}

export interface Rulebook {
  id: string;
  title: string;
  author: string;
  published: string;
  status: string;
  sections: { title: string; clauses: ClauseView[] }[];
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

/** How an ambiguity of a rule set was settled. */
export interface RulingView {
  id: string; // "A12"
  asks: string;
  readings: string[];
  decision: string;
  clauses: string[];
  switch: string | null;
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
  /** What there is to play: the desks said it when they were built, and the worker keeps it. */
  catalogue(): Promise<Catalogue>;
  /**
   * Start a shipped scenario by id, or the text of a battle file; under house
   * rules when their text is given (a `*.rules.toml`, or null); with armies for
   * its two sides when their ids are given.
   */
  /** Sealed dice take no seed: they follow from the seal. */
  start(
    from: From,
    seed: number,
    house?: string | null,
    armies?: (string | null)[],
    seal?: { secret: string; word: string } | null,
  ): Promise<View>;
  /** The code of a secret, to be told before the word is said. */
  seal(secret: string): Promise<string>;
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
  /**
   * The odds of an order. How choices on the way are made: `stop` (the odds end there) unless
   * something else is asked for; with their tree if it is.
   */
  odds(
    order: Order,
    others?: Policy | null,
    tree?: boolean | null,
    says?: Saying,
  ): Promise<OddsView>;
  overlay(unit: number): Promise<Overlay>;
  /** The whole table in words. */
  words(): Promise<TableWords>;
  /** What lies round a unit, in words; with what its orders may come to if that is asked for. */
  around(unit: number, chances?: boolean): Promise<AroundView>;
  threats(unit: number): Promise<Threats>;
  /** The odds of a threat in the moment in which it can be ordered; null when it cannot. */
  threatOdds(unit: number, target: number, verb: string): Promise<OddsView | null>;
  /** The ground on which the target could be charged or shot at by the unit where it stands. */
  threatReach(unit: number, target: number): Promise<ReachView[]>;
  /** The orders that are not offered to a unit, and why not. */
  whyNot(unit: number): Promise<WhyNot[]>;
  /** The legal move by which a unit reaches an aim with respect to an enemy. */
  intent(unit: number, aim: Aim, foe: number): Promise<IntentView>;
  /**
   * Give an order. `number` is the view's. Without `faces` the engine rolls.
   * With `faces` they are dice thrown by hand, in the order asked: `[]` at
   * first; when they run short the answer is `Wanted` and nothing has happened,
   * and the page calls again with all faces so far and the new ones. A single 0
   * leaves one throw to the engine.
   */
  play(
    order: Order,
    number: number,
    faces?: number[] | null,
    says?: Saying,
  ): Promise<Played | Wanted>;
  /** Leaves positions to the real table; what is left of setting up is passed over. */
  leaveToTable(): Promise<View>;
  /** What a unit may do where positions are left to the table. */
  acts(unit: number): Promise<ActView[]>;
  /** What is asked of the table for an order, with what goes without saying. */
  form(unit: number, verb: string, target?: number): Promise<FormView>;
  /** The orders of a verb on what was stated, judged and not given; a move by way and distance. */
  suppose(says: Saying, verb: string, way?: string, by?: number): Promise<Supposed[]>;
  /** Declares what is seen: units that left the table, how the battle ended. */
  declare(left: [number, string][], ended?: 'a' | 'b' | 'draw'): Promise<View>;
  /** The computer's next order for the side to move, not yet given. */
  think(level: string): Promise<Order>;
  /** Back to before the last order, at most to the last roll of dice. */
  undo(): Promise<View>;
  log(): Promise<LogEntry[]>;
  /** The battle after line n, for replay; the battle itself is not changed. */
  at(n: number): Promise<View>;
  /** Go on from line n, dropping what came after. */
  fork(n: number): Promise<View>;
  /** Opens the battle again with dice thrown by hand, before the first order; as `play`. */
  opening(faces: number[]): Promise<Played | Wanted>;
  /** Takes back every order after line n, and keeps them struck out in the journal. */
  strike(n: number): Promise<View>;
  /** An order typed in the notation of `sandtable try`, judged but not given. */
  typed(line: string): Promise<Preview>;
  journal(): Promise<string>;
  position(): Promise<string>;
  load(text: string): Promise<View>;
  rulebook(rules: string): Promise<Rulebook>;
  /** The desks said it when they were built, and the worker keeps it. */
  rulings(rules: string): Promise<RulingView[]>;
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

/** The calls of whoever looks back on a battle: a desk answers them, as it does `load`. */
export interface DeskCalls {
  /** Begins to work out how the chances went: who plays, how many battles from each place. */
  chances(player: string, playouts: number): Promise<Chances>;
  /** Goes on with it by so many pieces of work. */
  chancesOn(pieces: number): Promise<Chances>;
}

/** The call of whoever wants paper: a desk answers it too. */
export interface PaperCalls {
  /**
   * The battle as it stands on paper, a PDF file as text, a letter a byte. Parts:
   * map, roster, templates, sheet.
   */
  print(paper: PaperSize, parts: string[]): Promise<string>;
}
