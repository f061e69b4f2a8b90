//! The study file (`*.study.toml`): what is played, and what is asked of it.
//!
//! ```toml
//! format = 1
//! title = "Two hills, with harder fire"
//! scenario = "three-hit/two-hills"   # or `scenarios`, a list; a file beside this one
//! players = ["greedy", "greedy"]
//! battles = 400                      # of each variant in each scenario
//! seed = 1
//!
//! [[variant]]                        # the others are compared with the first
//! name = "As printed"
//!
//! [[variant]]
//! name = "Bloodier"
//! rules = "bloodier.rules.toml"      # house rules, or [variant.switches] and
//! [variant.numbers]                  # [variant.numbers] of its own, or both
//! hits_to_eliminate = 2
//! ```
//!
//! `[sweep]` makes a variant of every value of a number, `each_switch = true` one of
//! every other value of every switch: what each ruling is worth. `[[claim]]` holds
//! an answer against what somebody says of the rules.

use crate::answer::{Answer, Asked};
use crate::exact::Exact;
use crate::read::Reader;
use crate::read::open::{Arm, Files, Over};
use sandtable_battle::Rules;
use sandtable_battle::files::Flaws;
use sandtable_battle::files::walk::read_toml_as;
use sandtable_opponents::Limits;
use sandtable_tongue::say;
use std::ops::Range;
use std::sync::Arc;

/// How the name of a study file ends.
pub const STUDY_FILE: &str = ".study.toml";

/// What a study file is called in messages.
fn file() -> &'static str {
    say("a study")
}

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
    /// The switch that it changes, of those that `each_switch` makes.
    pub(crate) switch: Option<String>,
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

/// Reads a study and opens everything it names.
///
/// # Errors
/// Every flaw of it with its place: unknown keys, names that do not exist, bounds
/// that are broken, and variants that cannot be played in a scenario.
pub fn read_study(text: &str, name: &str, from: &dyn Files) -> Result<Study, Flaws> {
    read_toml_as(text, file(), |root, notes| {
        let reader = Reader { text, name, from };
        reader.study(root, notes)
    })
}
