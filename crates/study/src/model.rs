//! The model of a study: what it plays, and what it asks.

use crate::answer::{Answer, Asked};
use crate::draw::Draw;
use crate::exact::Exact;
use sandtable_battle::{Battle, Rules, Side, Switches};
use sandtable_files::House;
use sandtable_opponents::Limits;
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Arc;

/// A study that is ready to play.
pub struct Study {
    /// The text of its file.
    pub text: String,
    /// What it is called.
    pub title: String,
    /// A few lines about it.
    pub says: String,
    /// The rule set it is about.
    pub rules: Arc<dyn Rules>,
    /// The scenarios: their names and their titles.
    pub scenarios: Vec<(String, String)>,
    /// The variants; the others are compared with the first.
    pub variants: Vec<Variant>,
    /// Battles of each variant in each scenario.
    pub battles: u32,
    /// The seed of the whole study.
    pub seed: u64,
    /// Whether the players change sides on every other battle.
    pub swap: bool,
    /// Whether the luck of every order is measured.
    pub luck: bool,
    /// When to stop a battle.
    pub limits: Limits,
    /// Wanted half-width of a difference's interval, in points: the report says how many battles it
    /// takes.
    pub half_width: u32,
    /// The number to sweep, if any.
    pub sweep: Option<Sweep>,
    /// Whether every other value of every switch is a variant.
    pub each_switch: bool,
    /// Values of switches that should have become variants but do not fit a scenario.
    pub left_out: Vec<String>,
    /// Claims about the rules.
    pub claims: Vec<Claim>,
    /// What is played: scenarios in order, and within each the variants in order.
    pub arms: Vec<Arm>,
}

/// A variant of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What it changes in the rules, a short sentence for each change, with the clauses.
    pub changes: Vec<String>,
    pub(crate) over: Over,
    /// The switch that it changes, and its value, for variants made by `each_switch`.
    pub switch: Option<(String, String)>,
    /// Its own scenario: name and text.
    pub(crate) scenario: Option<(String, String)>,
    pub(crate) players: Option<[String; 2]>,
    pub(crate) span: Range<usize>,
}

/// A number and its values, as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The path of the number.
    pub number: String,
    /// Its values.
    pub values: Vec<String>,
}

/// A number swept over some values, with a variant for each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The path of the number.
    pub number: String,
    /// Its values, as written.
    pub values: Vec<String>,
    /// A second number, for a sweep of two: a variant of every pair, ordered by the first.
    pub second: Option<Axis>,
    /// The answer to plot.
    pub answer: Answer,
    /// Number of battles in each scenario to search for the value at which both sides win equally
    /// often. Some values then get more battles than others.
    pub budget: Option<u32>,
}

/// A claim about the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The claim in words.
    pub says: String,
    /// Who makes it, and where.
    pub who: String,
    /// Its checks: the claim holds when all of them do.
    pub checks: Vec<Check>,
}

/// A question with bounds, to check a claim.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// A question about an order between two units, when battles are not needed.
    pub exact: Option<Box<Exact>>,
    /// The question.
    pub asked: Asked,
    /// The variant whose answer is subtracted, if any.
    pub than: Option<usize>,
    /// The variant that is asked.
    pub variant: usize,
    /// The scenario that is asked; none for every one.
    pub scenario: Option<usize>,
    /// The side that is asked, by its name; none for the side that the report follows.
    pub side: Option<String>,
    /// Least value that agrees with the claim.
    pub least: Option<f64>,
    /// Greatest value that agrees with the claim.
    pub most: Option<f64>,
}

/// A variant in a scenario: what whole battles are played with.
#[derive(Clone)]
pub struct Arm {
    /// The place of the scenario in the study.
    pub scenario: usize,
    /// The place of the variant in the study.
    pub variant: usize,
    /// The rules of the arm.
    pub rules: Arc<dyn Rules>,
    /// The battle before its first order.
    pub start: Battle,
    /// How its armies are drawn at random, if they are; its units are then not those of `start`.
    pub draw: Option<Arc<Draw>>,
    /// The levels of the players; the first sits at the first side.
    pub players: [String; 2],
    /// The side that the report follows.
    pub told: Side,
}

/// What a variant adds to a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Over {
    /// A file of house rules, with its contents.
    pub house: Option<(String, House)>,
    /// Switches and numbers of its own.
    pub switches: Switches,
    /// Every key that it names, even where it only repeats the printed value: there the scenario's
    /// own house rules end.
    pub spoken: Vec<String>,
    /// Files of armies, by the names of sides.
    pub armies: BTreeMap<String, String>,
}

impl Arm {
    /// Returns the battle with a number before its first order.
    pub(crate) fn begin(&self, number: u32) -> Cow<'_, Battle> {
        let drawn = self
            .draw
            .as_ref()
            .map(|draw: &Arc<Draw>| draw.start(&*self.rules, &self.start, number));
        match drawn {
            Some(Ok(battle)) => Cow::Owned(battle),
            // Reading the study has tried every army, so this is only a fallback.
            _ => Cow::Borrowed(&self.start),
        }
    }
}
