//! Clauses: the numbered rules that every figure, refusal and roll cites; the
//! rulings that settle ambiguities; the switches that choose other readings.

use crate::data::read_toml;
use sandtable_tongue::Language;
use serde::{Deserialize, Serialize};
use std::sync::{LazyLock, Mutex, PoisonError};

/// A clause, by the stable number its rule set's `clauses.toml` gives it.
/// Numbers below 100 are the table's own (`crates/battle/clauses.toml`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Clause(u16);

impl Clause {
    /// The clause with a number.
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// Its number.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// How a clause came to be: what its author wrote, or what had to be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The author wrote it.
    Written,
    /// The author said it elsewhere.
    Answered,
    /// It follows from what the author wrote.
    Inferred,
    /// Ours: it closes a gap.
    Ours,
}

/// Which faces of a die count, where its number does not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Parity {
    /// 2, 4, 6, ..
    Even,
    /// 1, 3, 5, ..
    Odd,
}

impl Parity {
    /// Whether a face is of it.
    #[must_use]
    pub const fn is_of(self, face: u8) -> bool {
        face.is_multiple_of(2) == matches!(self, Self::Even)
    }
}

/// The text of a clause, in our own words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClauseText {
    /// Its id without the rule set's prefix, like `SHOOT-04`.
    pub id: String,
    /// Its stable number.
    pub n: u16,
    /// The section it stands in.
    pub section: String,
    /// A short title.
    pub title: String,
    /// The rule, paraphrased.
    pub says: String,
    /// Where in the author's text it comes from.
    pub source: String,
    /// How it came to be.
    pub standing: Standing,
    /// The switch that changes it, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
    /// What the outcomes 0, 1, 2, .. of dice asked under it mean.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// Which of these outcomes whoever throws the die hopes for: `needed 5+, rolled 4`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<u8>,
    /// Whether an even or an odd face of one die is hoped for: the second reading then, else
    /// the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parity: Option<Parity>,
    /// What the readings were called in earlier versions, in the same order: typed orders
    /// may still name them so.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formerly: Vec<String>,
    /// Whether the readings count losses or hits: odds tell what those come to, not
    /// the count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts: bool,
    /// Whether its outcome is a side's and no unit's: 0 the first side, 1 the second, as
    /// of a roll for initiative.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides: bool,
    /// Whether its outcome befalls the unit it is about, by the other one: hits that the
    /// other struck. It is told of the other then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub befalls: bool,
    /// Whether its outcome is that of its unit alone, whoever brought it about, and shows in what
    /// the unit does next: a test of morale. Where the unit then goes back, that tells it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// Where a player chooses under it: which of the readings is to do nothing, or
    /// the least. The first unless it says otherwise.
    #[serde(default, skip_serializing_if = "is_first")]
    pub declines: u8,
    /// What a factor under it is, with its number in the place of `{value}`, where it is
    /// not added to a die or a score: "column {value}".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub weighs: String,
}

impl ClauseText {
    /// A factor under it, in words: its number with its sign, or what it is.
    #[must_use]
    pub fn factor(&self, value: i16) -> String {
        let number = format!("{value:+}");
        if self.weighs.is_empty() {
            number
        } else {
            self.weighs.replace("{value}", &number)
        }
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands it so")]
const fn is_first(place: &u8) -> bool {
    *place == 0
}

/// How an ambiguity of the author's text was settled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct RulingText {
    /// Its id without the rule set's prefix, like `A13`.
    pub id: String,
    /// The question.
    pub asks: String,
    /// The readings that were weighed.
    #[serde(default)]
    pub readings: Vec<String>,
    /// What was decided, and why.
    pub decision: String,
    /// The clauses it shapes.
    #[serde(default)]
    pub clauses: Vec<String>,
    /// The switch that chooses another reading, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
}

/// A house-rule switch: a choice between documented readings.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Switch {
    /// Its name in files, like `hill_covers_shooting`.
    pub name: String,
    /// A short title, as a question.
    pub title: String,
    /// The values it can take; empty for a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// What people call the values, in the same order; empty when their names say enough.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// Its default among the values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The range of a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<SwitchRange>,
    /// Where it is chosen when it is no switch of the rules but data of the
    /// scenario.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The clause it changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The ruling it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// What it does.
    pub says: String,
}

impl Switch {
    /// What people call a value, where its name does not say enough.
    #[must_use]
    pub fn told(&self, value: &str) -> Option<&str> {
        let at = self.values.iter().position(|one| one == value)?;
        self.told.get(at).map(String::as_str)
    }

    /// Its default, as it would be written.
    #[must_use]
    pub fn usual(&self) -> String {
        match (&self.default, self.number) {
            (Some(value), _) => value.clone(),
            (None, Some(range)) => range.default.to_string(),
            (None, None) => String::new(),
        }
    }
}

/// The range of a switch that is a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct SwitchRange {
    /// Least value.
    pub min: i32,
    /// Greatest value.
    pub max: i32,
    /// Value when nothing is said.
    pub default: i32,
}

/// What the key of a changed number begins with: as in a `*.rules.toml`, where
/// numbers stand under `[numbers]`.
const NUMBERS: &str = "numbers.";

/// House rules: chosen switches by name, and changed numbers of `numbers.toml`
/// by their path with `numbers.` before it. Sorted; what is at its default is
/// left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Switches(pub std::collections::BTreeMap<String, String>);

impl Switches {
    /// The value chosen for a switch, if one was.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The switches proper, without changed numbers.
    pub fn choices(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()));
        all.filter(|(name, _)| !name.starts_with(NUMBERS))
    }

    /// The changed numbers: paths in `numbers.toml`, and values.
    pub fn numbers(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.0.iter();
        all.filter_map(|(name, value)| Some((name.strip_prefix(NUMBERS)?, value.as_str())))
    }

    /// These with one more number changed.
    #[must_use]
    pub fn with_number(self, path: &str, value: &str) -> Self {
        self.with(&format!("{NUMBERS}{path}"), value)
    }

    /// These, and over them what others say: those count where both speak.
    #[must_use]
    pub fn overlaid(mut self, others: &Self) -> Self {
        let others = others.0.iter();
        self.0.extend(others.map(|(n, v)| (n.clone(), v.clone())));
        self
    }

    /// These switches with one more chosen.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), value.to_owned());
        self
    }
}

/// The clauses of a `clauses.toml`, in its order.
///
/// # Errors
/// The parser's message when the text is no such file; a rule set's own files
/// are compiled in and tested.
pub fn read_clauses(text: &str) -> Result<Vec<ClauseText>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(rename = "prefix")]
        _prefix: String,
        clause: Vec<ClauseText>,
    }
    read_toml::<File>(text).map(|file| file.clause)
}

/// The rulings of a `rulings.toml`.
///
/// # Errors
/// The parser's message when the text is no such file.
pub fn read_rulings(text: &str) -> Result<Vec<RulingText>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        ruling: Vec<RulingText>,
    }
    read_toml::<File>(text).map(|file| file.ruling)
}

/// The switches of a `switches.toml`.
///
/// # Errors
/// The parser's message when the text is no such file.
pub fn read_switches(text: &str) -> Result<Vec<Switch>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        switch: Vec<Switch>,
    }
    read_toml::<File>(text).map(|file| file.switch)
}

/// The texts of the table's own clauses, in the language that is spoken.
pub(crate) fn table_texts() -> &'static [ClauseText] {
    static ENGLISH: LazyLock<Vec<ClauseText>> = LazyLock::new(|| told(Language::ENGLISH));
    static OTHERS: Mutex<Vec<(Language, &'static [ClauseText])>> = Mutex::new(Vec::new());
    let language = Language::spoken();
    if language == Language::ENGLISH {
        return &ENGLISH;
    }
    let mut others = OTHERS.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, texts)) = others.iter().find(|(known, _)| *known == language) {
        return texts;
    }
    // Kept as long as the program runs, as the words of the language are.
    let texts: &[ClauseText] = told(language).leak();
    others.push((language, texts));
    texts
}

/// The texts of the table's own clauses in a language.
fn told(language: Language) -> Vec<ClauseText> {
    #[expect(clippy::expect_used, reason = "compiled in, and read by a test")]
    let mut texts = read_clauses(include_str!("../clauses.toml")).expect("clauses.toml");
    let all = texts.iter_mut().flat_map(crate::spoken::clause);
    language.speak(|| all.for_each(sandtable_tongue::translate));
    texts
}
