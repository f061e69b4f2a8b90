// What the page and the rules lab say to each other: as the contract of the engine, beside it.
// The Rust side of it is crates/lab.
import type { OddsView } from '../engine/contract';

/** What may be said of a fight of two units under a rule set. */
export interface Choices {
  rules: string;
  title: string;
  lengths: string; // "inches"
  farthest: number;
  strength: string; // "stand"
  strengths: string; // "stands"
  kinds: KindChoice[];
  leaders: KindChoice[];
  marks: { id: string; title: string; range: [number, number] }[];
  grounds: { id: string; line: boolean }[];
  between: { id: string; line: boolean }[];
  sides: string[];
  orders: string[];
  others: { id: string; says: string }[];
  /** Names of files that are chosen here, as people say them. */
  words: { id: string; says: string }[];
}

export interface KindChoice {
  id: string;
  title: string;
  stands: number;
  stands_range: [number, number];
  formations: string[];
  ratings: { id: string; title: string; values: string[]; usual: string }[];
}

/** Two units without a table, and what comes of the order that is asked about. */
export interface FightView {
  situation: {
    rules: string;
    title: string;
    story: string;
    unit: string;
    target: string;
    range: string;
    in_company: boolean;
    order: string | null;
    orders: { id: string; says: string; phase: string }[];
    refused: Refused[];
    others: { id: string; says: string };
  };
  odds: OddsView | null;
  refused: Refused | null;
}

/** How long until one of two units is gone. */
export interface CourseView {
  says: string;
  step: string; // "turn"
  steps: string; // "turns"
  mean: { value: string; number: number } | null;
  tenth: number | null;
  /** How far the number of steps is spread about its mean; null when none ends. */
  variance: { value: string; number: number } | null;
  median: number | null;
  ninetieth: number | null;
  rows: { step: number; percent: number; p: string; so_far: number }[];
  ends: { label: string; p: string; percent: number }[];
  never: number;
  lost: number;
  states: number;
  others: { id: string; says: string };
}

/** One question for every combination of some inputs. */
export interface GridView {
  rules: string;
  title: string;
  says: string;
  chances: boolean;
  /** The last runs across, the one before it down. */
  axes: { path: string; values: string[] }[];
  cells: { number: { value: string; number: number } | null; why: string }[];
  others: { id: string; says: string };
}

/** An order that may not be given, with every reason. */
export interface Refused {
  id: string;
  reasons: { clause: string; says: string }[];
}

/** A study that was read: what it plays. */
export interface StudyOpened {
  title: string;
  rules: string;
  scenarios: string[];
  variants: string[];
  /** Battles of all variants in all scenarios. */
  battles: number;
  /** Of these, how many were among the lines given. */
  done: number;
  /** A fingerprint of what is played. */
  print: string;
}

/** Battles of a study that were played just now. */
export interface StudyPlayed {
  done: number;
  /** A line of the results file each. */
  lines: string[];
}

/** The calls of the rules lab. */
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
  study(text: string, lines?: string[]): Promise<StudyOpened>;
  /** Plays some battles more of the study that is open. */
  studyOn(most: number): Promise<StudyPlayed>;
  /** What it tells so far: a page that needs nothing else. */
  studyReport(): Promise<string>;
  /** Lines of battles as comma-separated values. */
  studyCsv(lines: string[]): Promise<string>;
}
