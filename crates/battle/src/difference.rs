//! A rule set given as a difference from another: its changes, as data. The procedures that it
//! changes are functions, which the base calls (`docs/decisions/0033`).

use crate::clause::{Switch, Switches, read_clauses, read_switches};
use crate::{Card, ClauseText, Credit, MARKS, MarkSpec, NumberTable};
use sandtable_tongue::say;

/// Writes the constructors of a rule set: `new` for the printed rules, `differing` for a difference
/// from them, and `own_number`, which reads a number that a difference added. Both constructors
/// pass the texts and the procedures to the rule set's own `built`.
///
/// The macro takes the rule set's type, its trait of procedures, the printed procedures, and the
/// rule set's [`Texts`](crate::Texts).
#[macro_export]
macro_rules! constructors {
    ($rules:ident, $procedures:ident, $printed:expr, $texts:expr) => {
        impl $rules {
            /// Makes the rule set with these switches and changed numbers; the rest is as printed.
            ///
            /// # Errors
            /// If something does not exist or cannot have its value: one sentence.
            pub fn new(switches: &$crate::Switches) -> Result<Self, String> {
                Self::built($texts, &$printed, switches)
            }

            /// Makes a rule set that is a difference from this one, with its switches.
            ///
            /// # Errors
            /// As for `new`, or if something is wrong with the difference.
            pub fn differing(
                difference: &$crate::Difference,
                procedures: &'static dyn $procedures,
                switches: &$crate::Switches,
            ) -> Result<Self, String> {
                Self::built($texts.with(difference), procedures, switches)
            }

            /// Returns a number that a difference from these rules added, by its name in `[own]`.
            #[must_use]
            pub fn own_number(&self, name: &str) -> i32 {
                self.numbers.own.get(name).copied().unwrap_or_default()
            }
        }
    };
}

/// The texts of a rule set that differs from another, each laid over that of its base.
#[derive(Clone, Copy, Debug)]
pub struct Difference {
    /// The rule set's name in files.
    pub id: &'static str,
    /// Title, author, where it comes from, what a player should know about it.
    pub credit: [&'static str; 4],
    /// Changed and new numbers.
    pub numbers: &'static str,
    /// Changed clauses, by their ids, and new ones.
    pub clauses: &'static str,
    /// Changed switches, by their names, and new ones; empty if the switches are those of the base.
    pub switches: &'static str,
    /// What positions are worth to computer players ([`Card::weights`]); empty if the weights are
    /// those of the base.
    pub weights: &'static str,
    /// Switches of the base that no longer apply: they stay at their defaults.
    pub without: &'static [&'static str],
}

impl Difference {
    /// Returns the numbers of the base with this rule set's own laid over them.
    ///
    /// # Errors
    /// As [`NumberTable::new`].
    pub fn numbers(&self, base: &str, house: &Switches) -> Result<NumberTable, String> {
        NumberTable::laid(&[base, self.numbers], house)
    }

    /// Returns the switches of the base with this rule set's own laid over them.
    ///
    /// # Errors
    /// If something is wrong with them, or if a chosen switch does not apply here.
    pub fn switches(&self, base: Vec<Switch>, house: &Switches) -> Result<Vec<Switch>, String> {
        let mut all = base;
        if !self.switches.is_empty() {
            let own = read_switches(self.switches).map_err(|e| format!("switches.toml: {e}"))?;
            lay(&mut all, own, |a, b| a.name == b.name);
        }
        for (name, _) in house.choices() {
            if self.without.contains(&name) {
                return Err(say!(
                    "{rules} has no switch `{switch}`",
                    rules = self.id,
                    switch = name
                ));
            }
        }
        Ok(all)
    }

    /// Turns the base's card into the difference's.
    ///
    /// # Errors
    /// If something is wrong with the clauses.
    pub fn card(&self, mut card: Card) -> Result<Card, String> {
        let own = read_clauses(self.clauses).map_err(|e| format!("clauses.toml: {e}"))?;
        lay(&mut card.clauses, own, |a: &ClauseText, b| a.id == b.id);
        card.id = self.id.to_owned();
        if !self.weights.is_empty() {
            card.weights = self.weights;
        }
        // No file of format 1 was ever written for a difference.
        card.state.before = None;
        let [title, author, published, status] = self.credit.map(str::to_owned);
        card.credit = Credit {
            title,
            author,
            published,
            status,
        };
        card.switches
            .retain(|switch| !self.without.contains(&switch.name.as_str()));
        Ok(card)
    }
}

/// The texts that a rule set is made from: its own, overlaid with those of a difference, if there
/// is one.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// The rule set's `numbers.toml`.
    pub numbers: &'static str,
    /// The rule set's `switches.toml`.
    pub switches: &'static str,
    /// The rule set's `weights.toml`.
    pub weights: &'static str,
    /// The difference, if there is one.
    pub difference: Option<&'a Difference>,
}

impl Texts<'_> {
    /// Returns the texts overlaid with a difference.
    #[must_use]
    pub const fn with(self, difference: &Difference) -> Texts<'_> {
        Texts {
            numbers: self.numbers,
            switches: self.switches,
            weights: self.weights,
            difference: Some(difference),
        }
    }

    /// Returns the available switches.
    ///
    /// # Errors
    /// As [`Difference::switches`].
    pub fn switches(&self, house: &Switches) -> Result<Vec<Switch>, String> {
        let own = read_switches(self.switches).map_err(|e| format!("switches.toml: {e}"))?;
        match self.difference {
            Some(difference) => difference.switches(own, house),
            None => Ok(own),
        }
    }

    /// Returns the numbers under the house rules.
    ///
    /// # Errors
    /// As [`NumberTable::new`].
    pub fn numbers(&self, house: &Switches) -> Result<NumberTable, String> {
        match self.difference {
            Some(difference) => difference.numbers(self.numbers, house),
            None => NumberTable::new(self.numbers, house),
        }
    }

    /// Returns the card in the current language, with the marks that a difference adds.
    ///
    /// # Errors
    /// If something is wrong with the difference: its clauses, or more marks than a unit can have.
    pub fn card(&self, mut card: Card, marks: Vec<MarkSpec>) -> Result<Card, String> {
        card.marks.extend(marks);
        card.weights = self.weights;
        if card.marks.len() > MARKS {
            return Err(format!("{}: more than {MARKS} marks of a unit", card.id));
        }
        let card = match self.difference {
            Some(difference) => difference.card(card)?,
            None => card,
        };
        Ok(card.spoken())
    }
}

/// Replaces the matching entry with each of `own`, or appends it.
fn lay<T>(all: &mut Vec<T>, own: Vec<T>, same: impl Fn(&T, &T) -> bool) {
    for one in own {
        match all.iter_mut().find(|known| same(known, &one)) {
            Some(known) => *known = one,
            None => all.push(one),
        }
    }
}
