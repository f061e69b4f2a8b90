//! The rule sets, and situations in one line.

use sandtable_battle::Rules;
use sandtable_battle::Switches;
use sandtable_files::Flaws;
use sandtable_register as register;
use sandtable_situation::{Library, Situation};
use std::sync::Arc;

fn open(id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
    register::open(id, switches)
}

/// Returns every rule set.
pub(crate) fn library() -> Library<'static> {
    Library {
        open: &open,
        known: &register::NAMES,
    }
}

/// Reads a situation of any rule set.
pub(crate) fn read(text: &str) -> Result<Situation, Flaws> {
    Situation::read(text, library())
}

/// Reads a situation that must have no flaws.
pub(crate) fn sound(text: &str) -> Situation {
    read(text).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"))
}

/// Writes a situation of a rule set: its distance, its unit and its target.
pub(crate) fn between(rules: &str, range: &str, unit: &str, target: &str) -> String {
    format!(
        "format = 1\nrules = \"{rules}\"\nrange = {range}\n[unit]\n{unit}\n[target]\n{target}\n"
    )
}
