//! How the card declares a mark.

use crate::Clause;
use serde::Serialize;

/// What a mark is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// A number of something.
    Count,
    /// It is so or it is not.
    Flag,
    /// A unit of the battle, or none.
    Unit,
    /// A side of the battle, or none.
    Side,
    /// A length, 1/100 mm.
    Length,
    /// A direction, or none.
    Angle,
    /// One of some named values, the usual one first.
    Choice(Vec<String>),
    /// Any of some named values, none of them usually.
    Set(Vec<String>),
}

/// A mark as the card declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkSpec {
    /// Its name in files.
    pub id: String,
    /// Its name for people; empty for bookkeeping that no table would show.
    pub title: String,
    /// What it is.
    pub sort: Sort,
    /// Least and greatest number it is kept as.
    pub range: (i32, i32),
    /// The clause it comes from.
    pub clause: Clause,
    /// What it is, in a sentence for those who write files.
    pub says: String,
    /// What many units do, and what one does, that get it: "{unit} lose their next move". It is
    /// told without a number then. Empty where the title says it all.
    pub told: [String; 2],
    /// The same of units that lose it; nothing is told of one that is told when it comes and has
    /// no such words.
    pub gone: [String; 2],
}

impl MarkSpec {
    /// A number of something, declared without a handle.
    #[must_use]
    pub fn count<N: Into<i32>>(id: &str, title: &str, range: (N, N), clause: Clause) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            sort: Sort::Count,
            range: (range.0.into(), range.1.into()),
            clause,
            says: String::new(),
            told: Default::default(),
            gone: Default::default(),
        }
    }

    /// The same mark with what many units do, and what one does, that get it.
    #[must_use]
    pub fn told(mut self, many: &str, one: &str) -> Self {
        self.told = [many.to_owned(), one.to_owned()];
        self
    }

    /// The same mark with what is told of many units, and of one, that lose it.
    #[must_use]
    pub fn gone(mut self, many: &str, one: &str) -> Self {
        self.gone = [many.to_owned(), one.to_owned()];
        self
    }

    /// The same mark with a name for people: a table would show it.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// The same mark with bounds, which may come from a number of the rule set.
    #[must_use]
    pub fn within<N: Into<i32>>(mut self, least: N, most: N) -> Self {
        self.range = (least.into(), most.into());
        self
    }

    /// Whether a number is one that this mark can be in a battle with so many units.
    #[must_use]
    pub fn holds(&self, value: i32, units: usize) -> bool {
        let (least, most) = self.range;
        let known = match self.sort {
            Sort::Unit => usize::try_from(value).is_ok_and(|n| n <= units),
            _ => true,
        };
        known && (least..=most).contains(&value)
    }
}
