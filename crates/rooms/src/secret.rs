//! Random names and secrets, and what is stored of a secret.

use sandtable_battle::joint::Value;
use sha2::{Digest, Sha256};

/// Letters that are hard to confuse with each other.
const LETTERS: &[u8; 32] = b"23456789abcdefghijkmnpqrstuvwxyz";

/// Number of letters in a room's name: some 10^15 rooms.
const ROOM: usize = 10;
/// Number of letters in a secret: 130 bits.
const SECRET: usize = 26;
/// Number of letters in a code that is read aloud and works once, for minutes: 40 bits.
const CODE: usize = 8;

/// The machine gives no random numbers.
#[derive(Debug, thiserror::Error)]
#[error("this machine gives no random numbers")]
pub struct NoChance;

fn letters<const N: usize>() -> Result<String, NoChance> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    let letter = |byte: u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(bytes.into_iter().map(letter).collect())
}

/// Returns a random name for a room.
///
/// # Errors
/// If the machine gives no random numbers.
pub fn room() -> Result<String, NoChance> {
    letters::<ROOM>()
}

/// Returns a random secret: anyone who has it has the seat.
///
/// # Errors
/// If the machine gives no random numbers.
pub fn secret() -> Result<String, NoChance> {
    letters::<SECRET>()
}

/// Returns a random code that hands a seat to another device.
///
/// # Errors
/// If the machine gives no random numbers.
pub fn code() -> Result<String, NoChance> {
    letters::<CODE>()
}

/// Returns a random seed for the dice of a line; never zero, which stands for the journal's own
/// seed.
///
/// # Errors
/// If the machine gives no random numbers.
pub fn seed() -> Result<u64, NoChance> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(u64::from_le_bytes(bytes).max(1))
}

/// Returns a random root for a chain of joint dice.
///
/// # Errors
/// If the machine gives no random numbers.
pub fn root() -> Result<Value, NoChance> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|_| NoChance)?;
    Ok(Value::new(bytes))
}

/// Returns the hash of a secret, which is all that is stored: 256 bits that do not reveal it.
#[must_use]
pub fn hash(secret: &str) -> String {
    let print = Sha256::digest(secret.as_bytes());
    print.iter().map(|byte| format!("{byte:02x}")).collect()
}
