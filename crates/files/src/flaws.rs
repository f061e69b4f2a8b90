//! Flaws of a file: where each is, what was found and what would be right.

use sandtable_battle::phrase::meant_or_allowed;
use sandtable_tongue::{say, translate};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// Maximum length of the sentence about one flaw, in bytes: it quotes names from the file, however
/// long they are.
const MOST_SAID: usize = 1_000;

/// Maximum number of flaws reported for one file; a file with more is not one of ours.
pub(crate) const MOST_FLAWS: usize = 50;

/// One thing that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flaw {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The bytes of the file that it is about.
    pub span: Range<usize>,
    /// What was found and what is allowed.
    pub message: String,
    /// What would probably be right.
    pub hint: Option<String>,
}

impl fmt::Display for Flaw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&say!(
            "line {line}, column {column}: {says}",
            line = self.line,
            column = self.column,
            says = self.message
        ))?;
        self.hint
            .as_ref()
            .map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

/// Everything that is wrong with a file, in the order of the file; never empty.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flaws {
    /// The flaws.
    pub flaws: Vec<Flaw>,
}

impl fmt::Display for Flaws {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, flaw) in self.flaws.iter().enumerate() {
            write!(f, "{}{flaw}", if i > 0 { "\n" } else { "" })?;
        }
        Ok(())
    }
}

impl std::error::Error for Flaws {}

impl Flaws {
    /// Returns a single flaw.
    #[must_use]
    pub fn one(
        text: &str,
        span: Range<usize>,
        message: impl Into<String>,
        hint: Option<String>,
    ) -> Self {
        Self {
            flaws: vec![flaw(text, span, message.into(), hint)],
        }
    }
}

/// Returns a flaw at some bytes of a text. Sentences without parameters are translated here: that
/// takes less code than translating each where it is noted.
fn flaw(text: &str, span: Range<usize>, mut message: String, mut hint: Option<String>) -> Flaw {
    translate(&mut message);
    hint.iter_mut().for_each(translate);
    clip(&mut message, MOST_SAID);
    hint.iter_mut().for_each(|hint| clip(hint, MOST_SAID));
    let (line, column) = position(text, span.start);
    Flaw {
        line,
        column,
        span,
        message,
        hint,
    }
}

/// Cuts a sentence off after at most this many bytes.
pub fn clip(says: &mut String, most: usize) {
    if says.len() > most {
        let end = (0..=most).rev().find(|&at| says.is_char_boundary(at));
        says.truncate(end.unwrap_or(0));
        says.push_str(" …");
    }
}

/// Returns the line and column of a byte, both from 1.
fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..byte).unwrap_or(text);
    let line = before.bytes().filter(|&b| b == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before[start..].chars().count() + 1)
}

/// The flaws found so far in a text.
pub struct Notes<'t> {
    text: &'t str,
    flaws: Vec<Flaw>,
}

impl<'t> Notes<'t> {
    /// Starts with no flaws of a text.
    #[must_use]
    pub const fn new(text: &'t str) -> Self {
        Self {
            text,
            flaws: Vec::new(),
        }
    }

    /// Notes a flaw.
    pub fn add(&mut self, span: Range<usize>, message: impl Into<String>) {
        self.push(span, message.into(), None);
    }

    /// Notes a flaw and what would be right.
    pub fn hint(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(span, message.into(), Some(hint.into()));
    }

    /// Notes that a name is not known, with the nearest known name.
    pub fn unknown<'n>(
        &mut self,
        span: Range<usize>,
        message: String,
        found: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.none_of(span, message, found, &known.collect::<Vec<_>>());
    }

    /// Notes the same for a list. Not generic, so that the code is not repeated for each of the
    /// many readers.
    pub(crate) fn none_of(
        &mut self,
        span: Range<usize>,
        message: String,
        found: &str,
        known: &[&str],
    ) {
        // Finding the nearest name takes time, and the flaw would not be reported.
        if self.is_full() {
            return;
        }
        self.push(span, message, Some(meant_or_allowed(found, known)));
    }

    fn push(&mut self, span: Range<usize>, message: String, hint: Option<String>) {
        if !self.is_full() {
            self.flaws.push(flaw(self.text, span, message, hint));
        }
    }

    /// Returns whether no flaw was found.
    pub const fn clean(&self) -> bool {
        self.flaws.is_empty()
    }

    /// Whether so many flaws were found that no more are reported. Looking for more would only take
    /// time.
    #[must_use]
    pub const fn is_full(&self) -> bool {
        self.flaws.len() >= MOST_FLAWS
    }

    /// Returns the flaws found, in the order of the file.
    pub(crate) fn list(mut self) -> Vec<Flaw> {
        self.flaws.sort_by_key(|f| (f.span.start, f.span.end));
        self.flaws
    }

    /// Returns the value if no flaw was found.
    pub fn seal<T>(mut self, value: Option<T>) -> Result<T, Flaws> {
        match value {
            Some(value) if self.clean() => Ok(value),
            _ => {
                if self.clean() {
                    self.add(0..0, "this file cannot be read");
                }
                self.flaws.sort_by_key(|f| (f.span.start, f.span.end));
                Err(Flaws { flaws: self.flaws })
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_said_of_a_long_name_is_short() {
        let name = "é".repeat(1 << 20);
        let mut notes = Notes::new("");
        notes.hint(0..0, format!("there is no `{name}`"), name);
        let flaws = notes.seal(None::<()>).expect_err("a flaw");
        let said = flaws.to_string();
        assert!(said.len() < 2_100 && said.contains("é …"), "{}", said.len());
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(position("a\nüb = 1", 4), (2, 2));
        assert_eq!(position("a\nüb = 1", 0), (1, 1));
    }
}
