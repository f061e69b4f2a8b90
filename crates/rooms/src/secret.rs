//! Names and secrets by chance, and what is kept of a secret.

use sandtable_battle::joint::Value;
use sha2::{Digest, Sha256};

/// Letters that nobody mistakes for others.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Letters of a room's name: some 10^15 rooms.
const ROOM: usize = 10;
/// Letters of a secret: 130 bits.
const SECRET: usize = 26;
/// Letters of a code that is read aloud and works once, for minutes: 40 bits.
const CODE: usize = 8;

/// Why there is no chance to be had: the machine has none.
#[derive(Debug, thiserror::Error)]
#[error("this machine gives no random numbers")]
pub struct NoChance;

fn letters<const N: usize>() -> Result<String, NoChance> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(bytes.into_iter().map(letter).collect())
}

/// A name for a room.
///
/// # Errors
/// When the machine gives no random numbers.
pub fn room() -> Result<String, NoChance> {
    letters::<ROOM>()
}

/// A secret: whoever has it has the seat.
///
/// # Errors
/// When the machine gives no random numbers.
pub fn secret() -> Result<String, NoChance> {
    letters::<SECRET>()
}

/// A code to hand a seat to another device.
///
/// # Errors
/// When the machine gives no random numbers.
pub fn code() -> Result<String, NoChance> {
    letters::<CODE>()
}

/// A seed for the dice of a line; never zero, which is the journal's own.
///
/// # Errors
/// When the machine gives no random numbers.
pub fn seed() -> Result<u64, NoChance> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(u64::from_le_bytes(bytes).max(1))
}

/// The root of a chain of joint dice.
///
/// # Errors
/// When the machine gives no random numbers.
pub fn root() -> Result<Value, NoChance> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(Value::new(bytes))
}

/// What is kept of a secret: 256 bits from which nobody gets it back.
#[must_use]
pub fn hash(secret: &str) -> String {
    let print = Sha256::digest(secret.as_bytes());
    print.iter().map(|byte| format!("{byte:02x}")).collect()
}
