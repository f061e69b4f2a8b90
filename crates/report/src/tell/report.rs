//! The results of a study as plain data: the same for the terminal, the page and JSON.

use sandtable_study::stats::Estimate;
use serde::Serialize;

/// All results of a study. Shares and differences of shares are in percent.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Report {
    /// Title of the study.
    pub title: String,
    /// A few lines about it.
    pub says: String,
    /// The rule set.
    pub rules: String,
    /// Title of the rule set.
    pub rules_title: String,
    /// Battles of each variant in each scenario.
    pub battles: u32,
    /// The seed of the whole study.
    pub seed: u64,
    /// Whether the players change sides on every other battle.
    pub swap: bool,
    /// Wanted half-width of a difference's interval, in points.
    pub half_width: u32,
    /// Numbers of turns and of orders after which a battle is stopped.
    pub limits: (u16, u32),
    /// The variants, with what each changes.
    pub variants: Vec<(String, Vec<String>)>,
    /// Results by scenario.
    pub scenarios: Vec<ScenarioReport>,
    /// Differences over all scenarios together, when there are several.
    pub together: Vec<Difference>,
    /// The sweep, by scenario.
    pub sweep: Vec<SweepReport>,
    /// How much each ruling matters, the greatest change first, if every switch was tried.
    pub importance: Vec<Importance>,
    /// What units are worth, by arm, if armies were random.
    pub points: Vec<PointsReport>,
    /// Which kinds of units are worth less than others wherever they fought.
    pub dominance: Vec<Dominance>,
    /// Values of switches that do not fit a scenario and were not played.
    pub left_out: Vec<String>,
    /// The verdicts on the claims.
    pub claims: Vec<Verdict>,
    /// The conclusion in plain language, by paragraphs.
    pub conclusion: Vec<String>,
    /// The text of the study file.
    pub study: String,
}

/// Results of a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ScenarioReport {
    /// Its name.
    pub id: String,
    /// Its title.
    pub title: String,
    /// The side that the report follows.
    pub side: String,
    /// The sides.
    pub sides: [String; 2],
    /// The side the scenario calls the attacker.
    pub attacker: Option<String>,
    /// Results by variant.
    pub arms: Vec<ArmReport>,
    /// Each further variant compared with the first.
    pub differences: Vec<Difference>,
}

/// Results of a variant in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ArmReport {
    /// The variant.
    pub variant: String,
    /// The players.
    pub players: [String; 2],
    /// How the battles ended.
    pub ends: Ends,
    /// Battles that each side won, percent.
    pub wins: [Estimate; 2],
    /// Battles that each player won, percent of battles with a winner; empty when both are of the
    /// same level.
    pub seats: Vec<Seat>,
    /// Battles that the side with the first order won, percent of battles with a winner.
    pub first: Estimate,
    /// Battles in which the first side ordered first, percent.
    pub first_side: f64,
    /// Length in game turns.
    pub turns: Spread,
    /// Length in orders.
    pub orders: Spread,
    /// Strength that each side lost, percent.
    pub losses: [Estimate; 2],
    /// Clauses that ended battles: id, title and number of battles.
    pub endings: Vec<(String, String, u64)>,
    /// How many points more often a side wins when it orders first than when the other does; null
    /// where the same side orders first in nearly all battles.
    pub opening: Option<Estimate>,
    /// The turn from whose end on the later winner led to the end.
    pub settled: Spread,
    /// How much the dice explain, if luck was measured.
    pub luck: Option<LuckReport>,
    /// How safe a lead is, by turn.
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
    /// Number of all battles.
    pub battles: u64,
    /// Battles won, by side.
    pub wins: [u64; 2],
    /// Battles that ended without a winner.
    pub draws: u64,
    /// Battles stopped after the most turns.
    pub turn_caps: u64,
    /// Battles stopped after the most orders.
    pub order_caps: u64,
    /// Battles stopped because no order could be given.
    pub no_orders: u64,
}

/// Results of a player on either side.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Seat {
    /// Level of the player.
    pub player: String,
    /// Battles that the player won, percent of battles with a winner.
    pub wins: Estimate,
}

/// Distribution of a number over the battles.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Spread {
    /// The mean with its interval.
    pub mean: Estimate,
    /// Minimum, lower quartile, median, upper quartile, maximum.
    pub quarters: [u32; 5],
    /// Battles by value.
    pub counts: Vec<(u32, u64)>,
}

/// Luck and skill. Luck is in percent of an army's strength.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LuckReport {
    /// How much of the variance of results the luck of a battle explains, percent, with its
    /// bootstrap interval.
    pub explained: Estimate,
    /// Battles that the luckier side won, percent of battles with a winner.
    pub luckier: Estimate,
    /// How much luck a side usually has in a battle, good or bad: its standard deviation.
    pub typical: Estimate,
    /// Points of the side that the report follows, percent: a win counts one, no winner a half.
    pub score: Estimate,
    /// The same points at even luck: more precise, because the dice are taken out.
    pub even: Estimate,
    /// The battles in five parts by the luck of that side, the unluckiest first.
    pub fifths: Vec<Fifth>,
}

/// A fifth of the battles, by luck.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Fifth {
    /// Mean luck of the side that the report follows.
    pub luck: f64,
    /// Battles of the fifth that this side won, percent.
    pub wins: Estimate,
}

/// How safe a lead is at the end of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Lead {
    /// The turn.
    pub turn: u32,
    /// Battles that the leader at that time won, percent of battles with a winner in which a side
    /// led.
    pub held: Estimate,
    /// Battles that were over by then, percent of battles with a winner.
    pub over: f64,
}

/// What happened to a unit.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct UnitReport {
    /// Its name.
    pub name: String,
    /// Its side.
    pub side: String,
    /// Its troop type.
    pub kind: String,
    /// Battles in which the unit was lost, percent.
    pub lost: Estimate,
    /// Strength at the start, in stands or whatever unit the rules count.
    pub began: u8,
    /// Mean strength left; zero when the unit is lost.
    pub left: f64,
    /// Battles that its side won when the unit was lost, and when it was not, percent.
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
    /// Battles in which it fired, percent.
    pub battles: Estimate,
    /// Mean number of times in a battle.
    pub times: Estimate,
}

/// A variant compared with the first.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Difference {
    /// The variant.
    pub variant: String,
    /// The variant it is compared with.
    pub against: String,
    /// The side whose wins count; in words where scenarios have different names for it.
    pub side: String,
    /// How many points more often it wins.
    pub wins: Estimate,
    /// Battles that changed their result for that side: won only here, won only there.
    pub swung: (u64, u64),
    /// Number of pairs of battles.
    pub battles: u64,
    /// Number of battles needed in all for the wanted half-width.
    pub needed: u64,
    /// How many turns longer battles are.
    pub turns: Estimate,
    /// How many orders longer battles are.
    pub orders: Estimate,
    /// Clauses that fire more or less often, the greatest change first.
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
    /// Times per battle with the first variant.
    pub before: f64,
    /// Times per battle with this variant.
    pub after: f64,
}

/// A sweep in a scenario.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepReport {
    /// The scenario.
    pub scenario: String,
    /// The path of the number that is swept.
    pub number: String,
    /// The number in words.
    pub named: String,
    /// The title of what is plotted, for people.
    pub answer: String,
    /// Whether the answer counts wins, where one half is even.
    #[serde(skip)]
    pub of_wins: bool,
    /// The points of the plot.
    pub points: Vec<SweepPoint>,
    /// The answers for every pair of values, when two numbers are swept.
    pub grid: Option<GridReport>,
    /// Number of battles for a search for the even value.
    pub budget: Option<u32>,
    /// Where both sides win equally often, with its interval, if that is in range.
    pub even: Option<Estimate>,
    /// A sentence about the even value, in plain language.
    pub says: String,
}

/// The answers for every pair of values of two numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct GridReport {
    /// The values of the first number: the rows.
    pub rows: Vec<String>,
    /// The path of the second number.
    pub number: String,
    /// The second number in words.
    pub named: String,
    /// The values of the second number: the columns.
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
    /// The other value in words.
    pub says: String,
    /// The clause of the switch.
    pub id: String,
    /// Its title.
    pub title: String,
    /// How often the clause fires in a battle with the usual value.
    pub fired: Estimate,
    /// How many points more often the side that the report follows wins with the other value.
    pub wins: Estimate,
    /// Battles that changed their result for that side: won only with it, won only without.
    pub swung: (u64, u64),
}

/// A point of a sweep.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct SweepPoint {
    /// The value as written.
    pub value: String,
    /// The value as a number; its place if it is not a number.
    pub x: f64,
    /// Battles played with it.
    pub battles: u64,
    /// The answer.
    pub answer: Estimate,
    /// Points of the side that the report follows, percent: a win counts one, no winner a half.
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
    /// Number of battles.
    pub battles: u64,
    /// The ridge that the fit needed; zero for none.
    pub ridge: f64,
    /// Points by kind.
    pub kinds: Vec<KindPoints>,
    /// How well the values predict battles that they were not fitted to.
    pub held_out: Option<HeldOut>,
    /// A summary in plain language.
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
    /// Strength of a unit, in stands or whatever unit the rules count.
    pub stands: u8,
    /// Its points.
    pub worth: Estimate,
    /// The price in the study, on the same scale.
    pub asked: Option<f64>,
    /// `worth more` or `worth less` than its price, or than an average unit where there is no
    /// price; or `open`.
    pub verdict: String,
}

/// How well fitted values predict battles kept out of the fit. Losses are log losses in natural
/// units: 0.69 is a coin toss, zero is certainty.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HeldOut {
    /// Battles kept out.
    pub battles: u64,
    /// The loss of the fitted values.
    pub loss: f64,
    /// The loss when counting units.
    pub counting: f64,
    /// The loss when knowing no army, only which side is which.
    pub trivial: f64,
    /// How much lower the loss of the values is than that of knowing no army.
    pub gain: Estimate,
    /// How much lower the loss of the values is than that of counting units.
    pub gain_on_counting: Estimate,
    /// Predictions compared with results, in five parts.
    pub bins: Vec<Bin>,
}

/// Prediction and result of some battles, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Bin {
    /// The mean chance that was predicted.
    pub said: f64,
    /// The result: points of the first side.
    pub came: Estimate,
}

/// Whether a kind of unit is ever worth its price.
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

/// The verdict on a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Verdict {
    /// The claim.
    pub says: String,
    /// Who makes it, and where.
    pub who: String,
    /// `holds`, `holds in part`, `does not hold`, or `open` when it takes more battles to say.
    pub verdict: String,
    /// The checks of the claim.
    pub parts: Vec<Part>,
}

/// One check of a claim.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Part {
    /// The question, with the battles or the situation that it was asked of.
    pub asked: String,
    /// The answer; the interval of an exact one is just the answer.
    pub answer: Estimate,
    /// An exact answer as a fraction.
    pub exact: Option<String>,
    /// Least value that agrees with the claim.
    pub least: Option<f64>,
    /// Greatest value that agrees with the claim.
    pub most: Option<f64>,
    /// `holds`, `does not hold` or `open`.
    pub verdict: String,
}
