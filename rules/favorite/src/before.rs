//! How files and journals of format 1 stored what a battle remembers: yes-or-no facts as bits of
//! two counters, numbers in pairs of counters, and facts about a side on one of its units.

use crate::marks::{self, Charge, Check, Driven, Melee, Moved, Stand};
use crate::{c, turn, units};
use sandtable_battle::{Battle, Before, Far, MarkSpec, Side, Unit, UnitId};

/// Places of the counters.
mod place {
    pub(super) const MARKER: u8 = 0;
    pub(super) const DONE: u8 = 1;
    pub(super) const KEPT: u8 = 2;
    pub(super) const SPENT: u8 = 3;
    pub(super) const LIMIT: u8 = 5;
    pub(super) const STAND: u8 = 6;
    pub(super) const TURNED: u8 = 7;
    pub(super) const NOTE: u8 = 9;
    pub(super) const CAME_EAST: u8 = 10;
    pub(super) const CAME_NORTH: u8 = 12;
    pub(super) const GOAL: u8 = 14;
    pub(super) const OUT: u8 = 15;
}

/// Bits for what a unit has done.
mod done {
    pub(super) const MOVED: u8 = 1;
    pub(super) const FINISHED: u8 = 2;
    pub(super) const CHECKED: u8 = 4;
    pub(super) const CHARGED: u8 = 8;
    pub(super) const DRIVEN: u8 = 16;
    pub(super) const ROUTED: u8 = 32;
    pub(super) const HURT: u8 = 64;
    pub(super) const FOUGHT: u8 = 128;
}

/// Bits for other facts about a unit, or about its side.
mod kept {
    pub(super) const CARRIED: u8 = 1;
    pub(super) const COVERED: u8 = 2;
    pub(super) const ATTACKER: u8 = 4;
    pub(super) const HOLDS: u8 = 8;
    pub(super) const LED: u8 = 16;
    pub(super) const RALLIED: u8 = 32;
    pub(super) const ROADED: u8 = 64;
    pub(super) const ATTACKS: u8 = 128;
}

/// Values of the limit that a check left: a half move, no move.
const HALF: u8 = 1;
const NONE: u8 = 2;

/// Returns the marks of format 1.
pub(crate) fn before() -> Before {
    let any = (i8::MIN, i8::MAX);
    let mark = |id: &str, range: (i8, i8)| MarkSpec::count(id, "", range, c::TURN_01);
    Before {
        marks: vec![
            mark("marker", (0, 1)),
            mark("done", any),
            mark("kept", any),
            mark("spent", any),
            mark("spent-low", any),
            mark("limit", (0, 2)),
            mark("stand", (0, 5)),
            mark("turned", any),
            mark("turned-low", any),
            mark("note", (0, 127)),
            mark("came-east", any),
            mark("came-east-low", any),
            mark("came-north", any),
            mark("came-north-low", any),
            mark("goal", any),
            mark("out", (0, 7)),
        ],
        now,
        // Format 1 stored lengths in steps of 0.02 mm, and stored the turns of guns only later.
        blurred: vec![
            marks::TURNS.place(),
            marks::CAME_EAST.place(),
            marks::CAME_NORTH.place(),
        ],
    }
}

/// Returns a counter as the byte that it was.
const fn byte(u: &Unit, place: u8) -> u8 {
    u.mark(place).cast_unsigned()
}

/// Returns a number that two counters stored.
const fn wide(u: &Unit, place: u8) -> u16 {
    u16::from_be_bytes([byte(u, place), byte(u, place + 1)])
}

/// Converts a battle of format 1 into one of today.
fn now(battle: &mut Battle) {
    let bearer = |bit: u8| -> Option<Side> {
        let found = battle.units.iter();
        let found = { found }.find(|u| byte(u, place::KEPT) & bit != 0);
        found.map(|u| u.side)
    };
    let [attacker, initiative, first] = [kept::ATTACKS, kept::HOLDS, kept::LED].map(bearer);
    let asked = battle
        .cursor
        .waits
        .filter(|w| matches!(w.why, c::CMD_02 | c::CMD_08));
    let die = asked.and_then(|w| battle.get(w.unit?));
    let die = die.map_or(0, |u| byte(u, place::NOTE));
    marks::ATTACKER.write(battle, attacker);
    marks::INITIATIVE.write(battle, initiative);
    marks::FIRST.write(battle, first);
    marks::DIE.write(battle, die);
    // There was only one note: the attacker took the other edge.
    let swapped = battle.notes.first() == Some(&1);
    marks::SWAPPED.write(battle, swapped);
    battle.notes.clear();
    let (phase, count) = (battle.cursor.phase, battle.units.len());
    for unit in &mut battle.units {
        renew(unit, phase, count);
    }
}

/// Converts a unit of format 1 into one of today, in a battle of `count` units.
fn renew(unit: &mut Unit, phase: u8, count: usize) {
    let was = *unit;
    let did = |bit: u8| byte(&was, place::DONE) & bit != 0;
    let keeps = |bit: u8| byte(&was, place::KEPT) & bit != 0;
    let guns = units::BATTERIES.contains(&was.kind);
    let marker = byte(&was, place::MARKER) > 0;
    unit.marks = sandtable_battle::Marks::default();
    marks::MARKER.write(unit, marker);
    marks::CHECK.write(unit, check(&was, marker));
    let moves = match (did(done::MOVED), did(done::CHARGED)) {
        (_, true) => Moved::Charged,
        (true, false) => Moved::NotYet.and_moves(keeps(kept::ROADED)),
        // Of a commander, format 1 stored only that the commander is done.
        (false, false) if was.kind >= units::ARMY_COMMANDER && did(done::FINISHED) => Moved::Moving,
        (false, false) => Moved::NotYet,
    };
    let moves = if did(done::FINISHED) {
        moves.and_ends()
    } else {
        moves
    };
    marks::MOVED.write(unit, moves);
    let driven = match (did(done::DRIVEN), did(done::ROUTED)) {
        (_, true) => Driven::Routed,
        (true, false) => Driven::Retreated,
        (false, false) => Driven::No,
    };
    marks::DRIVEN.write(unit, driven);
    marks::HURT.write(unit, did(done::HURT));
    let stand = Stand::ALL.get(usize::from(byte(&was, place::STAND)));
    marks::STAND.write(unit, stand.copied().unwrap_or_default());
    let charge = Charge::of(keeps(kept::ATTACKER), keeps(kept::COVERED));
    marks::CHARGE.write(unit, charge);
    let goal = byte(&was, place::GOAL).checked_sub(1).map(UnitId);
    marks::GOAL.write(unit, goal.filter(|id| id.index() < count));
    let note = byte(&was, place::NOTE);
    let shoots = matches!(phase, turn::FIRE_STOOD | turn::FIRE_MOVED);
    marks::LINE.write(unit, if shoots { note } else { 0 });
    let melee = match (
        did(done::FOUGHT),
        if phase == turn::MELEE { note } else { 0 },
    ) {
        (_, 1) => Melee::KeepsOut,
        (_, 2) => Melee::Leads,
        (_, 3) => Melee::MayPursue,
        (true, _) => Melee::Fought,
        (false, _) => Melee::None,
    };
    marks::MELEE.write(unit, melee);
    marks::SPENT.write(unit, wide(&was, place::SPENT));
    let turned = wide(&was, place::TURNED);
    marks::TURNED.write(unit, if guns { 0 } else { turned });
    let turns = u8::try_from(turned).unwrap_or(u8::MAX);
    marks::TURNS.write(unit, if guns { turns } else { 0 });
    let came = |at| Far(2 * i32::from(wide(&was, at).cast_signed()));
    marks::CAME_EAST.write(unit, came(place::CAME_EAST));
    marks::CAME_NORTH.write(unit, came(place::CAME_NORTH));
    marks::OUT.write(unit, byte(&was, place::OUT));
}

/// Returns the result of the check of a turn.
fn check(was: &Unit, marker: bool) -> Check {
    let checked = byte(was, place::DONE) & done::CHECKED != 0;
    let keeps = |bit: u8| byte(was, place::KEPT) & bit != 0;
    let carried = keeps(kept::CARRIED);
    match (byte(was, place::LIMIT), checked) {
        (NONE, _) if carried => Check::Halted,
        (NONE, _) => Check::Rallied,
        (HALF, _) => Check::HalfMove,
        (_, true) if keeps(kept::RALLIED) => Check::WentBack,
        (_, true) => Check::FullMove,
        (_, false) if carried && marker => Check::Due,
        (_, false) => Check::None,
    }
}
