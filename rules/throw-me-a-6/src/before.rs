//! How format 1 stored what these rules remember, and how a battle of that format is
//! converted.

use crate::c;
use crate::held::Held;
use crate::marks::{self, Moved, Retreat};
use sandtable_battle::{Battle, Before, Far, MarkSpec, Pending, Side, StateSpec, UnitId};
use sandtable_geometry::{Face, Facing, Point};

/// Specifies what is remembered besides the units, and how format 1 stored it.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: marks::of_battle(),
        pending: Some(Pending::of::<Held>(
            c::SHOOT_06,
            "The charge that waits until its target has shot or held its shot.",
        )),
        before: Some(Before {
            marks: marks_before(),
            now,
            blurred: vec![marks::SPENT.place(), marks::BOUND.place()],
        }),
    }
}

/// Returns the marks as format 1 had them: all of them numbers, with units as bits and, in two
/// bytes, a length or a direction, depending on the moment.
fn marks_before() -> Vec<MarkSpec> {
    let today = marks::specs();
    let counts = today
        .iter()
        .map(|spec| MarkSpec::count(&spec.id, &spec.title, spec.range, spec.clause));
    let mut before: Vec<MarkSpec> = counts.collect();
    let bits = [
        (marks::SPENT.place(), "way_low"),
        (marks::BOUND.place(), "way_high"),
        (marks::FIGHTS.place(), "fights"),
        (marks::BEAT.place(), "beat"),
        (marks::MET.place(), "met"),
    ];
    for (place, id) in bits {
        let spec = &mut before[usize::from(place)];
        *spec = MarkSpec::count(id, "", (i8::MIN, i8::MAX), spec.clause);
    }
    before
}

/// Converts a battle of format 1 to the present format.
fn now(battle: &mut Battle) {
    let units = battle.units.len();
    for unit in &mut battle.units {
        for mark in [marks::FIGHTS, marks::BEAT, marks::MET] {
            let bits = unit.mark(mark.place()).cast_unsigned();
            let named = bits.checked_sub(1).map(UnitId);
            mark.write(unit, named.filter(|id| id.index() < units));
        }
        let places = [marks::SPENT.place(), marks::BOUND.place()];
        let bytes = places.map(|byte| unit.mark(byte).cast_unsigned());
        let way = u16::from_le_bytes(bytes);
        let retreats = marks::RETREATS.of(unit) != Retreat::No;
        let beaten = retreats || marks::BEAT.of(unit).is_some();
        let part = !beaten && marks::MOVED.of(unit) == Moved::Part;
        marks::SPENT.write(unit, Far(if part { way.into() } else { 0 }));
        marks::BOUND.write(unit, beaten.then_some(Facing(way)));
    }
    noted(battle);
}

/// Bits of the first note: that there is one; whether the attacker, the holder of the
/// initiative and the first mover is the second side; whether the edges are swapped.
const NOTED: i32 = 1;
const ATTACKER_B: i32 = 2;
const HOLDER_B: i32 = 4;
const FIRST_B: i32 = 8;
const SWAPPED: i32 = 16;

/// Reads the notes: the roles, and after them a charge that waits.
fn noted(battle: &mut Battle) {
    let notes = battle.notes.clone();
    let Some(&roles) = notes.first() else { return };
    let known = NOTED | ATTACKER_B | HOLDER_B | FIRST_B | SWAPPED;
    if roles & NOTED == 0 || roles & !known != 0 {
        return;
    }
    for (mark, bit) in [
        (marks::ATTACKER, ATTACKER_B),
        (marks::HOLDER, HOLDER_B),
        (marks::FIRST, FIRST_B),
    ] {
        let side = if roles & bit == 0 { Side::A } else { Side::B };
        mark.write(battle, Some(side));
    }
    marks::SWAPPED.write(battle, roles & SWAPPED != 0);
    let at = |place: usize| notes.get(place).copied().unwrap_or(0);
    let held = (at(1) == 1).then(|| Held {
        face: usize::try_from(at(2))
            .ok()
            .and_then(|place| Face::ALL.get(place).copied())
            .unwrap_or(Face::Front),
        left: at(3) != 0,
        touch: (notes.len() > 5).then(|| Point::new(at(5), at(6))),
    });
    battle.write_kept(held.as_ref());
}
