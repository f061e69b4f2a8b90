//! What ships: rule sets, scenarios, computer players.

use crate::Error;
use sandtable_battle::{Card, Rules, Switches};
use sandtable_opponents::{LEVELS, Player, level};
use sandtable_situation::{GridView, Library, Situation};
use std::sync::Arc;

/// The names of all rule sets.
#[must_use]
pub fn rule_sets() -> &'static [&'static str] {
    &sandtable_register::NAMES
}

/// The names of all scenarios that ship, `rule-set/scenario`.
#[must_use]
pub fn scenarios() -> Vec<String> {
    let all = sandtable_register::scenarios().into_iter();
    all.map(|scenario| scenario.id).collect()
}

/// The battle file of a scenario that ships.
///
/// # Errors
/// When there is none of that name.
pub fn scenario_text(name: &str) -> Result<String, Error> {
    let all = sandtable_register::scenarios();
    let found = all.iter().find(|scenario| scenario.id == name);
    found.map(|scenario| scenario.text.clone()).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|scenario| scenario.id.as_str()).collect();
        Error::Unknown(format!(
            "there is no scenario `{name}`; there are: {}",
            names.join(", ")
        ))
    })
}

/// The names of all computer players, weakest first.
#[must_use]
pub fn players() -> Vec<&'static str> {
    LEVELS.iter().map(|level| level.id).collect()
}

/// A computer player by its name. The same seed gives the same orders.
///
/// # Errors
/// When there is none of that name.
pub fn player(name: &str, seed: u64) -> Result<Box<dyn Player>, Error> {
    level(name, seed).ok_or_else(|| {
        let known = players().join(", ");
        Error::Unknown(format!("there is no player `{name}`; there are: {known}"))
    })
}

/// Reads a situation, two units without a table, from the text of its file.
///
/// # Errors
/// Every flaw of the file.
pub fn situation(text: &str) -> Result<Situation, Error> {
    let open = |id: &str, house: &Switches| sandtable_register::open(id, house);
    let library = Library {
        open: &open,
        known: &sandtable_register::NAMES,
    };
    Ok(Situation::read(text, library)?)
}

/// Works out the grid of a situation; `answer` asks something else than its file does.
///
/// # Errors
/// Every flaw of the file; that it has no grid, or nobody can answer that.
pub fn grid(text: &str, answer: Option<&str>) -> Result<GridView, Error> {
    let open = |id: &str, house: &Switches| sandtable_register::open(id, house);
    let library = Library {
        open: &open,
        known: &sandtable_register::NAMES,
    };
    let none = Switches::default();
    Ok(sandtable_situation::grid(text, library, &none, answer)?)
}

/// A rule set under some house rules.
///
/// ```
/// # fn main() -> Result<(), sandtable::Error> {
/// let rules = sandtable::RuleSet::named("three-hit")?;
/// assert_eq!(rules.card().prefix, "THR");
/// assert!(sandtable::RuleSet::named("chess").is_err());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RuleSet(Arc<dyn Rules>);

impl std::fmt::Debug for RuleSet {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("RuleSet").field(&self.card().id).finish()
    }
}

impl RuleSet {
    /// A rule set as it was published.
    ///
    /// # Errors
    /// When there is none of that name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::under(name, &Switches::default())
    }

    /// A rule set under house rules: switches, and numbers by their paths.
    ///
    /// # Errors
    /// When there is no such rule set, switch or value.
    pub fn under(name: &str, house: &Switches) -> Result<Self, Error> {
        let rules = sandtable_register::open(name, house).map_err(Error::Unknown)?;
        Ok(Self(rules))
    }

    /// What it says of itself: names, numbers, clauses, switches.
    #[must_use]
    pub fn card(&self) -> &Card {
        self.0.card()
    }

    /// The rules, to be asked.
    #[must_use]
    pub fn rules(&self) -> &Arc<dyn Rules> {
        &self.0
    }
}
