//! Seeds of a battle's dice and players. They come from the study's seed and the battle's number
//! alone, so that a study can be split up in any way.

pub use sandtable_odds::mix;

/// Returns the seed of a battle's dice.
#[must_use]
pub const fn dice(study: u64, battle: u32) -> u64 {
    mix(mix(study, battle as u64), 1)
}

/// Returns the seed of a player of a battle: the first or the second of the study, whichever side
/// they play.
#[must_use]
pub const fn player(study: u64, battle: u32, player: usize) -> u64 {
    mix(mix(study, battle as u64), 2 + player as u64)
}
