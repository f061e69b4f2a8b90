//! The house-rule switches, as types. `switches.toml` contains their texts.

use sandtable_battle::switches;

switches! {
    /// The choice of every switch.
    Choices of crate::ID => {
        /// FIGHT-04: equal totals hit both.
        both_hit: bool = ("equal_totals" is "both"),
    }
}
