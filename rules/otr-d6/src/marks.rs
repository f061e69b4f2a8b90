//! What a battle remembers of its units, and of a choice that is owed.
//!
//! Only the morale marker lies on a real table; the others remember what a
//! player would: who has acted, who has shot, what a morale test allows.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{
    Battle, Before, Clause, Mark, MarkSpec, Pending, Scene, Set, StateSpec, UnitId, choices, pack,
};

/// Has a morale marker (SHOOT-02, MOR-01).
pub const MARKER: Mark<bool> = Mark::at(0);
/// Has been activated this turn (ACT-07).
pub const DONE: Mark<bool> = Mark::at(1);
/// Actions left this turn (ACT-01).
pub const ACTIONS: Mark<i8> = Mark::at(2);
/// Volleys fired in its own Shoot action this turn (ACT-04, SHOOT-23).
pub const SHOTS: Mark<i8> = Mark::at(3);
/// What it has done this activation (ACT-03).
pub const ACTED: Mark<Set<Deed>> = Mark::at(4);
/// What its activation is limited to (MOR-03).
pub const LIMIT: Mark<Limit> = Mark::at(5);
/// Has had a marker from shooting this turn (SHOOT-04, by switch).
pub const STRUCK: Mark<bool> = Mark::at(6);
/// Stands it had lost when it last tested (MOR-04, by switch).
pub const SEEN: Mark<u8> = Mark::at(7);
/// Turns until a general comes back (CMD-14).
pub const OUT: Mark<i8> = Mark::at(8);
/// A general has moved this turn (CMD-10).
pub const RIDDEN: Mark<bool> = Mark::at(9);
/// Has fired defensively this turn (CHG-10, by switch).
pub const DEFENDED: Mark<bool> = Mark::at(10);
/// Horse holders fixed on dismounting (DISM-03, by switch).
pub const HOLDERS: Mark<u8> = Mark::at(11);
/// The opponent of a melee still to be fought, by switch (ACT-06).
pub const PENDING: Mark<Option<UnitId>> = Mark::at(12);
/// The zone of that opponent that the charge came into (MEL-05).
pub const CAME: Mark<Came> = Mark::at(13);
/// Whether that opponent has cover against it (MEL-04).
pub const COVERED: Mark<bool> = Mark::at(14);
/// Who stood higher when it charged (AM1).
pub const HEIGHT: Mark<Height> = Mark::at(15);

choices! {
    /// What a unit has done in its activation.
    pub enum Deed {
        /// It went somewhere.
        Moved = "moved",
        /// It changed facing or formation.
        Turned = "turned",
        /// It tried to charge.
        Charged = "charged",
        /// Guns went more than they may and still fire (MOVE-11).
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
        /// Nothing limits it but its actions.
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
    /// Who stands higher when a charge is declared (MEL-04, AM1).
    pub enum Height {
        /// Nobody.
        Level = "level",
        /// The charger.
        Charger = "charger",
        /// The charged unit.
        Charged = "charged",
    }
}

/// A morale die that waits for what its owner makes of it, by switch (CMD-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thrown {
    /// The face it fell on.
    pub face: u8,
}
pack! { Thrown { face } }

/// Forgets the melee that a charger still has to fight (ACT-06).
pub(crate) fn end_pending(scene: &mut Scene, id: UnitId, why: Clause) {
    scene.set(id, PENDING, None, why);
    scene.set(id, CAME, Came::Front, why);
    scene.set(id, COVERED, false, why);
    scene.set(id, HEIGHT, Height::Level, why);
}

/// Takes back what a unit remembers of the turn before (TURN-04).
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

/// The marks of a unit, in the order of their places. What a number of the rules feeds
/// reaches as far as that number.
#[must_use]
pub fn specs(numbers: &Numbers) -> Vec<MarkSpec> {
    let mut specs = of_activation(numbers);
    specs.extend(of_battle(numbers));
    specs
}

/// What an activation leaves: the first seven places.
fn of_activation(numbers: &Numbers) -> Vec<MarkSpec> {
    let most = |all: &mut dyn Iterator<Item = i8>, usual: i8| all.fold(usual, i8::max);
    let results = numbers.morale_result.iter().map(|line| line.actions);
    let actions = most(&mut results.chain([numbers.organisation.actions]), 2);
    let volleys = numbers.volleys.iter().flat_map(|v| [v.moving, v.halted]);
    let shots = most(&mut volleys.into_iter(), 3);
    vec![
        MARKER
            .spec("marker", c::MOR_01, "It has a morale marker.")
            .titled("Morale marker"),
        DONE.spec("done", c::ACT_07, "Its activation of this turn is over."),
        ACTIONS
            .spec("actions", c::ACT_01, "Actions it has left this turn.")
            .within(0, actions),
        SHOTS
            .spec(
                "shots",
                c::SHOOT_23,
                "Volleys of its own Shoot action this turn.",
            )
            .within(0, shots),
        ACTED.spec("acted", c::ACT_03, "What it has done in its activation."),
        LIMIT.spec("limit", c::MOR_03, "What its activation is limited to."),
        STRUCK.spec(
            "struck",
            c::SHOOT_04,
            "It was given a marker by shooting this turn.",
        ),
    ]
}

/// What goes beyond its own activation: the other places.
fn of_battle(numbers: &Numbers) -> Vec<MarkSpec> {
    let out = numbers.general_hit.iter().map(|line| line.longest());
    let out = out.fold(6, i8::max);
    let stands = numbers.organisation.brigade_stands_accepted.1;
    let stands = stands.clamp(12, i8::MAX.unsigned_abs());
    vec![
        SEEN.spec(
            "seen",
            c::MOR_04,
            "Stands it had lost when it last took a morale test.",
        )
        .within(0, stands),
        OUT.spec(
            "out",
            c::CMD_14,
            "Turns until this general comes back to the table.",
        )
        .within(0, out)
        .titled("Turns until he returns"),
        RIDDEN.spec("ridden", c::CMD_10, "This general has moved this turn."),
        DEFENDED.spec("defended", c::CHG_10, "It fired at a charge this turn."),
        HOLDERS
            .spec(
                "holders",
                c::DISM_03,
                "Stands told off as horse holders when it dismounted.",
            )
            .within(0, stands),
        PENDING.spec(
            "pending",
            c::ACT_06,
            "The unit it has charged, where melees wait for the end of the division.",
        ),
        CAME.spec(
            "came",
            c::MEL_05,
            "The zone of that unit that its charge came into.",
        ),
        COVERED.spec(
            "covered",
            c::MEL_04,
            "That unit has cover against its charge.",
        ),
        HEIGHT.spec("height", c::AM1, "Who stood higher when it charged."),
    ]
}

/// What is remembered beside the units: the die of an interrupted test. Format 1 kept how a melee came about in
/// one number, and the die of an interrupted test on its unit.
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

/// The place where format 1 kept how a melee came about: 1 front, 2 flank, 3 rear, and
/// [`THEN_COVERED`], [`THEN_CHARGER`], [`THEN_CHARGED`] added to it.
const THEN_CAME: u8 = 13;
/// The place where format 1 kept the die of an interrupted test.
const THEN_DIE: u8 = 14;
/// The charged unit has cover.
const THEN_COVERED: i8 = 4;
/// The charger stood higher.
const THEN_CHARGER: i8 = 8;
/// The charged unit stood higher.
const THEN_CHARGED: i8 = 16;

/// The marks of a unit as format 1 had them: all of them numbers.
fn before(numbers: &Numbers) -> Vec<MarkSpec> {
    let count = |spec: MarkSpec| MarkSpec::count(&spec.id, &spec.title, spec.range, spec.clause);
    let all = specs(numbers).into_iter().map(count);
    let mut marks: Vec<MarkSpec> = all.take(THEN_CAME.into()).collect();
    marks[usize::from(PENDING.place())].range = (-128, 127);
    marks.push(MarkSpec::count("pending-zone", "", (0, 23), c::MEL_05));
    marks.push(MarkSpec::count("die", "", (0, 6), c::MOR_04));
    marks
}

/// Makes a battle of format 1 one of today.
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
