//! The counters that units bear. Those without a title are bookkeeping that no
//! table would show: what a unit has done this turn, and what a melee still has
//! to settle. No marker lies on the table (META-02) but for what players see
//! anyway.

use crate::c;
use sandtable_battle::{Clause, MarkSpec};

/// How it moved this turn: [`STOOD`] to [`CHARGED_UPHILL`] (SEQ-09).
pub const MOVED: u8 = 0;
/// It shot this turn (SEQ-09).
pub const SHOT: u8 = 1;
/// Low byte of a way: how much of a divided move is spent, in 1/100 mm, or
/// where a beaten unit retreats to, in 1/65536 turn.
pub const WAY_LOW: u8 = 2;
/// High byte of the same.
pub const WAY_HIGH: u8 = 3;
/// Changes of facing in a divided move (MOVE-07).
pub const TURNS: u8 = 4;
/// Its pila are thrown (PIL-06).
pub const PILA: u8 = 5;
/// Bases it lost to pila in this melee (PIL-04), or to late shots that are not
/// taken off yet (A13).
pub const STRUCK: u8 = 6;
/// The opponent it chose, as its id and one, in bits (A50).
pub const FIGHTS: u8 = 7;
/// It has fought in this melee step (SEQ-07).
pub const FOUGHT: u8 = 8;
/// Where its retreat stands: [`BEATEN`] to [`GOES`] (RES-02).
pub const RETREATS: u8 = 9;
/// The total of its retreat (RES-13).
pub const TOTAL: u8 = 10;
/// The enemy it beat and may pursue, as its id and one, in bits (RES-08).
pub const BEAT: u8 = 11;
/// It runs amok (EL-03): 1, or 2 when a new direction is due.
pub const AMOK: u8 = 12;
/// It met a new enemy by pursuit: the coming round is a first one without a
/// charge, but not against the one it beat, who is named as its id and one, in
/// bits (A57).
pub const MET: u8 = 13;

/// [`MOVED`]: not at all.
pub const STOOD: i8 = 0;
/// [`MOVED`]: a part of a divided move (SHOOT-07).
pub const PART: i8 = 1;
/// [`MOVED`]: it has.
pub const DONE: i8 = 2;
/// [`MOVED`]: it charged.
pub const CHARGED: i8 = 3;
/// [`MOVED`]: it charged uphill (MEL-08).
pub const CHARGED_UPHILL: i8 = 4;

/// [`RETREATS`]: it must roll.
pub const BEATEN: i8 = 1;
/// [`RETREATS`]: its owner may use its experience (RES-03).
pub const WEIGHS: i8 = 2;
/// [`RETREATS`]: its general may step in (GEN-01).
pub const LED: i8 = 3;
/// [`RETREATS`]: the total stands.
pub const GOES: i8 = 4;

/// The marks that end with the turn.
pub const OF_THE_TURN: [u8; 11] = [
    MOVED, SHOT, WAY_LOW, WAY_HIGH, TURNS, STRUCK, FIGHTS, FOUGHT, RETREATS, TOTAL, BEAT,
];

/// The marks, in the order of their numbers.
#[must_use]
pub fn specs() -> Vec<MarkSpec> {
    let mark = |id: &str, title: &str, range: (i8, i8), clause: Clause| {
        MarkSpec::count(id, title, range, clause)
    };
    let bits = (i8::MIN, i8::MAX);
    vec![
        mark("moved", "", (STOOD, CHARGED_UPHILL), c::SEQ_09),
        mark("shot", "", (0, 1), c::SEQ_09),
        mark("way_low", "", bits, c::GEO_12),
        mark("way_high", "", bits, c::GEO_12),
        mark("turns", "", (0, 2), c::MOVE_08),
        mark("pila_thrown", "Pila thrown", (0, 1), c::PIL_06),
        mark("struck", "", (0, i8::MAX), c::PIL_04),
        mark("fights", "", bits, c::MEL_20),
        mark("fought", "", (0, 1), c::SEQ_07),
        mark("retreats", "", (0, GOES), c::RES_02),
        mark("total", "", (-9, 16), c::RES_13),
        mark("beat", "", bits, c::RES_08),
        mark("amok", "Amok", (0, 2), c::EL_03),
        mark("met", "", bits, c::MEL_24),
    ]
}
