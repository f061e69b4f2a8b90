//! What is wrong with a file: where, what was found and what would be right.

use serde::Serialize;
use std::fmt;
use std::ops::Range;

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
        write!(
            f,
            "line {}, column {}: {}",
            self.line, self.column, self.message
        )?;
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

/// A flaw at some bytes of a text.
fn flaw(text: &str, span: Range<usize>, message: String, hint: Option<String>) -> Flaw {
    let (line, column) = position(text, span.start);
    Flaw {
        line,
        column,
        span,
        message,
        hint,
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
        let hint = nearest_of(found, known).map_or_else(
            || allowed_of(known),
            |name| format!("did you mean `{name}`?"),
        );
        self.push(span, message, Some(hint));
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

/// `allowed: a, b, c`, cut short when there are very many.
pub(crate) fn allowed<'n>(known: impl Iterator<Item = &'n str>) -> String {
    allowed_of(&known.collect::<Vec<_>>())
}

pub(crate) fn allowed_of(names: &[&str]) -> String {
    match names.len() {
        0 => "there is none".to_owned(),
        1..=40 => format!("allowed: {}", names.join(", ")),
        more => format!(
            "allowed: {}, and {} more",
            names[..40].join(", "),
            more - 40
        ),
    }
}

/// The known name nearest to one that was found, if one is near.
pub(crate) fn nearest<'n>(found: &str, known: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    nearest_of(found, &known.collect::<Vec<_>>())
}

pub(crate) fn nearest_of<'n>(found: &str, known: &[&'n str]) -> Option<&'n str> {
    let found = found.to_lowercase();
    let room = (found.chars().count() / 3).max(1);
    known
        .iter()
        .map(|&name| (distance(&found, &name.to_lowercase()), name))
        .filter(|&(far, _)| far <= room)
        .min_by_key(|&(far, _)| far)
        .map(|(_, name)| name)
}

/// How many letters must be put in, left out, changed or swapped with their
/// neighbour to make one word of the other.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) =
        (a.chars().take(80).collect(), b.chars().take(80).collect());
    let mut older = vec![0; b.len() + 1];
    let mut old: Vec<usize> = (0..=b.len()).collect();
    for i in 0..a.len() {
        let mut new = vec![i + 1; b.len() + 1];
        for j in 0..b.len() {
            let change = old[j] + usize::from(a[i] != b[j]);
            new[j + 1] = change.min(old[j + 1] + 1).min(new[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                new[j + 1] = new[j + 1].min(older[j - 1] + 1);
            }
        }
        (older, old) = (old, new);
    }
    old[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_misses_are_found_and_far_ones_are_not() {
        let known = ["infantry", "cavalry", "artillery"];
        assert_eq!(nearest("cavlary", known.into_iter()), Some("cavalry"));
        assert_eq!(nearest("Infantry", known.into_iter()), Some("infantry"));
        assert_eq!(nearest("dragons", known.into_iter()), None);
    }

    #[test]
    fn columns_count_characters() {
        assert_eq!(position("a\nüb = 1", 4), (2, 2));
        assert_eq!(position("a\nüb = 1", 0), (1, 1));
    }
}
