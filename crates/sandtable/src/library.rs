//! What is built in: rule sets, scenarios, computer players.

use crate::Error;
use sandtable_battle::phrase::meant_or_allowed;
use sandtable_battle::{Card, Rules, Switches};
use sandtable_opponents::{LEVELS, Player, level};
use sandtable_situation::{GridView, Library, Situation};
use std::sync::Arc;

/// Lists the names of all rule sets.
#[must_use]
pub fn rule_sets() -> &'static [&'static str] {
    &sandtable_register::NAMES
}

/// Lists the names of all built-in scenarios, `rule-set/scenario`.
#[must_use]
pub fn scenarios() -> Vec<String> {
    let all = sandtable_register::scenarios().into_iter();
    all.map(|scenario| scenario.id).collect()
}

/// Returns the battle file of a built-in scenario.
///
/// # Errors
/// If there is no scenario of that name.
pub fn scenario_text(name: &str) -> Result<String, Error> {
    let all = sandtable_register::scenarios();
    let found = all.iter().find(|scenario| scenario.id == name);
    found.map(|scenario| scenario.text.clone()).ok_or_else(|| {
        let names: Vec<&str> = all.iter().map(|scenario| scenario.id.as_str()).collect();
        Error::Unknown(format!(
            "there is no scenario `{name}`; {}",
            meant_or_allowed(name, &names)
        ))
    })
}

/// Lists the names of all computer players, weakest first.
#[must_use]
pub fn players() -> Vec<&'static str> {
    LEVELS.iter().map(|level| level.id).collect()
}

/// Creates a computer player by name. The same seed gives the same orders.
///
/// # Errors
/// If there is no player of that name.
pub fn player(name: &str, seed: u64) -> Result<Box<dyn Player>, Error> {
    level(name, seed).ok_or_else(|| {
        let known = players().join(", ");
        Error::Unknown(format!("there is no player `{name}`; there are: {known}"))
    })
}

/// Reads a situation, two units without a table, from the text of its file.
///
/// # Errors
/// If the file has flaws; names every one.
pub fn situation(text: &str) -> Result<Situation, Error> {
    let open = |id: &str, house: &Switches| sandtable_register::open(id, house);
    let library = Library {
        open: &open,
        known: &sandtable_register::NAMES,
    };
    Ok(Situation::read(text, library)?)
}

/// Computes the grid of a situation. `answer` replaces the question that its file asks.
///
/// # Errors
/// If the file has flaws (names every one) or no grid, or if the question has no answer.
pub fn grid(text: &str, answer: Option<&str>) -> Result<GridView, Error> {
    let open = |id: &str, house: &Switches| sandtable_register::open(id, house);
    let library = Library {
        open: &open,
        known: &sandtable_register::NAMES,
    };
    let none = Switches::default();
    Ok(sandtable_situation::grid(text, library, &none, answer)?)
}

/// Rule set under some house rules.
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
    /// Opens a rule set as published.
    ///
    /// # Errors
    /// If there is no rule set of that name.
    pub fn named(name: &str) -> Result<Self, Error> {
        Self::under(name, &Switches::default())
    }

    /// Opens a rule set under house rules: switches, and numbers by their paths. They may be as
    /// printed or written in any way, like `2.0` for `2`.
    ///
    /// # Errors
    /// If there is no such rule set, switch or value.
    pub fn under(name: &str, house: &Switches) -> Result<Self, Error> {
        let open = |house: &Switches| sandtable_register::open(name, house).map_err(Error::Unknown);
        let standard = open(&Switches::default())?;
        let settled = standard.card().settled(house);
        if settled == Switches::default() {
            return Ok(Self(standard));
        }
        Ok(Self(open(&settled)?))
    }

    /// Returns what the rule set says about itself: names, numbers, clauses, switches.
    #[must_use]
    pub fn card(&self) -> &Card {
        self.0.card()
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Arc<dyn Rules> {
        &self.0
    }
}
