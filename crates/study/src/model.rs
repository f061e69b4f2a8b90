//! What a study is: what is played, and what is asked of it.

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

/// A study, ready to be played.
pub struct Study {
    /// The file.
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
    /// The seed of it all.
    pub seed: u64,
    /// Whether the players change sides on every other battle.
    pub swap: bool,
    /// Whether the luck of every order is measured.
    pub luck: bool,
    /// When a battle is stopped.
    pub limits: Limits,
    /// How near a difference is wanted, in points: for so much to either side the
    /// battles needed are told.
    pub half_width: u32,
    /// The number that is swept, if one is.
    pub sweep: Option<Sweep>,
    /// Whether every other value of every switch is a variant.
    pub each_switch: bool,
    /// Values of switches that were to be variants, but do not go with a scenario.
    pub left_out: Vec<String>,
    /// What somebody says of the rules.
    pub claims: Vec<Claim>,
    /// What is played: scenarios in order, in each the variants in order.
    pub arms: Vec<Arm>,
}

/// A variant of a study.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variant {
    /// Its name.
    pub name: String,
    /// What it changes of the rules, a short sentence each, with the clauses.
    pub changes: Vec<String>,
    pub(crate) over: Over,
    /// The switch that it changes, and to what, of those that `each_switch` makes.
    pub switch: Option<(String, String)>,
    /// A scenario of its own: the place among those found.
    pub(crate) scenario: Option<(String, String)>,
    pub(crate) players: Option<[String; 2]>,
    pub(crate) span: Range<usize>,
}

/// A number and its values, as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Axis {
    /// The path of the number.
    pub number: String,
    /// Its values.
    pub values: Vec<String>,
}

/// A number that is swept over some values: a variant each.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sweep {
    /// The path of the number.
    pub number: String,
    /// Its values, as they are written.
    pub values: Vec<String>,
    /// A second number, when two are swept: a variant of every pair, by the first.
    pub second: Option<Axis>,
    /// What is plotted.
    pub answer: Answer,
    /// Battles in all, in each scenario, when the value is looked for at which both
    /// sides win as often: then not every value is played as often.
    pub budget: Option<u32>,
}

/// What somebody says of the rules.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// In words.
    pub says: String,
    /// Who says so, and where.
    pub who: String,
    /// What is looked at: it holds when all of it does.
    pub checks: Vec<Check>,
}

/// Something that is looked at for a claim, with bounds.
#[derive(Clone, Debug, PartialEq)]
pub struct Check {
    /// What is asked of an order between two units, where battles are not asked.
    pub exact: Option<Box<Exact>>,
    /// What is asked.
    pub asked: Asked,
    /// Less the same of this variant, if one is named.
    pub than: Option<usize>,
    /// Of which variant.
    pub variant: usize,
    /// Of which scenario; none for every one.
    pub scenario: Option<usize>,
    /// Of which side, by its name; none for the side whose fortune is told.
    pub side: Option<String>,
    /// It should be at least this.
    pub least: Option<f64>,
    /// It should be at most this.
    pub most: Option<f64>,
}

/// A variant in a scenario: what whole battles are played of.
#[derive(Clone)]
pub struct Arm {
    /// The place of the scenario in the study.
    pub scenario: usize,
    /// The place of the variant in the study.
    pub variant: usize,
    /// The rules it is played by.
    pub rules: Arc<dyn Rules>,
    /// The battle before its first order.
    pub start: Battle,
    /// How its armies are drawn at random, if they are; their units are then not those
    /// of `start`.
    pub draw: Option<Arc<Draw>>,
    /// The levels of the players; the first sits at the first side.
    pub players: [String; 2],
    /// The side whose fortune is told.
    pub told: Side,
}

/// What a variant lays over a scenario.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Over {
    /// A file of house rules, with what they are.
    pub house: Option<(String, House)>,
    /// Switches and numbers of its own.
    pub switches: Switches,
    /// All that it speaks of, also where it only says what is printed: there the
    /// scenario's own house rules end.
    pub spoken: Vec<String>,
    /// Files of armies, by the names of sides.
    pub armies: BTreeMap<String, String>,
}

impl Arm {
    /// The battle of a number before its first order.
    pub(crate) fn begin(&self, number: u32) -> Cow<'_, Battle> {
        let drawn = self
            .draw
            .as_ref()
            .map(|draw: &Arc<Draw>| draw.start(&*self.rules, &self.start, number));
        match drawn {
            Some(Ok(battle)) => Cow::Owned(battle),
            // Reading has tried every army that comes; the scenario's own stand in.
            _ => Cow::Borrowed(&self.start),
        }
    }
}
