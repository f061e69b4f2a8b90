//! A battle file as it is written from a situation, and where in the situation
//! each part of it came from: what the reader of battle files finds wrong is told
//! at the place that people wrote.

use sandtable_files::{Flaw, Flaws, walk::Notes};
use std::ops::Range;

/// A text being written, with the sources of its parts.
#[derive(Default)]
pub(crate) struct Sheet {
    text: String,
    parts: Vec<(Range<usize>, Range<usize>)>,
}

impl Sheet {
    /// A line of our own.
    pub(crate) fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    /// A key with a value as it stands at some bytes of the source.
    pub(crate) fn copy(&mut self, key: &str, value: &str, from: &Range<usize>) {
        let start = self.text.len();
        self.line(&format!("{} = {value}", quoted(key)));
        self.parts.push((start..self.text.len(), from.clone()));
    }

    /// Says that all that was written since a place is about some bytes of the
    /// source.
    pub(crate) fn about(&mut self, since: usize, from: &Range<usize>) {
        self.parts.push((since..self.text.len(), from.clone()));
    }

    /// How much is written.
    pub(crate) const fn len(&self) -> usize {
        self.text.len()
    }

    /// The battle file.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    /// The bytes of the source that bytes of the battle file came from: of the
    /// smallest part they lie in.
    fn source(&self, at: &Range<usize>) -> Range<usize> {
        let found = self
            .parts
            .iter()
            .filter(|(part, _)| part.start <= at.start && at.start < part.end)
            .min_by_key(|(part, _)| part.len());
        found.map_or(0..0, |(_, from)| from.clone())
    }

    /// What is wrong with the battle file, told of the source.
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

/// A text as TOML.
pub(crate) fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}
