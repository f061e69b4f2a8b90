//! Clauses: the numbered rules that every figure, refusal and roll cites; the
//! rulings that settle ambiguities; the switches that choose other readings.

use crate::data::read_toml;
use sandtable_tongue::Language;
use serde::{Deserialize, Serialize};
use std::sync::{LazyLock, Mutex, PoisonError};

/// A clause, identified by the stable number in its rule set's `clauses.toml`. Numbers below 100
/// are the table's own (`crates/battle/clauses.toml`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Clause(u16);

impl Clause {
    /// Returns the clause of a number.
    #[must_use]
    pub const fn new(number: u16) -> Self {
        Self(number)
    }

    /// Returns the clause's number.
    #[must_use]
    pub const fn number(self) -> u16 {
        self.0
    }
}

/// The origin of a clause: its author's text, or an addition that was necessary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// The author wrote it.
    Written,
    /// The author said it somewhere else.
    Answered,
    /// It follows from what the author wrote.
    Inferred,
    /// Ours: it closes a gap.
    Ours,
}

/// Which faces of a die count if its number does not matter.
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
    /// Returns whether a face has this parity.
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
    /// The id without the rule set's prefix, like `SHOOT-04`.
    pub id: String,
    /// The stable number.
    pub n: u16,
    /// The section that contains the clause.
    pub section: String,
    /// A short title.
    pub title: String,
    /// The rule, paraphrased.
    pub says: String,
    /// The place in the author's text that the clause comes from.
    pub source: String,
    /// The origin of the clause.
    pub standing: Standing,
    /// The switch that changes the clause, if one does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub switch: Option<String>,
    /// Meanings of the outcomes 0, 1, 2, .. of dice that are rolled under the clause.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub readings: Vec<String>,
    /// The outcomes that the player who rolls hopes for: `needed 5+, rolled 4`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wants: Vec<u8>,
    /// Whether the player hopes for an even or an odd face of one die: such a face gives the second
    /// reading, any other the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parity: Option<Parity>,
    /// The names of the readings in earlier versions, in the same order: typed orders may still use
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub formerly: Vec<String>,
    /// Whether the readings count losses or hits: odds then show what those lead to, not the count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub counts: bool,
    /// Whether the outcome belongs to a side rather than a unit, as in a roll for initiative: 0 is
    /// the first side, 1 the second.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub sides: bool,
    /// Whether the clause's unit suffers the outcome at the hands of the other unit, such as hits
    /// that the other scored. The story then makes the other the subject.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub befalls: bool,
    /// Whether the outcome belongs to the clause's unit alone, whoever caused it, and shows in what
    /// the unit does next: a morale test. If the unit then goes back, its retreat tells the
    /// outcome.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub alone: bool,
    /// If a player chooses under the clause: the reading that does nothing, or the least. The first
    /// by default.
    #[serde(default, skip_serializing_if = "is_first")]
    pub declines: u8,
    /// What a factor under the clause means if it is not added to a die or a score: "column
    /// {value}", with the number in place of `{value}`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub weighs: String,
}

impl ClauseText {
    /// Returns a factor under the clause, in words: its number with a sign, or what it means.
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
    /// The id without the rule set's prefix, like `A13`.
    pub id: String,
    /// The question.
    pub asks: String,
    /// The readings that were considered.
    #[serde(default)]
    pub readings: Vec<String>,
    /// What was decided, and why.
    pub decision: String,
    /// The clauses that the decision shapes.
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
    /// The switch's name in files, like `hill_covers_shooting`.
    pub name: String,
    /// A short title, as a question.
    pub title: String,
    /// The values it can take; empty for a number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub values: Vec<String>,
    /// The names of the values for people, in the same order; empty if the values speak for
    /// themselves.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub told: Vec<String>,
    /// The default among the values.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
    /// The range, for a number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<SwitchRange>,
    /// Where it is chosen if it is not a switch of the rules but part of the scenario's data.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub data: Option<String>,
    /// The clause that the switch changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    /// The ruling that the switch belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ruling: Option<String>,
    /// The effect of the switch.
    pub says: String,
}

impl Switch {
    /// Returns a value as files hold it, or `None` if it is the default.
    pub(crate) fn differing(&self, value: &str) -> Option<String> {
        if let Some(range) = self.number
            && let Ok(number) = value.trim().parse::<i32>()
        {
            return (number != range.default).then(|| number.to_string());
        }
        (self.default.as_deref() != Some(value)).then(|| value.to_owned())
    }

    /// Returns a value's name for people, if the value does not speak for itself.
    #[must_use]
    pub fn told(&self, value: &str) -> Option<&str> {
        let at = self.values.iter().position(|one| one == value)?;
        self.told.get(at).map(String::as_str)
    }

    /// Returns the default, as a file would write it.
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
    /// The default.
    pub default: i32,
}

/// The prefix of the key of a changed number. A `*.rules.toml` has numbers under `[numbers]`.
const NUMBERS: &str = "numbers.";

/// House rules: chosen switches by name, and changed numbers of `numbers.toml` by their path with
/// `numbers.` before it. Sorted; values at their default are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Switches(pub std::collections::BTreeMap<String, String>);

impl Switches {
    /// Returns the value chosen for a switch, if one was.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// Returns the switches without the changed numbers.
    pub fn choices(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.0.iter().map(|(n, v)| (n.as_str(), v.as_str()));
        all.filter(|(name, _)| !name.starts_with(NUMBERS))
    }

    /// Returns the changed numbers: paths in `numbers.toml`, and values.
    pub fn numbers(&self) -> impl Iterator<Item = (&str, &str)> {
        let all = self.0.iter();
        all.filter_map(|(name, value)| Some((name.strip_prefix(NUMBERS)?, value.as_str())))
    }

    /// Returns these house rules with one more number changed.
    #[must_use]
    pub fn with_number(self, path: &str, value: &str) -> Self {
        self.with(&format!("{NUMBERS}{path}"), value)
    }

    /// Returns these house rules overlaid with others, which take precedence.
    #[must_use]
    pub fn overlaid(mut self, others: &Self) -> Self {
        let others = others.0.iter();
        self.0.extend(others.map(|(n, v)| (n.clone(), v.clone())));
        self
    }

    /// Returns these house rules with one more switch chosen.
    #[must_use]
    pub fn with(mut self, name: &str, value: &str) -> Self {
        self.0.insert(name.to_owned(), value.to_owned());
        self
    }
}

/// Reads the clauses of a `clauses.toml`, in its order.
///
/// # Errors
/// If the text is not such a file: the parser's message. The rule sets' own files are compiled in
/// and tested.
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

/// Reads the rulings of a `rulings.toml`.
///
/// # Errors
/// If the text is not such a file: the parser's message.
pub fn read_rulings(text: &str) -> Result<Vec<RulingText>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        ruling: Vec<RulingText>,
    }
    read_toml::<File>(text).map(|file| file.ruling)
}

/// Reads the switches of a `switches.toml`.
///
/// # Errors
/// If the text is not such a file: the parser's message.
pub fn read_switches(text: &str) -> Result<Vec<Switch>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        switch: Vec<Switch>,
    }
    read_toml::<File>(text).map(|file| file.switch)
}

/// Returns the texts of the table's own clauses, in the current language.
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
    // Kept for as long as the program runs, like the words of the language.
    let texts: &[ClauseText] = told(language).leak();
    others.push((language, texts));
    texts
}

/// Returns the texts of the table's own clauses in a language.
fn told(language: Language) -> Vec<ClauseText> {
    #[expect(clippy::expect_used, reason = "compiled in, and read by a test")]
    let mut texts = read_clauses(include_str!("../clauses.toml")).expect("clauses.toml");
    let all = texts.iter_mut().flat_map(crate::spoken::clause);
    language.speak(|| all.for_each(sandtable_tongue::translate));
    texts
}
