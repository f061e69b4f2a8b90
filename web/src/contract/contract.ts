// What the page and the engine say to each other. Written by `cargo xtask contract` from the
// calls (`calls!`) and the views of the engine: change it there.
//
// Every call is answered by JSON, {"ok": value} or {"err": EngineError}. Lengths are in the unit
// of the battle's ruler, angles degrees clockwise from north, x east, y north, origin south-west.

/** A point, or a size. */
export type Xy = [number, number];

/** What is told of an account. */
export type Account = { view: AccountView } | { export: AccountExport };

/** What can be done about an account. */
export type AccountDeed = 'look' | { make: { name: string; password: string } } | { signIn: { name: string; password: string } } | 'signOut' | { password: { new: string; old: string } } | 'export' | { delete: { password: string } };

/** All that is kept of an account. */
export interface AccountExport {
  /** Addresses for e-mails. */
  addresses: string[];
  /** The battles that made it so. */
  battles: RatedBattle[];
  /** The devices that are signed in. */
  devices: Device[];
  /** When it was made, in milliseconds since 1970. */
  made: number;
  /** Its name. */
  name: string;
  /** Where notices for it go. */
  notices: string[];
  /** How good he is. */
  ratings: RatingOf[];
  /** The rooms in which it has a seat: what happened there belongs to all who were there. */
  rooms: MyRoom[];
  /** The tournaments in which he is, or was. */
  tournaments: string[];
}

/** What a device does about its account. Nothing here is ever written into a log. */
export interface AccountOf {
  /** The key of the device. */
  device: string;
  /** What. */
  what: AccountDeed;
}

/** Who is signed in on a device. */
export interface AccountView {
  /** On how many devices. */
  devices: number;
  /** The name of the account; none where nobody is. */
  name: string | null;
  /** How good he is, at each rule set in which he fought rated battles. */
  ratings: RatingOf[];
}

/** Who did what to whom. */
export interface Act {
  /** To whom. */
  target: number;
  /** Who. */
  unit: number;
  /** The verb's name: `shoot`, `charge`. */
  verb: string;
}

/** Something that a unit may do where positions are left to the table. */
export interface ActView {
  /** The word for it. */
  label: string;
  /** Orders that need nothing stated. */
  orders: OfferOrder[];
  /** To whom it may be done. */
  targets: number[];
  /** The verb's name. */
  verb: string;
}

/** What a computer player would do in a position, and what else he weighed. */
export interface Advised {
  /** Playouts still to do. */
  left: number;
  /** What he weighed, the best first. */
  orders: WeighedOrder[];
  /** Who thought about it, as he is written. */
  player: string;
  /** For which side. */
  side: SideKey;
}

/** What a move is for, with respect to an enemy. */
export type Aim = 'out-of-charge' | 'out-of-shot' | 'in-shot' | 'in-charge' | 'in-arc' | 'in-cover';

/** What a ruling may put right beside places. */
export interface Amendables {
  /** Of the battle. */
  battle: ValueView[];
  /** Of the two sides. */
  sides: [ValueView[], ValueView[]];
  /** Of the unit that was asked about. */
  unit: ValueView[];
}

/** What becomes of a unit. */
export interface Amended {
  /** Where it stands then. */
  at: Put | null;
  /**
   * That it has left the table (`destroyed`, `fled`, `captured`, `exited`), or is back on
   * it (`table`).
   */
  became: Status | null;
  /** Which. */
  unit: number;
  /**
   * What else is otherwise of it: marks, stands, formation, whom it is with, by their names
   * in position files.
   */
  values: Changed[];
}

/** What an umpire puts right. */
export interface Amends {
  /** What is otherwise of the battle. */
  battle: Changed[];
  /** How the battle ended, if it is over by this. */
  ended: Ended | null;
  /** Why: it stands in the journal. */
  reason: string;
  /** What is otherwise of the two sides, by its names in position files. */
  sides: [Changed[], Changed[]];
  /** Units that stand elsewhere, have left the table or come back. */
  units: Amended[];
}

/** The answer to an order given with hand-thrown dice. */
export type Answer = Played | { wanted: Wanted };

/** What an area is: how it looks goes by that. */
export type AreaKind = 'range' | 'arc' | 'charge';

/** Ground over the table. */
export interface AreaView {
  /** How far it reaches from the front edge. */
  far: number;
  /** What it is. */
  kind: AreaKind;
  /** What is written at its far end; nothing where that is empty. */
  label: string;
  /** Its outline. */
  outline: ([number, number])[];
}

/** An army that can be mustered. */
export interface ArmyInfo {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** What it is worth in the points that a study has fitted, where there are any. */
  points: number | null;
  /** A line about it. */
  says: string;
  /** Its units in words: `4 infantry, 1 cavalry`. */
  units: string;
}

/** A unit of an army. */
export interface ArmyUnit {
  /** Its formation; none when it is the usual one. */
  formation: string | null;
  /** Its group. */
  group: string | null;
  /** Its kind. */
  kind: string;
  /** Its name. */
  name: string;
  /** What it is rated at beyond the usual. */
  ratings: ([string, string])[];
  /** Its strength. */
  stands: number;
}

/** An army that was read. */
export interface ArmyView {
  /** Its groups. */
  groups: string[];
  /** Its name. */
  name: string;
  /** Suggested points. */
  points: number | null;
  /** A line about it. */
  says: string;
  /** The switches that a battle must have for it. */
  switches: ([string, string])[];
  /** It as an army file. */
  text: string;
  /** Its units. */
  units: ArmyUnit[];
  /** What is uncertain about it, and what does not fit the tables of its rules. */
  warnings: string[];
}

/** What lies round a unit, as it sees it. */
export interface AroundView {
  /** A move of it as a line that may be typed; none when it may not move. */
  example: string | null;
  /** Everybody else on the table and every piece of ground, nearest first. */
  near: NearView[];
  /** Orders at nobody. */
  orders: SaidOrder[];
  /** The unit itself. */
  says: string;
  /** Which unit. */
  unit: number;
  /** How it may move, a sentence each. */
  ways: string[];
}

/** Who asks. */
export interface Asker {
  /** Whether he is signed in. */
  account: boolean;
  /** The entrant whom he plays. */
  entrant: number | null;
  /** Whether he organises it. */
  organiser: boolean;
}

/** An input that is varied. */
export interface Axis {
  /** Its path in the situation: `target.ground`. */
  path: string;
  /** Its values, as they are written. */
  values: string[];
}

/** What a room is made from. */
export type Begin = { scenario: string } | { text: string } | { journal: string };

/** Where in a tournament a battle is fought. */
export interface Berth {
  /** The tournament. */
  id: string;
  /** What it is called. */
  name: string;
  /** The round, from 1. */
  round: number;
}

/** Where another unit stands beside one that a statement is about. */
export type Beside = 'within' | 'behind' | 'left' | 'right';

/** Another unit that matters because of where it stands. */
export interface BesideView {
  /** How far from it. */
  gap: number;
  /** Where. */
  place: Beside;
  /** Whether by the target rather than by the unit. */
  target: boolean;
  /** Which. */
  unit: number;
}

/** A battle of a round. */
export interface BoardView {
  /** Who leads the first side. */
  a: number;
  /** Who leads the second; nobody where `a` has a bye, or rests. */
  b: number | null;
  /** Whether it was fought. */
  fought: boolean;
  /** The room in which it is fought. */
  room: string | null;
  /** What came of it. */
  score: Score | null;
}

/** An order that waits for joint dice. */
export interface Bound {
  /** Whose; nobody's when the battle itself is opened. */
  by: Seat | null;
  /** The number of the last line of the journal when it was given. */
  number: number;
  /** The order; none for the opening. */
  order: Order | null;
  /** The number of its throw. */
  throw: number;
}

/** Steps that follow one another without a fork, and what may come after them. */
export interface BranchView {
  /** What may come next; empty when nothing more does, or nothing is told of it. */
  branches: BranchView[];
  /** Their clauses. */
  clauses: string[];
  /**
   * The chance that it comes to this at all, an exact fraction: those of its
   * branches add up to it. Empty when it was drawn.
   */
  p: string;
  /** The same in per cent. */
  percent: number;
  /** The steps, in words. */
  says: string;
}

/** Everything there is to choose from. */
export interface Catalogue {
  /** Computer players, weakest first. */
  levels: LevelInfo[];
  /** Rule sets. */
  rulesets: RulesetInfo[];
  /** Scenarios that ship with it. */
  scenarios: ScenarioInfo[];
  /** Guided first battles, one a rule set at most. */
  tutorials: TutorialInfo[];
  /** The engine's version. */
  version: string;
}

/** One combination. */
export interface CellView {
  /** The answer; null where the order may not be given or the situation cannot be. */
  number: NumberView2 | null;
  /** Why there is none; empty when there is one. */
  why: string;
}

/** A place in the battle from which it was played out. */
export interface ChancePlace {
  /** Whether the next order is given and its dice are still to fall. */
  given: boolean;
  /** The upper one. */
  high: number;
  /** Ninety-five times of a hundred the true number lies between these. */
  low: number;
  /**
   * After which line; where an order was given and its dice are still to fall,
   * the line before it and `given`.
   */
  number: number;
  /** How often the first side won, in per cent; a draw counts half. */
  percent: number;
  /** Battles played from here. */
  playouts: number;
  /** The game turn. */
  turn: number;
}

/** What decisions and dice brought a side, in per cent of chance to win. */
export interface ChanceSide {
  /** What its own decisions brought it. */
  decisions: number;
  /** Give or take. */
  decisions_within: number;
  /** What the dice of its own orders brought it. */
  dice: number;
  /** Give or take. */
  dice_within: number;
  /**
   * The same dice by what units are worth: how much more of an army they brought
   * it than was to be expected, in per cent; worked out, not played out.
   */
  luck: number;
  /** Which. */
  side: SideKey;
}

/** A change of the chances. */
export interface ChanceStep {
  /** How much it changed the first side's chance, in per cent. */
  by: number;
  /** Whether dice did it; else it was decisions. */
  dice: boolean;
  /** Lesser throws that are not taken apart from the decisions around them. */
  lesser: number;
  /** The line after which it had happened. */
  number: number;
  /** Its last order, in words. */
  says: string;
  /** The side that gave the orders. */
  side: SideKey;
  /** Give or take so much, ninety-five times of a hundred. */
  within: number;
}

/** How the chances of a battle went, as far as they are worked out. */
export interface Chances {
  /** All there are. */
  all: number;
  /** Pieces of work that are done, and all there are. */
  done: number;
  /** The greatest steps of all, greatest first. */
  moments: ChanceStep[];
  /** The places in the battle, in order. */
  places: ChancePlace[];
  /** The computer player who plays every place out, against itself. */
  player: string;
  /** Battles to be played from each place. */
  playouts: number;
  /** What decisions and dice brought each side. */
  sides: ChanceSide[];
  /** How the chances changed from place to place. */
  steps: ChanceStep[];
  /** Playouts that did not end of their own: they count as drawn. */
  stopped: number;
}

/** A value that is otherwise from now on. */
export interface Changed {
  /** Its name in position files. */
  key: string;
  /** What it is; what it usually is, when nothing is said. */
  to: Written | null;
}

/** An answer to a choice. */
export interface ChoiceOption {
  /** The word on its button. */
  label: string;
  /** The order. */
  order: Order;
}

/** A choice that is owed. */
export interface ChoiceView {
  /** The question. */
  asks: string;
  /** By which clause. */
  clause: string;
  /** The answers. */
  options: ChoiceOption[];
  /** The other unit in it. */
  other: number | null;
  /** Who must choose. */
  side: SideKey;
  /** The unit it is about. */
  unit: number | null;
}

/** Everything that may be said in a situation of a rule set. */
export interface Choices {
  /** Ground that may lie between them. */
  between: GroundChoice[];
  /** The greatest range. */
  farthest: number;
  /** Ground that units may stand on. */
  grounds: GroundChoice[];
  /** Troop types that may be the unit or the target. */
  kinds: KindChoice[];
  /** Troop types that may lead one; none where the set has no leaders. */
  leaders: KindChoice[];
  /** What ranges are counted in: `inches`, `centimetres`. */
  lengths: string;
  /** Counters that units bear. */
  marks: MarkChoice[];
  /** The orders that may be asked about. */
  orders: string[];
  /** How choices on the way may be made. */
  others: OthersChoice[];
  /** The rule set. */
  rules: string;
  /** On which side the target may be met. */
  sides: string[];
  /** What strength is counted in: `stand`, `figure`. */
  strength: string;
  /** Several of it. */
  strengths: string;
  /** Its title. */
  title: string;
  /**
   * Names of files that are chosen here (ground, formations, values of ratings, sides,
   * orders) as people say them.
   */
  words: WordChoice[];
}

/** A clause. */
export interface ClauseView {
  /** What house rules changed of it, a sentence each. */
  house: string[];
  /** Its id with the prefix. */
  id: string;
  /** The rule, paraphrased. */
  says: string;
  /** Where in the author's text it comes from. */
  source: string;
  /** How it came to be. */
  standing: Standing;
  /** The switch that changes it. */
  switch: string | null;
  /** A short title. */
  title: string;
}

/** What a battle's clocks show. */
export interface Clock {
  /** Until when each side is away, in milliseconds since 1970: its clock stands so long. */
  away: [number, number];
  kind: ClockKind;
  /** Milliseconds left for each side, when the clock of neither runs. */
  left: [number, number];
  /** They were stopped. */
  paused: boolean;
  /** Whose clock runs, and since when. */
  runs: [Seat, number] | null;
}

/** How much time the players have. */
export type ClockKind = 'none' | { live: { increment: number; minutes: number } } | { days: number };

/** How far the help of one who leads reaches. */
export interface CommandView {
  /** The clause that says so. */
  clause: string;
  /** The outline of the ground. */
  outline: ([number, number])[];
  /** How far. */
  radius: number;
  /** Its title. */
  title: string;
  /** Units of its side that stand in it. */
  units: number[];
}

/** One step of a question over time. */
export interface CourseRow {
  /**
   * The chance that it has ended by then, an exact fraction; empty where it is
   * known as a decimal only.
   */
  p: string;
  /** The chance that it ends in this step, in per cent. */
  percent: number;
  /** The same in per cent. */
  so_far: number;
  /** Which, from 1. */
  step: number;
}

/** How long until one is gone. */
export interface CourseView {
  /** How it ends. */
  ends: OddsRow[];
  /**
   * What could not be followed, in per cent; none of the other numbers is off by
   * more than what this may come to.
   */
  lost: number;
  /** The mean number of steps, of the battles that end; null when none does. */
  mean: NumberView2 | null;
  /** See [`CourseView::tenth`]. */
  median: number | null;
  /** The chance that it never ends, in per cent: the script comes to a stand. */
  never: number;
  /** See [`CourseView::tenth`]. */
  ninetieth: number | null;
  /** How choices on the way were made. */
  others: OthersView;
  /** The chance to end in each step. */
  rows: CourseRow[];
  /** What is played, in words. */
  says: string;
  /** How many states were told apart. */
  states: number;
  /** What a step is called: `turn`, `time`. */
  step: string;
  /** What several are called. */
  steps: string;
  /**
   * After how many steps it has ended in one, in five and in nine of ten battles;
   * null where it never comes to that.
   */
  tenth: number | null;
  /** The variance of that number; null when none ends. */
  variance: NumberView2 | null;
}

/** Something that happened in a room. */
export type Deed = { line: string } | { sat: { name: string; seat: Seat } } | { moved: { seat: Seat } } | { said: { by: Seat; text: Talk } } | { asked: { by: Seat; wish: Wish } } | { answered: { by: Seat; wish: Wish; yes: boolean } } | { conceded: { by: Seat } } | { closed: { score: Score } } | { timeUp: { of: Seat } } | { paused: { by: Seat; on: boolean } } | { away: { by: Seat; days: number } } | { pledged: { by: Seat; top: string } } | { bound: Bound } | { opened: { by: Seat; throw: number; value: string | null } } | { opening: string } | { again: { room: string } };

/** A device that is signed in. */
export interface Device {
  /** The print of its key. */
  print: string;
  /** Since when, in milliseconds since 1970. */
  since: number;
}

/** Whose dice a room is played with. */
export type DiceKind = 'server' | 'joint' | 'hand';

/** A side's army in a draft. */
export interface DraftArmy {
  /** Suggested points; none where no points ship. */
  points: number | null;
  /** What does not fit the tables and limits of the rules. */
  warnings: string[];
  /** How many units have none. */
  without: number;
}

/**
 * A battle file that is being written: what is wrong with it, and its units as far as
 * it can be read.
 */
export interface DraftView {
  /** Both sides' armies. */
  armies: [DraftArmy, DraftArmy] | null;
  /** What keeps it from being played. */
  flaws: FlawView[];
  /** Its units, in the order of the file; none when it cannot be read. */
  units: UnitView[] | null;
  /** What is unusual though it can be played. */
  warnings: FlawView[];
}

/** How a battle ended. */
export interface EndView {
  /** By which clause it ended. */
  clause: string;
  /** What decided it, in the words of a player and without a full stop. */
  says: string;
  /** Who won, in words. */
  title: string;
  /** Who won; nobody when it is a draw. */
  winner: SideKey | null;
}

/** How a battle is declared to have ended. */
export type Ended = 'a' | 'b' | 'draw';

/** Something the engine would not take. The battle is as it was. */
export interface EngineError {
  /** The column of a text, from 1. */
  column: number | null;
  /** What would be right. */
  hint: string | null;
  /** The line of a text, from 1. */
  line: number | null;
  /** What was found, and what is allowed. */
  message: string;
  /** Set when an order was refused. */
  refusals: RefusalView[];
}

/** Somebody who entered. */
export interface EntrantView {
  /** Whether he withdrew. */
  left: boolean;
  /** What he is called; nothing once his account is deleted. */
  name: string;
  /** His number. */
  number: number;
  /** How good he is, where he has an account. */
  rating: RatingView2 | null;
}

/** A side of a unit, as another sees it. */
export type Face = 'front' | 'left' | 'right' | 'rear';

/** A number that weighs in an order. */
export interface FactorView {
  /** Its clause. */
  clause: string;
  /**
   * The same in words: the number with its sign, or what it is where it is not added
   * to a die or a score ("column +2", "+1 die").
   */
  shown: string;
  /** The clause's title. */
  title: string;
  /** The unit it speaks for. */
  unit: number | null;
  /** What it adds. */
  value: number;
}

/** What may become of a unit. */
export interface Fate {
  /** Its name. */
  name: string;
  /** How often it was lost when the order was played on, in per cent. */
  percent: number;
  /** The unit. */
  unit: number;
}

/** A fight: who, what may be ordered, and the odds of the order asked about. */
export interface FightView {
  /** None when no order may be given. */
  odds: OddsView | null;
  /** Why the order asked about may not be given. */
  refused: RefusedView | null;
  situation: SituationView;
}

/** What a battle is called in its file. */
export interface FileNames {
  /** Names of both sides. */
  sides: [string, string];
  /** Its title. */
  title: string;
}

/** Something that is wrong with a text, or unusual. */
export interface FlawView {
  /** Column, from 1. */
  column: number;
  /** What would probably be right. */
  hint: string | null;
  /** Line, from 1. */
  line: number;
  /** What was found and what is allowed. */
  message: string;
}

/** Who meets whom. */
export type Form = { swiss: { rounds: number } } | { roundRobin: { double: boolean } };

/** What is asked of the table for an order, and what goes without saying. */
export interface FormView {
  /** Whether something was stated of these two before. */
  before: boolean;
  /** Kinds of ground these rules know: names in files and for people. */
  grounds: ([string, string])[];
  /** What is taken to be so: as it was stated last, or the commonest. */
  says: Saying;
  /** At what distances it may be done as stated; none when it may not. */
  span: SpanView | null;
  /** Ways to move. */
  ways: GoView[];
}

/** Where a battle is started from. */
export type From = { scenario: string } | { text: string };

/** A battle that was generated. */
export interface Generated {
  /** What the sides are worth. */
  points: [number, number] | null;
  /** The battle file. */
  text: string;
}

/** A way in which a unit may move. */
export interface GoView {
  /** How far at most; nought for a turn in place. */
  most: number;
  /** Its name: `ahead`, `turned-left`, `wheel-right`, `back`, `turn-about`. */
  name: string;
}

/** How good an order was. */
export type Grade = 'good' | 'inaccurate' | 'mistake' | 'blunder';

/** An order of a battle, graded. */
export interface GradedOrder {
  /** What would have been better, in words; none when nothing surely is. */
  better: string | null;
  /** Whether it was looked at closely; at first all are looked at roughly. */
  closely: boolean;
  /** Its grade. */
  grade: Grade;
  /** How much chance to win it gave away against the best that was found, in per cent. */
  lost: number;
  /** What its dice brought the side beyond what was to be expected, in per cent of an army. */
  luck: number;
  /** Its line in the journal. */
  number: number;
  /** The chance to win it led to for the side that gave it, in per cent. */
  percent: number;
  /** The order in words. */
  says: string;
  /** Who gave it. */
  side: SideKey;
  /** The game turn. */
  turn: number;
  /** Give or take so much, ninety-five times of a hundred. */
  within: number;
}

/** A grid, worked out. */
export interface GridView {
  /** The inputs; the last runs across, the one before it down. */
  axes: Axis[];
  /** A cell for every combination, the last input changing fastest. */
  cells: CellView[];
  /** Whether the numbers are chances; else they are expected numbers. */
  chances: boolean;
  /** How choices on the way were made. */
  others: OthersView;
  /** The rule set. */
  rules: string;
  /** What is asked, in words. */
  says: string;
  /** What the situation is called. */
  title: string;
}

/** Ground. */
export interface GroundChoice {
  /** Its name in files. */
  id: string;
  /** Whether it is a line that units stand behind. */
  line: boolean;
}

/** Something that happened, and how the room stands then. */
export interface Happened {
  /** The clocks. */
  clock: Clock;
  /** How joint dice stand, where they are played with. */
  joint: JointView | null;
  /** What. */
  kept: Kept;
  /** The server's time. */
  now: number;
  /** What each side asked for. */
  wishes: [Wish | null, Wish | null];
}

/** What the server says. */
export type Hear = { welcome: Welcome } | { deed: Happened } | { room: RoomView } | { refused: Trouble } | { code: { code: string; until: number } } | { here: { now: number } } | { bye: Trouble };

/** A switch or number that differs from the printed rules. */
export interface HouseRule {
  /** The clauses it changes. */
  clauses: string[];
  /** Its name in files; of a number, its path. */
  name: string;
  /** The value as printed. */
  printed: string;
  /** The value as printed, in words. */
  printed_told: string;
  /** Its title. */
  title: string;
  /** The value chosen, in words: `three inches`. */
  told: string;
  /** The value chosen. */
  value: string;
}

/** House rules as a file holds them, checked. */
export interface HouseView {
  /** What they change. */
  changes: HouseRule[];
  /** What they are called. */
  name: string;
  /** The rule set they change. */
  rules: string;
  /** A line about them. */
  says: string;
}

/** How a battle came to its end. */
export type How = 'rules' | 'conceded' | 'agreed' | 'time' | 'closed' | 'bothLost';

/** A place found for what it is for. */
export interface IntentView {
  /** The clauses by which the enemy cannot, or the unit can. */
  clauses: string[];
  /** The line that asks for it: `move U out-of-charge T`. */
  line: string;
  /**
   * By how much it is out or in, in lengths or, of an arc, in degrees; null when
   * there is nothing to measure.
   */
  margin: number | null;
  /** The move that comes to it; null when none does, or none is needed. */
  preview: Preview | null;
  /** What was found, with its margin. */
  says: string;
}

/** How joint dice stand, as pages see it. */
export interface JointView {
  /** The order that waits for its throw. */
  bound: Bound | null;
  /** Up to which throw each player has opened his part. */
  opened: [number, number];
  /** What the server and the players pledged. */
  pledges: Pledge[];
  /** The number of the last throw that was asked for. */
  throw: number;
  /** Whose part is awaited. */
  waits: Seat | null;
}

/** A deed as it is kept. */
export interface Kept {
  /** When, in milliseconds since 1970. */
  at: number;
  /** Whose order or choice is awaited after it. */
  awaits: Seat | null;
  /** What happened. */
  deed: Deed;
  /** Its number in the room, from 0. */
  n: number;
  /** How the battle ended, once it has. */
  over: Over | null;
}

/** A troop type. */
export interface KindChoice {
  /** The formations it may take, the usual one first. */
  formations: string[];
  /** Its name in files. */
  id: string;
  /** What it may be rated at. */
  ratings: RatingChoice[];
  /** How much it usually has of what strength is counted in. */
  stands: number;
  /** The least and the most it may have. */
  stands_range: [number, number];
  /** Its name for people. */
  title: string;
}

/** Everything that a battle of a rule set may be built of. */
export interface Kit {
  /** The armies that ship for it. */
  armies: ArmyInfo[];
  /** The letters of common army lists that it knows. */
  elements: string[];
  /** What points may be scored for. */
  goals: KitGoal[];
  /** Ground, that which its battles have first. */
  grounds: KitGround[];
  /** What a group of units is called; empty where there are none. */
  group: string;
  /** Troop types, leaders last. */
  kinds: KitKind[];
  /** Counters that units may bear at the start. */
  marks: KitMark[];
  /** Most units, groups, pieces of terrain, and turns. */
  most: KitMost;
  /** The unit of length. */
  ruler: Ruler;
  /** The rule set. */
  rules: string;
  /** What strength is counted in: `stands`. */
  strength: string;
  /** The usual table. */
  table: [number, number];
  /** What an army may be made up of, a row of the army table each, in words. */
  tables: string[];
  /** Its title. */
  title: string;
  /** The widest table. */
  widest: number;
}

/** What points are scored for. */
export interface KitGoal {
  /** Its name in files. */
  id: string;
  /** Whether it is about a zone. */
  zone: boolean;
}

/** A kind of ground. */
export interface KitGround {
  /** Its name in files. */
  id: string;
  /** Whether it rises by levels. */
  levels: boolean;
  /** Whether it is drawn along a line. */
  line: boolean;
  /** The usual size: of a line, its length and its width. */
  size: [number, number];
  /** Whether the usual troops may stand there. */
  stood: boolean;
  /** Its name for people. */
  title: string;
  /** Whether a battle that ships has it. */
  used: boolean;
}

/** A troop type. */
export interface KitKind {
  /** The picture that fits it. */
  figure: string;
  /** The formations it may take, the usual one first. */
  formations: string[];
  /** Its name in files. */
  id: string;
  /** Whether it is a single leader. */
  leader: boolean;
  /** Suggested points of a usual one. */
  points: number | null;
  /** What it may be rated at. */
  ratings: KitRating[];
  /** Frontage and depth of one stand. */
  stand: [number, number];
  /** How much it usually has of what strength is counted in. */
  stands: number;
  /** The least and the most it may have. */
  stands_range: [number, number];
  /** Its name for people. */
  title: string;
}

/** A counter. */
export interface KitMark {
  /** Its name in files. */
  id: string;
  /** The least and the most it may be. */
  range: [number, number];
  /** Its name for people. */
  title: string;
}

/** Limits of a battle file. */
export interface KitMost {
  /** Groups. */
  groups: number;
  /** Pieces of terrain, and zones. */
  pieces: number;
  /** Turns. */
  turns: number;
  /** Units. */
  units: number;
}

/** Something a unit is rated at. */
export interface KitRating {
  /** Its name in files. */
  id: string;
  /** Its name for people. */
  title: string;
  /** The usual one. */
  usual: string;
  /** What may be chosen. */
  values: string[];
}

/** The table of a series of tournaments. */
export interface League {
  /** What it is called. */
  name: string;
  /** The table. */
  table: LeagueRow[];
  /** Its tournaments, the first first. */
  tournaments: ListedTournament[];
}

/** Somebody in the table of a series. */
export interface LeagueRow {
  /** His half points in all tournaments. */
  halves: number;
  /** What he is called. */
  name: string;
  /** His place, from 1; those who stand alike share one. */
  place: number;
  /** Battles won, byes among them; drawn; lost. */
  score: [number, number, number];
  /** In how many tournaments he was. */
  tournaments: number;
}

/** That positions are left to the table. */
export interface LeftView {
  /** Enemies in contact, as far as the battle knows: unit and unit. */
  contacts: ([number, number])[];
  /** What is won by ground, which the umpire judges at the end: names of places. */
  holds: string[];
  /** Since which line. */
  since: number;
}

/** Where a guided battle stands. */
export interface Lesson {
  /** What is said afterwards, once it has happened. */
  after: string[];
  /** The line to go back to when the battle has gone astray. */
  back: number;
  /** The lines at which its steps began: what `learn` goes on from. */
  begun: number[];
  /** The clauses it teaches. */
  clauses: LessonClause[];
  /** How many of its orders are given. */
  done: number;
  /** The step's heading. */
  heading: string;
  /** Where to look. */
  look: LookView;
  /** How many orders it has. */
  of: number;
  /** The rule set it teaches. */
  rules: string;
  /** What it says, a paragraph each. */
  says: string[];
  /** The side the learner leads. */
  side: SideKey;
  /** What is waited for: `read`, `do`, `watch`, `told`, `otherwise`, `astray`. */
  stand: string;
  /** The place of the step, from 0. */
  step: number;
  /** How many steps there are. */
  steps: number;
  /** What is to be done; none when nothing is. */
  task: string | null;
  /** The tutorial's title. */
  title: string;
}

/** A clause that a step teaches. */
export interface LessonClause {
  /** Its id. */
  id: string;
  /** Its title. */
  title: string;
}

/** A computer player. */
export interface LevelInfo {
  /** How strong he is by Elo's measure; the player that others are measured by has nought. */
  elo: number;
  /** Its name in calls. */
  id: string;
  /** What to expect. */
  says: string;
  /** Its name for people. */
  title: string;
}

/** A tournament in a list. */
export interface ListedTournament {
  /** Who meets whom. */
  form: Form;
  /** Its id. */
  id: string;
  /** When something last happened, in milliseconds since 1970. */
  moved: number;
  /** What it is called. */
  name: string;
  /** The rule set. */
  rules: string;
  /** The series it belongs to; nothing where it belongs to none. */
  series: string;
  /** How it stands. */
  stands: Stage;
}

/** A room in the lobby. */
export interface LobbyRoom {
  /** The clocks. */
  clock: ClockKind;
  /** When something last happened there. */
  moved: number;
  /** Whether it changes the ratings of who plays. */
  rated: boolean;
  /** How good those are who sit there, where it is rated. */
  ratings: [RatingView2 | null, RatingView2 | null];
  /** Its name. */
  room: string;
  /** The rule set. */
  rules: string;
  /** The two sides. */
  sides: [string, string];
  /** Who is to sit there. */
  sitters: [Sitter, Sitter];
  /** Whether it waits for players, is played, or is over. */
  stands: Stands;
  /** What the battle is called. */
  title: string;
}

/** One order in the log. */
export interface LogEntry {
  /** Every clause that was used in it: factors, dice and events. */
  clauses: string[];
  /** What happened, line by line. */
  lines: LogLine[];
  /** Its number; 0 is the opening. */
  number: number;
  /** What was ordered, plainly. */
  order: string;
  /** Phase in which it was given. */
  phase: string;
  /** The dice. */
  rolls: RollView[];
  /** Why an umpire put the map right by hand, where that is what happened. */
  ruling: string | null;
  /** A move without its legs, a charge without its heading: "Blue Guards move". */
  short: string | null;
  /** Who gave it. */
  side: SideKey;
  /** What was stated of the real table with it. */
  stated: string | null;
  /** What was entered after it and taken back, struck out. */
  struck: LogEntry[];
  /** What a story makes of it. */
  telling: Telling;
  /** Game turn in which it was given. */
  turn: number;
  /** Who was ordered, by name. */
  who: string | null;
}

/** A line of the log. */
export interface LogLine {
  /** By which clause. */
  clause: string;
  /** What happened. */
  text: string;
  /** What a story makes of it. */
  tiding: Tiding;
  /** To which unit. */
  unit: number | null;
  /** What it is called. */
  who: string | null;
}

/** Where to look in a step. */
export interface LookView {
  /** Places spoken of, as outlines. */
  areas: (([number, number])[])[];
  /** Units to be ordered. */
  orders: number[];
  /** Places where units are to go, as outlines. */
  places: (([number, number])[])[];
  /** Units they are to be ordered against. */
  targets: number[];
  /** Units spoken of. */
  units: number[];
  /** Verbs of the orders to be given. */
  verbs: string[];
}

/** A room that was made: its name and what opens its seats. */
export interface Made {
  /** The secret of the first side's link. */
  a: string;
  /** The secret of the second side's link. */
  b: string;
  /** Its name. */
  room: string;
  /** The secret of the link for who umpires, where there is such a seat. */
  umpire: string | null;
  /** The secret of the link for whoever watches. */
  watch: string;
}

/** A tournament that was made. */
export interface MadeTournament {
  /** Its id: whoever knows it may look, and enter. */
  id: string;
}

/** Where a device wants to be told that it is its turn. */
export interface MailOf {
  /** The key of the device. */
  device: string;
  /** What is to be so from now on; without it the server only tells how it is. */
  set: MailSet | null;
}

/** An address for letters. */
export interface MailSet {
  /** The address; none to get no more letters. */
  address: string | null;
  /** The language of the letters, by its code. */
  language: string;
}

/** Whether a device is written to. */
export interface MailView {
  /** The address. */
  address: string | null;
  /** Whether whoever reads letters there has agreed. */
  confirmed: boolean;
  /** Whether this server writes letters at all. */
  possible: boolean;
}

/** A room that is to be made. */
export interface Make {
  /** Armies that ship, by id. */
  armies: [string | null, string | null];
  /** The clocks. */
  clock: ClockKind;
  /** How many minutes later whoever watches sees it. */
  delay: number;
  /** The key of his device. */
  device: string;
  /** Whose dice it is played with. */
  dice: DiceKind;
  /** What it is made from. */
  from: Begin;
  /** House rules, the text of a `*.rules.toml`. */
  house: string | null;
  /** Whether the lobby shows it. */
  listed: boolean;
  /** What he is called. */
  name: string;
  /** The version of the page. */
  page: number;
  /** Whether it changes the ratings of who plays: both need an account. */
  rated: boolean;
  /** Who is to sit at the two sides. */
  sitters: [Sitter, Sitter];
  /** Whether there is a seat for somebody who umpires. */
  umpire: boolean;
  /** How many days each side may be away in all, where turns take days. */
  vacation: number;
  /** Where whoever makes it sits down. */
  you: Seat;
}

/** A tournament that is to be made. */
export interface MakeTournament {
  /** The key of the device. */
  device: string;
  /** Whether everybody is shown it. */
  listed: boolean;
  /** What it is called. */
  name: string;
  /** The version of the page. */
  page: number;
  /** What it is made as. */
  plan: Plan;
  /** The series it belongs to; nothing where it belongs to none. */
  series: string;
}

/** A counter. */
export interface MarkChoice {
  /** Its name in files. */
  id: string;
  /** The least and the most it may be. */
  range: [number, number];
  /** Its name for people. */
  title: string;
}

/** A mark that a table would show. */
export interface MarkView {
  /** The clause it comes from. */
  clause: string;
  /** Its name in files. */
  id: string;
  /** Both in words: "2 hits". */
  says: string;
  /** Its name for people. */
  title: string;
  /** How many. */
  value: number;
}

/** An expected number. */
export interface MeanRow {
  /** Of what. */
  label: string;
  /** The same as a decimal. */
  number: number;
  /** An exact fraction. */
  value: string;
}

/** Whose rooms are asked for. */
export interface Mine {
  /** The key of the device. */
  device: string;
}

/** Something that moved. */
export interface Motion {
  /** From where. */
  from: Stance;
  /** How it came to move. */
  gait: string;
  /** To where. */
  to: Stance;
  /** Which unit. */
  unit: number;
}

/** A room in which the device that asks leads a side. */
export interface MyRoom {
  /** Whose order or choice is awaited. */
  awaits: Seat | null;
  /** When somebody's time runs out, in milliseconds since 1970. */
  due: number | null;
  /** How the battle ended. */
  over: Over | null;
  /** The room. */
  room: LobbyRoom;
  /** Its seat. */
  you: Seat;
}

/** Something that lies near a unit. */
export interface NearView {
  /** It is an enemy. */
  foe: boolean;
  /** Its name. */
  name: string;
  /** What may be done to it now. */
  orders: SaidOrder[];
  /** The sentence. */
  says: string;
  /** Which unit; none for ground. */
  unit: number | null;
}

/** What kind of value a number is. */
export type NumberSort = 'whole' | 'broken' | 'flag' | 'share' | 'name';

/** A number of a rule set. */
export interface NumberView {
  /** The clauses it belongs to. */
  clauses: string[];
  /** The least it may be; nothing for flags and shares. */
  least: string | null;
  /** The most it may be. */
  most: string | null;
  /** Its path in `numbers.toml`. */
  path: string;
  /** As printed. */
  printed: string;
  /** `whole`, `broken`, `flag` or `share`. */
  sort: NumberSort;
  /** The path in words: `Charge, near general`. */
  title: string;
  /** As it is played. */
  value: string;
}

/** A number that is worked out: exactly where it fits, else as a decimal. */
export interface NumberView2 {
  /** The same as a decimal. */
  number: number;
  /** An exact fraction in lowest terms; empty when it is known as a decimal only. */
  value: string;
}

/** What may befall one unit. */
export interface OddsPart {
  /** Its name, empty for nobody's. */
  name: string;
  /** What may befall it, likeliest first. */
  rows: OddsRow[];
  /** The unit; null for what befalls nobody: the end of the battle, a choice. */
  unit: number | null;
}

/** One thing an order may come to. */
export interface OddsRow {
  /** In words. */
  label: string;
  /** Its chance, an exact fraction; empty when it was drawn. */
  p: string;
  /** Its chance in per cent. */
  percent: number;
}

/** The odds of an order. */
export interface OddsView {
  /**
   * What is certain whatever the dice say, a sentence for each unit that it
   * befalls; empty where the one row tells it.
   */
  certain: string[];
  /** What weighs in it. */
  factors: FactorView[];
  /**
   * Probability that was cut: of dice that are thrown again without end. "0"
   * when nothing was.
   */
  lost: string;
  /** Expected losses and the like. */
  means: MeanRow[];
  /** How choices on the way were made. */
  others: OthersView;
  /**
   * The same, a unit at a time, when there is too much to see at once; else
   * empty.
   */
  parts: OddsPart[];
  /** What it may come to beyond that, likeliest first. */
  rows: OddsRow[];
  /** The same unfolded step by step, where it was asked for. */
  tree: TreeView | null;
  /**
   * Null when the chances are exact. Else there were too many ways to follow them
   * all, some were drawn to stand for others, and no chance is off by more per
   * cent, as far as the draws tell.
   */
  within: number | null;
}

/** An order ready to be given. */
export interface OfferOrder {
  /**
   * Of a charge whose heading the player chooses: the headings that would be
   * legal, as arcs from one to another, clockwise, in degrees.
   */
  fan: ([number, number])[];
  /** The word on its button. */
  label: string;
  /** The order. */
  order: Order;
  /** Why it cannot arrive, when it is a charge that falls short whatever is thrown. */
  short?: string | null;
  /** Whom it is directed at. */
  target: number | null;
}

/** What a unit may be ordered. */
export interface OfferView {
  /** By which clause. */
  clause: string;
  /** The word for it. */
  label: string;
  /** Orders ready to be given. */
  orders: OfferOrder[];
  /** For moves: the region it can reach, as outlines. */
  region: (([number, number])[])[];
  /**
   * Where orders are without number, as ways and places are, some of them to begin
   * with: each may be given as it stands.
   */
  samples?: Order[];
  /** Most turn either way in degrees; 180 is free. */
  turn: number | null;
  /** The verb's name. */
  verb: string;
}

/** Opaque: it is given back as it came. */
export type Order = unknown;

/** A way to make choices. */
export interface OthersChoice {
  /** Its name in files. */
  id: string;
  /** What it means. */
  says: string;
}

/** How choices are made that come up while an order is carried out. */
export interface OthersView {
  /** `stop`, `never`, `always` or `best`. */
  id: string;
  /** What that means, a sentence without its great letter and stop. */
  says: string;
}

/** The end of a battle. */
export interface Over {
  /** By what. */
  how: How;
  /** Who won; nobody when it is a draw. */
  winner: Seat | null;
}

/** What a unit can see and reach, for showing on demand. */
export interface Overlay {
  /** Ground that it reaches, in the order in which it is drawn. */
  areas: AreaView[];
  /** How far its help reaches, where the rules know a command radius. */
  command: CommandView | null;
  /** Sight to enemies. */
  sight: SightView[];
}

/** A part of what is printed. */
export type PaperPart = 'map' | 'roster' | 'templates' | 'sheet';

/** A size of paper. */
export type PaperSize = 'a4' | 'letter';

/** Who has a part in joint dice. */
export type Party = 'host' | 'a' | 'b';

/** A phrase that every page says in its own language. */
export type Phrase = 'hello' | 'wellPlayed' | 'luck' | 'moment' | 'yourTurn' | 'thanks';

/** A piece of terrain that a player lays before the battle. */
export interface PieceView {
  /** What it looks like, drawn about the origin. */
  drawn: TerrainView;
  /** Whether it lies on the table already. */
  laid: boolean;
  /** Whether it may be laid now. */
  offered: boolean;
  /** Its place among the pieces. */
  piece: number;
  /** What it is called. */
  title: string;
}

/** A rectangle on the table. */
export interface Placed {
  /** Its centre. */
  centre: [number, number];
  /** Its facing. */
  facing: number;
  /** Frontage and depth. */
  size: [number, number];
}

/** What a tournament is made as, and stays. */
export interface Plan {
  /** The clocks. */
  clock: ClockKind;
  /** How many days a round may take. Then the server ends what is left of it. */
  days: number;
  /** Whose dice it is played with. */
  dice: DiceKind;
  /** Who meets whom. */
  form: Form;
  /** Whether somebody may still enter once it has begun. */
  late: boolean;
  /** Whether battles between two accounts change their ratings. */
  rated: boolean;
  /**
   * The scenarios: one for all rounds, or one after the other, and again from the first.
   * All are of one rule set.
   */
  scenarios: string[];
}

/** An order that was given. */
export interface Played {
  /** Who did what to whom, when it was an order at another unit. */
  act: Act | null;
  /** Its line in the log. */
  entry: LogEntry;
  /** What moved, in order. */
  motions: Motion[];
  /** The battle after it. */
  view: View;
}

/** What a party pledged. */
export interface Pledge {
  /** Who. */
  by: Party;
  /** The last throw before it: the next one is the first that it opens. */
  from: number;
  /** The last value of the chain. */
  top: string;
}

/**
 * How choices on the way are made: not at all, by declining, by the first thing there is,
 * by what is best.
 */
export type Policy = 'stop' | 'never' | 'always' | 'best';

/** An order judged but not given. */
export interface Preview {
  /** The allowance. */
  allowed: number;
  /** What it costs of the allowance. */
  cost: number;
  /** What weighs in it. */
  factors: FactorView[];
  /** Why it ends short of where the unit was wanted, when it was dragged there. */
  held: RefusalView[];
  /** The piece of terrain as it would lie, when one is laid. */
  lays: TerrainView | null;
  /** Whether it may be given. */
  legal: boolean;
  /** The order. */
  order: Order;
  /** Rectangles it passes through; the last is where it ends. */
  path: Placed[];
  /** Every reason against it. */
  refusals: RefusalView[];
  /** In words. */
  says: string;
  /** Why it cannot arrive, when it is a charge that falls short whatever is thrown. */
  short?: string | null;
  /** The distance measured for it. */
  tape: TapeView | null;
  /** The unit that it orders, if it orders one. */
  unit: number | null;
}

/** Whose notices are set or asked for. Nothing here is ever written into a log. */
export interface PushOf {
  /** The key of the device. */
  device: string;
  /** What is to be so from now on; without it the server only tells how it is. */
  set: PushSet | null;
}

/** Whether a browser shows notices. */
export interface PushSet {
  /** The language of the notices, by its code. */
  language: string;
  /** What the browser gave for them; none to get no more. */
  to: PushTo | null;
}

/** What a browser gives so that it can be told something while its page is closed. */
export interface PushTo {
  /** Its secret, likewise. */
  auth: string;
  /** Where notices go. */
  endpoint: string;
  /** Its public key, as base64 for addresses. */
  p256dh: string;
}

/** Whether a device is told by notices. */
export interface PushView {
  /** Where notices for this device go; none where it gets none. */
  endpoint: string | null;
  /** The key of this server, which a browser wants; none where it sends no notices. */
  key: string | null;
}

/** Where a unit is put. */
export interface Put {
  /** The centre of its rectangle. */
  centre: [number, number];
  /** Which way it looks, in degrees, as the view tells it. */
  facing: number;
}

/** What a value can be. */
export type RangeView = { whole: [number, number] } | { length: [number, number] } | 'angle' | 'flag' | { one: string[] } | { maybe: string[] } | { any: string[] };

/** Somebody in the table of a rule set. */
export interface Rated {
  /** What he is called. */
  name: string;
  /** How good he is. */
  rating: RatingView2;
  /** Rated battles won, drawn and lost. */
  score: [number, number, number];
}

/** A rated battle of an account, as it is kept. */
export interface RatedBattle {
  /** What the other is called; nothing once his account is deleted. */
  against: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** What it brought, in half points. */
  halves: number;
  /** The rating after it, in millionths of a point. */
  rating: number;
  /** The room. */
  room: string;
  /** The rule set. */
  rules: string;
}

/** Something a unit is rated at. */
export interface RatingChoice {
  /** Its name in files. */
  id: string;
  /** Its name for people. */
  title: string;
  /** The usual one. */
  usual: string;
  /** What may be chosen. */
  values: string[];
}

/** How good somebody is at a rule set. */
export interface RatingOf {
  /** How good. */
  rating: RatingView2;
  /** The rule set. */
  rules: string;
  /** Rated battles won, drawn and lost. */
  score: [number, number, number];
}

/** A rating. */
export interface RatingView {
  /** Its name for people. */
  title: string;
  /** Its value's name. */
  value: string;
}

/** How good somebody is at a rule set, in whole points. */
export interface RatingView2 {
  /** Rated battles so far. */
  battles: number;
  /** The rating. */
  rating: number;
  /** In 95 of 100 cases he is within so much of it. */
  within: number;
}

/** The ground on which a unit as it faces could be charged or shot at. */
export interface ReachView {
  /** Where its centre would have to be: outlines, felt for by the rules' own answer. */
  outline: (([number, number])[])[];
  /** `charge` or `shoot`. */
  verb: string;
}

/** A reason against an order. */
export interface ReasonView {
  /** The clause. */
  clause: string;
  /** What it says here. */
  says: string;
}

/** A reason against an order. */
export interface RefusalView {
  /** The clause that forbids it. */
  clause: string;
  /** The ground that is the reason. */
  ground?: TerrainView | null;
  /** The point that is the reason. */
  point: [number, number] | null;
  /** What shows it, in words. */
  says: string;
  /** The measured line that is the reason. */
  tape: TapeView | null;
  /** Its title. */
  title: string;
  /** The unit that is the reason. */
  unit: number | null;
}

/** An order that may not be given. */
export interface RefusedView {
  /** Its name: `charge`. */
  id: string;
  /** The reasons. */
  reasons: ReasonView[];
}

/** A battle looked at order by order, as far as it is. */
export interface Review {
  /** All there are. */
  all: number;
  /** Pieces of work that are done. */
  done: number;
  /** The orders graded so far. */
  orders: GradedOrder[];
  /** Who looks, as he is written. */
  player: string;
  /** How the sides played. */
  sides: ReviewSide[];
  /**
   * The lines that gave away most, worst first, three at most. Until all were looked at
   * closely, what only seems to have been bad is among them.
   */
  turning: number[];
}

/** How a side played. */
export interface ReviewSide {
  /** How many of them were inaccurate, mistakes and blunders. */
  grades: [number, number, number];
  /** Chance to win given away by all of them that surely did, in per cent, added up. */
  lost: number;
  /** What its dice brought it beyond what was to be expected, in per cent of an army. */
  luck: number;
  /** Its orders that were graded. */
  orders: number;
  /** Which. */
  side: SideKey;
}

/** A throw. */
export interface RollView {
  /** Who threw. */
  by: SideKey;
  /** What it came to alone; empty where only the faces tell. */
  came: string;
  /** By which clause. */
  clause: string;
  /** A card was drawn and no die thrown; the face is its place. */
  drawn: boolean;
  /** The faces that fell. */
  faces: number[];
  /** What was needed, what fell, and what it came to. */
  says: string;
  /** Sides of the dice. */
  sides: number;
  /** With whose dice: the engine's, sealed ones, or real ones entered by hand. */
  thrown: Thrown;
  /** Its title. */
  title: string;
}

/** A room as a page sees it. */
export interface RoomView {
  /** The room in which they play again. */
  again: string | null;
  /** Whose order or choice is awaited. */
  awaits: Seat | null;
  /** What they show. */
  clock: Clock;
  /** How many minutes later whoever watches sees it. */
  delay: number;
  /** Whose dice it is played with. */
  dice: DiceKind;
  /** How joint dice stand, where they are played with. */
  joint: JointView | null;
  /** What clocks there are. */
  kind: ClockKind;
  /** How the battle ended. */
  over: Over | null;
  /** Whether it changes the ratings of who plays. */
  rated: boolean;
  /** Its name. */
  room: string;
  /** The rule set. */
  rules: string;
  /** Their seats. */
  seats: [SeatView, SeatView];
  /** The two sides. */
  sides: [string, string];
  /** What the battle is called. */
  title: string;
  /** The tournament in which it is fought. */
  tournament: Berth | null;
  /** Who umpires, where there is such a seat. */
  umpire: UmpireView | null;
  /** How many days each side may still be away, where it may at all. */
  vacation: [number, number] | null;
  /** How many watch. */
  watchers: number;
  /** What each side asked for. */
  wishes: [Wish | null, Wish | null];
}

/** A round. */
export interface RoundView {
  /** Its battles. */
  boards: BoardView[];
  /** The scenario, by id. */
  scenario: string;
}

/** How somebody stands. Points are counted in halves. */
export interface Row {
  /** The points of his opponents. */
  buchholz: number;
  /** What he got from those who have as many points and as good opponents. */
  direct: number;
  /** Battles drawn. */
  drawn: number;
  /** Who. */
  entrant: number;
  /** A win or a bye is 2, a draw 1. */
  halves: number;
  /** Battles lost. */
  lost: number;
  /** His place, from 1; those who stand alike share one. */
  place: number;
  /** Battles won, byes among them. */
  won: number;
}

/** A rule set's clauses and switches. */
export interface Rulebook {
  /** Its author. */
  author: string;
  /** Its name in files. */
  id: string;
  /** The numbers that house rules may change. */
  numbers: NumberView[];
  /** Where and when. */
  published: string;
  /** Its clauses by section. */
  sections: SectionView[];
  /** The standing of this version. */
  status: string;
  /** House-rule switches. */
  switches: SwitchView[];
  /** Its title as published. */
  title: string;
}

/**
 * Which unit of length players measure in. The table itself always counts
 * hundredths of a millimetre; a ruler only says how they are shown and read.
 */
export type Ruler = 'inches' | 'centimetres';

/** A rule set on the shelf. */
export interface RulesetInfo {
  /** Its author. */
  author: string;
  /** How many clauses it has. */
  clauses: number;
  /** Its name in files. */
  id: string;
  /** The period of its battles; empty when nobody said. */
  period: string;
  /** Where and when. */
  published: string;
  /** What it is, for somebody who never heard of it; empty when nobody said. */
  says: string;
  /** The standing of this version. */
  status: string;
  /** Its title as published. */
  title: string;
}

/** How an ambiguity was settled. */
export interface RulingView {
  /** The question. */
  asks: string;
  /** The clauses it settles. */
  clauses: string[];
  /** What was decided. */
  decision: string;
  /** Its id. */
  id: string;
  /** The readings it allows. */
  readings: string[];
  /** The switch that chooses another reading. */
  switch: string | null;
}

/** An order that may be given now, in words. */
export interface SaidOrder {
  /**
   * What it may come to, likeliest first; empty when nothing is left to chance
   * or it was not asked for.
   */
  chance: string;
  /** The word on its button. */
  label: string;
  /** The line that gives it when it is typed. */
  line: string;
  /** The order. */
  order: Order;
  /** Whom it is directed at. */
  target: number | null;
  /** The verb's name. */
  verb: string;
}

/** What a page says. */
export type Say = { hello: { device: string; from: number; link: string | null; name: string; page: number; take: Seat | null } } | { order: { faces: number[] | null; number: number; order: Order } } | { pledge: string } | { open: { throw: number; value: string } } | { ask: Wish } | { answer: { wish: Wish; yes: boolean } } | { rule: { amends: Amends; number: number } } | { away: number } | 'concede' | 'goOn' | { chat: Talk } | { name: string } | 'handOver' | 'here';

/** What the table shows of an order. */
export interface Saying {
  /** Ground under the target. */
  beneath: SoilView | null;
  /** Ground between them, or before a unit that moves. */
  between: SoilView | null;
  /** Which side of the target the unit sees. */
  met: Face;
  /** Who else stands where it matters. */
  near: BesideView[];
  /** Distance between the nearest edges. */
  range: number;
  /** At whom. */
  target: number | null;
  /** Which of its own sides the target lies before. */
  through: Face;
  /** Ground under the unit. */
  under: SoilView | null;
  /** Who is ordered. */
  unit: number;
}

/** A scenario on the shelf. */
export interface ScenarioInfo {
  /** Colours of both sides. */
  colours: [string, string];
  /** How often the first side wins between equal computer players, in percent. */
  first_wins: number | null;
  /** Rule set and name: `three-hit/two-hills`. */
  id: string;
  /** How long it takes on a screen, where it was measured. */
  minutes: number | null;
  /** Its period; empty when nobody said. */
  period: string;
  /** The unit of length. */
  ruler: Ruler;
  /** The rule set's id. */
  rules: string;
  /** Names of both sides. */
  sides: [string, string];
  /** A few lines that set the scene. */
  story: string;
  /** Units of each side, those that come later too. */
  strength: [number, number];
  /** Table size. */
  table: [number, number];
  /** Terrain. */
  terrain: TerrainView[];
  /** Its title. */
  title: string;
  /** Game turns, when it sets them. */
  turns: number | null;
  /** Where units stand at the start, for a thumbnail. */
  units: Thumb[];
  /** How it is won. */
  victory: string;
  /** Title and sides as its file has them: rooms are called so, whoever reads of them. */
  written: FileNames;
}

/** What came of a battle. */
export type Score = 'a' | 'b' | 'draw' | 'neither';

/** How the dice of a battle are sealed. */
export interface SealView {
  /** What was told of the secret before the word was said. */
  code: string;
  /** The secret itself, once the battle has ended. */
  secret: string | null;
  /** The last line whose dice it threw, when the battle was forked from one. */
  until: number | null;
  /** The word that was said then. */
  word: string;
}

/** What dice are sealed with: a secret of who holds the device, and a word of another. */
export interface Sealing {
  /** The secret. */
  secret: string;
  /** The word. */
  word: string;
}

/** A seat of a room. */
export type Seat = 'a' | 'b' | 'watch' | 'umpire';

/** A seat as a page sees it. */
export interface SeatView {
  /** Whether he is here now. */
  here: boolean;
  /** What he is called; empty while nobody came. */
  name: string;
  /** How good he is, where the battle is rated and he has an account. */
  rating: RatingView2 | null;
  /** Who is to sit there. */
  sitter: Sitter;
  /** Whether somebody came. */
  taken: boolean;
}

/** A section of a rule book. */
export interface SectionView {
  /** Its clauses. */
  clauses: ClauseView[];
  /** Its title. */
  title: string;
}

/** How a battle between two computer players went. */
export interface Selfplay {
  /** Whether it came to an end of its own. */
  ended: boolean;
  /** The journal's fingerprint, sixteen hexadecimal digits. */
  hash: string;
  /** Orders given. */
  orders: number;
}

/** A battle that the computer plays against itself. */
export interface SelfplayOf {
  /** The computer player of both sides, by id. */
  level: string;
  /** The scenario, by id. */
  scenario: string;
  /** The seed of its dice. */
  seed: number;
}

/** A side's key on the wire. */
export type SideKey = 'a' | 'b';

/** A side. */
export interface SideView {
  /** Its colour. */
  colour: string;
  /** Its key. */
  key: SideKey;
  /** Its units that are gone. */
  lost: number;
  /** What it is called, in the language that is spoken. */
  name: string;
  /** Points scored, where the scenario counts points. */
  points: number | null;
  /** Thousandths of a fresh average unit, summed. */
  strength: number;
  /** Its units still in the battle. */
  units: number;
  /** Its name as files and orders write it, where that is another. */
  written?: string | null;
}

/** A side in words. */
export interface SideWords {
  /** Its key. */
  key: SideKey;
  /** How it stands: its name, how many are on the table, lost, points. */
  says: string;
  /** Its units, in the order of the file. */
  units: UnitWords[];
}

/** A line of sight. */
export interface SightView {
  /** Whether it is seen, by the rules. */
  clear: boolean;
  /** From where. */
  from: [number, number];
  /** How far. */
  length: number;
  /** To where. */
  to: [number, number];
  /** To whom. */
  unit: number;
}

/** Who is to sit on a seat. */
export type Sitter = 'person' | 'open' | { computer: string };

/** A situation: who, what may be ordered, what may not and why. */
export interface SituationView {
  /**
   * Whether other units wait far away, because the rule set knows no side of so
   * few.
   */
  in_company: boolean;
  /**
   * The order that is asked about: the file's, or the first that may be given;
   * null when none may.
   */
  order: string | null;
  /** What the unit may do. */
  orders: WayView[];
  /** How choices on the way are made. */
  others: OthersView;
  /** The distance between their nearest edges, in words. */
  range: string;
  /** What it may not do, with every reason. */
  refused: RefusedView[];
  /** The rule set. */
  rules: string;
  /** What its writer says of it; may be empty. */
  story: string;
  /** The target's name. */
  target: string;
  /** What the situation is called; may be empty. */
  title: string;
  /** The unit's name. */
  unit: string;
}

/** Ground, and how high it rises if that is said. */
export interface SoilView {
  /** What it is. */
  ground: string;
  /** Levels. */
  level: number | null;
}

/** The distances at which an order may be given. */
export interface SpanView {
  /** The ends of bands in which the same weighs, the farthest last. */
  bands: number[];
  /** The nearest. */
  least: number;
  /** The farthest. */
  most: number;
}

/** How a tournament stands, for lists. */
export type Stage = 'open' | 'played' | 'over';

/** Where a unit's rectangle lies. */
export interface Stance {
  /** Its centre. */
  centre: [number, number];
  /** Its facing. */
  facing: number;
}

/** A single stand. */
export interface StandView {
  /** Its centre. */
  at: [number, number];
  /** Frontage and depth. */
  size: [number, number];
}

/** How a clause came to be: what its author wrote, or what had to be added. */
export type Standing = 'written' | 'answered' | 'inferred' | 'ours';

/** How a room stands, for the lobby. */
export type Stands = 'open' | 'played' | 'over';

/** Where a unit is. */
export type Status = 'table' | 'reserve' | 'expected' | 'destroyed' | 'fled' | 'captured' | 'exited';

/** A study that was read: what it plays. */
export interface StudyOpened {
  battles: number;
  done: number;
  print: string;
  rules: string;
  scenarios: string[];
  title: string;
  variants: string[];
}

/** Battles of a study that were played just now. */
export interface StudyPlayed {
  done: number;
  lines: string[];
}

/** An order supposed on what was stated. */
export interface Supposed {
  /** What it is called. */
  label: string;
  /** The order. */
  order: Order;
  /** What it comes to. */
  preview: Preview;
}

/** A house-rule switch. */
export interface SwitchView {
  /** The clause it changes. */
  clause: string;
  /** Its default. */
  default: string;
  /** Its name in files. */
  name: string;
  /** What it does. */
  says: string;
  /** Its title, as a question. */
  title: string;
  /** The same in words. */
  told: string[];
  /** The value it has. */
  value: string;
  /** The values it can take. */
  values: string[];
}

/** An order to the table. */
export interface TableOrder {
  /**
   * May be done at any time and is no part of the turn: a dispute settled by
   * dice.
   */
  aside: boolean;
  /** By which clause. */
  clause: string;
  /** The word on its button. */
  label: string;
  /** The obvious thing to do next: nothing else is left. */
  main: boolean;
  /** The order. */
  order: Order;
  /** It makes every test that is still owed: nobody must be tested one by one. */
  tests: boolean;
}

/** The whole table in words: what a person who does not see it wants to know first. */
export interface TableWords {
  /** The ground, a piece each, in the order it was laid. */
  ground: string[];
  /**
   * What is played, how large the table is, whose turn it is, who may act: a
   * sentence each.
   */
  says: string[];
  /** The two sides. */
  sides: [SideWords, SideWords];
  /** Deployment zones and objectives. */
  zones: string[];
}

/** What is said in a room. */
export type Talk = { text: string } | { phrase: Phrase };

/** A measured distance. */
export interface TapeView {
  /** Where it starts. */
  from: [number, number];
  /** The distance. */
  length: number;
  /** Where it ends. */
  to: [number, number];
}

/** What a story makes of an order. */
export type Telling = 'move' | 'quiet' | 'act';

/** A piece of terrain. */
export interface TerrainView {
  /** Outlines of the areas it covers. */
  areas: (([number, number])[])[];
  /** What it is. */
  ground: string;
  /** How many levels it rises. */
  level: number;
  /** Its course, when it is linear. */
  line: ([number, number])[];
  /** What it is called, in the language that is spoken, if it has a name. */
  name: string;
  /** The width of a line. */
  width: number;
  /** Its name as files write it, where that is another. */
  written?: string | null;
}

/** A charge or a shot that can be ordered. */
export interface Threat {
  /** By which clause it is offered; empty where it is not offered by itself. */
  clause: string;
  /** Where it must move to first; null when it can be done from where it stands. */
  from: Placed | null;
  /** In which phase. */
  phase: string;
  /** In words. */
  says: string;
  /** The distance that was measured. */
  tape: TapeView | null;
  /** Whom. */
  target: number;
  /** In which game turn. */
  turn: number;
  /** Who. */
  unit: number;
  /** `charge` or `shoot`. */
  verb: string;
}

/** The odds of a threat, and how much it weighs. */
export interface ThreatOdds {
  /**
   * What the target is expected to lose of what it is worth and steady for, in percent:
   * the strongest threat loses it most.
   */
  harm: number;
  /** The odds. */
  odds: OddsView;
}

/** What can be done to a unit, and what it can do, before the next turn is over. */
export interface Threats {
  /** What it can do to enemies. */
  by: Threat[];
  /** Where it can come to when it next may move. */
  moves: (([number, number])[])[];
  /** What enemies can do to it. */
  on: Threat[];
  /** What was taken to happen meanwhile, and how far ahead was looked. */
  says: string;
  /** The last game turn that was looked at. */
  until: number;
}

/** Whose dice a throw was made with. */
export type Thrown = 'engine' | 'hand' | 'sealed';

/** A unit in a thumbnail. */
export interface Thumb {
  /** Its centre. */
  at: [number, number];
  /** Its facing. */
  facing: number;
  /** The picture that fits it. */
  figure: string;
  /** Whose. */
  side: SideKey;
  /** Frontage and depth. */
  size: [number, number];
}

/** What a story makes of a line. */
export type Tiding = 'clock' | 'arrival' | 'place' | 'act';

/** What can be done in a tournament. */
export type TournamentDeed = 'look' | { enter: { name: string } } | 'withdraw' | 'begin' | { close: { board: number; score: Score } } | 'closeRound' | { remove: { entrant: number } } | 'end';

/** What a device asks of a tournament. */
export interface TournamentOf {
  /** The key of the device. */
  device: string;
  /** What. */
  what: TournamentDeed;
}

/** A tournament as it stands. */
export interface TournamentView {
  /** What it is called, and how it stands. */
  about: ListedTournament;
  /** When the server ends what is left of the round, in milliseconds since 1970. */
  due: number | null;
  /** Who entered. */
  entrants: EntrantView[];
  /** What its organiser is called; none where the host looks after it. */
  organiser: string | null;
  /** What it was made as. */
  plan: Plan;
  /** The rounds so far. */
  rounds: RoundView[];
  /** The table. */
  table: Row[];
  /** How many there will be, as far as is known now. */
  total: number;
  /** Who asks. */
  you: Asker;
}

/** Tournaments: those that everybody is shown, and those of a device. */
export interface Tournaments {
  /** That everybody is shown. */
  listed: ListedTournament[];
  /** That the device organises or is in. */
  mine: ListedTournament[];
}

/** Odds unfolded step by step. */
export interface TreeView {
  /** What may happen first, likeliest first. */
  branches: BranchView[];
  /** Probability that was cut; "0" when nothing was. */
  lost: string;
  /** As that of the odds. */
  within: number | null;
}

/** Why something was not done: the page has the words. */
export type Trouble = 'noRoom' | 'noSeat' | 'seatTaken' | 'watching' | 'weakPassword' | 'nameTaken' | 'wrongPassword' | 'noAddress' | 'needsAccount' | 'notRated' | 'ownRival' | 'noTournament' | 'notOrganiser' | 'entriesClosed' | 'enteredAlready' | 'noName' | 'tooFew' | 'tooMany' | 'doneAlready' | 'noPush' | 'notUmpire' | 'notBoth' | 'ruled' | 'noVacation' | 'notYourTurn' | { late: { stands: number } } | { refused: EngineError } | 'unpledged' | 'bound' | 'notPledged' | 'diceUsedUp' | 'journalFull' | 'over' | 'notOver' | 'nothingAsked' | 'tooFast' | 'tooLong' | 'notKept' | 'oldPage' | 'garbled' | 'banned' | 'missed' | 'closing';

/** A guided first battle on the shelf. */
export interface TutorialInfo {
  /** How long it takes, in minutes. */
  minutes: number;
  /** The rule set it teaches. */
  rules: string;
  /** What it teaches. */
  says: string;
  /** How many steps it has. */
  steps: number;
  /** Its title. */
  title: string;
}

/** The seat of whoever umpires, as a page sees it. */
export interface UmpireView {
  /** Whether he is here now. */
  here: boolean;
  /** What he is called; empty while nobody came. */
  name: string;
  /** Whether somebody came. */
  taken: boolean;
}

/** A unit. */
export interface UnitView {
  /** The centre of its rectangle. */
  centre: [number, number];
  /** Its facing. */
  facing: number;
  /** The picture that fits it. */
  figure: string;
  /** Its formation, by its name in files. */
  formation: string;
  /** Its formation for people. */
  formationTitle: string;
  /** The group it acts with. */
  group: string;
  /** Its place in the battle. */
  id: number;
  /** Its troop type's name in files. */
  kind: string;
  /** Its troop type's name for people. */
  kindTitle: string;
  /** Marks that a table would show. */
  marks: MarkView[];
  /** What it is called, in the language that is spoken. */
  name: string;
  /** What it is rated at. */
  ratings: RatingView[];
  /** May act now. */
  ready: boolean;
  /** A sentence for screen readers. */
  says: string;
  /** Whose. */
  side: SideKey;
  /** Frontage and depth. */
  size: [number, number];
  /** Its single stands. */
  stands: StandView[];
  /** Stands it has now. */
  stands_now: number;
  /** Stands it began with. */
  stands_started: number;
  /** Where it is. */
  status: Status;
  /** What of its strength is left, 0 to 1. */
  strength: number;
  /** The unit it is with. */
  with: number | null;
  /** Its name as files and orders write it, where that is another. */
  written?: string | null;
}

/** A unit in words: who, where, how it stands. */
export interface UnitWords {
  /** The sentence. */
  says: string;
  /** Which. */
  unit: number;
}

/** A value that a ruling may put right. */
export interface ValueView {
  /** Its name in position files. */
  key: string;
  /** What it is now; nothing when it is what it usually is and has no name. */
  now: Written | null;
  /** What it can be. */
  range: RangeView;
  /** What it is, in English, for those who write files. */
  says: string;
  /** Its name for people; empty for what no table would show. */
  title: string;
}

/** Everything a page shows of a battle. */
export interface View {
  /** Whose phase or activation it is. */
  active: SideKey;
  /** Whether the last order can be taken back. */
  canUndo: boolean;
  /** A choice that is owed. */
  choice: ChoiceView | null;
  /** What the strength of a unit is counted in: "stands". */
  counted: string;
  /** Cards still in the deck. */
  deck: string[];
  /** How it ended, once it has. */
  ended: EndView | null;
  /** The group whose card was drawn. */
  group: string | null;
  /** What its house rules are called; empty when they have no name. */
  house: string;
  /** Switches and numbers that differ from the printed rules. */
  houseRules: HouseRule[];
  /** Set when positions are left to a real table. */
  left: LeftView | null;
  /** Number of orders played. */
  number: number;
  /** The phase. */
  phase: string;
  /** Phase names in order. */
  phases: string[];
  /** Pieces of terrain that players lay before the battle. */
  pieces: PieceView[];
  /** Units that may be given an order now. */
  ready: number[];
  /** The unit of length. */
  ruler: Ruler;
  /** The rule set's id. */
  rules: string;
  /** Set when its dice are sealed. */
  seal: SealView | null;
  /** The seed of its dice. */
  seed: number;
  /** The two sides. */
  sides: [SideView, SideView];
  /** A few lines that set the scene. */
  story: string;
  /** Table size. */
  table: [number, number];
  /** Orders to the table. */
  table_orders: TableOrder[];
  /** Terrain. */
  terrain: TerrainView[];
  /** Title of the scenario. */
  title: string;
  /** Who must speak now. */
  toMove: SideKey;
  /** Game turn. */
  turn: number;
  /** Game turns, when the scenario sets them. */
  turns: number | null;
  /** Every unit that is or was part of the battle. */
  units: UnitView[];
  /** How it is won. */
  victory: string;
  /** Deployment zones and objectives. */
  zones: ZoneView[];
}

/** What to throw next. */
export interface Wanted {
  /** Who throws. */
  by: SideKey;
  /** By which clause. */
  clause: string;
  /** How many dice. */
  count: number;
  /** A card is to be drawn, one of so many. */
  drawn: boolean;
  /**
   * What each face of one die means, from the first; empty where it alone
   * means nothing.
   */
  faces: string[];
  /** What counts: "4 or more counts"; empty where faces are just added or read. */
  needs: string;
  /** For what order, plainly. */
  order: string;
  /** Whose dice they are, in the order they are entered. */
  rows: WantedRow[];
  /** What it is for. */
  says: string;
  /** Of how many sides. */
  sides: number;
}

/** Some of the dice that are wanted. */
export interface WantedRow {
  /** Who throws them. */
  by: SideKey;
  /** How many. */
  count: number;
}

/** An order that may be given. */
export interface WayView {
  /** Its name: `shoot`. */
  id: string;
  /** The phase in which it is given. */
  phase: string;
  /** In words. */
  says: string;
}

/** An order that was played on in thought. */
export interface WeighedOrder {
  /** How much better it is than the first of the list, in per cent of chance to win. */
  by: number;
  /** Give or take so much: the same dice fell for both. */
  byWithin: number;
  /** What it may cost one's own, likeliest first. */
  fears: Fate[];
  /** Whether it is the one that was given. */
  given: boolean;
  /** What it may cost the other side, likeliest first. */
  hopes: Fate[];
  /** The order. */
  order: Order;
  /** The chance to win that it leads to, in per cent. */
  percent: number;
  /** What the army does with it, in words. */
  plan: string;
  /** How often it was played on. */
  playouts: number;
  /** The order in words. */
  says: string;
  /** The unit that it is aimed at, if it is at one. */
  target: number | null;
  /** All of it in a few plain sentences. */
  text: string;
  /** The unit that it orders, if it orders one. */
  unit: number | null;
  /** Give or take so much, ninety-five times of a hundred. */
  within: number;
}

/** The room as it stands when a page comes in. */
export interface Welcome {
  /** What the page lacks; what was said of late, where the journal tells the rest. */
  deeds: Kept[];
  /** The battle so far, as a journal file: where the page lacks all of it. */
  journal: string | null;
  /** The number of the next deed. */
  next: number;
  /** The server's time. */
  now: number;
  /** The room. */
  room: RoomView;
  /** Where the page sits. */
  you: Seat;
}

/** Why an order is not offered. */
export interface WhyNot {
  /** The order that was asked about, in words. */
  asks: string;
  /** The word for it. */
  label: string;
  /** The same order. */
  order: Order;
  /** Every reason against it. */
  refusals: RefusalView[];
  /** The verb's name. */
  verb: string;
}

/** What one side asks of the other. */
export type Wish = { back: number } | 'draw' | 'pause' | 'again';

/** A name that files use. */
export interface WordChoice {
  /** The name. */
  id: string;
  /** As people say it. */
  says: string;
}

/** A value as position files write it. */
export type Written = boolean | number | string | string[];

/** A deployment zone or an objective. */
export interface ZoneView {
  /** Its outline. */
  area: ([number, number])[];
  /** What it is called, in the language that is spoken. */
  name: string;
  /** Whose; none for an objective. */
  side: SideKey | null;
  /** Its name as files write it, where that is another. */
  written?: string | null;
}

/** The calls of whoever plays. Each throws an EngineError. */
export interface Engine {
  /** What there is to play. */
  catalogue(): Promise<Catalogue>;
  /**
   * Starts a shipped scenario by its id, or the text of a battle file; under house rules
   * when their text is given (a `*.rules.toml`); with armies for its two sides when their
   * ids are given. Sealed dice take no seed: they follow from the seal.
   */
  start(from: From, seed: number, house?: string | null, armies?: [string | null, string | null] | null, seal?: Sealing | null): Promise<View>;
  /** The code of a secret, to be told before the word is said. */
  seal(secret: string): Promise<string>;
  /** The armies that either side of a scenario can take its units from. */
  armies(scenario: string): Promise<ArmyInfo[]>;
  /** Checks house rules and says what they change. */
  house(text: string): Promise<HouseView>;
  /** The battle as it stands. */
  view(): Promise<View>;
  /** What a unit may be ordered now. */
  offers(unit: number): Promise<OfferView[]>;
  /** Judges an order without giving it. */
  preview(order: Order): Promise<Preview>;
  /**
   * The legal order nearest to what was dragged, with what keeps it from getting there;
   * an order that is not legal, with why, where none is; null when the unit is offered
   * nothing and nothing is against it.
   */
  nearest(unit: number, to: [number, number], facing?: number | null): Promise<Preview | null>;
  /** Judges the laying of a piece of terrain, its origin at a point, turned by degrees. */
  laying(piece: number, to: [number, number], turned?: number | null): Promise<Preview>;
  /**
   * The odds of an order. How choices on the way are made: `stop` (the odds end there)
   * unless something else is asked for; with their tree if it is.
   */
  odds(order: Order, others?: Policy | null, tree?: boolean | null, says?: Saying | null): Promise<OddsView>;
  /** How far a unit sees, shoots, charges and commands. */
  overlay(unit: number): Promise<Overlay>;
  /** The whole table in words. */
  words(): Promise<TableWords>;
  /** What lies round a unit, in words; with what its orders may come to if that is asked for. */
  around(unit: number, chances?: boolean | null): Promise<AroundView>;
  /** What can be done to a unit, and what it can do, before the next turn is over. */
  threats(unit: number): Promise<Threats>;
  /**
   * The odds of a threat in the moment in which it can be ordered, and how much it weighs;
   * null when it cannot.
   */
  threatOdds(unit: number, target: number, verb: string): Promise<ThreatOdds | null>;
  /** The ground on which the target could be charged or shot at by the unit where it stands. */
  threatReach(unit: number, target: number): Promise<ReachView[]>;
  /** The orders that are not offered to a unit, and why not. */
  whyNot(unit: number): Promise<WhyNot[]>;
  /** The legal move by which a unit reaches an aim with respect to an enemy. */
  intent(unit: number, aim: Aim, foe: number): Promise<IntentView>;
  /**
   * Gives an order. `number` is the view's. Without `faces` the engine rolls. With `faces`
   * they are dice thrown by hand, in the order asked: `[]` at first; when they run short
   * the answer is `Wanted` and nothing has happened, and the page calls again with all
   * faces so far and the new ones. A single 0 leaves one throw to the engine.
   */
  play(order: Order, number: number, faces?: number[] | null, says?: Saying | null): Promise<Answer>;
  /**
   * Goes on by a line of a journal that another engine keeps, as a room does; it is
   * played again over its own dice. `pledged` where dice are thrown jointly: what was
   * pledged before the throw was asked for; dice that do not come from it are refused.
   */
  follow(line: string, pledged?: Pledge[] | null): Promise<Played>;
  /**
   * What somebody who umpires may put right of a unit, of the sides and of the battle, beside
   * places: by its names in position files.
   */
  amendables(unit: number | null): Promise<Amendables>;
  /**
   * What an order wants to be thrown next with real dice, given the faces so far; null
   * when it has all. Nothing happens.
   */
  wanted(order: Order, faces: number[]): Promise<Wanted | null>;
  /**
   * What a chain of joint dice opens for the throw of a number, counted from its pledge;
   * number 0 is the pledge. The root has 64 hexadecimal digits by chance.
   */
  chain(root: string, number: number): Promise<string>;
  /** Leaves positions to the real table; what is left of setting up is passed over. */
  leaveToTable(): Promise<View>;
  /** What a unit may do where positions are left to the table. */
  acts(unit: number): Promise<ActView[]>;
  /** What is asked of the table for an order, with what goes without saying. */
  form(unit: number, verb: string, target?: number | null): Promise<FormView>;
  /**
   * The orders of a verb on what was stated, judged and not given; a move by way and
   * distance.
   */
  suppose(says: Saying, verb: string, way?: string | null, by?: number | null): Promise<Supposed[]>;
  /** Declares what is seen: units that left the table, how the battle ended. */
  declare(left: ([number, Status])[], ended?: Ended | null): Promise<View>;
  /** The computer's next order for the side to move, not yet given. */
  think(level: string): Promise<Order>;
  /**
   * Why the computer gave the order of a line; null when it gave none here, or does not
   * think ahead. It is asked where `think` was.
   */
  why(number: number): Promise<Advised | null>;
  /** Back to before the last order, at most to the last roll of dice. */
  undo(): Promise<View>;
  /** What happened so far, an entry an order. */
  log(): Promise<LogEntry[]>;
  /** The battle after line n, for replay; the battle itself is not changed. */
  at(n: number): Promise<View>;
  /** Goes on from line n, dropping what came after. */
  fork(n: number): Promise<View>;
  /** Takes back every order after line n, and keeps them struck out in the journal. */
  strike(n: number): Promise<View>;
  /** Opens the battle again with dice thrown by hand, before the first order; as `play`. */
  opening(faces: number[]): Promise<Answer>;
  /** An order typed in the notation of `sandtable try`, judged but not given. */
  typed(line: string): Promise<Preview>;
  /** The battle as it was played, as a journal file. */
  journal(): Promise<string>;
  /** The battle as it stands, as a battle file. */
  position(): Promise<string>;
  /** Goes on with a journal, or from a battle file. */
  load(text: string): Promise<View>;
  /** The rules of a rule set, as they are played. */
  rulebook(rules: string): Promise<Rulebook>;
  /** How the ambiguities of a rule set were settled. */
  rulings(rules: string): Promise<RulingView[]>;
  /**
   * Starts the guided battle of a rule set; with the lines at which its steps began, goes
   * on with it in the battle that was loaded.
   */
  learn(rules: string, begun?: number[] | null): Promise<View>;
  /** Where the guided battle stands; null when there is none. */
  lesson(): Promise<Lesson | null>;
  /** Goes on from what was read; null after the last step. */
  next(): Promise<Lesson | null>;
  /** Leaves the guided battle: it goes on as any other. */
  leave(): Promise<View>;
}

/** The calls of whoever builds a battle or looks back on one. Each throws an EngineError. */
export interface DeskCalls {
  /** Begins to work out how the chances went: who plays, how many battles from each place. */
  chances(player: string, playouts: number): Promise<Chances>;
  /** Goes on with it by so many pieces of work. */
  chancesOn(pieces: number): Promise<Chances>;
  /**
   * Begins to think about the battle as it stands: who thinks (`general`, `captain:bold`),
   * and how many playouts unless as many as is his way.
   */
  suggest(player: string, playouts?: number | null): Promise<Advised>;
  /**
   * Begins to think about the order of a line, beside what might have been given instead;
   * `suggestOn` goes on with it.
   */
  weigh(number: number, player: string, playouts?: number | null): Promise<Advised>;
  /** Goes on with it by so many playouts. */
  suggestOn(pieces: number): Promise<Advised>;
  /** Begins to grade the orders of the battle, with so many playouts an order. */
  review(player: string, playouts?: number | null): Promise<Review>;
  /** Goes on with it by so many playouts. */
  reviewOn(pieces: number): Promise<Review>;
  /**
   * Everything that a battle of a rule set may be built of; of the rules as a text has
   * them, where one is given.
   */
  kit(rules: string, text?: string | null): Promise<Kit>;
  /** The text of a shipped scenario. */
  scenario(scenario: string): Promise<string>;
  /** What is wrong with a battle file that is being written. */
  draft(text: string): Promise<DraftView>;
  /** A battle by lot; the same armies on both sides if that is asked for. */
  generate(rules: string, seed: number, same?: boolean | null): Promise<Generated>;
  /** An army, or an army list in a common notation, as it is read. */
  army(rules: string, text: string): Promise<ArmyView>;
  /** Plays a battle of the computer against itself: what it comes to is the same everywhere. */
  selfplay(game: SelfplayOf): Promise<Selfplay>;
}

/** The call of whoever wants paper. Each throws an EngineError. */
export interface PaperCalls {
  /** The battle as it stands on paper, a PDF file as text, a letter a byte. */
  print(paper: PaperSize, parts: PaperPart[]): Promise<string>;
}

/** The calls of the rules lab. Each throws an EngineError. */
export interface LabCalls {
  /** What can be chosen for a rule set. */
  choices(rules: string): Promise<Choices>;
  /** The odds of a situation, a `*.situation.toml`. */
  fight(text: string): Promise<FightView>;
  /** How long it lasts when both go on. */
  course(text: string): Promise<CourseView>;
  /** A situation with a grid. */
  grid(text: string): Promise<GridView>;
  /** Opens a study; with the lines of battles that were played of it before. */
  study(text: string, lines?: string[] | null): Promise<StudyOpened>;
  /** Plays some battles more of the study that is open. */
  studyOn(most: number): Promise<StudyPlayed>;
  /** What it tells so far: a page that needs nothing else. */
  studyReport(): Promise<string>;
  /** Lines of battles as comma-separated values. */
  studyCsv(lines: string[]): Promise<string>;
}

/** The names of all calls. */
export const METHODS = [
  'catalogue',
  'start',
  'seal',
  'armies',
  'house',
  'view',
  'offers',
  'preview',
  'nearest',
  'laying',
  'odds',
  'overlay',
  'words',
  'around',
  'threats',
  'threatOdds',
  'threatReach',
  'whyNot',
  'intent',
  'play',
  'follow',
  'amendables',
  'wanted',
  'chain',
  'leaveToTable',
  'acts',
  'form',
  'suppose',
  'declare',
  'think',
  'why',
  'undo',
  'log',
  'at',
  'fork',
  'strike',
  'opening',
  'typed',
  'journal',
  'position',
  'load',
  'rulebook',
  'rulings',
  'learn',
  'lesson',
  'next',
  'leave',
  'chances',
  'chancesOn',
  'suggest',
  'weigh',
  'suggestOn',
  'review',
  'reviewOn',
  'kit',
  'scenario',
  'draft',
  'generate',
  'army',
  'selfplay',
  'print',
  'choices',
  'fight',
  'course',
  'grid',
  'study',
  'studyOn',
  'studyReport',
  'studyCsv',
] as const;

/** Calls after which the battle may stand otherwise. */
export const CHANGES = [
  'start',
  'play',
  'follow',
  'leaveToTable',
  'declare',
  'undo',
  'fork',
  'strike',
  'opening',
  'load',
  'learn',
  'next',
  'leave',
] as const;

/** Whose words a battle of each rule set needs. */
export const WORDS_OF: Record<string, readonly string[]> = {
  'favorite': ['favorite'],
  'otr-d6': ['otr-d6'],
  'pike-and-shot': ['pike-and-shot', 'three-hit'],
  'regimental': ['regimental'],
  'six-plus': ['six-plus'],
  'three-hit': ['three-hit'],
  'throw-me-a-6': ['throw-me-a-6'],
};

/** The version of what is said in rooms. */
export const PROTOCOL = 4;
