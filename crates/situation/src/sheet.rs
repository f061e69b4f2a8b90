//! A battle file written from a situation, which knows where in the situation each part came from,
//! so that flaws found by the reader of battle files are reported at the place that people wrote.

use sandtable_files::{Flaw, Flaws, walk::Notes};
use std::ops::Range;

/// A text in progress, with the sources of its parts.
#[derive(Default)]
pub(crate) struct Sheet {
    text: String,
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Sheet {
    /// Adds a line that has no source.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// Adds a key with a value copied from some bytes of the source.
    pub(crate) fn copy(&mut self, key: &str, value: &str, from: &Range<usize>) {
        let start = self.text.len();
        self.line(&format!("{} = {value}", quoted(key)));
        self.parts.push((start..self.text.len(), from.clone()));
    }

    /// Marks everything written since a place as coming from some bytes of the source.
    pub(crate) fn about(&mut self, since: usize, from: &Range<usize>) {
        self.parts.push((since..self.text.len(), from.clone()));
    }

    /// Returns how many bytes are written.
    pub(crate) const fn len(&self) -> usize {
        self.text.len()
    }

    /// Returns the battle file.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// Returns the source of some bytes of the battle file, by the smallest part that contains
    /// them.
    fn source(&self, at: &Range<usize>) -> Range<usize> {
        let found = self
            .parts
            .iter()
            .filter(|(part, _)| part.start <= at.start && at.start < part.end)
            .min_by_key(|(part, _)| part.len());
        found.map_or(0..0, |(_, from)| from.clone())
    }

    /// Returns the flaws of the battle file at their places in the source.
    pub(crate) fn told(&self, flaws: &Flaws, source: &str) -> Flaws {
        let mut notes = Notes::new(source);
        for Flaw {
            span,
            message,
            hint,
            ..
        } in &flaws.flaws
        {
            let at = self.source(span);
            match hint {
                Some(hint) => notes.hint(at, message, hint),
                None => notes.add(at, message),
            }
        }
        match notes.seal(None::<()>) {
            Err(flaws) => flaws,
            // Without a value there is always a flaw.
            Ok(()) => flaws.clone(),
        }
    }
}

/// Quotes a text for TOML.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
