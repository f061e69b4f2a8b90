//! Sealed dice: thrown by the engine, and chosen by nobody.
//!
//! Who holds the battle fixes a secret and tells its code first. Then somebody else says
//! a word. The dice are thrown from both: the holder cannot have picked the secret for
//! the dice, for he did not know the word; the other could not pick the word, for he did
//! not know the secret. Once the battle is over the secret is told, and everybody can see
//! that it has the code (SHA-256) and that all sealed dice come from it.
//!
//! It does not keep the holder from looking ahead: the secret lies on his machine.

use crate::Rolled;
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Letters that a secret has.
pub const SECRET: std::ops::RangeInclusive<usize> = 16..=64;
/// Most letters of a word.
pub const MOST_WORD: usize = 60;
/// Bytes of the fingerprint that are told as the code. To find two secrets with the same
/// one takes some 2^64 tries, which is more than a device at the table can do.
const TOLD: usize = 16;

/// How the dice of a battle were sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// What was fixed first: 16 to 64 letters and digits (ASCII).
    pub secret: String,
    /// What was said after its code was told.
    pub word: String,
    /// The last line whose dice it threw, where the battle was forked from one: what
    /// follows another way may not tell the dice of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u32>,
}

impl Seal {
    /// A seal from a secret and the word of another.
    ///
    /// # Errors
    /// What a secret or a word must be.
    pub fn new(secret: &str, word: &str) -> Result<Self, String> {
        let seal = Self {
            secret: secret.to_owned(),
            word: word.trim().to_owned(),
            until: None,
        };
        seal.check().map(|()| seal)
    }

    /// Whether it is one.
    ///
    /// # Errors
    /// What of it cannot be.
    pub fn check(&self) -> Result<(), String> {
        code(&self.secret)?;
        if self.word.is_empty() || self.word.chars().count() > MOST_WORD {
            return Err(say!(
                "the word of a seal has 1 to {most} letters",
                most = MOST_WORD
            ));
        }
        Ok(())
    }

    /// What was told of the secret before the word was said.
    #[must_use]
    pub fn code(&self) -> String {
        code(&self.secret).unwrap_or_default()
    }

    /// What the dice are thrown from: 53 bits, so that a page can count them.
    #[must_use]
    pub fn seed(&self) -> u64 {
        drawn(&format!("{}:{}", self.secret, self.word))
    }

    /// Whether it throws the dice of a line.
    #[must_use]
    pub fn holds(&self, line: u32) -> bool {
        self.until.is_none_or(|last| line <= last)
    }

    /// The dice of a line that it throws.
    #[must_use]
    pub fn dice(&self, line: u32) -> Rolled {
        Rolled::new(self.seed(), line).sealed()
    }

    /// It as it is after a fork from a line, and the seed of what follows there.
    #[must_use]
    pub fn broken(&self, line: u32) -> (Self, u64) {
        let until = self.until.map_or(line, |last| last.min(line));
        let seed = drawn(&format!("{}:{}:{line}", self.secret, self.word));
        let seal = Self {
            until: Some(until),
            ..self.clone()
        };
        (seal, seed)
    }
}

/// The code of a secret: the first 32 digits of its SHA-256, in groups of four.
///
/// # Errors
/// What a secret must be.
pub fn code(secret: &str) -> Result<String, String> {
    let sound = SECRET.contains(&secret.len()) && secret.bytes().all(|b| b.is_ascii_alphanumeric());
    if !sound {
        let (least, most) = SECRET.into_inner();
        return Err(say!(
            "the secret of a seal has {least} to {most} letters and digits",
            least = least,
            most = most
        ));
    }
    let print = Sha256::digest(secret);
    let groups: Vec<String> = print[..TOLD]
        .chunks(2)
        .map(|pair| pair.iter().map(|byte| format!("{byte:02x}")).collect())
        .collect();
    Ok(groups.join("-"))
}

/// A number below 2^53 that a text gives.
fn drawn(text: &str) -> u64 {
    let print = Sha256::digest(text);
    let first = print.first_chunk().copied().unwrap_or_default();
    u64::from_be_bytes(first) >> 11
}
