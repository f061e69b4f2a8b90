// What the page and the engine say to each other. Written by `cargo xtask contract` from the
// calls (`calls!`) and the views of the engine: change it there.
//
// Every call is answered by JSON, {"ok": value} or {"err": EngineError}. Lengths are in the unit
// of the battle's ruler, angles degrees clockwise from north, x east, y north, origin south-west.

/** A point, or a size. */
export type Xy = [number, number];

/** What the server tells about an account. */
export type Account = { view: AccountView } | { export: AccountExport };

/** What a device can do about an account. */
export type AccountDeed = 'look' | { make: { name: string; password: string } } | { signIn: { name: string; password: string } } | 'signOut' | { password: { new: string; old: string } } | 'export' | { delete: { password: string } };

/** Everything that is stored about an account. */
export interface AccountExport {
  /** Addresses for letters. */
  addresses: string[];
  /** The battles that led to these ratings. */
  battles: RatedBattle[];
  /** The devices that are signed in. */
  devices: Device[];
  /** When it was made, in milliseconds since 1970. */
  made: number;
  /** The account's name. */
  name: string;
  /** Where notices for the account go. */
  notices: string[];
  /** The account's ratings. */
  ratings: RatingOf[];
  /**
   * The rooms in which the account has a seat: what happened there belongs to all who were
   * there.
   */
  rooms: MyRoom[];
  /** The tournaments that the account takes part in, or did. */
  tournaments: string[];
}

/** A request of a device about its account. Nothing in it ever goes into a log. */
export interface AccountOf {
  /** The key of the device. */
  device: string;
  /** What the device asks for. */
  what: AccountDeed;
}

/** The account that is signed in on a device. */
export interface AccountView {
  /** The number of devices that are signed in. */
  devices: number;
  /** The name of the account; none if none is signed in. */
  name: string | null;
  /** The ratings, for each rule set in which the account fought rated battles. */
  ratings: RatingOf[];
}

/** Who did what to whom by an order. */
export interface Act {
  /** The unit at which it was aimed. */
  target: number;
  /** The unit that acted. */
  unit: number;
  /** The verb's name: `shoot`, `charge`. */
  verb: string;
}

/** Something that a unit may do where positions are left to the table. */
export interface ActView {
  /** The word for the verb. */
  label: string;
  /** Orders that need nothing stated. */
  orders: OfferOrder[];
  /** Possible targets. */
  targets: number[];
  /** The verb's name. */
  verb: string;
}

/** What a computer player would do in a position, and which other orders it weighed. */
export interface Advised {
  /** Number of playouts still to do. */
  left: number;
  /** The orders that it weighed, the best first. */
  orders: WeighedOrder[];
  /** Name of the computer player, as people write it. */
  player: string;
  /** The side that is advised. */
  side: SideKey;
}

/** The purpose of a move, relative to an enemy. */
export type Aim = 'out-of-charge' | 'out-of-shot' | 'in-shot' | 'in-charge' | 'in-arc' | 'in-cover';

/** What a ruling may correct, apart from places. */
export interface Amendables {
  /** The values of the battle. */
  battle: ValueView[];
  /** The values of the two sides. */
  sides: [ValueView[], ValueView[]];
  /** The values of the unit that was asked about. */
  unit: ValueView[];
}

/** What changes for a unit. */
export interface Amended {
  /** Where the unit now stands. */
  at: Put | null;
  /**
   * Whether it has left the table (`destroyed`, `fled`, `captured`, `exited`), or is back on it
   * (`table`).
   */
  became: Status | null;
  /** The unit. */
  unit: number;
  /**
   * What else changes for it: marks, stands, formation, whom it is with, by their names in
   * position files.
   */
  values: Changed[];
}

/** What an umpire corrects. */
export interface Amends {
  /** What changes for the battle. */
  battle: Changed[];
  /** How the battle ended, if this ends it. */
  ended: Ended | null;
  /** The reason, which the journal records. */
  reason: string;
  /** What changes for the two sides, by its names in position files. */
  sides: [Changed[], Changed[]];
  /** Units that stand elsewhere, have left the table or come back. */
  units: Amended[];
}

/** The answer to an order given with hand-thrown dice. */
export type Answer = Played | { wanted: Wanted };

/** The meaning of an area: it decides how the area looks. */
export type AreaKind = 'range' | 'arc' | 'charge';

/** An area of ground drawn over the table. */
export interface AreaView {
  /** How far it reaches from the front edge. */
  far: number;
  /** The meaning of the area. */
  kind: AreaKind;
  /** The text at its far end; may be empty. */
  label: string;
  /** Its outline. */
  outline: ([number, number])[];
}

/** An army to choose. */
export interface ArmyInfo {
  /** Its id. */
  id: string;
  /** Its name. */
  name: string;
  /** Its worth in the points that a study has fitted, if there are any. */
  points: number | null;
  /** A line about it. */
  says: string;
  /** Summary of its units: `4 infantry, 1 cavalry`. */
  units: string;
}

/** A unit of an army. */
export interface ArmyUnit {
  /** Its formation; none for the usual one. */
  formation: string | null;
  /** Its group. */
  group: string | null;
  /** Its kind. */
  kind: string;
  /** Its name. */
  name: string;
  /** Its ratings that differ from the usual. */
  ratings: ([string, string])[];
  /** Its strength. */
  stands: number;
}

/** An army read from a file. */
export interface ArmyView {
  /** Its groups. */
  groups: string[];
  /** Its name. */
  name: string;
  /** Suggested points. */
  points: number | null;
  /** A line about it. */
  says: string;
  /** The switches that a battle needs for this army. */
  switches: ([string, string])[];
  /** The army as the text of an army file. */
  text: string;
  /** Its units. */
  units: ArmyUnit[];
  /** What is uncertain about the army, and what does not fit the tables of its rules. */
  warnings: string[];
}

/** What lies around a unit, as seen from it. */
export interface AroundView {
  /** A legal move as a line to type; none when the unit may not move. */
  example: string | null;
  /** All other units on the table and every piece of ground, nearest first. */
  near: NearView[];
  /** Orders without a target. */
  orders: SaidOrder[];
  /** The sentence about the unit itself. */
  says: string;
  /** Id of the unit. */
  unit: number;
  /** Ways in which the unit may move, a sentence each. */
  ways: string[];
}

/** The device that asks. */
export interface Asker {
  /** Whether the device is signed in. */
  account: boolean;
  /** The entrant that the device plays. */
  entrant: number | null;
  /** Whether the device organises the tournament. */
  organiser: boolean;
}

/** An input that varies. */
export interface Axis {
  /** Its path in the situation: `target.ground`. */
  path: string;
  /** Its values, as written. */
  values: string[];
}

/** What a room is made from. */
export type Begin = { scenario: string } | { text: string } | { journal: string };

/** The place of a battle in a tournament. */
export interface Berth {
  /** The tournament's id. */
  id: string;
  /** The tournament's name. */
  name: string;
  /** The round, from 1. */
  round: number;
}

/** Where another unit stands relative to one that a statement is about. */
export type Beside = 'within' | 'behind' | 'left' | 'right';

/** Another unit that matters because of where it stands. */
export interface BesideView {
  /** Its distance from that unit. */
  gap: number;
  /** Where it stands, relative to that unit. */
  place: Beside;
  /** Whether it stands by the target rather than by the ordered unit. */
  target: boolean;
  /** Id of the unit. */
  unit: number;
}

/** A battle of a round. */
export interface BoardView {
  /** The entrant who leads the first side. */
  a: number;
  /** The entrant who leads the second side; none if `a` has a bye or rests. */
  b: number | null;
  /** Whether the battle was fought. */
  fought: boolean;
  /** The room in which it is fought. */
  room: string | null;
  /** The result. */
  score: Score | null;
}

/** An order that waits for joint dice. */
export interface Bound {
  /** The seat that gave the order; none when the battle itself is opened. */
  by: Seat | null;
  /** The number of the journal's last line when the order was given. */
  number: number;
  /** The order; none for the opening. */
  order: Order | null;
  /** The number of the throw that it waits for. */
  throw: number;
}

/** Steps that follow one another without a fork, and what may come after them. */
export interface BranchView {
  /** What may come next; empty if nothing more happens or nothing more is shown. */
  branches: BranchView[];
  /** Their clauses. */
  clauses: string[];
  /**
   * The chance of getting here at all, an exact fraction: those of its branches add up to it.
   * Empty if it was sampled.
   */
  p: string;
  /** The same in per cent. */
  percent: number;
  /** The steps, in words. */
  says: string;
}

/** Everything that players can choose from. */
export interface Catalogue {
  /** Computer players, weakest first. */
  levels: LevelInfo[];
  /** Rule sets. */
  rulesets: RulesetInfo[];
  /** The built-in scenarios. */
  scenarios: ScenarioInfo[];
  /** Guided first battles, at most one for each rule set. */
  tutorials: TutorialInfo[];
  /** The engine's version. */
  version: string;
}

/** One combination of inputs. */
export interface CellView {
  /** What the answer leaves out, or how far off it may be; empty if it is the whole truth. */
  note: string;
  /** The answer; null where the order may not be given or the situation is not possible. */
  number: NumberView2 | null;
  /** Why there is no answer; empty when there is one. */
  why: string;
}

/** A place in the battle from which the computer played on. */
export interface ChancePlace {
  /** Whether the next order has been given but its dice not yet thrown. */
  given: boolean;
  /** Upper bound of the 95 % confidence interval. */
  high: number;
  /** Lower bound of the 95 % confidence interval. */
  low: number;
  /** The line after which it lies; together with `given`, the line before the order. */
  number: number;
  /** How often the first side won, in percent; a draw counts half. */
  percent: number;
  /** Number of battles played from here. */
  playouts: number;
  /** The game turn. */
  turn: number;
}

/** What decisions and dice gained a side, in percent of chance to win. */
export interface ChanceSide {
  /** What its own decisions gained it. */
  decisions: number;
  /** Margin of error of `decisions`. */
  decisions_within: number;
  /** What the dice of its own orders gained it. */
  dice: number;
  /** Margin of error of `dice`. */
  dice_within: number;
  /**
   * The same dice measured by the worth of units: how much more of an army they gained than
   * expected, in percent; calculated, not played out.
   */
  luck: number;
  /** Key of the side. */
  side: SideKey;
}

/** A change of the chances. */
export interface ChanceStep {
  /** How much the step changed the first side's chance, in percent. */
  by: number;
  /** Whether dice made the change; if not, decisions did. */
  dice: boolean;
  /** Number of minor throws that are not separated from the decisions around them. */
  lesser: number;
  /** The line after which the change is complete. */
  number: number;
  /** The last order of the step, in words. */
  says: string;
  /** The side that gave the orders. */
  side: SideKey;
  /** Margin of error of the change: half the width of the 95 % confidence interval. */
  within: number;
}

/** How the chances changed over a battle, as far as the computer has worked them out. */
export interface Chances {
  /** Number of all parts of the work. */
  all: number;
  /** Number of finished parts of the work. */
  done: number;
  /** The largest steps, largest first. */
  moments: ChanceStep[];
  /** The places in the battle, in order. */
  places: ChancePlace[];
  /** The computer player who plays the battle on from every place, against itself. */
  player: string;
  /** Number of battles to play from each place. */
  playouts: number;
  /** What decisions and dice gained each side. */
  sides: ChanceSide[];
  /** How the chances changed from place to place. */
  steps: ChanceStep[];
  /** Playouts that were cut off before their end: they count as draws. */
  stopped: number;
}

/** A value that changes. */
export interface Changed {
  /** Its name in position files. */
  key: string;
  /** Its new value; if none, its default. */
  to: Written | null;
}

/** An answer to a choice. */
export interface ChoiceOption {
  /** The word on its button. */
  label: string;
  /** The order. */
  order: Order;
}

/** A choice that a player must make. */
export interface ChoiceView {
  /** The question. */
  asks: string;
  /** The clause that asks for the choice. */
  clause: string;
  /** The answers. */
  options: ChoiceOption[];
  /** The other unit in it. */
  other: number | null;
  /** The side that must choose. */
  side: SideKey;
  /** The unit it is about. */
  unit: number | null;
}

/** Everything that a situation of a rule set may contain. */
export interface Choices {
  /** Ground that may lie between the two. */
  between: GroundChoice[];
  /** The greatest range. */
  farthest: number;
  /** Ground that units may stand on. */
  grounds: GroundChoice[];
  /** Troop types that may be the unit or the target. */
  kinds: KindChoice[];
  /** Troop types that may lead one; empty where the rule set has no leaders. */
  leaders: KindChoice[];
  /** The unit of ranges: `inches`, `centimetres`. */
  lengths: string;
  /** Counters that units bear. */
  marks: MarkChoice[];
  /** The orders to ask about. */
  orders: string[];
  /** Ways to make choices during an order. */
  others: OthersChoice[];
  /** Name of the rule set. */
  rules: string;
  /** The sides from which the target may be met. */
  sides: string[];
  /** The unit of strength: `stand`, `figure`. */
  strength: string;
  /** The plural of `strength`. */
  strengths: string;
  /** Title of the rule set. */
  title: string;
  /**
   * The names in files that can be chosen here (ground, formations, values of ratings, sides,
   * orders), with the words that people use.
   */
  words: WordChoice[];
}

/** A clause. */
export interface ClauseView {
  /** What house rules changed in it, a sentence each. */
  house: string[];
  /** Its id with the prefix. */
  id: string;
  /** The rule, paraphrased. */
  says: string;
  /** Its source in the author's text. */
  source: string;
  /** Who the clause comes from: written, answered, inferred or ours. */
  standing: Standing;
  /** The switch that changes it. */
  switch: string | null;
  /** A short title. */
  title: string;
}

/** The clocks of a battle. */
export interface Clock {
  /** Until when each side is away, in milliseconds since 1970: its clock stands still until then. */
  away: [number, number];
  kind: ClockKind;
  /** Milliseconds left for each side, not counting the time since the running clock started. */
  left: [number, number];
  /** Whether the clocks were stopped. */
  paused: boolean;
  /** Whose clock runs, and since when. */
  runs: [Seat, number] | null;
}

/** How much time the players have. */
export type ClockKind = 'none' | { live: { increment: number; minutes: number } } | { days: number };

/** How far a leader's command reaches. */
export interface CommandView {
  /** The clause that sets the radius. */
  clause: string;
  /** The outline of the ground. */
  outline: ([number, number])[];
  /** The radius. */
  radius: number;
  /** Title of the clause. */
  title: string;
  /** Units of the leader's side that stand in it. */
  units: number[];
}

/** One step of a question over time. */
export interface CourseRow {
  /**
   * The chance that it has ended by then, as an exact fraction; empty when only the decimal is
   * known.
   */
  p: string;
  /** The chance that it ends in this step, in percent. */
  percent: number;
  /** The chance that it has ended by then, in percent. */
  so_far: number;
  /** Number of the step, from 1. */
  step: number;
}

/** How long until one is gone. */
export interface CourseView {
  /** The battles drawn at random that these numbers come from; null if they were worked out. */
  drawn: DrawnView | null;
  /** The ways in which it ends. */
  ends: OddsRow[];
  /**
   * The share that could not be followed, in percent; no other number is off by more than this
   * share could contribute.
   */
  lost: number;
  /** The mean number of steps of the battles that end; null when none does. */
  mean: NumberView2 | null;
  /** See [`CourseView::tenth`]. */
  median: number | null;
  /** The chance that it never ends, in percent: the script comes to a standstill. */
  never: number;
  /** See [`CourseView::tenth`]. */
  ninetieth: number | null;
  /** How choices on the way were made. */
  others: OthersView;
  /** The chance to end in each step. */
  rows: CourseRow[];
  /** What is played, in words. */
  says: string;
  /** Number of different states. */
  states: number;
  /** The word for a step: `turn`, `time`. */
  step: string;
  /** The plural of `step`. */
  steps: string;
  /**
   * Number of steps after which one in ten, five in ten and nine in ten battles have ended; null
   * where that never happens.
   */
  tenth: number | null;
  /** The variance of that number; null when none ends. */
  variance: NumberView2 | null;
}

/** Something that happened in a room. */
export type Deed = { line: string } | { sat: { name: string; seat: Seat } } | { moved: { seat: Seat } } | { said: { by: Seat; text: Talk } } | { asked: { by: Seat; wish: Wish } } | { answered: { by: Seat; room: string | null; wish: Wish; yes: boolean } } | { conceded: { by: Seat } } | { closed: { score: Score } } | { timeUp: { of: Seat } } | { paused: { by: Seat; on: boolean } } | { away: { by: Seat; days: number } } | { pledged: { by: Seat; top: string } } | { came: { by: Seat } } | { bound: Bound } | { opened: { by: Seat; throw: number; value: string | null } } | { opening: string } | { again: { room: string } };

/** A device that is signed in. */
export interface Device {
  /** The fingerprint of its key. */
  print: string;
  /** Since when, in milliseconds since 1970. */
  since: number;
}

/** Whose dice a room is played with. */
export type DiceKind = 'server' | 'joint' | 'hand';

/** A side's army in a draft. */
export interface DraftArmy {
  /** Suggested points; none where the rules have no built-in points. */
  points: number | null;
  /** What does not fit the tables and limits of the rules. */
  warnings: string[];
  /** Number of units without points. */
  without: number;
}

/** A battle file in progress: what is wrong with it, and its units as far as it can be read. */
export interface DraftView {
  /** Both sides' armies. */
  armies: [DraftArmy, DraftArmy] | null;
  /** Flaws that stop it from being played. */
  flaws: FlawView[];
  /** Its units, in the order of the file; none when the file cannot be read. */
  units: UnitView[] | null;
  /** Unusual things that do not stop it from being played. */
  warnings: FlawView[];
}

/** Battles drawn at random in place of working out a question over time: there were too many ways. */
export interface DrawnView {
  /** Number of battles. */
  battles: number;
  /** By how many steps the mean may be off, in nineteen of twenty cases; null if there is none. */
  mean_off: number | null;
  /** By how many percentage points a chance may be off at most, in nineteen of twenty cases. */
  off: number;
  /** What that means, in words. */
  says: string;
}

/** How a battle ended. */
export interface EndView {
  /** The clause by which the battle ended. */
  clause: string;
  /** What decided the battle, in a player's words and without a full stop. */
  says: string;
  /** The winner, in words. */
  title: string;
  /** The winner; none for a draw. */
  winner: SideKey | null;
}

/** How a battle is declared to have ended. */
export type Ended = 'a' | 'b' | 'draw';

/** Input that the engine rejected. The battle has not changed. */
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

/** A player who entered. */
export interface EntrantView {
  /** Whether the entrant withdrew. */
  left: boolean;
  /** The entrant's name; empty once the account is deleted. */
  name: string;
  /** The entrant's number. */
  number: number;
  /** The entrant's rating, if there is an account. */
  rating: RatingView2 | null;
}

/** A side of a unit, as another unit sees it. */
export type Face = 'front' | 'left' | 'right' | 'rear';

/** A number that counts in an order. */
export interface FactorView {
  /** The factor's clause. */
  clause: string;
  /**
   * The same in words: the number with its sign, or what it means if it is not added to a die or
   * a score ("column +2", "+1 die").
   */
  shown: string;
  /** The clause's title. */
  title: string;
  /** The unit whose factor it is. */
  unit: number | null;
  /** The number it adds. */
  value: number;
}

/** What may become of a unit. */
export interface Fate {
  /** Its name. */
  name: string;
  /** How often the unit was lost when the battle went on after the order, in percent. */
  percent: number;
  /** The unit. */
  unit: number;
}

/** A fight: its units, which orders may be given, and the odds of the order in question. */
export interface FightView {
  /** None when no order may be given. */
  odds: OddsView | null;
  /** Why the order in question may not be given. */
  refused: RefusedView | null;
  situation: SituationView;
}

/** The names in a battle's file. */
export interface FileNames {
  /** Names of both sides. */
  sides: [string, string];
  /** Its title. */
  title: string;
}

/** Something wrong or unusual in a text. */
export interface FlawView {
  /** Column, from 1. */
  column: number;
  /** What would probably be right. */
  hint: string | null;
  /** Line, from 1. */
  line: number;
  /** What was found, and what is allowed. */
  message: string;
}

/** Who meets whom. */
export type Form = { swiss: { rounds: number } } | { roundRobin: { double: boolean } };

/** What the page asks about the table for an order, and what it assumes. */
export interface FormView {
  /** Whether something has been stated about these two before. */
  before: boolean;
  /** Kinds of ground these rules know: names in files and for people. */
  grounds: ([string, string])[];
  /** The assumption: the last statement, or the most common case. */
  says: Saying;
  /** The distances at which the order may be given, as stated; none when it may not be given. */
  span: SpanView | null;
  /** Ways to move. */
  ways: GoView[];
}

/** What a battle is started from. */
export type From = { scenario: string } | { text: string };

/** A battle made by the generator. */
export interface Generated {
  /** Points of both sides. */
  points: [number, number] | null;
  /** The battle file. */
  text: string;
}

/** A way in which a unit may move. */
export interface GoView {
  /** Longest distance; zero for a turn in place. */
  most: number;
  /** Its name: `ahead`, `turned-left`, `wheel-right`, `back`, `turn-about`. */
  name: string;
}

/** How good an order was. */
export type Grade = 'good' | 'inaccurate' | 'mistake' | 'blunder';

/** An order of a battle, graded. */
export interface GradedOrder {
  /** The better order, in words; none when no order is surely better. */
  better: string | null;
  /** Whether it got a close look; at first all orders get a rough one. */
  closely: boolean;
  /** Its grade. */
  grade: Grade;
  /** How much chance to win it gave away compared with the best order found, in percent. */
  lost: number;
  /** What its dice gained the side beyond what was expected, in percent of an army. */
  luck: number;
  /** Its line in the journal. */
  number: number;
  /** The chance to win after it, for the side that gave it, in percent. */
  percent: number;
  /** The order in words. */
  says: string;
  /** The side that gave it. */
  side: SideKey;
  /** The game turn. */
  turn: number;
  /** Margin of error of `lost`: half the width of the 95 % confidence interval. */
  within: number;
}

/** A grid with its results. */
export interface GridView {
  /** The inputs; the last runs across, the one before it down. */
  axes: Axis[];
  /** A cell for every combination, the last input changing fastest. */
  cells: CellView[];
  /** Whether the numbers are chances; if not, they are expected numbers. */
  chances: boolean;
  /** How choices on the way were made. */
  others: OthersView;
  /** The rule set. */
  rules: string;
  /** The question in words. */
  says: string;
  /** Title of the situation. */
  title: string;
}

/** Ground. */
export interface GroundChoice {
  /** Its name in files. */
  id: string;
  /** Whether it is a line behind which units stand. */
  line: boolean;
}

/** Something that happened, and how the room stands then. */
export interface Happened {
  /** The clocks. */
  clock: Clock;
  /** How joint dice stand, if the room is played with them. */
  joint: JointView | null;
  /** What happened. */
  kept: Kept;
  /** The server's time. */
  now: number;
  /** What each side asked for. */
  wishes: [Wish | null, Wish | null];
}

/** A message from the server. */
export type Hear = { welcome: Welcome } | { deed: Happened } | { room: RoomView } | { refused: Trouble } | { code: { code: string; until: number } } | { here: { now: number } } | { bye: Trouble };

/** A switch or number that differs from the printed rules. */
export interface HouseRule {
  /** The clauses it changes. */
  clauses: string[];
  /** Its name in files; for a number, its path. */
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

/** House rules from a file, checked. */
export interface HouseView {
  /** The rules that they change. */
  changes: HouseRule[];
  /** Their name. */
  name: string;
  /** The rule set they change. */
  rules: string;
  /** A line about them. */
  says: string;
}

/** How a battle ended. */
export type How = 'rules' | 'conceded' | 'agreed' | 'time' | 'closed' | 'bothLost';

/** A place that meets an aim. */
export interface IntentView {
  /** The clauses that stop the enemy, or allow the unit to act. */
  clauses: string[];
  /** The line to type for it: `move U out-of-charge T`. */
  line: string;
  /**
   * How far the place is outside or inside, in lengths, or in degrees for an arc; null when
   * there is nothing to measure.
   */
  margin: number | null;
  /** The move that leads there; null when no move does, or none is needed. */
  preview: Preview | null;
  /** What was found, with its margin. */
  says: string;
}

/** How joint dice stand, as pages see it. */
export interface JointView {
  /** The order that waits for its throw. */
  bound: Bound | null;
  /** The throw up to which each player has opened their part. */
  opened: [number, number];
  /** What the server and the players pledged. */
  pledges: Pledge[];
  /** Whether everybody who has a part has pledged: before that, nobody opens ahead. */
  ready: boolean;
  /** The number of the last throw that was asked for. */
  throw: number;
  /** The seat whose part is awaited. */
  waits: Seat | null;
}

/** A deed as it is stored. */
export interface Kept {
  /** When it happened, in milliseconds since 1970. */
  at: number;
  /** The seat whose order or choice is awaited after it. */
  awaits: Seat | null;
  /** What happened. */
  deed: Deed;
  /** Its number in the room, from 0. */
  n: number;
  /** How the battle ended, once it has. */
  over: Over | null;
  /** The seat that is awaited for joint dice before that, if it is another one. */
  waits?: Seat | null;
}

/** A troop type. */
export interface KindChoice {
  /** The formations it may take, the usual one first. */
  formations: string[];
  /** Its name in files. */
  id: string;
  /** What the troops may be rated at. */
  ratings: RatingChoice[];
  /** Usual strength. */
  stands: number;
  /** The least and the greatest strength. */
  stands_range: [number, number];
  /** Its name for people. */
  title: string;
}

/** Everything that a battle of a rule set may be built from. */
export interface Kit {
  /** The built-in armies of the rule set. */
  armies: ArmyInfo[];
  /** Letters of common army lists that the rule set knows. */
  elements: string[];
  /** What points may be scored for. */
  goals: KitGoal[];
  /** Kinds of ground; those that the built-in battles use come first. */
  grounds: KitGround[];
  /** The word for a group of units; empty where there are no groups. */
  group: string;
  /** Troop types, leaders last. */
  kinds: KitKind[];
  /** Counters that units may bear at the start. */
  marks: KitMark[];
  /** Largest allowed numbers: units, groups, pieces of terrain, turns. */
  most: KitMost;
  /** The unit of length. */
  ruler: Ruler;
  /** The rule set. */
  rules: string;
  /** What strength is counted in: `stands`. */
  strength: string;
  /** The usual table. */
  table: [number, number];
  /** The rows of the army table, in words: what an army may be made up of. */
  tables: string[];
  /** Title of the rule set. */
  title: string;
  /** The widest table. */
  widest: number;
}

/** Something that scores points. */
export interface KitGoal {
  /** Its name in files. */
  id: string;
  /** Whether the goal concerns a zone. */
  zone: boolean;
}

/** A kind of ground. */
export interface KitGround {
  /** Its name in files. */
  id: string;
  /** Whether the ground rises by levels. */
  levels: boolean;
  /** Whether it is drawn along a line. */
  line: boolean;
  /** The usual size; for a line, its length and its width. */
  size: [number, number];
  /** Whether the usual troops may stand there. */
  stood: boolean;
  /** Its name for people. */
  title: string;
  /** Whether a built-in battle uses it. */
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
  /** Suggested points of a unit with the usual strength and ratings. */
  points: number | null;
  /** What the troops may be rated at. */
  ratings: KitRating[];
  /** Frontage and depth of one stand. */
  stand: [number, number];
  /** Usual strength. */
  stands: number;
  /** The least and the greatest strength. */
  stands_range: [number, number];
  /** Its name for people. */
  title: string;
}

/** A counter. */
export interface KitMark {
  /** Its name in files. */
  id: string;
  /** The least and the greatest value. */
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
  /** The usual value. */
  usual: string;
  /** The values to choose from. */
  values: string[];
}

/** The table of a series of tournaments. */
export interface League {
  /** The name of the series. */
  name: string;
  /** The table. */
  table: LeagueRow[];
  /** Its tournaments, the earliest first. */
  tournaments: ListedTournament[];
}

/** A player in the table of a series. */
export interface LeagueRow {
  /** The player's half points in all tournaments. */
  halves: number;
  /** The player's name. */
  name: string;
  /** The player's place, from 1; equal players share a place. */
  place: number;
  /** Battles won (including byes), drawn, and lost. */
  score: [number, number, number];
  /** In how many tournaments the player took part. */
  tournaments: number;
}

/** The state of a battle that leaves positions to the table. */
export interface LeftView {
  /** Pairs of enemies in contact, as far as the battle knows. */
  contacts: ([number, number])[];
  /** Names of the places that win the battle; the umpire judges at the end who holds them. */
  holds: string[];
  /** The line since which they are left to the table. */
  since: number;
}

/** The state of a guided battle. */
export interface Lesson {
  /** What the lesson says once the step has happened. */
  after: string[];
  /** The line to go back to when the battle has gone astray. */
  back: number;
  /** The lines at which its steps began: what `learn` goes on from. */
  begun: number[];
  /** The clauses it teaches. */
  clauses: LessonClause[];
  /** Number of the step's orders given so far. */
  done: number;
  /** The step's heading. */
  heading: string;
  /** Where to look. */
  look: LookView;
  /** Number of orders in the step. */
  of: number;
  /** The rule set it teaches. */
  rules: string;
  /** Text of the step, by paragraphs. */
  says: string[];
  /** The side the learner leads. */
  side: SideKey;
  /** What the lesson waits for: `read`, `do`, `watch`, `told`, `otherwise`, `astray`. */
  stand: string;
  /** Number of the step, from 0. */
  step: number;
  /** Number of all steps. */
  steps: number;
  /** What the learner should do; none when there is nothing to do. */
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
  /** Strength as an Elo rating; the reference player has zero. */
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
  /** The tournament's name. */
  name: string;
  /** The rule set. */
  rules: string;
  /** The series it belongs to; empty if it belongs to none. */
  series: string;
  /** How it stands. */
  stands: Stage;
}

/** A room in the lobby. */
export interface LobbyRoom {
  /** The clocks. */
  clock: ClockKind;
  /** When something last happened there, in milliseconds since 1970. */
  moved: number;
  /** Whether the battle changes the players' ratings. */
  rated: boolean;
  /** The players' ratings, if the battle is rated. */
  ratings: [RatingView2 | null, RatingView2 | null];
  /** Its name. */
  room: string;
  /** The rule set. */
  rules: string;
  /** The names of the two sides. */
  sides: [string, string];
  /** Who is to sit at the two sides. */
  sitters: [Sitter, Sitter];
  /** Whether it waits for players, is played, or is over. */
  stands: Stands;
  /** The battle's title. */
  title: string;
}

/** One order in the log. */
export interface LogEntry {
  /** Every clause that the order used: factors, dice and events. */
  clauses: string[];
  /** What happened, line by line. */
  lines: LogLine[];
  /** Its number; 0 is the opening. */
  number: number;
  /** The order in plain words. */
  order: string;
  /** Phase in which the order was given. */
  phase: string;
  /** The dice. */
  rolls: RollView[];
  /** The umpire's reason, if an umpire corrected the map by hand. */
  ruling: string | null;
  /** A move without its legs, a charge without its heading: "Blue Guards move". */
  short: string | null;
  /** The side that gave it. */
  side: SideKey;
  /** What was stated about the real table along with it. */
  stated: string | null;
  /** Entries after it that were taken back, shown struck out. */
  struck: LogEntry[];
  /** How the story of the battle treats the order. */
  telling: Telling;
  /** Game turn in which the order was given. */
  turn: number;
  /** Name of the unit that was ordered. */
  who: string | null;
}

/** A line of the log. */
export interface LogLine {
  /** The clause by which it happened. */
  clause: string;
  /** What happened. */
  text: string;
  /** How the story of the battle treats the line. */
  tiding: Tiding;
  /** The unit to which it happened. */
  unit: number | null;
  /** Name of that unit. */
  who: string | null;
}

/** Where to look in a step. */
export interface LookView {
  /** Places that the step speaks of, as outlines. */
  areas: (([number, number])[])[];
  /** Units that the learner should order. */
  orders: number[];
  /** Places where units are to go, as outlines. */
  places: (([number, number])[])[];
  /** Units that these orders should target. */
  targets: number[];
  /** Units that the step speaks of. */
  units: number[];
  /** Verbs of the orders that the learner should give. */
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
  /** The secret of the link for the umpire, if there is such a seat. */
  umpire: string | null;
  /** The secret of the link for spectators. */
  watch: string;
}

/** A tournament that was made. */
export interface MadeTournament {
  /** Its id: anyone who knows it may look, and enter. */
  id: string;
}

/** A request of a device about letters that say when it is its turn. */
export interface MailOf {
  /** The key of the device. */
  device: string;
  /** The new setting; without it the server only tells the present one. */
  set: MailSet | null;
}

/** An address for letters. */
export interface MailSet {
  /** The address; none to stop letters. */
  address: string | null;
  /** The language of the letters, by its code. */
  language: string;
}

/** Whether a device gets letters. */
export interface MailView {
  /** The address. */
  address: string | null;
  /** Whether the person who reads letters there has agreed. */
  confirmed: boolean;
  /** Whether this server writes letters at all. */
  possible: boolean;
}

/** A room that is to be made. */
export interface Make {
  /** Built-in armies, by id. */
  armies: [string | null, string | null];
  /** The clocks. */
  clock: ClockKind;
  /** How many minutes late spectators see the battle. */
  delay: number;
  /** The key of that player's device. */
  device: string;
  /** Whose dice the room is played with. */
  dice: DiceKind;
  /** What the room is made from. */
  from: Begin;
  /** House rules, the text of a `*.rules.toml`. */
  house: string | null;
  /** Whether the lobby shows the room. */
  listed: boolean;
  /** That player's name. */
  name: string;
  /** The version of the page. */
  page: number;
  /** Whether the battle changes the players' ratings: both need an account. */
  rated: boolean;
  /** Who is to sit at the two sides. */
  sitters: [Sitter, Sitter];
  /** Whether there is a seat for an umpire. */
  umpire: boolean;
  /** How many days each side may be away in all, if turns take days. */
  vacation: number;
  /** The seat of the player who makes the room. */
  you: Seat;
}

/** A tournament that is to be made. */
export interface MakeTournament {
  /** The key of the device. */
  device: string;
  /** Whether it is public. */
  listed: boolean;
  /** The tournament's name. */
  name: string;
  /** The version of the page. */
  page: number;
  /** Its settings. */
  plan: Plan;
  /** The series it belongs to; empty if it belongs to none. */
  series: string;
}

/** A counter. */
export interface MarkChoice {
  /** Its name in files. */
  id: string;
  /** The least and the greatest value. */
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
  /** Number and name in words: "2 hits". */
  says: string;
  /** Its name for people. */
  title: string;
  /** The number. */
  value: number;
}

/** An expected number. */
export interface MeanRow {
  /** The quantity. */
  label: string;
  /** The same as a decimal. */
  number: number;
  /** An exact fraction. */
  value: string;
}

/** A request for the rooms of a device. */
export interface Mine {
  /** The key of the device. */
  device: string;
}

/** A unit's movement. */
export interface Motion {
  /** Where the unit stood before. */
  from: Stance;
  /** The kind of movement. */
  gait: string;
  /** Where the unit stands after. */
  to: Stance;
  /** Id of the unit. */
  unit: number;
}

/** A room in which the device that asks leads a side. */
export interface MyRoom {
  /** The seat whose order or choice is awaited. */
  awaits: Seat | null;
  /** When a player's time runs out, in milliseconds since 1970. */
  due: number | null;
  /** How the battle ended. */
  over: Over | null;
  /** The room. */
  room: LobbyRoom;
  /** The device's seat. */
  you: Seat;
}

/** Something that lies near a unit. */
export interface NearView {
  /** Whether the unit is an enemy. */
  foe: boolean;
  /** Its name. */
  name: string;
  /** Orders that may be given against it now. */
  orders: SaidOrder[];
  /** The sentence. */
  says: string;
  /** Id of the unit; none for ground. */
  unit: number | null;
}

/** The kind of a number's value. */
export type NumberSort = 'whole' | 'broken' | 'flag' | 'share' | 'name';

/** A number of a rule set. */
export interface NumberView {
  /** The clauses it belongs to. */
  clauses: string[];
  /** The least value; none for flags and shares. */
  least: string | null;
  /** The greatest value; none for flags and shares. */
  most: string | null;
  /** Its path in `numbers.toml`. */
  path: string;
  /** As printed. */
  printed: string;
  /** `whole`, `broken`, `flag` or `share`. */
  sort: NumberSort;
  /** The path in words: `Charge, near general`. */
  title: string;
  /** The value in force. */
  value: string;
}

/** A calculated number: exact if possible, if not a decimal. */
export interface NumberView2 {
  /** The number as a decimal. */
  number: number;
  /** The number as a fraction in lowest terms; empty when only the decimal is known. */
  value: string;
}

/** What may happen to one unit. */
export interface OddsPart {
  /** The unit's name; empty if there is no unit. */
  name: string;
  /** What may happen to it, likeliest first. */
  rows: OddsRow[];
  /** The unit; null for what happens to no unit: the end of the battle, a choice. */
  unit: number | null;
}

/** One thing that an order may lead to. */
export interface OddsRow {
  /** The outcome in words. */
  label: string;
  /** The chance, an exact fraction; empty if it was sampled. */
  p: string;
  /** The chance in per cent. */
  percent: number;
}

/** The odds of an order. */
export interface OddsView {
  /**
   * What is certain whatever the dice show, a sentence for each unit concerned; empty if the
   * only row says it.
   */
  certain: string[];
  /** The factors of the order. */
  factors: FactorView[];
  /** Probability that was cut, of dice that are rolled again without end. "0" if nothing was cut. */
  lost: string;
  /** Expected losses and the like. */
  means: MeanRow[];
  /** The policy for choices on the way. */
  others: OthersView;
  /** The same for one unit at a time, if there is too much to see at once; empty if not. */
  parts: OddsPart[];
  /** What else may happen, likeliest first. */
  rows: OddsRow[];
  /** The same unfolded step by step, if requested. */
  tree: TreeView | null;
  /**
   * Null if the chances are exact. If there is a number, there were too many paths to follow
   * them all, some were sampled to stand for others, and no chance is off by more than this many
   * per cent, as far as the samples tell.
   */
  within: number | null;
}

/** An order ready to be given. */
export interface OfferOrder {
  /**
   * For a charge whose heading the player chooses: the legal headings, as arcs from one to
   * another, clockwise, in degrees.
   */
  fan: ([number, number])[];
  /** The word on its button. */
  label: string;
  /** The order. */
  order: Order;
  /** Why it cannot arrive, for a charge that falls short whatever the dice say. */
  short?: string | null;
  /** The unit at which the order is aimed. */
  target: number | null;
}

/** What a unit may be ordered to do. */
export interface OfferView {
  /** The clause that offers it. */
  clause: string;
  /** The word for the verb. */
  label: string;
  /** Orders ready to be given. */
  orders: OfferOrder[];
  /** For moves: the region that the unit can reach, as outlines. */
  region: (([number, number])[])[];
  /**
   * Some example orders where the choice is endless, as with ways and places. Each may be given
   * as it is.
   */
  samples?: Order[];
  /** Largest turn to either side, in degrees; 180 means any turn. */
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

/** The policy for choices that come up while an order is carried out. */
export interface OthersView {
  /** `stop`, `never`, `always` or `best`. */
  id: string;
  /** What the policy means: a sentence without a capital letter and full stop. */
  says: string;
}

/** The end of a battle. */
export interface Over {
  /** How the battle ended. */
  how: How;
  /** The winner; none for a draw. */
  winner: Seat | null;
}

/** What a unit can see and reach. */
export interface Overlay {
  /** Areas that the unit reaches, in drawing order. */
  areas: AreaView[];
  /** How far its command reaches, where the rules know a command radius. */
  command: CommandView | null;
  /** Lines of sight to enemies. */
  sight: SightView[];
}

/** A battle on paper. */
export interface PaperFile {
  /** The PDF file as text, a letter a byte. */
  file: string;
  /**
   * The letters that it shows as `?`, each once: the fonts that every PDF reader has are those of
   * western Europe.
   */
  lost: string;
}

/** A part of what is printed. */
export type PaperPart = 'map' | 'roster' | 'templates' | 'sheet';

/** A size of paper. */
export type PaperSize = 'a4' | 'letter';

/** A party to joint dice. */
export type Party = 'host' | 'a' | 'b';

/** A phrase that every page says in its own language. */
export type Phrase = 'hello' | 'wellPlayed' | 'luck' | 'moment' | 'yourTurn' | 'thanks';

/** A piece of terrain that a player lays before the battle. */
export interface PieceView {
  /** Its shape, drawn about the origin. */
  drawn: TerrainView;
  /** Whether it lies on the table already. */
  laid: boolean;
  /** Whether it may be laid now. */
  offered: boolean;
  /** Its place among the pieces. */
  piece: number;
  /** Its name. */
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

/** The settings with which a tournament was made; they never change. */
export interface Plan {
  /** The clocks. */
  clock: ClockKind;
  /** How many days a round may take. After that the server ends the battles that are left. */
  days: number;
  /** Whose dice the battles are played with. */
  dice: DiceKind;
  /** Who meets whom. */
  form: Form;
  /** Whether players may still enter once it has begun. */
  late: boolean;
  /** Whether battles between two accounts change their ratings. */
  rated: boolean;
  /**
   * The scenarios: one for all rounds, or one after the other, starting again after the last.
   * All belong to one rule set.
   */
  scenarios: string[];
}

/** An order that was given. */
export interface Played {
  /** Who did what to whom, if the order was aimed at another unit. */
  act: Act | null;
  /** The order's line in the log. */
  entry: LogEntry;
  /** What moved, in order. */
  motions: Motion[];
  /** The battle after the order. */
  view: View;
}

/** What a party pledged. */
export interface Pledge {
  /** The party. */
  by: Party;
  /** The last throw before the pledge: the next throw is the first that the pledge opens. */
  from: number;
  /** The last value of the chain. */
  top: string;
}

/**
 * How choices on the way are made: not at all, by declining, by taking the first option, or by
 * taking the best one.
 */
export type Policy = 'stop' | 'never' | 'always' | 'best';

/** An order judged but not given. */
export interface Preview {
  /** The allowance. */
  allowed: number;
  /** How much of the allowance the order costs. */
  cost: number;
  /** The factors that weigh in it. */
  factors: FactorView[];
  /** Why the move ends short of the point to which the player dragged the unit. */
  held: RefusalView[];
  /** The piece of terrain where it would lie, if the order lays one. */
  lays: TerrainView | null;
  /** Whether the order may be given. */
  legal: boolean;
  /** The order. */
  order: Order;
  /** Rectangles that the order passes through; the last is where it ends. */
  path: Placed[];
  /** Every reason against it. */
  refusals: RefusalView[];
  /** What the order does, in words. */
  says: string;
  /** Why it cannot arrive, for a charge that falls short whatever the dice say. */
  short?: string | null;
  /** The distance measured for it. */
  tape: TapeView | null;
  /** The unit that it orders, if any. */
  unit: number | null;
}

/** A request of a device about notices. Nothing in it ever goes into a log. */
export interface PushOf {
  /** The key of the device. */
  device: string;
  /** The new setting; without it the server only tells the present one. */
  set: PushSet | null;
}

/** Whether a browser shows notices. */
export interface PushSet {
  /** The language of the notices, by its code. */
  language: string;
  /** What the browser gave for them; none to stop notices. */
  to: PushTo | null;
}

/** What a browser gives so that notices can reach it while its page is closed. */
export interface PushTo {
  /** Its secret, in URL-safe base64. */
  auth: string;
  /** Where notices go. */
  endpoint: string;
  /** Its public key, in URL-safe base64. */
  p256dh: string;
}

/** Whether a device gets notices. */
export interface PushView {
  /** Where notices for this device go; none if it gets none. */
  endpoint: string | null;
  /** The key of this server, which a browser needs; none if the server sends no notices. */
  key: string | null;
}

/** Where a unit is put. */
export interface Put {
  /** The centre of its rectangle. */
  centre: [number, number];
  /** The direction that it faces, in degrees, as in the view. */
  facing: number;
}

/** What values something can have. */
export type RangeView = { whole: [number, number] } | { length: [number, number] } | 'angle' | 'flag' | { one: string[] } | { maybe: string[] } | { any: string[] };

/** A player in the table of a rule set. */
export interface Rated {
  /** The player's name. */
  name: string;
  /** The player's rating. */
  rating: RatingView2;
  /** Rated battles won, drawn and lost. */
  score: [number, number, number];
}

/** A rated battle of an account, as it is stored. */
export interface RatedBattle {
  /** The opponent's name; empty once that account is deleted. */
  against: string;
  /** When it ended, in milliseconds since 1970. */
  at: number;
  /** What the battle brought, in half points. */
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
  /** The usual value. */
  usual: string;
  /** The values to choose from. */
  values: string[];
}

/** An account's rating at a rule set. */
export interface RatingOf {
  /** The rating. */
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

/** How good a player is at a rule set, in whole points. */
export interface RatingView2 {
  /** Number of rated battles so far. */
  battles: number;
  /** The rating. */
  rating: number;
  /** The 95 % margin: in 95 of 100 cases the true rating is at most this far from `rating`. */
  within: number;
}

/** The ground on which a unit in its present facing could be charged or shot at. */
export interface ReachView {
  /** Where its centre would have to be: outlines, found by asking the rules. */
  outline: (([number, number])[])[];
  /** `charge` or `shoot`. */
  verb: string;
}

/** A reason against an order. */
export interface ReasonView {
  /** The clause that forbids it. */
  clause: string;
  /** The reason in words. */
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
  /** The facts behind it, in words. */
  says: string;
  /** The measured line that is the reason. */
  tape: TapeView | null;
  /** Title of the clause. */
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

/** What comes before the damage of a journal. */
export interface Rescued {
  /** The journal up to there, as a journal file. */
  journal: string;
  /** Number of orders in it. */
  orders: number;
}

/** A review of a battle, order by order, as far as it has got. */
export interface Review {
  /** Number of all parts of the work. */
  all: number;
  /** Number of finished parts of the work. */
  done: number;
  /** The orders graded so far. */
  orders: GradedOrder[];
  /** Name of the computer player that reviews, as people write it. */
  player: string;
  /** How the sides played. */
  sides: ReviewSide[];
  /**
   * The lines that gave away most, worst first, at most three. Until every order has had a close
   * look, the list includes some that only seem bad.
   */
  turning: number[];
}

/** How a side played. */
export interface ReviewSide {
  /** How many of these were inaccurate, mistakes and blunders. */
  grades: [number, number, number];
  /** Chance to win that its orders surely gave away, in percent, added up. */
  lost: number;
  /** What its dice gained it beyond what was expected, in percent of an army. */
  luck: number;
  /** Number of its orders that were graded. */
  orders: number;
  /** Key of the side. */
  side: SideKey;
}

/** A throw. */
export interface RollView {
  /** The side that threw. */
  by: SideKey;
  /** The result alone; empty where only the faces count. */
  came: string;
  /** The clause that asked for the throw. */
  clause: string;
  /** Whether a card was drawn instead of a die thrown; the face is its place in the deck. */
  drawn: boolean;
  /** The faces thrown. */
  faces: number[];
  /** What was needed, what was thrown, and the result. */
  says: string;
  /** Number of sides of the dice. */
  sides: number;
  /** Whose dice were thrown: the engine's, sealed ones, or real ones entered by hand. */
  thrown: Thrown;
  /** Title of the clause. */
  title: string;
}

/** A room as a page sees it. */
export interface RoomView {
  /** The room of the rematch. */
  again: string | null;
  /** The seat whose order or choice is awaited. */
  awaits: Seat | null;
  /** What the clocks show. */
  clock: Clock;
  /** How many minutes late spectators see the battle. */
  delay: number;
  /** Whose dice the room is played with. */
  dice: DiceKind;
  /** How joint dice stand, if the room is played with them. */
  joint: JointView | null;
  /** The kind of clocks. */
  kind: ClockKind;
  /** How the battle ended. */
  over: Over | null;
  /** Whether the battle changes the players' ratings. */
  rated: boolean;
  /** Its name. */
  room: string;
  /** The rule set. */
  rules: string;
  /** The seats of the two sides. */
  seats: [SeatView, SeatView];
  /** The names of the two sides. */
  sides: [string, string];
  /** The battle's title. */
  title: string;
  /** The tournament in which it is fought. */
  tournament: Berth | null;
  /** The umpire, if there is such a seat. */
  umpire: UmpireView | null;
  /** How many days each side may still be away, if the room allows that at all. */
  vacation: [number, number] | null;
  /** The number of spectators. */
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

/** An entrant's standing. Points are counted in halves. */
export interface Row {
  /** The opponents' half points, added up. */
  buchholz: number;
  /** The half points from opponents who have as many points and as good opponents. */
  direct: number;
  /** Battles drawn. */
  drawn: number;
  /** The entrant's number. */
  entrant: number;
  /** The half points: a win or a bye is 2, a draw 1. */
  halves: number;
  /** Battles lost. */
  lost: number;
  /** The entrant's place, from 1; equal entrants share a place. */
  place: number;
  /** Battles won, including byes. */
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
  /** Where and when it was published. */
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
 * The unit of length in which players measure. The table itself always counts hundredths of a
 * millimetre; a ruler only says how lengths are shown and read.
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
  /** The period of its battles; empty when unknown. */
  period: string;
  /** Where and when it was published. */
  published: string;
  /** An introduction for people who have never heard of it; empty when there is none. */
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
  /** The decision. */
  decision: string;
  /** Its id. */
  id: string;
  /** The possible readings. */
  readings: string[];
  /** The switch that chooses another reading. */
  switch: string | null;
}

/** An order that may be given now, in words. */
export interface SaidOrder {
  /**
   * What the order may come to, likeliest first. Empty when nothing is left to chance or nobody
   * asked.
   */
  chance: string;
  /** The word on its button. */
  label: string;
  /** The line to type for this order. */
  line: string;
  /** The order. */
  order: Order;
  /** The unit at which the order is aimed. */
  target: number | null;
  /** The verb's name. */
  verb: string;
}

/** A message from a page. */
export type Say = { hello: { device: string; from: number; link: string | null; name: string; own: Seat | null; page: number; take: Seat | null } } | { order: { faces: number[] | null; number: number; order: Order } } | { pledge: string } | { open: { throw: number; value: string } } | { ask: Wish } | { answer: { wish: Wish; yes: boolean } } | { rule: { amends: Amends; number: number } } | { away: number } | 'concede' | 'goOn' | { chat: Talk } | { name: string } | 'handOver' | 'here';

/** What the real table shows for an order. */
export interface Saying {
  /** Ground under the target. */
  beneath: SoilView | null;
  /** Ground between the two, or ahead of a unit that moves. */
  between: SoilView | null;
  /** Which side of the target the unit sees. */
  met: Face;
  /** Other units that stand where it matters. */
  near: BesideView[];
  /** Distance between the nearest edges. */
  range: number;
  /** The unit at which the order is aimed. */
  target: number | null;
  /** On which of the unit's own sides the target lies. */
  through: Face;
  /** Ground under the unit. */
  under: SoilView | null;
  /** The unit that is ordered. */
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
  /** How long it takes on a screen, if it was measured. */
  minutes: number | null;
  /** Its period; empty when unknown. */
  period: string;
  /** The unit of length. */
  ruler: Ruler;
  /** The rule set's id. */
  rules: string;
  /** Names of both sides. */
  sides: [string, string];
  /** A few lines that set the scene. */
  story: string;
  /** Number of units of each side, late arrivals included. */
  strength: [number, number];
  /** Table size. */
  table: [number, number];
  /** Terrain. */
  terrain: TerrainView[];
  /** Its title. */
  title: string;
  /** Number of game turns, if the scenario sets it. */
  turns: number | null;
  /** Where units stand at the start, for a thumbnail. */
  units: Thumb[];
  /** How it is won. */
  victory: string;
  /**
   * Title and sides as written in its file. Rooms use these names whatever language a reader
   * has.
   */
  written: FileNames;
}

/** The result of a battle. */
export type Score = 'a' | 'b' | 'draw' | 'neither';

/** How the dice of a battle are sealed. */
export interface SealView {
  /** The code of the secret, which everyone saw before the word was chosen. */
  code: string;
  /** The secret itself, shown once the battle has ended. */
  secret: string | null;
  /** The last line whose dice this seal threw, if the battle was forked from a sealed one. */
  until: number | null;
  /** The word that was chosen after that. */
  word: string;
}

/**
 * What dice are sealed with: a secret of the person who holds the device, and another person's
 * word.
 */
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
  /** Whether the player is here now. */
  here: boolean;
  /** The player's name; empty until the player comes. */
  name: string;
  /** The player's rating, if the battle is rated and the player has an account. */
  rating: RatingView2 | null;
  /** Who is to sit there. */
  sitter: Sitter;
  /** Whether the player has come. */
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
  /** Whether it ended by itself. */
  ended: boolean;
  /** The journal's fingerprint, sixteen hexadecimal digits. */
  hash: string;
  /** Number of orders given. */
  orders: number;
}

/** A battle that the computer plays against itself. */
export interface SelfplayOf {
  /** The computer player of both sides, by its id. */
  level: string;
  /** The scenario, by id. */
  scenario: string;
  /** The seed of its dice. */
  seed: number;
}

/** A side's key in data. */
export type SideKey = 'a' | 'b';

/** A side. */
export interface SideView {
  /** Its colour. */
  colour: string;
  /** Its key. */
  key: SideKey;
  /** Number of its units that are gone. */
  lost: number;
  /** Its name in the current language. */
  name: string;
  /** Points scored, if the scenario counts points. */
  points: number | null;
  /** Strength of its units, in thousandths of a fresh average unit, added up. */
  strength: number;
  /** Number of its units still in the battle. */
  units: number;
  /** Its name as files and orders write it, where that differs. */
  written?: string | null;
}

/** A side in words. */
export interface SideWords {
  /** Its key. */
  key: SideKey;
  /**
   * The state of the side: its name, how many units are on the table, how many it lost, its
   * points.
   */
  says: string;
  /** Its units, in the order of the file. */
  units: UnitWords[];
}

/** A line of sight. */
export interface SightView {
  /** Whether the unit is seen, by the rules. */
  clear: boolean;
  /** Start of the line. */
  from: [number, number];
  /** Length of the line. */
  length: number;
  /** End of the line. */
  to: [number, number];
  /** The unit that is looked at. */
  unit: number;
}

/** Who is to sit on a seat. */
export type Sitter = 'person' | 'open' | { computer: string };

/** A situation: its units, which orders may be given, which may not and why. */
export interface SituationView {
  /** Whether other units wait far away, because the rule set expects larger armies. */
  in_company: boolean;
  /**
   * The order to ask about: the one in the file, or the first that may be given; null when none
   * may.
   */
  order: string | null;
  /** The orders that the unit may give. */
  orders: WayView[];
  /** How choices on the way are made. */
  others: OthersView;
  /** The distance between their nearest edges, in words. */
  range: string;
  /** The orders that it may not give, with every reason. */
  refused: RefusedView[];
  /** The rule set. */
  rules: string;
  /** The author's text about it; may be empty. */
  story: string;
  /** The target's name. */
  target: string;
  /** Title of the situation; may be empty. */
  title: string;
  /** The unit's name. */
  unit: string;
}

/** A kind of ground, with its height if that was stated. */
export interface SoilView {
  /** The kind of ground. */
  ground: string;
  /** Number of levels. */
  level: number | null;
}

/** The distances at which an order may be given. */
export interface SpanView {
  /**
   * The upper ends of the bands within which the distance makes no difference, the farthest
   * last.
   */
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

/** The origin of a clause: its author's text, or an addition that was necessary. */
export type Standing = 'written' | 'answered' | 'inferred' | 'ours';

/** How a room stands, for the lobby. */
export type Stands = 'open' | 'played' | 'over';

/** The status of a unit. */
export type Status = 'table' | 'reserve' | 'expected' | 'destroyed' | 'fled' | 'captured' | 'exited';

/** A study after reading: what it plays. */
export interface StudyOpened {
  battles: number;
  done: number;
  print: string;
  rules: string;
  scenarios: string[];
  title: string;
  variants: string[];
}

/** Battles of a study that were just played. */
export interface StudyPlayed {
  done: number;
  lines: string[];
}

/** An order that is tried on the stated positions. */
export interface Supposed {
  /** The label of the order. */
  label: string;
  /** The order. */
  order: Order;
  /** What the order comes to. */
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
  /** The values in words. */
  told: string[];
  /** The value in force. */
  value: string;
  /** The values it can take. */
  values: string[];
}

/** An order to the table. */
export interface TableOrder {
  /** Whether it may be given at any time and is no part of the turn, such as dice for a dispute. */
  aside: boolean;
  /** The clause that offers it. */
  clause: string;
  /** The word on its button. */
  label: string;
  /** Whether it is the obvious next step: nothing else is left to do. */
  main: boolean;
  /** The order. */
  order: Order;
  /** Whether it makes all outstanding tests at once, so that nobody must test unit by unit. */
  tests: boolean;
}

/** The whole table in words: what players who do not see it want to know first. */
export interface TableWords {
  /** The pieces of ground, one sentence each, in the order they were laid. */
  ground: string[];
  /** What is played, how large the table is, whose turn it is, who may act: one sentence each. */
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

/** How the story of a battle treats an order. */
export type Telling = 'move' | 'quiet' | 'act';

/** A piece of terrain. */
export interface TerrainView {
  /** Outlines of the areas that it covers. */
  areas: (([number, number])[])[];
  /** The kind of ground. */
  ground: string;
  /** Number of levels that it rises. */
  level: number;
  /** Its course, if it is linear. */
  line: ([number, number])[];
  /** Its name in the current language, if it has one. */
  name: string;
  /** Width of the line. */
  width: number;
  /** Its name as files write it, where that differs. */
  written?: string | null;
}

/** A charge or a shot that can be ordered. */
export interface Threat {
  /** The clause that offers the order; empty where no clause offers it by itself. */
  clause: string;
  /** Where the unit must first move to; null when it can act from where it stands. */
  from: Placed | null;
  /** The phase in which it can be ordered. */
  phase: string;
  /** The threat in words. */
  says: string;
  /** The distance that was measured. */
  tape: TapeView | null;
  /** The unit that it threatens. */
  target: number;
  /** The game turn in which it can be ordered. */
  turn: number;
  /** The unit that charges or shoots. */
  unit: number;
  /** `charge` or `shoot`. */
  verb: string;
}

/** The odds of a threat, and its weight. */
export interface ThreatOdds {
  /**
   * What the target is expected to lose, in percent of its worth, which counts less while it is
   * shaken: the strongest threat costs it most.
   */
  harm: number;
  /** The odds. */
  odds: OddsView;
}

/** What can be done to a unit, and what the unit can do, before the next turn is over. */
export interface Threats {
  /** What the unit can do to enemies. */
  by: Threat[];
  /** Where the unit can come to when it may next move. */
  moves: (([number, number])[])[];
  /** What enemies can do to the unit. */
  on: Threat[];
  /** What was assumed to happen meanwhile, and how far ahead the search looked. */
  says: string;
  /** The last game turn that was looked through. */
  until: number;
}

/** Whose dice made a throw. */
export type Thrown = 'engine' | 'hand' | 'sealed';

/** A unit in a thumbnail. */
export interface Thumb {
  /** Its centre. */
  at: [number, number];
  /** Its facing. */
  facing: number;
  /** The picture that fits it. */
  figure: string;
  /** Side of the unit. */
  side: SideKey;
  /** Frontage and depth. */
  size: [number, number];
}

/** How the story of a battle treats a line. */
export type Tiding = 'clock' | 'arrival' | 'place' | 'act';

/** What can be done in a tournament. */
export type TournamentDeed = 'look' | { enter: { name: string } } | 'withdraw' | 'begin' | { close: { board: number; round: number; score: Score } } | { closeRound: { round: number } } | { remove: { entrant: number } } | 'end';

/** A request of a device about a tournament. */
export interface TournamentOf {
  /** The key of the device. */
  device: string;
  /** What the device asks for. */
  what: TournamentDeed;
}

/** A tournament as it stands. */
export interface TournamentView {
  /** The tournament's entry in lists: its name and how it stands. */
  about: ListedTournament;
  /** When the server ends the battles that are left in the round, in milliseconds since 1970. */
  due: number | null;
  /** The players who entered. */
  entrants: EntrantView[];
  /** The organiser's name; none if the host looks after it. */
  organiser: string | null;
  /** Its settings. */
  plan: Plan;
  /** The rounds so far. */
  rounds: RoundView[];
  /** The table. */
  table: Row[];
  /** The number of rounds in all, as far as it is known now. */
  total: number;
  /** The device that asks. */
  you: Asker;
}

/** The public tournaments and those of a device. */
export interface Tournaments {
  /** The public tournaments. */
  listed: ListedTournament[];
  /** The tournaments that the device organises or takes part in. */
  mine: ListedTournament[];
}

/** Odds unfolded step by step. */
export interface TreeView {
  /** What may happen first, likeliest first. */
  branches: BranchView[];
  /** Probability that was cut; "0" if nothing was cut. */
  lost: string;
  /** As for the odds. */
  within: number | null;
}

/** Why something was not done; the page puts it into words. */
export type Trouble = 'noRoom' | 'noSeat' | 'seatTaken' | 'watching' | 'weakPassword' | 'nameTaken' | 'wrongPassword' | 'noAddress' | 'needsAccount' | 'signedOut' | 'notRated' | 'ownRival' | 'noTournament' | 'notOrganiser' | 'entriesClosed' | 'enteredAlready' | 'noName' | 'tooFew' | 'tooMany' | 'doneAlready' | 'notEntered' | 'noEntrant' | 'noBoard' | 'noPush' | 'notUmpire' | 'notBoth' | 'ruled' | 'noVacation' | 'notYourTurn' | { late: { stands: number } } | { refused: EngineError } | 'unpledged' | 'bound' | 'notPledged' | 'diceUsedUp' | 'journalFull' | 'roomFull' | 'over' | 'notOver' | 'nothingAsked' | 'tooFast' | 'tooLong' | 'notKept' | 'unreadable' | 'oldPage' | 'garbled' | 'banned' | 'elsewhere' | 'wrongMethod' | 'missed';

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

/** The umpire's seat, as a page sees it. */
export interface UmpireView {
  /** Whether the umpire is here now. */
  here: boolean;
  /** The umpire's name; empty until the umpire comes. */
  name: string;
  /** Whether the umpire has come. */
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
  /** Its name in the current language. */
  name: string;
  /** Its ratings. */
  ratings: RatingView[];
  /** Whether it may act now. */
  ready: boolean;
  /** A sentence for screen readers. */
  says: string;
  /** The side it belongs to. */
  side: SideKey;
  /** Frontage and depth. */
  size: [number, number];
  /** Its single stands. */
  stands: StandView[];
  /** Number of stands left. */
  stands_now: number;
  /** Number of stands at the start. */
  stands_started: number;
  /** Whether it is on the table, in reserve, still expected or gone, and how it left. */
  status: Status;
  /** Share of its strength that is left, 0 to 1. */
  strength: number;
  /** The unit it is with. */
  with: number | null;
  /** Its name as files and orders write it, where that differs. */
  written?: string | null;
}

/** A unit in words: its name, its place, its state. */
export interface UnitWords {
  /** The sentence. */
  says: string;
  /** Id of the unit. */
  unit: number;
}

/** A value that a ruling may correct. */
export interface ValueView {
  /** Its name in position files. */
  key: string;
  /** Its present value; none if it is at its default and that has no name. */
  now: Written | null;
  /** What values it can have. */
  range: RangeView;
  /** What it is, in English, for those who write files. */
  says: string;
  /** Its name for people; empty for values that no real table shows. */
  title: string;
}

/** Everything a page shows of a battle. */
export interface View {
  /** The side whose phase or activation it is. */
  active: SideKey;
  /** Whether the last order can be taken back. */
  canUndo: boolean;
  /** A choice that a player must make. */
  choice: ChoiceView | null;
  /** What the strength of a unit is counted in: "stands". */
  counted: string;
  /** Cards still in the deck. */
  deck: string[];
  /** How the battle ended, once it has. */
  ended: EndView | null;
  /** The group whose card was drawn. */
  group: string | null;
  /** Name of the house rules; empty when they have none. */
  house: string;
  /** Switches and numbers that differ from the printed rules. */
  houseRules: HouseRule[];
  /** How positions are left to a real table; none when they are not. */
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
  /** How the dice are sealed; none when they are not. */
  seal: SealView | null;
  /** The seed of the battle's dice. */
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
  /** The side that must act now. */
  toMove: SideKey;
  /** Game turn. */
  turn: number;
  /** Number of game turns, if the scenario sets it. */
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
  /** The side that throws. */
  by: SideKey;
  /** The clause that asks for the throw. */
  clause: string;
  /** Number of dice. */
  count: number;
  /** Whether it is the draw of a card, one of `sides`. */
  drawn: boolean;
  /** What each face of one die means, starting with 1. Empty where a single face means nothing. */
  faces: string[];
  /** What counts: "4 or more counts". Empty where faces are just added or read. */
  needs: string;
  /** The order that needs the dice, in plain words. */
  order: string;
  /** Whose dice these are, in the order in which they are entered. */
  rows: WantedRow[];
  /** What the throw is for. */
  says: string;
  /** Number of sides of each die. */
  sides: number;
}

/** Some of the dice that are wanted. */
export interface WantedRow {
  /** The side that throws them. */
  by: SideKey;
  /** Number of dice. */
  count: number;
}

/** An order that may be given. */
export interface WayView {
  /** Its name: `shoot`. */
  id: string;
  /** The phase in which it is given. */
  phase: string;
  /** The order in words. */
  says: string;
}

/** An order that the computer player tried out. */
export interface WeighedOrder {
  /** How much better it is than the first order of the list, in percent of chance to win. */
  by: number;
  /** Margin of error of `by`; both orders were played on with the same dice. */
  byWithin: number;
  /** The player's own units that it may lose, likeliest first. */
  fears: Fate[];
  /** Whether it is the order that was given. */
  given: boolean;
  /** The enemy units that it may destroy, likeliest first. */
  hopes: Fate[];
  /** The order. */
  order: Order;
  /** The chance to win after this order, in percent. */
  percent: number;
  /** The army's plan behind it, in words. */
  plan: string;
  /** How often the battle was played on after this order. */
  playouts: number;
  /** The order in words. */
  says: string;
  /** The unit that it is aimed at, if any. */
  target: number | null;
  /** All of this in a few plain sentences. */
  text: string;
  /** The unit that it orders, if any. */
  unit: number | null;
  /** Margin of error of the chance: half the width of the 95 % confidence interval. */
  within: number;
}

/** The room as it stands when a page comes in. */
export interface Welcome {
  /** The deeds that the page lacks; only the recent talk if the journal tells the rest. */
  deeds: Kept[];
  /** The battle so far, as a journal file, if the page lacks all of it. */
  journal: string | null;
  /** The number of the next deed. */
  next: number;
  /** The server's time. */
  now: number;
  /** The room. */
  room: RoomView;
  /**
   * Whether the page only watches because its device signed out of the account whose seat it
   * played.
   */
  signedOut: boolean;
  /** Where the page sits. */
  you: Seat;
}

/** Why an order is not offered. */
export interface WhyNot {
  /** The order that was asked about, in words. */
  asks: string;
  /** The word for the verb. */
  label: string;
  /** The order that was asked about. */
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
  /** The words that people use for it. */
  says: string;
}

/** A value as position files write it. */
export type Written = boolean | number | string | string[];

/** A deployment zone or an objective. */
export interface ZoneView {
  /** Its outline. */
  area: ([number, number])[];
  /** Its name in the current language. */
  name: string;
  /** The side it belongs to; none for an objective. */
  side: SideKey | null;
  /** Its name as files write it, where that differs. */
  written?: string | null;
}

/** Calls to play a battle. Each throws an EngineError. */
export interface Engine {
  /** What there is to play. */
  catalogue(): Promise<Catalogue>;
  /**
   * Starts a built-in scenario by its id, or the text of a battle file; under house rules if
   * their text is given (a `*.rules.toml`); with armies for its two sides if their ids are
   * given. Sealed dice take no seed: it follows from the seal.
   */
  start(from: From, seed: number, house?: string | null, armies?: [string | null, string | null] | null, seal?: Sealing | null): Promise<View>;
  /** The code of a secret, to be told before the word is chosen. */
  seal(secret: string): Promise<string>;
  /** The armies from which either side of a scenario can take its units. */
  armies(scenario: string): Promise<ArmyInfo[]>;
  /** Checks house rules and tells what they change. */
  house(text: string): Promise<HouseView>;
  /** The battle as it stands. */
  view(): Promise<View>;
  /** The orders that a unit may get now. */
  offers(unit: number): Promise<OfferView[]>;
  /** Judges an order without giving it. */
  preview(order: Order): Promise<Preview>;
  /**
   * The legal order nearest to what was dragged, with what keeps it from getting there. If none
   * is legal: an order and why it is not legal. Null if nothing is offered to the unit and there
   * is no reason to give.
   */
  nearest(unit: number, to: [number, number], facing?: number | null): Promise<Preview | null>;
  /** Judges the laying of a piece of terrain, its origin at a point, turned by degrees. */
  laying(piece: number, to: [number, number], turned?: number | null): Promise<Preview>;
  /**
   * The odds of an order. `others` says how choices on the way are made: by default `stop` (the
   * odds end there). With `tree`, the odds come with their tree.
   */
  odds(order: Order, others?: Policy | null, tree?: boolean | null, says?: Saying | null): Promise<OddsView>;
  /** How far a unit sees, shoots, charges and commands. */
  overlay(unit: number): Promise<Overlay>;
  /** The whole table in words. */
  words(): Promise<TableWords>;
  /** What lies around a unit, in words; with `chances`, also what its orders may come to. */
  around(unit: number, chances?: boolean | null): Promise<AroundView>;
  /** What a unit can do, and what can be done to it, before the next turn is over. */
  threats(unit: number): Promise<Threats>;
  /**
   * The odds of a threat at the moment when it can be ordered, and how much it weighs; null if
   * it cannot be ordered.
   */
  threatOdds(unit: number, target: number, verb: string): Promise<ThreatOdds | null>;
  /** The ground on which the unit, from where it stands, could charge or shoot at the target. */
  threatReach(unit: number, target: number): Promise<ReachView[]>;
  /** The orders that are not offered to a unit, and why not. */
  whyNot(unit: number): Promise<WhyNot[]>;
  /** The legal move by which a unit reaches an aim relative to an enemy. */
  intent(unit: number, aim: Aim, foe: number): Promise<IntentView>;
  /**
   * Gives an order. `number` is the view's. Without `faces` the engine rolls. With `faces` they
   * are dice thrown by hand, in the order asked: `[]` at first; if they run short, the answer is
   * `Wanted` and nothing has happened, and the page calls again with all faces so far and the
   * new ones. A single 0 leaves one throw to the engine.
   */
  play(order: Order, number: number, faces?: number[] | null, says?: Saying | null): Promise<Answer>;
  /**
   * Applies a line of a journal that another engine keeps, as a room does; the line is replayed
   * with its own dice. With joint dice, `pledged` is what was pledged before the throw was asked
   * for; dice that do not come from it are refused.
   */
  follow(line: string, pledged?: Pledge[] | null): Promise<Played>;
  /**
   * What an umpire may correct of a unit, of the sides and of the battle, apart from places: by
   * its names in position files.
   */
  amendables(unit: number | null): Promise<Amendables>;
  /**
   * The next throw that an order needs from real dice, given the faces so far; null if it has
   * them all. Nothing happens.
   */
  wanted(order: Order, faces: number[]): Promise<Wanted | null>;
  /**
   * What a chain of joint dice opens for the throw with a number, counted from its pledge;
   * number 0 is the pledge. The root has 64 random hexadecimal digits.
   */
  chain(root: string, number: number): Promise<string>;
  /** Leaves positions to the real table; the rest of the setup is skipped. */
  leaveToTable(): Promise<View>;
  /** What a unit may do if positions are left to the table. */
  acts(unit: number): Promise<ActView[]>;
  /** What an order asks of the table, with the obvious parts filled in. */
  form(unit: number, verb: string, target?: number | null): Promise<FormView>;
  /**
   * The orders of a verb under what was stated, judged but not given; a move by way and
   * distance.
   */
  suppose(says: Saying, verb: string, way?: string | null, by?: number | null): Promise<Supposed[]>;
  /** Declares what people see: units that left the table, how the battle ended. */
  declare(left: ([number, Status])[], ended?: Ended | null): Promise<View>;
  /** The computer's next order for the side to move, not yet given. */
  think(level: string): Promise<Order>;
  /**
   * Why the computer gave the order of a line; null if it did not give it here, or does not
   * think ahead. Ask the engine that answered `think`.
   */
  why(number: number): Promise<Advised | null>;
  /** Goes back to before the last order, at most to the last roll of dice. */
  undo(): Promise<View>;
  /** What happened so far, one entry for each order. */
  log(): Promise<LogEntry[]>;
  /** The battle after line n, for replay; the battle itself is not changed. */
  at(n: number): Promise<View>;
  /** Goes on from line n and drops what came after. */
  fork(n: number): Promise<View>;
  /** Takes back every order after line n, and keeps them struck out in the journal. */
  strike(n: number): Promise<View>;
  /**
   * Opens the battle again with dice thrown by hand, before the first order; `faces` as in
   * `play`.
   */
  opening(faces: number[]): Promise<Answer>;
  /** An order typed in the notation of `sandtable try`, judged but not given. */
  typed(line: string): Promise<Preview>;
  /** The battle as it was played, as a journal file. */
  journal(): Promise<string>;
  /** The battle as it stands, as a battle file. */
  position(): Promise<string>;
  /** Goes on with a journal, or starts from a battle file. */
  load(text: string): Promise<View>;
  /**
   * What comes before the damage of a journal that does not load; null if nothing does, or if
   * the text is no journal.
   */
  rescue(text: string): Promise<Rescued | null>;
  /** The rules of a rule set, as they are played. */
  rulebook(rules: string): Promise<Rulebook>;
  /** How the ambiguities of a rule set were settled. */
  rulings(rules: string): Promise<RulingView[]>;
  /**
   * Starts the guided battle of a rule set; with the lines at which its steps began, continues
   * it in the battle that was loaded.
   */
  learn(rules: string, begun?: number[] | null): Promise<View>;
  /** Where the guided battle stands; null if there is none. */
  lesson(): Promise<Lesson | null>;
  /** Goes on after the text was read; null after the last step. */
  next(): Promise<Lesson | null>;
  /** Leaves the guided battle: it goes on like any other. */
  leave(): Promise<View>;
}

/** Calls to build a battle or to look back on one. Each throws an EngineError. */
export interface DeskCalls {
  /** Begins to work out how the chances went: the player, and how many battles from each place. */
  chances(player: string, playouts: number): Promise<Chances>;
  /** Goes on with the chances by this many pieces of work. */
  chancesOn(pieces: number): Promise<Chances>;
  /**
   * Begins to think about the battle as it stands: the player (`general`, `captain:bold`), and
   * how many playouts; by default as many as the player usually makes.
   */
  suggest(player: string, playouts?: number | null): Promise<Advised>;
  /** Begins to compare the order of a line with its alternatives; `suggestOn` goes on with it. */
  weigh(number: number, player: string, playouts?: number | null): Promise<Advised>;
  /** Goes on with the advice by this many playouts. */
  suggestOn(pieces: number): Promise<Advised>;
  /** Begins to grade the orders of the battle, with this many playouts for each order. */
  review(player: string, playouts?: number | null): Promise<Review>;
  /** Goes on with the review by this many playouts. */
  reviewOn(pieces: number): Promise<Review>;
  /**
   * Everything that a battle of a rule set may be built with; if a text is given, under the
   * rules that it asks for.
   */
  kit(rules: string, text?: string | null): Promise<Kit>;
  /** The text of a built-in scenario. */
  scenario(scenario: string): Promise<string>;
  /** What is wrong with a battle file that is being written. */
  draft(text: string): Promise<DraftView>;
  /** A random battle; with the same armies on both sides if `same` is set. */
  generate(rules: string, seed: number, same?: boolean | null): Promise<Generated>;
  /** Reads an army, or an army list in a common notation. */
  army(rules: string, text: string): Promise<ArmyView>;
  /** Plays a battle of the computer against itself: the result is the same everywhere. */
  selfplay(game: SelfplayOf): Promise<Selfplay>;
}

/** The call that prints. Each throws an EngineError. */
export interface PaperCalls {
  /** The battle as it stands, on paper. */
  print(paper: PaperSize, parts: PaperPart[]): Promise<PaperFile>;
}

/** Calls of the rules lab. Each throws an EngineError. */
export interface LabCalls {
  /** What can be chosen for a rule set. */
  choices(rules: string): Promise<Choices>;
  /** The odds of a situation, a `*.situation.toml`. */
  fight(text: string): Promise<FightView>;
  /** How long it lasts when both go on. */
  course(text: string): Promise<CourseView>;
  /** A situation with a grid. */
  grid(text: string): Promise<GridView>;
  /** Opens a study, with the lines of battles that were played before. */
  study(text: string, lines?: string[] | null): Promise<StudyOpened>;
  /** Plays more battles of the open study. */
  studyOn(most: number): Promise<StudyPlayed>;
  /** The report so far: a page that needs no other file. */
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
  'rescue',
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
