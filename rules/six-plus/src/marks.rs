//! The counters that units bear. Those without a title are bookkeeping that no
//! table would show.

use crate::c;
use sandtable_battle::{Clause, MarkSpec};

/// Hits taken (ELIM-01); beyond 12 they have no further effect.
pub const HITS: u8 = 0;
/// Its weapons are empty (LOAD-02).
pub const UNLOADED: u8 = 1;
/// It is in a combat: no target for shots (CHARGE-07).
pub const ENGAGED: u8 = 2;
/// A General has rallied it (GEN-04).
pub const RALLIED: u8 = 3;
/// What it did in the first phase: [`STOOD`], [`PIVOTED`] and so on (SEQ-06).
pub const DID: u8 = 4;
/// It shot this turn (SHOOT-01).
pub const SHOT: u8 = 5;
/// Where a charge stands: [`TO_FIGHT`] or [`TO_RETREAT`] (H2H-12).
pub const CHARGE: u8 = 6;
/// The unit it charged: its id, as bits; it means something while [`CHARGE`]
/// is not nought.
pub const FOE: u8 = 7;
/// It took its target in flank or rear (ZONE-01).
pub const FLANK: u8 = 8;
/// The General has rallied this turn (GEN-04).
pub const HAS_RALLIED: u8 = 9;
/// An event bears on it: it is in mud (EVENT-03).
pub const MUD: u8 = 10;
/// An event bears on it: it is in rain (EVENT-04).
pub const RAIN: u8 = 11;

/// [`DID`]: nothing yet.
pub const STOOD: i8 = 0;
/// [`DID`]: it turned on the spot.
pub const PIVOTED: i8 = 1;
/// [`DID`]: it moved.
pub const MOVED: i8 = 2;
/// [`DID`]: it charged.
pub const CHARGED: i8 = 3;
/// [`DID`]: it loaded.
pub const LOADED: i8 = 4;
/// [`DID`]: it changed formation.
pub const FORMED: i8 = 5;

/// [`CHARGE`]: the combat is still to be fought.
pub const TO_FIGHT: i8 = 1;
/// [`CHARGE`]: the combat is fought, the retreat is owed.
pub const TO_RETREAT: i8 = 2;

/// The marks that end with the player turn.
pub const OF_THE_TURN: [u8; 9] = [
    ENGAGED,
    DID,
    SHOT,
    CHARGE,
    FOE,
    FLANK,
    HAS_RALLIED,
    MUD,
    RAIN,
];

/// The marks, in the order of their numbers.
#[must_use]
pub fn specs() -> Vec<MarkSpec> {
    let mark = |id: &str, title: &str, range: (i8, i8), clause: Clause| {
        MarkSpec::count(id, title, range, clause)
    };
    vec![
        mark("hits", "hits", (0, i8::MAX), c::ELIM_01),
        mark("unloaded", "unloaded", (0, 1), c::LOAD_02),
        mark("engaged", "engaged", (0, 1), c::CHARGE_07),
        mark("rallied", "rallied", (0, 1), c::GEN_04),
        mark("did", "", (STOOD, FORMED), c::SEQ_06),
        mark("shot", "", (0, 1), c::SHOOT_01),
        mark("charge", "", (0, TO_RETREAT), c::H2H_12),
        mark("foe", "", (i8::MIN, i8::MAX), c::CHARGE_02),
        mark("flank", "", (0, 1), c::ZONE_01),
        mark("has_rallied", "", (0, 1), c::GEN_04),
        mark("mud", "mud", (0, 1), c::EVENT_03),
        mark("rain", "rain", (0, 1), c::EVENT_04),
    ]
}
