//! The counters that units bear. Those without a title are bookkeeping that no
//! table would show: what a unit has done this turn, and what a melee still has
//! to settle. No marker lies on the table (META-02) but for what players see
//! anyway.

use crate::c;
use sandtable_battle::{Battle, Before, Clause, Far, Mark, MarkSpec, StateSpec, UnitId};
use sandtable_geometry::Facing;

/// How it moved this turn: [`STOOD`] to [`CHARGED_UPHILL`] (SEQ-09).
pub const MOVED: u8 = 0;
/// It shot this turn (SEQ-09).
pub const SHOT: u8 = 1;
/// How much of a divided move is spent (MOVE-05).
pub const SPENT: Mark<Far> = Mark::at(2);
/// Where a beaten unit retreats to, and whoever beat it pursues (GEO-12).
pub const BOUND: Mark<Option<Facing>> = Mark::at(3);
/// Changes of facing in a divided move (MOVE-07).
pub const TURNS: u8 = 4;
/// Its pila are thrown (PIL-06).
pub const PILA: u8 = 5;
/// Bases it lost to pila in this melee (PIL-04), or to late shots that are not
/// taken off yet (A13).
pub const STRUCK: u8 = 6;
/// The opponent it chose (A50).
pub const FIGHTS: Mark<Option<UnitId>> = Mark::at(7);
/// It has fought in this melee step (SEQ-07).
pub const FOUGHT: u8 = 8;
/// Where its retreat stands: [`BEATEN`] to [`GOES`] (RES-02).
pub const RETREATS: u8 = 9;
/// The total of its retreat (RES-13).
pub const TOTAL: u8 = 10;
/// The enemy it beat and may pursue (RES-08).
pub const BEAT: Mark<Option<UnitId>> = Mark::at(11);
/// It runs amok (EL-03): 1, or 2 when a new direction is due.
pub const AMOK: u8 = 12;
/// It met a new enemy by pursuit: the coming round is a first one without a
/// charge, but not against the one it beat, who is named here (A57).
pub const MET: Mark<Option<UnitId>> = Mark::at(13);

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
    MOVED,
    SHOT,
    SPENT.place(),
    BOUND.place(),
    TURNS,
    STRUCK,
    FIGHTS.place(),
    FOUGHT,
    RETREATS,
    TOTAL,
    BEAT.place(),
];

/// The marks, in the order of their numbers.
#[must_use]
pub fn specs() -> Vec<MarkSpec> {
    let mark = |id: &str, title: &str, range: (i8, i8), clause: Clause| {
        MarkSpec::count(id, title, range, clause)
    };
    vec![
        mark("moved", "", (STOOD, CHARGED_UPHILL), c::SEQ_09),
        mark("shot", "", (0, 1), c::SEQ_09),
        SPENT.spec("spent", c::MOVE_08, "How much of a divided move is spent."),
        BOUND.spec(
            "bound",
            c::GEO_12,
            "Where a beaten unit retreats to, and whoever beat it pursues.",
        ),
        mark("turns", "", (0, 2), c::MOVE_08),
        mark("pila_thrown", "Pila thrown", (0, 1), c::PIL_06),
        mark("struck", "", (0, i8::MAX), c::PIL_04),
        FIGHTS.spec("fights", c::MEL_20, "The opponent that it chose."),
        mark("fought", "", (0, 1), c::SEQ_07),
        mark("retreats", "", (0, GOES), c::RES_02),
        mark("total", "", (-9, 16), c::RES_13),
        BEAT.spec("beat", c::RES_08, "The enemy that it beat and may pursue."),
        mark("amok", "Amok", (0, 2), c::EL_03),
        MET.spec(
            "met",
            c::MEL_24,
            "The enemy that it beat before it met another by pursuit.",
        ),
    ]
}

/// What is remembered beside the units, and how format 1 kept the marks: units as bits,
/// and in two bytes a length or a direction, as the moment had it.
pub(crate) fn state() -> StateSpec {
    let mut marks = specs();
    let bits = |mark: &mut MarkSpec, id: &str| {
        *mark = MarkSpec::count(id, "", (i8::MIN, i8::MAX), mark.clause);
    };
    let old = [
        (SPENT.place(), "way_low"),
        (BOUND.place(), "way_high"),
        (FIGHTS.place(), "fights"),
        (BEAT.place(), "beat"),
        (MET.place(), "met"),
    ];
    for (place, id) in old {
        bits(&mut marks[usize::from(place)], id);
    }
    StateSpec {
        before: Some(Before {
            marks,
            now,
            blurred: vec![SPENT.place(), BOUND.place()],
        }),
        ..StateSpec::default()
    }
}

/// Makes a battle of format 1 one of today.
fn now(battle: &mut Battle) {
    let units = battle.units.len();
    for unit in &mut battle.units {
        for mark in [FIGHTS, BEAT, MET] {
            let bits = unit.mark(mark.place()).cast_unsigned();
            let named = bits.checked_sub(1).map(UnitId);
            mark.write(unit, named.filter(|id| id.index() < units));
        }
        let bytes = [SPENT.place(), BOUND.place()].map(|byte| unit.mark(byte).cast_unsigned());
        let way = u16::from_le_bytes(bytes);
        let beaten = unit.mark(RETREATS) != 0 || BEAT.of(unit).is_some();
        let part = !beaten && unit.mark(MOVED) == PART;
        SPENT.write(unit, Far(if part { way.into() } else { 0 }));
        BOUND.write(unit, beaten.then_some(Facing(way)));
    }
}
