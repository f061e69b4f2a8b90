//! The counters that units bear. Those without a title are bookkeeping.

use crate::c;
use crate::task::Left;
use sandtable_battle::{Clause, Mark, MarkSpec, Pending, StateSpec, UnitId};

/// Hits carried, short of a stand (LOSS-01).
pub const HITS: u8 = 0;
/// Officers wounded once (OFF-02).
pub const WOUNDED: u8 = 1;
/// Officers down (OFF-02).
pub const DOWN: u8 = 2;
/// An acting captain: 1 fresh, 2 wounded (ROUT-03).
pub const CAPTAIN: u8 = 3;
/// Red marker (MARK-04).
pub const RED: u8 = 4;
/// Prone (MARK-07).
pub const PRONE: u8 = 5;
/// Smoke (MARK-08).
pub const SMOKE: u8 = 6;
/// Has reacted this player turn (MARK-06).
pub const REACTED: u8 = 7;
/// Has announced a charge (MARK-01).
pub const CHARGING: u8 = 8;
/// The target of that charge (CHARGE-03).
pub const TARGET: Mark<Option<UnitId>> = Mark::at(9);
/// What it did this turn, as bits: [`MOVED`] and following.
pub const ACTED: u8 = 10;
/// A hole: stands of its left part; nought without one (H2HC-10).
pub const HOLE: u8 = 11;
/// How wide the hole is, in sixteenths of an inch.
pub const LANE: u8 = 12;
/// Borne by one unit of the side with the first player turn (SETUP-04).
pub const FIRST: u8 = 13;

/// How each officer is, first the commander: 1 and, for each, 0 fresh, 1 wounded,
/// 2 down, times 1, 3 and 9. Nought, or what disagrees with the counts, says
/// nothing: then the first in rank fell first (ROUT-09).
pub const RANKS: u8 = 14;
/// Inches that a turn over obstacles took from a charge (MOVE-08).
pub const TOLL: u8 = 15;

/// [`ACTED`]: it moved or changed formation.
pub const MOVED: i8 = 1;
/// [`ACTED`]: it fired.
pub const FIRED: i8 = 2;
/// [`ACTED`]: it turned to charge and now must (CHARGE-03).
pub const TURNED: i8 = 4;
/// [`ACTED`]: it charged.
pub const CHARGED: i8 = 8;
/// [`ACTED`]: it took up a formation and may still choose its facing (FORM-02).
pub const FORMED: i8 = 16;

/// [`ACTED`]: it stood up (PRONE-05).
pub const STOOD: i8 = 32;

/// The counters of the card, in the order of the constants above.
#[must_use]
pub fn specs() -> Vec<MarkSpec> {
    let spec = |id: &str, title: &str, range: (i8, i8), clause: Clause| {
        MarkSpec::count(id, title, range, clause)
    };
    vec![
        spec("hits", "Hits", (0, 11), c::LOSS_01),
        spec("wounded", "Officers wounded", (0, 3), c::OFF_02),
        spec("down", "Officers down", (0, 3), c::OFF_02),
        spec("captain", "Captain in command", (0, 2), c::ROUT_03),
        spec("red", "Disordered", (0, 1), c::MARK_05),
        spec("prone", "Prone", (0, 1), c::MARK_07),
        spec("smoke", "Smoke", (0, 1), c::MARK_08),
        spec("reacted", "Reacted", (0, 1), c::MARK_06),
        spec("charging", "Charging", (0, 1), c::MARK_01),
        TARGET.spec(
            "target",
            c::CHARGE_03,
            "The enemy that it has announced a charge at.",
        ),
        spec("acted", "", (0, 63), c::SEQ_03),
        spec("hole", "Pierced", (0, 12), c::H2HC_10),
        spec("lane", "", (0, i8::MAX), c::H2HC_10),
        spec("first", "", (0, 1), c::SETUP_04),
        spec("ranks", "", (0, 27), c::ROUT_09),
        spec("toll", "", (0, i8::MAX), c::MOVE_08),
    ]
}

/// What is remembered beside the units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        pending: Some(Pending::of::<Left>(
            c::REACT_11,
            "What is left to do when a player has decided: the charge under way and the \
             pile of work.",
        )),
        before: Some(crate::before::before(specs())),
        ..StateSpec::default()
    }
}
