//! What a study tells, as plain data: the same for the terminal, the page, JSON.

use sandtable_study::stats::Estimate;
use serde::Serialize;

/// Everything a study tells. Shares and differences of shares are in per cent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// What it is called.
    pub title: String,
    /// A few lines about it.
    pub says: String,
    /// The rule set.
    pub rules: String,
    /// Title of the rule set.
    pub rules_title: String,
    /// Battles of each variant in each scenario.
    pub battles: u32,
    /// The seed of it all.
    pub seed: u64,
    /// Whether the players change sides on every other battle.
    pub swap: bool,
    /// How near a difference is wanted, in points.
    pub half_width: u32,
    /// Battles are stopped after so many turns and so many orders.
    pub limits: (u16, u32),
    /// The variants, with what each changes.
    pub variants: Vec<(String, Vec<String>)>,
    /// By scenario.
    pub scenarios: Vec<ScenarioReport>,
    /// Differences over all scenarios together, when there are several.
    pub together: Vec<Difference>,
    /// The sweep.
    pub sweep: Vec<SweepReport>,
    /// How much each ruling matters, the greatest change first, where every switch was
    /// tried.
    pub importance: Vec<Importance>,
    /// What units are worth, by arm, where armies were drawn by lot.
    pub points: Vec<PointsReport>,
    /// Which kinds of units are worth less than others wherever they fought.
    pub dominance: Vec<Dominance>,
    /// Values of switches that do not go with a scenario, and were not played.
    pub left_out: Vec<String>,
    /// What became of the claims.
    pub claims: Vec<Verdict>,
    /// What it comes to, in plain language: a paragraph each.
    pub conclusion: Vec<String>,
    /// The study file.
    pub study: String,
}

/// What it tells of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioReport {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The side whose fortune is told.
    pub side: String,
    /// The sides.
    pub sides: [String; 2],
    /// The side the scenario calls the attacker.
    pub attacker: Option<String>,
    /// By variant.
    pub arms: Vec<ArmReport>,
    /// Each further variant against the first.
    pub differences: Vec<Difference>,
}

/// What it tells of a variant in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmReport {
    /// The variant.
    pub variant: String,
    /// The players.
    pub players: [String; 2],
    /// How the battles ended.
    pub ends: Ends,
    /// Battles each side won, per cent.
    pub wins: [Estimate; 2],
    /// Battles each player won, per cent of those won; nothing when both are of
    /// the same level.
    pub seats: Vec<Seat>,
    /// Battles won by the side that ordered first, per cent of those won.
    pub first: Estimate,
    /// Battles in which the first side ordered first, per cent.
    pub first_side: f64,
    /// Length in game turns.
    pub turns: Spread,
    /// Length in orders.
    pub orders: Spread,
    /// Strength each side lost, per cent.
    pub losses: [Estimate; 2],
    /// By which clauses battles ended, and how many of them.
    pub endings: Vec<(String, String, u64)>,
    /// How many points more often a side wins when it orders first than when the
    /// other does; nothing where the same side orders first in nearly all battles.
    pub opening: Option<Estimate>,
    /// The turn from whose end on the later winner led to the end.
    pub settled: Spread,
    /// How much the dice explain, where luck was measured.
    pub luck: Option<LuckReport>,
    /// By turn: how safe a lead is.
    pub leads: Vec<Lead>,
    /// Losses by unit.
    pub units: Vec<UnitReport>,
    /// Clauses, the most frequent first.
    pub clauses: Vec<ClauseReport>,
}

/// How battles ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Ends {
    /// All of them.
    pub battles: u64,
    /// Won, by side.
    pub wins: [u64; 2],
    /// Ended with no winner.
    pub draws: u64,
    /// Stopped after the most turns.
    pub turn_caps: u64,
    /// Stopped after the most orders.
    pub order_caps: u64,
    /// Stopped since there was no order to give.
    pub no_orders: u64,
}

/// How a player did, on whichever side he sat.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat {
    /// His level.
    pub player: String,
    /// Battles he won, per cent of those somebody won.
    pub wins: Estimate,
}

/// How a number is spread over the battles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The mean with its interval.
    pub mean: Estimate,
    /// Least, lower quarter, middle, upper quarter, most.
    pub quarters: [u32; 5],
    /// Battles by value.
    pub counts: Vec<(u32, u64)>,
}

/// Luck against skill. Luck is counted in per cent of an army's strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LuckReport {
    /// How much of the variance of results the luck of a battle explains, per cent,
    /// with its bootstrap interval.
    pub explained: Estimate,
    /// Battles that the luckier side won, per cent of those somebody won.
    pub luckier: Estimate,
    /// How much luck a side has in a battle, good or bad: its standard deviation.
    pub typical: Estimate,
    /// Points of the told side, per cent: a win counts one, no winner a half.
    pub score: Estimate,
    /// The same where luck is even: known better, for the dice are taken out.
    pub even: Estimate,
    /// The battles in five parts by the told side's luck, the unluckiest first.
    pub fifths: Vec<Fifth>,
}

/// A fifth of the battles, by luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fifth {
    /// The told side's mean luck.
    pub luck: f64,
    /// Battles it won of them, per cent.
    pub wins: Estimate,
}

/// How safe a lead is at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lead {
    /// The turn.
    pub turn: u32,
    /// Battles that the leader of then won, per cent of those in which a side
    /// led and one won.
    pub held: Estimate,
    /// Battles that were over by then, per cent of those won.
    pub over: f64,
}

/// What befell a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitReport {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// Its troop type.
    pub kind: String,
    /// Battles in which it was lost, per cent.
    pub lost: Estimate,
    /// Strength it began with, in stands or what the rules count.
    pub began: u8,
    /// Strength left, on average, nought when it is lost.
    pub left: f64,
    /// Battles its side won when it was lost, per cent, and when it was not.
    pub won: [Estimate; 2],
}

/// How often a clause fired.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ClauseReport {
    /// The clause.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Battles in which it fired, per cent.
    pub battles: Estimate,
    /// How often in a battle, on average.
    pub times: Estimate,
}

/// A variant against the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The variant.
    pub variant: String,
    /// The first.
    pub against: String,
    /// The side whose wins are told; in words where scenarios name it otherwise.
    pub side: String,
    /// How many points more often it wins.
    pub wins: Estimate,
    /// Battles that went otherwise for it: won only here, won only there.
    pub swung: (u64, u64),
    /// Pairs of battles.
    pub battles: u64,
    /// Battles it takes in all for the half width that is wanted.
    pub needed: u64,
    /// How many turns longer battles are.
    pub turns: Estimate,
    /// How many orders longer battles are.
    pub orders: Estimate,
    /// Clauses that fire otherwise, the greatest change first.
    pub clauses: Vec<Change>,
}

/// How much more often a clause fires than with the first variant.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Change {
    /// The clause.
    pub id: String,
    /// Its title.
    pub title: String,
    /// Times a battle with the first variant.
    pub before: f64,
    /// Times a battle with this one.
    pub after: f64,
}

/// A sweep in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepReport {
    /// The scenario.
    pub scenario: String,
    /// The number that is swept.
    pub number: String,
    /// The same in words.
    pub named: String,
    /// What is plotted, for people.
    pub answer: String,
    /// Whether it tells of wins, of which a half is even.
    #[serde(skip)]
    pub of_wins: bool,
    /// Its points.
    pub points: Vec<SweepPoint>,
    /// The answers for every pair of values, when two numbers are swept.
    pub grid: Option<GridReport>,
    /// Battles in all, when the even value was looked for.
    pub budget: Option<u32>,
    /// Where both sides win as often, with its interval, if that is in range.
    pub even: Option<Estimate>,
    /// About that, in plain language.
    pub says: String,
}

/// The answers for every pair of values of two numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridReport {
    /// The values of the first number: the rows.
    pub rows: Vec<String>,
    /// The second number.
    pub number: String,
    /// The same in words.
    pub named: String,
    /// Its values: the columns.
    pub columns: Vec<String>,
    /// The answers, row by row.
    pub cells: Vec<Vec<Estimate>>,
}

/// How much a ruling matters: another value of its switch against the usual one.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Importance {
    /// The other value: `general = yes`.
    pub variant: String,
    /// The same in words.
    pub says: String,
    /// The clause of the switch.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How many times a battle the clause fires with the usual value.
    pub fired: Estimate,
    /// How many points more often the told side wins with the other value.
    pub wins: Estimate,
    /// Battles that went otherwise for it: won only with it, won only without.
    pub swung: (u64, u64),
}

/// A point of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPoint {
    /// The value as it is written.
    pub value: String,
    /// The same as a number; its place when it is none.
    pub x: f64,
    /// Battles played with it.
    pub battles: u64,
    /// The answer.
    pub answer: Estimate,
    /// Points of the told side, per cent: a win counts one, no winner a half.
    pub score: Estimate,
}

/// What units are worth in an arm; the mean of all kinds is ten points.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct PointsReport {
    /// The scenario.
    pub scenario: String,
    /// The variant.
    pub variant: String,
    /// Fewest and most units of an army.
    pub units: (u32, u32),
    /// Battles.
    pub battles: u64,
    /// The ridge that the fit took; nought when none.
    pub ridge: f64,
    /// By kind.
    pub kinds: Vec<KindPoints>,
    /// How well the values tell what comes of battles that they were not fitted to.
    pub held_out: Option<HeldOut>,
    /// In plain language.
    pub says: String,
}

/// What a kind of unit is worth.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct KindPoints {
    /// Its name in files.
    pub id: String,
    /// Its name for people.
    pub title: String,
    /// Stands of a unit, or what the rules count.
    pub stands: u8,
    /// Its points.
    pub worth: Estimate,
    /// What the study says it costs, on the same scale.
    pub asked: Option<f64>,
    /// `worth more`, `worth less` than asked, or than an average unit where nothing
    /// is asked, or `open`.
    pub verdict: String,
}

/// How well fitted values tell what comes of battles kept out of the fit. Losses
/// are log losses in natural units: 0.69 is a coin, nought is certainty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldOut {
    /// Battles kept out.
    pub battles: u64,
    /// The loss of the fitted values.
    pub loss: f64,
    /// The loss of counting units.
    pub counting: f64,
    /// The loss of knowing no army, only which side is which.
    pub trivial: f64,
    /// How much less the values lose than knowing no army.
    pub gain: Estimate,
    /// How much less they lose than counting units.
    pub gain_on_counting: Estimate,
    /// Said and come true, in five parts.
    pub bins: Vec<Bin>,
}

/// What was said of some battles and what came of them, per cent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bin {
    /// The mean chance that was said.
    pub said: f64,
    /// What came of them: points of the first side.
    pub came: Estimate,
}

/// Whether a kind of unit is ever worth it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Dominance {
    /// Its name for people.
    pub kind: String,
    /// The verdict over all arms; `open` where intervals do not say.
    pub says: String,
    /// Kinds that cost no more and are worth more in every arm.
    pub under: Vec<String>,
}

/// What became of a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// What is claimed.
    pub says: String,
    /// Who says so, and where.
    pub who: String,
    /// `holds`, `holds in part`, `does not hold`, or `open` when more battles are
    /// needed.
    pub verdict: String,
    /// What was looked at.
    pub parts: Vec<Part>,
}

/// One thing that was looked at for a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// What was asked of which battles, or of which situation.
    pub asked: String,
    /// The answer; of an exact one the interval is nothing but the answer.
    pub answer: Estimate,
    /// An exact answer as a fraction.
    pub exact: Option<String>,
    /// It should be at least this.
    pub least: Option<f64>,
    /// It should be at most this.
    pub most: Option<f64>,
    /// `holds`, `does not hold` or `open`.
    pub verdict: String,
}
