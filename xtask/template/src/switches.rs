//! The house-rule switches, as types. Their texts are in `switches.toml`.

use sandtable_battle::switches;

switches! {
    /// All switches, chosen.
    Choices of crate::ID => {
        /// FIGHT-04: equal totals hit both.
        both_hit: bool = ("equal_totals" is "both"),
    }
}
