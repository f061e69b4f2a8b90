//! What a battle remembers of its units, and of an open decision.
//!
//! Only the morale marker lies on a real table; the other marks hold what players
//! keep in their heads: who has acted, who has shot, what a morale test allows.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{
    Battle, Before, Clause, MarkSpec, Pending, Scene, Set, StateSpec, UnitId, choices, marks, pack,
};

marks! {
    /// The marks of a unit, in the order of their places. The range of a mark that takes its
    /// value from a number of the rules reaches as far as that number can.
    pub fn specs(numbers: &Numbers) of Place as Mark given (
        actions = most(
            numbers.morale_result.iter().map(|line| line.actions),
            numbers.organisation.actions.max(2),
        ),
        shots = most(numbers.volleys.iter().flat_map(|v| [v.moving, v.halted]), 3),
        out = most(numbers.general_hit.iter().map(|line| line.longest()), 6),
        stands = numbers.organisation.brigade_stands_accepted.1.clamp(12, i8::MAX.unsigned_abs()),
    ) {
        MARKER: bool = "marker", c::MOR_01, "It has a morale marker.", titled("Morale marker");
        DONE: bool = "done", c::ACT_07, "Its activation of this turn is over.";
        ACTIONS: i8 = "actions", c::ACT_01, "Actions it has left this turn.", within(0, actions);
        SHOTS: i8 = "shots", c::SHOOT_23,
            "Volleys of its own Shoot action this turn.", within(0, shots);
        ACTED: Set<Deed> = "acted", c::ACT_03, "What it has done in its activation.";
        LIMIT: Limit = "limit", c::MOR_03, "What its activation is limited to.";
        STRUCK: bool = "struck", c::SHOOT_04, "It was given a marker by shooting this turn.";
        SEEN: u8 = "seen", c::MOR_04,
            "Stands it had lost when it last took a morale test.", within(0, stands);
        OUT: i8 = "out", c::CMD_14,
            "Turns until this general comes back to the table.",
            within(0, out) titled("Turns until he returns");
        RIDDEN: bool = "ridden", c::CMD_10, "This general has moved this turn.";
        DEFENDED: bool = "defended", c::CHG_10, "It fired at a charge this turn.";
        HOLDERS: u8 = "holders", c::DISM_03,
            "Stands told off as horse holders when it dismounted.", within(0, stands);
        PENDING: Option<UnitId> = "pending", c::ACT_06,
            "The unit it has charged, where melees wait for the end of the division.";
        CAME: Came = "came", c::MEL_05, "The zone of that unit that its charge came into.";
        COVERED: bool = "covered", c::MEL_04, "That unit has cover against its charge.";
        HEIGHT: Height = "height", c::AM1, "Who stood higher when it charged.";
    }
}

/// Number of marks; those of a rule set that differs from this one come after them.
pub const MARKS: u8 = HEIGHT.place() + 1;

/// Returns the highest of some numbers, and no less than the usual one.
fn most(all: impl Iterator<Item = i8>, usual: i8) -> i8 {
    all.fold(usual, i8::max)
}

choices! {
    /// What a unit has done in its activation.
    pub enum Deed {
        /// It went somewhere.
        Moved = "moved",
        /// It changed facing or formation.
        Turned = "turned",
        /// It tried to charge.
        Charged = "charged",
        /// It is a battery that went too far to still fire (MOVE-11).
        Far = "far",
        /// It fell in behind another brigade (FORM-14).
        FellIn = "fell-in",
        /// It took a morale test (MOR-03).
        Tested = "tested",
        /// Its Shoot action is over; volleys that were left are lost (SHOOT-23).
        Ceased = "ceased",
    }
}

choices! {
    /// What the activation of a unit is limited to.
    pub enum Limit {
        /// Only its actions limit it.
        Free = "free",
        /// One action by a morale test (MOR-09).
        OneAction = "one-action",
        /// It may change facing or formation once, and shoot (MOR-08).
        Redeploy = "redeploy",
        /// It may only shoot, at anything (MOR-07).
        Stand = "stand",
        /// It retreated; its activation is over (MOR-14).
        Retreated = "retreated",
        /// It failed its charge test; it may only shoot (CHG-05).
        Balked = "balked",
        /// It charged; its activation is over (ACT-05, CHG-14).
        Spent = "spent",
        /// It has a marker and shot instead of testing (MOR-01).
        ShakenFire = "shaken-fire",
    }
}

choices! {
    /// The zone that a charge came into (GEO-07): left and right count alike.
    pub enum Came {
        /// From the front.
        Front = "front",
        /// Into a flank.
        Flank = "flank",
        /// Into the rear.
        Rear = "rear",
    }
}

choices! {
    /// Which unit stands higher when a charge is declared (MEL-04, AM1).
    pub enum Height {
        /// Neither of them.
        Level = "level",
        /// The charger.
        Charger = "charger",
        /// The charged unit.
        Charged = "charged",
    }
}

/// A morale die that waits for its owner's choice, by switch (CMD-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thrown {
    /// The face it fell on.
    pub face: u8,
}
pack! { Thrown { face = "What it shows." } }

/// Clears the melee that a charger still had to fight (ACT-06).
pub(crate) fn end_pending(scene: &mut Scene, id: UnitId, why: Clause) {
    scene.set(id, PENDING, None, why);
    scene.set(id, CAME, Came::Front, why);
    scene.set(id, COVERED, false, why);
    scene.set(id, HEIGHT, Height::Level, why);
}

/// Clears what a unit remembers of the previous turn (TURN-04).
pub(crate) fn begin_turn(scene: &mut Scene, id: UnitId) {
    let why = c::TURN_04;
    scene.set(id, DONE, false, why);
    scene.set(id, SHOTS, 0, why);
    scene.set(id, ACTED, Set::default(), why);
    scene.set(id, STRUCK, false, why);
    scene.set(id, DEFENDED, false, why);
    scene.set(id, RIDDEN, false, why);
    scene.set(id, LIMIT, Limit::Free, why);
}

/// Specifies what is remembered besides the units' marks: the die of an interrupted test.
/// Format 1 kept how a melee came about in one number, and that die on its unit.
pub(crate) fn state(numbers: &Numbers) -> StateSpec {
    StateSpec {
        before: Some(Before {
            marks: before(numbers),
            now,
            blurred: Vec::new(),
        }),
        pending: Some(Pending::of::<Thrown>(
            c::CMD_06,
            "The morale die that waits for what its owner makes of it.",
        )),
        ..StateSpec::default()
    }
}

/// The place where format 1 kept how a melee came about: 1 front, 2 flank, 3 rear, plus
/// [`THEN_COVERED`], [`THEN_CHARGER`], [`THEN_CHARGED`].
const THEN_CAME: u8 = 13;
/// The place where format 1 kept the die of an interrupted test.
const THEN_DIE: u8 = 14;
/// Added if the charged unit has cover.
const THEN_COVERED: i8 = 4;
/// Added if the charger stood higher.
const THEN_CHARGER: i8 = 8;
/// Added if the charged unit stood higher.
const THEN_CHARGED: i8 = 16;

/// Returns the marks of a unit as format 1 had them: all of them numbers.
fn before(numbers: &Numbers) -> Vec<MarkSpec> {
    let count = |spec: MarkSpec| MarkSpec::count(&spec.id, &spec.title, spec.range, spec.clause);
    let all = specs(numbers).into_iter().map(count);
    let mut marks: Vec<MarkSpec> = all.take(THEN_CAME.into()).collect();
    marks[usize::from(PENDING.place())].range = (-128, 127);
    marks.push(MarkSpec::count("pending-zone", "", (0, 23), c::MEL_05));
    marks.push(MarkSpec::count("die", "", (0, 6), c::MOR_04));
    marks
}

/// Converts a battle of format 1 to the present format.
fn now(battle: &mut Battle) {
    let units = battle.units.len();
    let waits = battle.cursor.waits.and_then(|waits| waits.unit);
    let face = waits
        .and_then(|id| battle.get(id))
        .map(|u| u.mark(THEN_DIE));
    let face = face.and_then(|face| u8::try_from(face).ok());
    for unit in &mut battle.units {
        let bits = unit.mark(PENDING.place()).cast_unsigned();
        let pending = bits.checked_sub(1).map(UnitId);
        let pending = pending.filter(|id| id.index() < units);
        let came = pending.map_or(0, |_| unit.mark(THEN_CAME));
        PENDING.write(unit, pending);
        CAME.write(
            unit,
            match came % THEN_COVERED {
                2 => Came::Flank,
                3 => Came::Rear,
                _ => Came::Front,
            },
        );
        COVERED.write(unit, came & THEN_COVERED != 0);
        HEIGHT.write(
            unit,
            match came {
                came if came & THEN_CHARGER != 0 => Height::Charger,
                came if came & THEN_CHARGED != 0 => Height::Charged,
                _ => Height::Level,
            },
        );
    }
    if let Some(face) = face.filter(|&face| face > 0) {
        battle.write_kept(Some(&Thrown { face }));
    }
}
