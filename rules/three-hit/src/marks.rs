//! The counters that units bear. Those without a title are bookkeeping that no
//! table would show; they are nought again when the player turn ends.

use crate::c;
use sandtable_battle::{Clause, MarkSpec};

/// Hits taken, 0 to 2; 3 is the moment of elimination (HIT-01, HIT-03).
pub const HITS: u8 = 0;
/// The retreat was the unit's next move (MOR-05): 1 in its coming player turn,
/// 2 while that turn is not the next to end.
pub const MOVE_SPENT: u8 = 1;
/// How it moved this turn: [`STOOD`], [`PIVOTED`], [`MOVED`] or [`CHARGED`].
pub const MOVED_HOW: u8 = 2;
/// It shot this turn (TURN-05).
pub const SHOT: u8 = 3;
/// It fought this turn (TURN-06).
pub const FOUGHT: u8 = 4;
/// The enemy whose attack counts for the retreat (MOR-07): its id, as bits;
/// it means something while [`STRUCK_HOW`] is not nought.
pub const STRUCK_BY: u8 = 5;
/// How it was damaged this turn: [`BY_FIRE`] or [`BY_MELEE`].
pub const STRUCK_HOW: u8 = 6;
/// Its place in the order of first damage this turn, from 1 (MOR-13).
pub const STRUCK_ORDER: u8 = 7;
/// Hits taken this turn that bring on a test (MOR-01, MOR-02).
pub const HITS_THIS_TURN: u8 = 8;
/// Its fall-back is done, or it found no way (FALL-04).
pub const FELL_BACK: u8 = 9;
/// A general has restored it once (OPT-02).
pub const RESTORED: u8 = 10;
/// Borne by one unit of the side that takes the first player turn (TURN-03).
pub const ATTACKS: u8 = 11;

/// [`MOVED_HOW`]: it has not moved.
pub const STOOD: i8 = 0;
/// [`MOVED_HOW`]: it only turned.
pub const PIVOTED: i8 = 1;
/// [`MOVED_HOW`]: it advanced or changed formation.
pub const MOVED: i8 = 2;
/// [`MOVED_HOW`]: it charged.
pub const CHARGED: i8 = 3;

/// [`STRUCK_HOW`]: by shooting.
pub const BY_FIRE: i8 = 1;
/// [`STRUCK_HOW`]: by hand.
pub const BY_MELEE: i8 = 2;

/// The marks that end with the player turn in which they were made.
pub const OF_THE_TURN: [u8; 8] = [
    MOVED_HOW,
    SHOT,
    FOUGHT,
    STRUCK_BY,
    STRUCK_HOW,
    STRUCK_ORDER,
    HITS_THIS_TURN,
    FELL_BACK,
];

/// The marks, in the order of their numbers; a unit that is gone may bear the
/// hits that eliminated it.
#[must_use]
pub fn specs(hits_to_eliminate: i8) -> Vec<MarkSpec> {
    let mark = |id: &str, title: &str, range: (i8, i8), clause: Clause| {
        MarkSpec::count(id, title, range, clause)
    };
    vec![
        mark("hits", "hits", (0, hits_to_eliminate), c::HIT_03),
        mark("move_spent", "next move spent", (0, 2), c::MOR_05),
        mark("moved", "", (STOOD, CHARGED), c::TURN_04),
        mark("shot", "", (0, 1), c::TURN_05),
        mark("fought", "", (0, 1), c::TURN_06),
        mark("struck_by", "", (i8::MIN, i8::MAX), c::MOR_07),
        mark("struck_how", "", (0, BY_MELEE), c::MOR_07),
        mark("struck_order", "", (0, i8::MAX), c::MOR_13),
        mark("hits_this_turn", "", (0, i8::MAX), c::MOR_02),
        mark("fell_back", "", (0, 1), c::FALL_01),
        mark("restored", "", (0, 1), c::OPT_02),
        mark("attacks", "", (0, 1), c::TURN_03),
    ]
}
