// What the page and the engine say to each other when a battle is built: as the contract of
// the engine, beside it. The Rust side of it is crates/session/src/build.rs.
import type { ArmyInfo, Figure, Ruler, UnitView, Xy } from '../engine/contract';

/** Everything that a battle of a rule set may be built of. */
export interface Kit {
  rules: string;
  title: string;
  ruler: Ruler;
  /** The usual table, and the widest. */
  table: Xy;
  widest: number;
  /** What a group of units is called; empty where there are none. */
  group: string;
  strength: string; // "stands"
  /** Troop types, leaders last. */
  kinds: KitKind[];
  marks: { id: string; title: string; range: [number, number] }[];
  /** Ground, that which battles of the set have first. */
  grounds: KitGround[];
  goals: { id: string; zone: boolean }[];
  armies: ArmyInfo[];
  /** Rows of the army table, in words. */
  tables: string[];
  /** Letters of common army lists; none where such lists mean nothing. */
  elements: string[];
  most: { units: number; groups: number; pieces: number; turns: number };
}

export interface KitKind {
  id: string;
  title: string;
  figure: Figure;
  leader: boolean;
  /** Frontage and depth of one stand. */
  stand: Xy;
  stands: number;
  stands_range: [number, number];
  /** The usual one first. */
  formations: string[];
  ratings: { id: string; title: string; values: string[]; usual: string }[];
  /** Suggested points. */
  points: number | null;
}

export interface KitGround {
  id: string;
  title: string;
  /** Whether it is drawn along a line. */
  line: boolean;
  /** The usual size: of a line, its length and its width. */
  size: Xy;
  /** Whether it rises by levels. */
  levels: boolean;
  /** Whether the usual troops may stand there. */
  stood: boolean;
  /** Whether a battle that ships has it. */
  used: boolean;
}

/** Something that is wrong with a text, or unusual. */
export interface Flaw {
  line: number;
  column: number;
  message: string;
  hint: string | null;
}

/** A battle file that is being written. */
export interface DraftView {
  /** What keeps it from being played. */
  flaws: Flaw[];
  /** What is unusual though it can be played. */
  warnings: Flaw[];
  /** Its units, in the order of the file; null when it cannot be read. */
  units: UnitView[] | null;
  armies: DraftArmy[] | null;
}

export interface DraftArmy {
  points: number | null;
  /** How many units have no points. */
  without: number;
  /** What does not fit the tables and limits of the rules. */
  warnings: string[];
}

export interface Generated {
  text: string;
  points: Xy | null;
}

export interface ArmyView {
  name: string;
  says: string;
  /** The switches that a battle must have for it. */
  switches: [string, string][];
  groups: string[];
  units: ArmyUnit[];
  warnings: string[];
  points: number | null;
  /** It as an army file. */
  text: string;
}

export interface ArmyUnit {
  name: string;
  group: string | null;
  kind: string;
  stands: number;
  /** Null when it is the usual one. */
  formation: string | null;
  ratings: [string, string][];
}

/** The calls. None touches the battle that is played. */
export interface BuildCalls {
  /** What a battle of a rule set may be built of, under the switches that a battle's text asks for. */
  kit(rules: string, text?: string): Promise<Kit>;
  /** The battle file of a scenario that ships. */
  scenario(scenario: string): Promise<string>;
  /** Every flaw of a battle file that is being written, and its units. */
  draft(rules: string, text: string): Promise<DraftView>;
  /** A fair table with two armies, decided by a seed; both sides with the same army if so asked. */
  generate(rules: string, seed: number, same?: boolean): Promise<Generated>;
  /** An army file, an element list, or the id of an army that ships. */
  army(rules: string, text: string): Promise<ArmyView>;
}
