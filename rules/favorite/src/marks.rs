//! The counters that units bear, and what their values mean.
//!
//! Only the morale marker and a commander's absence lie on a real table; the
//! others remember what players would: what a unit has done this turn, what it
//! has used of its move, whom it has declared its volley at.

use crate::c;
use sandtable_battle::{MarkSpec, Scene, Unit, UnitId};

/// Has a morale marker: 0 or 1 (MOR-01, TURN-09).
pub const MARKER: u8 = 0;
/// What it has done this turn, as bits: [`MOVED`] and following.
pub const DONE: u8 = 1;
/// What is kept of it, as bits: [`CARRIED`] and following.
pub const KEPT: u8 = 2;
/// What it has used of its move this turn, in parts of [`WHOLE`] (MOVE-06); two
/// counters, high and low.
pub const SPENT: u8 = 3;
/// What its morale check has left it: [`FULL`] and following.
pub const LIMIT: u8 = 5;
/// The worst stand test of the turn: [`FIRST`] and following (CHG-09).
pub const STAND: u8 = 6;
/// What it has turned for nothing this turn, in 1/65536 turn (TURNING-03); of guns,
/// which have no such turn, how often they turned (ART-08). Two counters.
pub const TURNED: u8 = 7;
/// A die that waits for a commander (CMD-09), the place of a declared volley in
/// its line (TURN-10), or a commander's answer in a melee (CMD-14).
pub const NOTE: u8 = 9;
/// How far it has come from where it began the turn, east and north, in steps of
/// 0.02 mm (CHG-04); two counters each.
pub const CAME: u8 = 10;
/// Whom it charged, has declared its volley at, or will strike: id + 1.
pub const GOAL: u8 = 14;
/// Turns until a commander comes back (CMD-06).
pub const OUT: u8 = 15;

/// A whole move: two half moves (MOVE-06).
pub const WHOLE: i32 = 60_000;

/// [`DONE`]: it has moved (TURN-06).
pub const MOVED: u8 = 1;
/// [`DONE`]: its movement is over.
pub const FINISHED: u8 = 2;
/// [`DONE`]: it has made its check (MOR-17).
pub const CHECKED: u8 = 4;
/// [`DONE`]: it has charged (MEL-18).
pub const CHARGED: u8 = 8;
/// [`DONE`]: it was driven back (CHG-07, MOR-12).
pub const DRIVEN: u8 = 16;
/// [`DONE`]: it routed (FIRE-15).
pub const ROUTED: u8 = 32;
/// [`DONE`]: it lost a figure (TURN-08).
pub const HURT: u8 = 64;
/// [`DONE`]: it has fought its melee.
pub const FOUGHT: u8 = 128;

/// [`KEPT`]: it began this turn with its marker (MEL-20).
pub const CARRIED: u8 = 1;
/// [`KEPT`]: whom it charged had cover (MEL-17).
pub const COVERED: u8 = 2;
/// [`KEPT`]: its charge made the contact it is in (MEL-11).
pub const ATTACKER: u8 = 4;
/// [`KEPT`]: its side holds the initiative (INIT-07); borne by one unit.
pub const HOLDS: u8 = 8;
/// [`KEPT`]: its side moved first this turn; borne by one unit.
pub const LED: u8 = 16;
/// [`KEPT`]: its check left it less than its full move (TURN-06, by switch).
pub const RALLIED: u8 = 32;
/// [`KEPT`]: it has used the bonus of a road this turn (MOVE-03).
pub const ROADED: u8 = 64;
/// [`KEPT`]: it won the roll for attacker (SET-07); borne by one unit.
pub const ATTACKS: u8 = 128;

/// [`LIMIT`]: it has its full move.
pub const FULL: i8 = 0;
/// [`LIMIT`]: it has a half move (MOVE-08).
pub const HALF: i8 = 1;
/// [`LIMIT`]: it has none (MOR-07, MOR-08).
pub const NONE: i8 = 2;

/// [`STAND`]: strikes first.
pub const FIRST: i8 = 1;
/// [`STAND`]: strikes together.
pub const TOGETHER: i8 = 2;
/// [`STAND`]: together, with half effect.
pub const HALVED: i8 = 3;
/// [`STAND`]: strikes second.
pub const SECOND: i8 = 4;
/// [`STAND`]: does not strike.
pub const HELPLESS: i8 = 5;

/// The counters of the card, in the order of the constants above.
#[must_use]
pub fn specs() -> Vec<MarkSpec> {
    let spec =
        |id: &str, title: &str, range: (i8, i8), clause| MarkSpec::count(id, title, range, clause);
    const ANY: (i8, i8) = (-128, 127);
    vec![
        spec("marker", "Morale marker", (0, 1), c::MOR_01),
        spec("done", "", ANY, c::TURN_06),
        spec("kept", "", ANY, c::MEL_11),
        spec("spent", "", ANY, c::MOVE_06),
        spec("spent-low", "", ANY, c::MOVE_06),
        spec("limit", "", (0, 2), c::MOVE_08),
        spec("stand", "", (0, 5), c::CHG_05),
        spec("turned", "", ANY, c::TURNING_03),
        spec("turned-low", "", ANY, c::TURNING_03),
        spec("note", "", (0, 127), c::CMD_09),
        spec("came-east", "", ANY, c::CHG_04),
        spec("came-east-low", "", ANY, c::CHG_04),
        spec("came-north", "", ANY, c::CHG_04),
        spec("came-north-low", "", ANY, c::CHG_04),
        spec("goal", "", ANY, c::FIRE_06),
        spec("out", "Turns until he returns", (0, 7), c::CMD_06),
    ]
}

/// Whether all of some bits of [`DONE`] are set.
#[must_use]
pub const fn did(u: &Unit, bits: u8) -> bool {
    u.mark(DONE).cast_unsigned() & bits == bits
}

/// Whether all of some bits of [`KEPT`] are set.
#[must_use]
pub const fn keeps(u: &Unit, bits: u8) -> bool {
    u.mark(KEPT).cast_unsigned() & bits == bits
}

/// Sets or clears bits of [`DONE`].
pub fn set_done(scene: &mut Scene, id: UnitId, bits: u8, on: bool) {
    flip(scene, id, DONE, bits, on, c::TURN_06);
}

/// Sets or clears bits of [`KEPT`].
pub fn set_kept(scene: &mut Scene, id: UnitId, bits: u8, on: bool) {
    flip(scene, id, KEPT, bits, on, c::MEL_11);
}

fn flip(
    scene: &mut Scene,
    id: UnitId,
    mark: u8,
    bits: u8,
    on: bool,
    why: sandtable_battle::Clause,
) {
    let now = scene.unit(id).mark(mark).cast_unsigned();
    let to = if on { now | bits } else { now & !bits };
    scene.mark(id, mark, to.cast_signed(), why);
}

/// A number that two counters hold, from 0 to 65535.
#[must_use]
pub fn wide(u: &Unit, mark: u8) -> i32 {
    let [high, low] = [u.mark(mark), u.mark(mark + 1)].map(i8::cast_unsigned);
    i32::from(u16::from_be_bytes([high, low]))
}

/// Sets a number that two counters hold.
pub fn set_wide(scene: &mut Scene, id: UnitId, mark: u8, to: i32) {
    let to = u16::try_from(to.clamp(0, 65_535)).unwrap_or(u16::MAX);
    let [high, low] = to.to_be_bytes().map(u8::cast_signed);
    let why = c::MOVE_06;
    scene.mark(id, mark, high, why);
    scene.mark(id, mark + 1, low, why);
}

/// Whom [`GOAL`] names.
#[must_use]
pub fn goal(u: &Unit) -> Option<UnitId> {
    u.mark(GOAL).cast_unsigned().checked_sub(1).map(UnitId)
}

/// Sets [`GOAL`].
pub fn set_goal(scene: &mut Scene, id: UnitId, to: Option<UnitId>, why: sandtable_battle::Clause) {
    let value = to.map_or(0, |goal| goal.0 + 1);
    scene.mark(id, GOAL, value.cast_signed(), why);
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::{Battle, Cursor, Setting};
    use std::sync::Arc;

    #[test]
    fn wide_numbers_and_bits_come_back() {
        let battle = Battle {
            setting: Arc::new(Setting::bare("favorite", 100, 100)),
            units: vec![Unit::default()],
            cursor: Cursor::default(),
            ended: None,
            gaps: Vec::new(),
            notes: Vec::new(),
            score: [0; 2],
            memory: sandtable_battle::Memory::default(),
        };
        let mut scene = Scene::new(battle);
        for n in [0, 1, 127, 128, 255, 256, 30_000, 60_000, 65_535] {
            set_wide(&mut scene, UnitId(0), SPENT, n);
            assert_eq!(wide(scene.unit(UnitId(0)), SPENT), n);
        }
        set_done(&mut scene, UnitId(0), FOUGHT | MOVED, true);
        set_done(&mut scene, UnitId(0), MOVED, false);
        let u = scene.unit(UnitId(0));
        assert!(did(u, FOUGHT) && !did(u, MOVED));
        set_goal(&mut scene, UnitId(0), Some(UnitId(199)), c::FIRE_06);
        assert_eq!(goal(scene.unit(UnitId(0))), Some(UnitId(199)));
    }
}
