//! Seeds as decimal text, for `serde(with)`; also reads plain numbers.

use serde::{Deserialize, Deserializer, Serializer, de::Error};

/// Writes a seed.
///
/// # Errors
/// If the writer fails.
pub fn serialize<S: Serializer>(value: &u64, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&value.to_string())
}

/// Reads a seed.
///
/// # Errors
/// If the value is not a seed.
pub fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<u64, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Seed {
        Number(u64),
        Text(String),
    }
    match Seed::deserialize(from) {
        Ok(Seed::Number(seed)) => Ok(seed),
        Ok(Seed::Text(text)) if text.parse::<u64>().is_ok() => {
            text.parse().map_err(D::Error::custom)
        }
        _ => Err(D::Error::custom(
            "a seed is a whole number from 0 to 18446744073709551615",
        )),
    }
}
