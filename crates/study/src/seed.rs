//! Seeds: of the dice of a battle and of its players, from the study's seed and
//! the battle's number alone, so that a study can be split up any way.

pub use sandtable_odds::mix;

/// The seed of the dice of a battle.
#[must_use]
pub const fn dice(study: u64, battle: u32) -> u64 {
    mix(mix(study, battle as u64), 1)
}

/// The seed of a player of a battle: the first or the second of the study, on
/// whichever side he sits.
#[must_use]
pub const fn player(study: u64, battle: u32, player: usize) -> u64 {
    mix(mix(study, battle as u64), 2 + player as u64)
}
