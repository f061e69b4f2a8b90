//! The study file (`*.study.toml`): what it plays, and what it asks.
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
//! `[sweep]` makes a variant of every value of a number. `each_switch = true` makes one of every
//! other value of every switch, to show what each ruling matters. `[[claim]]` tests a claim about
//! the rules against an answer.

use crate::model::Study;
use crate::read::Reader;
use crate::read::open::Files;
use sandtable_files::Flaws;
use sandtable_files::walk::read_toml_as;
use sandtable_tongue::say;

/// Ending of the names of study files.
pub const STUDY_FILE: &str = ".study.toml";

/// Returns the word for a study file in messages.
fn file() -> &'static str {
    say("a study")
}

/// Reads a study and opens everything that it names.
///
/// # Errors
/// Every flaw with its place: unknown keys, names that do not exist, values out of bounds, and
/// variants that cannot be played in a scenario.
pub fn read_study(text: &str, name: &str, from: &dyn Files) -> Result<Study, Flaws> {
    read_toml_as(text, file(), |root, notes| {
        let reader = Reader { text, name, from };
        reader.study(root, notes)
    })
}
