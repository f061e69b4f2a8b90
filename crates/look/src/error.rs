//! What the engine rejected: what was wrong, where, and what would be right.

use crate::view::RefusalView;
use sandtable_files::clip;
use sandtable_tongue::{say, translate};
use serde::Serialize;
use std::fmt;

/// Most bytes of a message: it quotes the input, which may be of any length.
const MOST_SAID: usize = 2_000;

/// Input that the engine rejected. The battle has not changed.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EngineError {
    /// What was found, and what is allowed.
    pub message: String,
    /// The line of a text, from 1.
    pub line: Option<usize>,
    /// The column of a text, from 1.
    pub column: Option<usize>,
    /// What would be right.
    pub hint: Option<String>,
    /// Set when an order was refused.
    pub refusals: Vec<RefusalView>,
}

impl EngineError {
    /// Creates an error with a message.
    #[must_use]
    pub fn new(message: impl Into<String>) -> Self {
        let mut message = message.into();
        translate(&mut message);
        clip(&mut message, MOST_SAID);
        Self {
            message,
            ..Self::default()
        }
    }

    /// Adds what would be right.
    #[must_use]
    pub fn hint(self, hint: impl Into<String>) -> Self {
        let mut hint = hint.into();
        translate(&mut hint);
        clip(&mut hint, MOST_SAID / 2);
        Self {
            hint: Some(hint),
            ..self
        }
    }

    /// Adds a place in a text.
    #[must_use]
    pub fn at(self, line: usize, column: usize) -> Self {
        Self {
            line: Some(line),
            column: Some(column),
            ..self
        }
    }

    /// Creates the error of an order that was refused.
    #[must_use]
    pub fn refused(refusals: Vec<RefusalView>) -> Self {
        let says: Vec<&str> = refusals.iter().map(|r| r.says.as_str()).collect();
        Self {
            message: says.join("; "),
            refusals,
            ..Self::default()
        }
    }
}

impl fmt::Display for EngineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let (Some(line), Some(column)) = (self.line, self.column) {
            let says = say!(
                "line {line}, column {column}: {says}",
                line = line,
                column = column,
                says = self.message
            );
            f.write_str(&says)?;
        } else {
            f.write_str(&self.message)?;
        }
        self.hint
            .as_ref()
            .map_or(Ok(()), |hint| write!(f, " ({hint})"))
    }
}

impl std::error::Error for EngineError {}
