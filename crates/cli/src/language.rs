//! The languages the program speaks: the catalogues of `words`, compiled in.

use clap::ValueEnum;
use sandtable_tongue::{Catalogue, Language as Tongue, read};
use std::collections::BTreeMap;

/// Catalogues of a language, by their subjects.
macro_rules! words {
    ($language:literal: $($of:literal),+) => {
        &[$(($of, include_str!(concat!("../../../words/", $language, "/", $of, ".json")))),+]
    };
}

/// Subjects of the German catalogues for the table and for studies.
const GERMAN: &[(&str, &str)] = words!["de": "table", "study"];
/// Subjects of the German catalogues for rule sets.
const GERMAN_RULES: &[(&str, &str)] = words![
    "de": "three-hit", "six-plus", "throw-me-a-6", "favorite", "regimental", "otr-d6",
    "pike-and-shot"
];

/// The language of rules, orders, logs and reports.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English, as the rules were written.
    #[default]
    En,
    /// German.
    De,
}

impl Language {
    /// Makes this the language of the program from now on.
    ///
    /// # Errors
    /// If its words cannot be read.
    pub(crate) fn choose(self) -> Result<(), String> {
        match self {
            Self::En => Ok(()),
            Self::De => self.tongue()?.always(),
        }
    }

    /// Returns all languages by their codes, for a server whose players choose their own.
    ///
    /// # Errors
    /// If the words of one cannot be read.
    pub(crate) fn all() -> Result<BTreeMap<String, Tongue>, String> {
        let one = |(code, language): (&str, Self)| Ok((code.to_owned(), language.tongue()?));
        [("en", Self::En), ("de", Self::De)]
            .into_iter()
            .map(one)
            .collect()
    }

    fn tongue(self) -> Result<Tongue, String> {
        let (shared, own) = match self {
            Self::En => return Ok(Tongue::ENGLISH),
            Self::De => (GERMAN, GERMAN_RULES),
        };
        let mut all = Catalogue::new();
        for (_, text) in shared {
            all.extend(read(text)?);
        }
        let mut rules = BTreeMap::new();
        for (name, text) in own {
            rules.insert((*name).to_owned(), read(text)?);
        }
        Ok(Tongue::new(all, rules))
    }
}
