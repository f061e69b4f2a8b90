//! The languages the program speaks: the catalogues of `words`, compiled in.

use clap::ValueEnum;
use sandtable_tongue::{Catalogue, read, speak};

/// The catalogues of a language: for the table and for studies first, then of every rule
/// set that has one. Where two give other words for the same English the later one is heard.
macro_rules! words {
    ($($file:literal),+) => {
        &[$(include_str!(concat!("../../../words/", $file, ".json"))),+]
    };
}

const GERMAN: &[&str] = words![
    "de/table",
    "de/study",
    "de/three-hit",
    "de/six-plus",
    "de/throw-me-a-6",
    "de/favorite",
    "de/regimental",
    "de/otr-d6"
];

/// In what language rules, orders, logs and reports are told.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English, as the rules were written.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    /// Speaks it from now on.
    ///
    /// # Errors
    /// Where its words cannot be read.
    pub(crate) fn choose(self) -> Result<(), String> {
        let texts = match self {
            Self::En => return Ok(()),
            Self::De => GERMAN,
        };
        let mut words = Catalogue::new();
        for text in texts {
            words.extend(read(text)?);
        }
        speak(words)
    }
}
