//! How the card declares a mark.

use crate::Clause;
use serde::Serialize;

/// The type of a mark.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// A number of something.
    Count,
    /// True or false.
    Flag,
    /// A unit of the battle, or none.
    Unit,
    /// A side of the battle, or none.
    Side,
    /// A length, 1/100 mm.
    Length,
    /// A direction, or none.
    Angle,
    /// One of some named values, the default first.
    Choice(Vec<String>),
    /// Any of some named values, none of them by default.
    Set(Vec<String>),
}

/// A mark as the card declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkSpec {
    /// The mark's name in files.
    pub id: String,
    /// The mark's name for people; empty for bookkeeping that no table would show.
    pub title: String,
    /// The mark's type.
    pub sort: Sort,
    /// Least and greatest number that stores its value.
    pub range: (i32, i32),
    /// The clause that the mark comes from.
    pub clause: Clause,
    /// What the mark means, in a sentence for those who write files.
    pub says: String,
    /// What the story says of many units, and of one, that gain the mark: "{unit} lose their next
    /// move". It shows no number then. Empty if the title says it all.
    pub told: [String; 2],
    /// What the story says of many units, and of one, that lose the mark. If these words are empty
    /// and `told` is not, the loss is not mentioned.
    pub gone: [String; 2],
}

impl MarkSpec {
    /// Makes a mark that counts something, declared without a handle.
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

    /// Returns the same mark with words for many units, and for one, that gain it.
    #[must_use]
    pub fn told(mut self, many: &str, one: &str) -> Self {
        self.told = [many.to_owned(), one.to_owned()];
        self
    }

    /// Returns the same mark with words for many units, and for one, that lose it.
    #[must_use]
    pub fn gone(mut self, many: &str, one: &str) -> Self {
        self.gone = [many.to_owned(), one.to_owned()];
        self
    }

    /// Returns the same mark with a name for people, so that a table would show it.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// Returns the same mark with bounds, which may come from a number of the rule set.
    #[must_use]
    pub fn within<N: Into<i32>>(mut self, least: N, most: N) -> Self {
        self.range = (least.into(), most.into());
        self
    }

    /// Returns whether this mark can have a value in a battle with this many units.
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
