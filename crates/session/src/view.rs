//! What the page and the engine say to each other, word for word as in
//! `web/src/engine/contract.ts`: that file is the source, and a test holds these
//! types to it. Lengths are in the unit of the view's ruler, angles degrees clockwise from north, x east,
//! y north, origin south-west.

use sandtable_battle::{Order, Side, Standing, Status};
use sandtable_geometry::Ruler;
use serde::Serialize;

/// A point or a size, in units of the rule set's ruler.
pub type Xy = [f64; 2];

/// A side's key on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SideKey {
    /// The first side.
    A,
    /// The second side.
    B,
}

impl From<Side> for SideKey {
    fn from(side: Side) -> Self {
        match side {
            Side::A => Self::A,
            Side::B => Self::B,
        }
    }
}

/// Everything there is to choose from.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Catalogue {
    /// The engine's version.
    pub version: String,
    /// Rule sets.
    pub rulesets: Vec<RulesetInfo>,
    /// Scenarios that ship with it.
    pub scenarios: Vec<ScenarioInfo>,
    /// Guided first battles, one a rule set at most.
    pub tutorials: Vec<TutorialInfo>,
    /// Computer players, weakest first.
    pub levels: Vec<LevelInfo>,
}

/// A computer player.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LevelInfo {
    /// Its name in calls.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// What to expect.
    pub says: String,
}

/// A guided first battle on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TutorialInfo {
    /// The rule set it teaches.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// What it teaches.
    pub says: String,
    /// How long it takes, in minutes.
    pub minutes: u8,
    /// How many steps it has.
    pub steps: usize,
}

/// Where a guided battle stands.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lesson {
    /// The rule set it teaches.
    pub rules: String,
    /// The tutorial's title.
    pub title: String,
    /// The side the learner leads.
    pub side: SideKey,
    /// The place of the step, from 0.
    pub step: usize,
    /// How many steps there are.
    pub steps: usize,
    /// The step's heading.
    pub heading: String,
    /// What it says, a paragraph each.
    pub says: Vec<String>,
    /// The clauses it teaches.
    pub clauses: Vec<LessonClause>,
    /// What is waited for: `read`, `do`, `watch`, `told`, `otherwise`, `astray`.
    pub stand: &'static str,
    /// What is to be done; none when nothing is.
    pub task: Option<String>,
    /// How many of its orders are given.
    pub done: usize,
    /// How many orders it has.
    pub of: usize,
    /// What is said afterwards, once it has happened.
    pub after: Vec<String>,
    /// Where to look.
    pub look: LookView,
    /// The line to go back to when the battle has gone astray.
    pub back: u32,
    /// The lines at which its steps began: what `learn` goes on from.
    pub begun: Vec<u32>,
}

/// A clause that a step teaches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LessonClause {
    /// Its id.
    pub id: String,
    /// Its title.
    pub title: String,
}

/// Where to look in a step.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LookView {
    /// Units spoken of.
    pub units: Vec<u8>,
    /// Units to be ordered.
    pub orders: Vec<u8>,
    /// Units they are to be ordered against.
    pub targets: Vec<u8>,
    /// Places spoken of, as outlines.
    pub areas: Vec<Vec<Xy>>,
    /// Places where units are to go, as outlines.
    pub places: Vec<Vec<Xy>>,
    /// Verbs of the orders to be given.
    pub verbs: Vec<&'static str>,
}

/// A rule set on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulesetInfo {
    /// Its name in files.
    pub id: String,
    /// Its title as published.
    pub title: String,
    /// Its author.
    pub author: String,
    /// Where and when.
    pub published: String,
    /// The standing of this version.
    pub status: String,
    /// How many clauses it has.
    pub clauses: usize,
}

/// A scenario on the shelf.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioInfo {
    /// Rule set and name: `three-hit/two-hills`.
    pub id: String,
    /// The rule set's id.
    pub rules: String,
    /// Its title.
    pub title: String,
    /// A few lines that set the scene.
    pub story: String,
    /// How it is won.
    pub victory: String,
    /// Names of both sides.
    pub sides: [String; 2],
    /// Game turns, when it sets them.
    pub turns: Option<u16>,
    /// The unit of length.
    pub ruler: Ruler,
    /// Table size.
    pub table: Xy,
    /// Terrain.
    pub terrain: Vec<TerrainView>,
    /// Colours of both sides.
    pub colours: [String; 2],
    /// Where units stand at the start, for a thumbnail.
    pub units: Vec<Thumb>,
}

/// A unit in a thumbnail.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Thumb {
    /// Whose.
    pub side: SideKey,
    /// Its centre.
    pub at: Xy,
    /// Its facing.
    pub facing: f64,
    /// Frontage and depth.
    pub size: Xy,
    /// The picture that fits it.
    pub figure: String,
}

/// A piece of terrain.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TerrainView {
    /// What it is.
    pub ground: &'static str,
    /// Its name, if it has one.
    pub name: String,
    /// How many levels it rises.
    pub level: u8,
    /// Outlines of the areas it covers.
    pub areas: Vec<Vec<Xy>>,
    /// Its course, when it is linear.
    pub line: Vec<Xy>,
    /// The width of a line.
    pub width: f64,
}

/// A piece of terrain that a player lays before the battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PieceView {
    /// Its place among the pieces.
    pub piece: u8,
    /// What it is called.
    pub title: String,
    /// What it looks like, drawn about the origin.
    pub drawn: TerrainView,
    /// Whether it lies on the table already.
    pub laid: bool,
    /// Whether it may be laid now.
    pub offered: bool,
}

/// Everything a page shows of a battle.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct View {
    /// The rule set's id.
    pub rules: String,
    /// Title of the scenario.
    pub title: String,
    /// A few lines that set the scene.
    pub story: String,
    /// How it is won.
    pub victory: String,
    /// The unit of length.
    pub ruler: Ruler,
    /// Table size.
    pub table: Xy,
    /// Terrain.
    pub terrain: Vec<TerrainView>,
    /// Pieces of terrain that players lay before the battle.
    pub pieces: Vec<PieceView>,
    /// Deployment zones and objectives.
    pub zones: Vec<ZoneView>,
    /// The two sides.
    pub sides: [SideView; 2],
    /// Every unit that is or was part of the battle.
    pub units: Vec<UnitView>,
    /// What the strength of a unit is counted in: "stands".
    pub counted: String,
    /// Game turn.
    pub turn: u16,
    /// Game turns, when the scenario sets them.
    pub turns: Option<u16>,
    /// The phase.
    pub phase: String,
    /// Phase names in order.
    pub phases: Vec<String>,
    /// Whose phase or activation it is.
    pub active: SideKey,
    /// Who must speak now.
    pub to_move: SideKey,
    /// The group whose card was drawn.
    pub group: Option<String>,
    /// Cards still in the deck.
    pub deck: Vec<String>,
    /// Units that may be given an order now.
    pub ready: Vec<u8>,
    /// Orders to the table.
    #[serde(rename = "table_orders")]
    pub table_orders: Vec<TableOrder>,
    /// A choice that is owed.
    pub choice: Option<ChoiceView>,
    /// How it ended, once it has.
    pub ended: Option<EndView>,
    /// Number of orders played.
    pub number: usize,
    /// Whether the last order can be taken back.
    pub can_undo: bool,
    /// The seed of its dice.
    pub seed: u64,
    /// What its house rules are called; empty when they have no name.
    pub house: String,
    /// Switches and numbers that differ from the printed rules.
    pub house_rules: Vec<HouseRule>,
}

/// A deployment zone or an objective.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ZoneView {
    /// Its name.
    pub name: String,
    /// Whose; none for an objective.
    pub side: Option<SideKey>,
    /// Its outline.
    pub area: Vec<Xy>,
}

/// How a battle ended.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EndView {
    /// Who won; nobody when it is a draw.
    pub winner: Option<SideKey>,
    /// Who won, in words.
    pub title: String,
    /// By what, in words.
    pub says: String,
    /// By which clause.
    pub clause: String,
}

/// A switch or number that differs from the printed rules.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseRule {
    /// Its name in files; of a number, its path.
    pub name: String,
    /// Its title.
    pub title: String,
    /// The value chosen.
    pub value: String,
    /// The value as printed.
    pub printed: String,
    /// The clauses it changes.
    pub clauses: Vec<String>,
}

/// An army that can be mustered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmyInfo {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// A line about it.
    pub says: String,
    /// Its units in words: `4 infantry, 1 cavalry`.
    pub units: String,
}

/// House rules as a file holds them, checked.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HouseView {
    /// The rule set they change.
    pub rules: String,
    /// What they are called.
    pub name: String,
    /// A line about them.
    pub says: String,
    /// What they change.
    pub changes: Vec<HouseRule>,
}

/// A number of a rule set.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct NumberView {
    /// Its path in `numbers.toml`.
    pub path: String,
    /// `whole`, `broken`, `flag` or `share`.
    pub sort: sandtable_battle::NumberSort,
    /// As printed.
    pub printed: String,
    /// As it is played.
    pub value: String,
    /// The least it may be; nothing for flags and shares.
    pub least: Option<String>,
    /// The most it may be.
    pub most: Option<String>,
    /// The clauses it belongs to.
    pub clauses: Vec<String>,
}

/// A side.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SideView {
    /// Its key.
    pub key: SideKey,
    /// Its name.
    pub name: String,
    /// Its colour.
    pub colour: String,
    /// Its units still in the battle.
    pub units: usize,
    /// Thousandths of a fresh average unit, summed.
    pub strength: i32,
    /// Its units that are gone.
    pub lost: usize,
    /// Points scored, where the scenario counts points.
    pub points: Option<i32>,
}

/// A unit.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct UnitView {
    /// Its place in the battle.
    pub id: u8,
    /// Its name.
    pub name: String,
    /// Whose.
    pub side: SideKey,
    /// Its troop type's name in files.
    pub kind: String,
    /// Its troop type's name for people.
    pub kind_title: String,
    /// The picture that fits it.
    pub figure: String,
    /// The group it acts with.
    pub group: String,
    /// Where it is.
    pub status: Status,
    /// Its formation.
    pub formation: String,
    /// The centre of its rectangle.
    pub centre: Xy,
    /// Its facing.
    pub facing: f64,
    /// Frontage and depth.
    pub size: Xy,
    /// Its single stands.
    pub stands: Vec<StandView>,
    /// Stands it has now.
    #[serde(rename = "stands_now")]
    pub stands_now: u8,
    /// Stands it began with.
    #[serde(rename = "stands_started")]
    pub stands_started: u8,
    /// What of its strength is left, 0 to 1.
    pub strength: f64,
    /// Marks that a table would show.
    pub marks: Vec<MarkView>,
    /// What it is rated at.
    pub ratings: Vec<RatingView>,
    /// The unit it is with.
    pub with: Option<u8>,
    /// May act now.
    pub ready: bool,
    /// A sentence for screen readers.
    pub says: String,
}

/// A single stand.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct StandView {
    /// Its centre.
    pub at: Xy,
    /// Frontage and depth.
    pub size: Xy,
}

/// A mark that a table would show.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MarkView {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// How many.
    pub value: i8,
    /// Both in words: "2 hits".
    pub says: String,
    /// The clause it comes from.
    pub clause: String,
}

/// A rating.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RatingView {
    /// Its name for people.
    pub title: String,
    /// Its value's name.
    pub value: String,
}

/// An order to the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TableOrder {
    /// The word on its button.
    pub label: String,
    /// The order.
    pub order: Order,
    /// By which clause.
    pub clause: String,
    /// The obvious thing to do next: nothing else is left.
    pub main: bool,
    /// May be done at any time and is no part of the turn: a dispute settled by
    /// dice.
    pub aside: bool,
}

/// A choice that is owed.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceView {
    /// Who must choose.
    pub side: SideKey,
    /// The unit it is about.
    pub unit: Option<u8>,
    /// The other unit in it.
    pub other: Option<u8>,
    /// The question.
    pub asks: String,
    /// By which clause.
    pub clause: String,
    /// The answers.
    pub options: Vec<ChoiceOption>,
}

/// An answer to a choice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ChoiceOption {
    /// The word on its button.
    pub label: String,
    /// The order.
    pub order: Order,
}

/// What a unit may be ordered.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferView {
    /// The verb's name.
    pub verb: String,
    /// The word for it.
    pub label: String,
    /// By which clause.
    pub clause: String,
    /// Orders ready to be given.
    pub orders: Vec<OfferOrder>,
    /// For moves: the region it can reach, as outlines.
    pub region: Vec<Vec<Xy>>,
    /// Most turn either way in degrees; 180 is free.
    pub turn: Option<f64>,
}

/// An order ready to be given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OfferOrder {
    /// The word on its button.
    pub label: String,
    /// The order.
    pub order: Order,
    /// Whom it is directed at.
    pub target: Option<u8>,
}

/// An order judged but not given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Preview {
    /// The order.
    pub order: Order,
    /// Whether it may be given.
    pub legal: bool,
    /// Every reason against it.
    pub refusals: Vec<RefusalView>,
    /// Rectangles it passes through; the last is where it ends.
    pub path: Vec<Placed>,
    /// The piece of terrain as it would lie, when one is laid.
    pub lays: Option<TerrainView>,
    /// What it costs of the allowance.
    pub cost: f64,
    /// The allowance.
    pub allowed: f64,
    /// The distance measured for it.
    pub tape: Option<TapeView>,
    /// What weighs in it.
    pub factors: Vec<FactorView>,
    /// In words.
    pub says: String,
}

/// A rectangle on the table.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Placed {
    /// Its centre.
    pub centre: Xy,
    /// Its facing.
    pub facing: f64,
    /// Frontage and depth.
    pub size: Xy,
}

/// A measured distance.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TapeView {
    /// Where it starts.
    pub from: Xy,
    /// Where it ends.
    pub to: Xy,
    /// The distance.
    pub length: f64,
}

/// A reason against an order.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RefusalView {
    /// The clause that forbids it.
    pub clause: String,
    /// Its title.
    pub title: String,
    /// What shows it, in words.
    pub says: String,
    /// The unit that is the reason.
    pub unit: Option<u8>,
    /// The point that is the reason.
    pub point: Option<Xy>,
    /// The measured line that is the reason.
    pub tape: Option<TapeView>,
}

impl PartialEq for TapeView {
    fn eq(&self, other: &Self) -> bool {
        (self.from, self.to) == (other.from, other.to)
    }
}

/// A number that weighs in an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct FactorView {
    /// Its clause.
    pub clause: String,
    /// The clause's title.
    pub title: String,
    /// What it adds.
    pub value: i16,
    /// The unit it speaks for.
    pub unit: Option<u8>,
}

/// The odds of an order.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsView {
    /// What it may come to, likeliest first.
    pub rows: Vec<OddsRow>,
    /// Expected losses and the like.
    pub means: Vec<MeanRow>,
    /// What weighs in it.
    pub factors: Vec<FactorView>,
    /// Probability that was cut; "0" when exact.
    pub lost: String,
}

/// One thing an order may come to.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct OddsRow {
    /// In words.
    pub label: String,
    /// Its chance, an exact fraction.
    pub p: String,
    /// Its chance in per cent.
    pub percent: f64,
}

/// An expected number.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MeanRow {
    /// Of what.
    pub label: String,
    /// An exact fraction.
    pub value: String,
    /// The same as a decimal.
    pub number: f64,
}

/// A throw.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RollView {
    /// Who threw.
    pub by: SideKey,
    /// The faces that fell.
    pub faces: Vec<u8>,
    /// Sides of the dice.
    pub sides: u8,
    /// By which clause.
    pub clause: String,
    /// Its title.
    pub title: String,
    /// What it came to.
    pub says: String,
    /// A card was drawn and no die thrown; the face is its place.
    pub drawn: bool,
}

/// One order in the log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogEntry {
    /// Its number; 0 is the opening.
    pub number: usize,
    /// Who gave it.
    pub side: SideKey,
    /// What was ordered, plainly.
    pub order: String,
    /// The dice.
    pub rolls: Vec<RollView>,
    /// What happened, line by line.
    pub lines: Vec<LogLine>,
    /// Game turn in which it was given.
    pub turn: u16,
    /// Phase in which it was given.
    pub phase: String,
}

/// A line of the log.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LogLine {
    /// What happened.
    pub text: String,
    /// By which clause.
    pub clause: String,
    /// To which unit.
    pub unit: Option<u8>,
}

/// Something that moved.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Motion {
    /// Which unit.
    pub unit: u8,
    /// How it came to move.
    pub gait: String,
    /// From where.
    pub from: Stance,
    /// To where.
    pub to: Stance,
}

/// Where a unit's rectangle lies.
#[derive(Clone, Copy, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Stance {
    /// Its centre.
    pub centre: Xy,
    /// Its facing.
    pub facing: f64,
}

/// An order that was given.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Played {
    /// The battle after it.
    pub view: View,
    /// Its line in the log.
    pub entry: LogEntry,
    /// What moved, in order.
    pub motions: Vec<Motion>,
}

/// The answer to an order given with hand-thrown dice.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Answer {
    /// It was given.
    Played(Box<Played>),
    /// Dice ran short; nothing has happened.
    Wanted {
        /// What to throw next.
        wanted: Wanted,
    },
}

/// What to throw next.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Wanted {
    /// Who throws.
    pub by: SideKey,
    /// How many dice.
    pub count: u8,
    /// Of how many sides.
    pub sides: u8,
    /// By which clause.
    pub clause: String,
    /// What it is for.
    pub says: String,
    /// A card is to be drawn, one of so many.
    pub drawn: bool,
}

/// What a unit can see and reach, for showing on demand.
#[derive(Clone, Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Overlay {
    /// Outlines of its field of fire.
    pub arc: Vec<Vec<Xy>>,
    /// Its ranges.
    pub ranges: Vec<RangeView>,
    /// Outlines of what it can charge.
    pub charge: Vec<Vec<Xy>>,
    /// Sight to enemies.
    pub sight: Vec<SightView>,
}

/// A range.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RangeView {
    /// How far.
    pub radius: f64,
    /// Of what.
    pub label: String,
    /// Its outline.
    pub outline: Vec<Xy>,
}

/// A line of sight.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SightView {
    /// To whom.
    pub unit: u8,
    /// From where.
    pub from: Xy,
    /// To where.
    pub to: Xy,
    /// Whether it could be shot at along it.
    pub clear: bool,
    /// How far.
    pub length: f64,
}

/// A rule set's clauses, rulings and switches.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Rulebook {
    /// Its name in files.
    pub id: String,
    /// Its title as published.
    pub title: String,
    /// Its author.
    pub author: String,
    /// Where and when.
    pub published: String,
    /// The standing of this version.
    pub status: String,
    /// Its clauses by section.
    pub sections: Vec<SectionView>,
    /// How ambiguities were settled.
    pub rulings: Vec<RulingView>,
    /// House-rule switches.
    pub switches: Vec<SwitchView>,
    /// The numbers that house rules may change.
    pub numbers: Vec<NumberView>,
}

/// A section of a rule book.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SectionView {
    /// Its title.
    pub title: String,
    /// Its clauses.
    pub clauses: Vec<ClauseView>,
}

/// A clause.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClauseView {
    /// Its id with the prefix.
    pub id: String,
    /// A short title.
    pub title: String,
    /// The rule, paraphrased.
    pub says: String,
    /// Where in the author's text it comes from.
    pub source: String,
    /// How it came to be.
    pub standing: Standing,
    /// The switch that changes it.
    pub switch: Option<String>,
    /// What house rules changed of it, a sentence each.
    pub house: Vec<String>,
}

/// How an ambiguity was settled.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RulingView {
    /// Its id.
    pub id: String,
    /// The question.
    pub asks: String,
    /// The readings it allows.
    pub readings: Vec<String>,
    /// What was decided.
    pub decision: String,
    /// The clauses it settles.
    pub clauses: Vec<String>,
    /// The switch that chooses another reading.
    pub switch: Option<String>,
}

/// A house-rule switch.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SwitchView {
    /// Its name in files.
    pub name: String,
    /// Its title, as a question.
    pub title: String,
    /// The values it can take.
    pub values: Vec<String>,
    /// The value it has.
    pub value: String,
    /// Its default.
    pub default: String,
    /// What it does.
    pub says: String,
    /// The clause it changes.
    pub clause: String,
}
