//! What is wrong with a file: where, what was found and what would be right.

use sandtable_battle::phrase::meant_or_allowed;
use sandtable_tongue::{say, translate};
use serde::Serialize;
use std::fmt;
use std::ops::Range;

/// Most bytes of what is said of one flaw: names that were found stand in it, however long.
const MOST_SAID: usize = 1_000;

/// Most flaws that are reported of one file; a file with more is no file of ours.
pub(crate) const MOST_FLAWS: usize = 50;

/// One thing that is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Flaw {
    /// Line, from 1.
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// The bytes of the file it is about.
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

/// Everything that is wrong with a file, in its order; never empty.
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
    /// A single flaw.
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

/// A flaw at some bytes of a text. Sentences without parts are said here: that is
/// less code than saying each where it is noted.
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

/// Cuts a sentence short that has more bytes than so many.
pub fn clip(says: &mut String, most: usize) {
    if says.len() > most {
        let end = (0..=most).rev().find(|&at| says.is_char_boundary(at));
        says.truncate(end.unwrap_or(0));
        says.push_str(" …");
    }
}

/// Line and column of a byte, both from 1.
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
    /// No flaws of a text so far.
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

    /// Notes a flaw with what would be right.
    pub fn hint(
        &mut self,
        span: Range<usize>,
        message: impl Into<String>,
        hint: impl Into<String>,
    ) {
        self.push(span, message.into(), Some(hint.into()));
    }

    /// Notes that a name is none of those known, with the nearest of them.
    pub fn unknown<'n>(
        &mut self,
        span: Range<usize>,
        message: String,
        found: &str,
        known: impl Iterator<Item = &'n str>,
    ) {
        self.none_of(span, message, found, &known.collect::<Vec<_>>());
    }

    /// The same of a list: code that many readers share must not be written out for
    /// each of them.
    pub(crate) fn none_of(
        &mut self,
        span: Range<usize>,
        message: String,
        found: &str,
        known: &[&str],
    ) {
        self.push(span, message, Some(meant_or_allowed(found, known)));
    }

    fn push(&mut self, span: Range<usize>, message: String, hint: Option<String>) {
        if self.flaws.len() < MOST_FLAWS {
            self.flaws.push(flaw(self.text, span, message, hint));
        }
    }

    /// Whether nothing was found.
    pub const fn clean(&self) -> bool {
        self.flaws.is_empty()
    }

    /// What was found, in the order of the file.
    pub(crate) fn list(mut self) -> Vec<Flaw> {
        self.flaws.sort_by_key(|f| (f.span.start, f.span.end));
        self.flaws
    }

    /// The value, when nothing was found.
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
