//! The list of rule sets, and the scenarios and tutorials that ship with them.

mod armies;
mod scenarios;
mod tutorials;

use sandtable_battle::{Card, Rules, Switches};
use std::sync::Arc;

pub use armies::{ArmyFile, armies};
pub use scenarios::{Scenario, scenarios};
pub use tutorials::{Tutorial, tutorials};

/// A rule set that can be opened.
pub struct Entry {
    /// Its name in files.
    pub id: &'static str,
    open: fn(&Switches) -> Result<Arc<dyn Rules>, String>,
}

/// Every rule set, a line each.
pub const ALL: &[Entry] = &[
    Entry {
        id: "three-hit",
        open: |s| Ok(Arc::new(sandtable_three_hit::ThreeHit::new(s)?)),
    },
    Entry {
        id: "otr-d6",
        open: |s| Ok(Arc::new(sandtable_otr_d6::OtrD6::new(s)?)),
    },
    Entry {
        id: "favorite",
        open: |s| Ok(Arc::new(sandtable_favorite::Favorite::new(s)?)),
    },
    Entry {
        id: "six-plus",
        open: |s| Ok(Arc::new(sandtable_six_plus::SixPlus::new(s)?)),
    },
];

impl Entry {
    /// The rule set with its default switches.
    ///
    /// # Panics
    /// Never: default switches are tested to be accepted.
    #[must_use]
    pub fn standard(&self) -> Arc<dyn Rules> {
        match (self.open)(&Switches::default()) {
            Ok(rules) => rules,
            Err(trouble) => unreachable!("{}: {trouble}", self.id),
        }
    }
}

/// Opens a rule set by its name, with switches.
///
/// # Errors
/// A sentence that names what does not exist and what does.
pub fn open(id: &str, switches: &Switches) -> Result<Arc<dyn Rules>, String> {
    let known = || ALL.iter().map(|e| e.id).collect::<Vec<_>>().join(", ");
    let entry = ALL
        .iter()
        .find(|e| e.id == id)
        .ok_or_else(|| format!("there is no rule set `{id}`; there are: {}", known()))?;
    (entry.open)(switches)
}

/// The cards of all rule sets with default switches, in order.
#[must_use]
pub fn cards() -> Vec<Card> {
    ALL.iter().map(|e| e.standard().card().clone()).collect()
}
