//! Sealed dice: the engine rolls them and nobody can choose them.
//!
//! The holder of the battle fixes a secret and first publishes its code. Then another person says a
//! word. The dice are rolled from both. The holder cannot have chosen the secret to suit the dice,
//! because the word was not known yet; the other person cannot have chosen the word to suit the
//! dice, because the secret was not known. Once the battle is over the secret is published, and
//! everybody can check that it has the code (SHA-256) and that all sealed dice come from it.
//!
//! Sealing does not keep the holder from looking ahead: the secret lies on the holder's machine.

use crate::Rolled;
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

/// Allowed lengths of a secret, in characters.
pub const SECRET: std::ops::RangeInclusive<usize> = 16..=64;
/// Most characters in a word.
pub const MOST_WORD: usize = 60;
/// Bytes of the fingerprint that are published as the code. Finding two secrets with the same code
/// takes about 2^64 tries, more than a device at the table can do.
const TOLD: usize = 16;

/// How the dice of a battle were sealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Seal {
    /// The secret that was fixed first: 16 to 64 letters and digits (ASCII).
    pub secret: String,
    /// The word that was said after the code was published.
    pub word: String,
    /// The last line whose dice the seal rolls, if the battle was forked from a line: a different
    /// continuation must not reveal the dice of the first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u32>,
}

impl Seal {
    /// Makes a seal from a secret and another person's word.
    ///
    /// # Errors
    /// If the secret or the word is not valid: what it must be.
    pub fn new(secret: &str, word: &str) -> Result<Self, String> {
        let seal = Self {
            secret: secret.to_owned(),
            word: word.trim().to_owned(),
            until: None,
        };
        seal.check().map(|()| seal)
    }

    /// Checks the secret and the word.
    ///
    /// # Errors
    /// If one of them is not valid: what it must be.
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

    /// Returns the part of the secret's fingerprint that was published before the word was said.
    #[must_use]
    pub fn code(&self) -> String {
        code(&self.secret).unwrap_or_default()
    }

    /// Returns the seed of the dice: 53 bits, so that a page can represent it exactly.
    #[must_use]
    pub fn seed(&self) -> u64 {
        drawn(&format!("{}:{}", self.secret, self.word))
    }

    /// Returns whether the seal rolls the dice of a line.
    #[must_use]
    pub fn holds(&self, line: u32) -> bool {
        self.until.is_none_or(|last| line <= last)
    }

    /// Returns the dice of a line that the seal rolls.
    #[must_use]
    pub fn dice(&self, line: u32) -> Rolled {
        Rolled::new(self.seed(), line).sealed()
    }

    /// Returns the seal after a fork from a line, and the seed of what follows there.
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

/// Returns the code of a secret: the first 32 digits of its SHA-256, in groups of four.
///
/// # Errors
/// If the secret is not valid: what it must be.
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

/// Returns the number below 2^53 that a text gives.
fn drawn(text: &str) -> u64 {
    let print = Sha256::digest(text);
    let first = print.first_chunk().copied().unwrap_or_default();
    u64::from_be_bytes(first) >> 11
}
