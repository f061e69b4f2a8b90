//! Arguments of calls that are more than a word or a number.

use crate::{Chance, EngineError, Others, Source};
use sandtable_battle::{Outcome, Seal, Side};
use serde::{Deserialize, Serialize};

/// What a battle is started from.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum From {
    /// A built-in scenario, by id.
    Scenario(String),
    /// The text of a battle file.
    Text(String),
}

impl From {
    pub(super) fn source(&self) -> Source<'_> {
        match self {
            Self::Scenario(id) => Source::Scenario(id),
            Self::Text(text) => Source::Text(text),
        }
    }
}

/// What dice are sealed with: a secret of the person who holds the device, and another person's
/// word.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Sealing {
    /// The secret.
    pub secret: String,
    /// The word.
    pub word: String,
}

/// Returns the source of the dice: a seal, or a seed if there is none.
pub(super) fn chance(seed: u64, seal: Option<&Sealing>) -> Result<Chance, EngineError> {
    match seal {
        None => Ok(Chance::Seed(seed)),
        Some(seal) => Seal::new(&seal.secret, &seal.word)
            .map(Chance::Sealed)
            .map_err(EngineError::new),
    }
}

/// How choices on the way are made: not at all, by declining, by taking the first option, or by
/// taking the best one.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Policy {
    /// The odds end there.
    #[default]
    Stop,
    /// Everybody declines whatever they may decline.
    Never,
    /// Everybody takes the first option but declining.
    Always,
    /// Everybody does what is best for them.
    Best,
}

impl Policy {
    pub(super) const fn others(self) -> Others {
        match self {
            Self::Stop => Others::Stop,
            Self::Never => Others::Never,
            Self::Always => Others::Always,
            Self::Best => Others::Best,
        }
    }
}

/// How a battle is declared to have ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Ended {
    /// The first side won.
    A,
    /// The second side won.
    B,
    /// Neither side won.
    Draw,
}

impl Ended {
    pub(crate) const fn outcome(self) -> Outcome {
        match self {
            Self::A => Outcome::Won(Side::A),
            Self::B => Outcome::Won(Side::B),
            Self::Draw => Outcome::Draw,
        }
    }
}
