//! Seeds: of the dice of a battle and of its players, from the study's seed and
//! the battle's number alone, so that a study can be split up any way.

/// Mixes a number into a seed: the output function of `SplitMix64` (Steele, Lea
/// and Flood 2014). It never changes, or results could not be gone on with.
#[must_use]
pub const fn mix(seed: u64, with: u64) -> u64 {
    let mut z = seed.wrapping_add(with.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

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
