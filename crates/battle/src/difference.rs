//! A rule set as a difference of another: what it says otherwise as data. The procedures
//! that it changes are functions, which its base asks for (`docs/decisions/0033`).

use crate::clause::{Switch, Switches, read_clauses, read_switches};
use crate::{Card, ClauseText, Credit, MARKS, MarkSpec, NumberTable};
use sandtable_tongue::say;

/// Writes how a rule set is made: `new` as it is printed, `differing` as a difference of it,
/// and `own_number`, which reads what a difference brought along. Both ways hand the texts
/// and the procedures to the rule set's own `built`.
///
/// It takes the rule set's type, its trait of procedures, those as they are printed, and its
/// [`Texts`](crate::Texts).
#[macro_export]
macro_rules! constructors {
    ($rules:ident, $procedures:ident, $printed:expr, $texts:expr) => {
        impl $rules {
            /// The rule set with these switches and changed numbers; what is not named is
            /// as printed.
            ///
            /// # Errors
            /// One sentence: what does not exist, or cannot be what it is set to.
            pub fn new(switches: &$crate::Switches) -> Result<Self, String> {
                Self::built($texts, &$printed, switches)
            }

            /// A rule set that is a difference of this one, with its switches.
            ///
            /// # Errors
            /// As for this one, or what is wrong with the difference.
            pub fn differing(
                difference: &$crate::Difference,
                procedures: &'static dyn $procedures,
                switches: &$crate::Switches,
            ) -> Result<Self, String> {
                Self::built($texts.with(difference), procedures, switches)
            }

            /// A number that a difference of these rules brought along, by its name in
            /// `[own]`.
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
    /// Its name in files.
    pub id: &'static str,
    /// Title, author, where it comes from, what a player should know of it.
    pub credit: [&'static str; 4],
    /// Numbers that are otherwise, and those that are new.
    pub numbers: &'static str,
    /// Clauses that are otherwise, by their ids, and those that are new.
    pub clauses: &'static str,
    /// Switches that are otherwise, by their names, and those that are new; nothing when
    /// all are as they were.
    pub switches: &'static str,
    /// Switches of the base that mean nothing any more: they stay as usual.
    pub without: &'static [&'static str],
}

impl Difference {
    /// The numbers of the base with its own laid over them.
    ///
    /// # Errors
    /// As [`NumberTable::new`].
    pub fn numbers(&self, base: &str, house: &Switches) -> Result<NumberTable, String> {
        NumberTable::laid(&[base, self.numbers], house)
    }

    /// The switches of the base with its own laid over them.
    ///
    /// # Errors
    /// What is wrong with them, or a switch chosen that means nothing here.
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

    /// The card of the base as that of the difference.
    ///
    /// # Errors
    /// What is wrong with its clauses.
    pub fn card(&self, mut card: Card) -> Result<Card, String> {
        let own = read_clauses(self.clauses).map_err(|e| format!("clauses.toml: {e}"))?;
        lay(&mut card.clauses, own, |a: &ClauseText, b| a.id == b.id);
        card.id = self.id.to_owned();
        // No file of format 1 was ever written for it.
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

/// The texts that a rule set is made of: its own, with those of a difference laid over them
/// where it is one.
#[derive(Clone, Copy, Debug)]
pub struct Texts<'a> {
    /// Its `numbers.toml`.
    pub numbers: &'static str,
    /// Its `switches.toml`.
    pub switches: &'static str,
    /// What is otherwise.
    pub difference: Option<&'a Difference>,
}

impl Texts<'_> {
    /// The texts with a difference laid over them.
    #[must_use]
    pub const fn with(self, difference: &Difference) -> Texts<'_> {
        Texts {
            numbers: self.numbers,
            switches: self.switches,
            difference: Some(difference),
        }
    }

    /// The switches there are.
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

    /// The numbers, with house rules.
    ///
    /// # Errors
    /// As [`NumberTable::new`].
    pub fn numbers(&self, house: &Switches) -> Result<NumberTable, String> {
        match self.difference {
            Some(difference) => difference.numbers(self.numbers, house),
            None => NumberTable::new(self.numbers, house),
        }
    }

    /// The card in the language that is spoken, with the marks that a difference adds.
    ///
    /// # Errors
    /// What is wrong with the difference: its clauses, or more marks than a unit has.
    pub fn card(&self, mut card: Card, marks: Vec<MarkSpec>) -> Result<Card, String> {
        card.marks.extend(marks);
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

/// Puts every one of `own` in the place of the same one, or last.
fn lay<T>(all: &mut Vec<T>, own: Vec<T>, same: impl Fn(&T, &T) -> bool) {
    for one in own {
        match all.iter_mut().find(|known| same(known, &one)) {
            Some(known) => *known = one,
            None => all.push(one),
        }
    }
}
