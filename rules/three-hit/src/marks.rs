//! What a battle remembers of its units. Marks without a title are bookkeeping that no
//! table would show; they end with the player turn.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{
    Battle, BattleMark, Before, Mark, MarkSpec, Scene, Side, StateSpec, UnitId, choices,
};

/// Hits taken, 0 to 2; the third is the moment of elimination (HIT-01, HIT-03).
pub const HITS: Mark<i8> = Mark::at(0);
/// The retreat was the unit's next move (MOR-05): 1 in its coming player turn,
/// 2 while that turn is not the next to end.
pub const MOVE_SPENT: Mark<i8> = Mark::at(1);
/// How it moved this turn (TURN-04).
pub const MOVED_HOW: Mark<Moved> = Mark::at(2);
/// It shot this turn (TURN-05).
pub const SHOT: Mark<bool> = Mark::at(3);
/// It fought this turn (TURN-06).
pub const FOUGHT: Mark<bool> = Mark::at(4);
/// The enemy whose attack counts for the retreat (MOR-07).
pub const STRUCK_BY: Mark<Option<UnitId>> = Mark::at(5);
/// How it was damaged this turn.
pub const STRUCK_HOW: Mark<Struck> = Mark::at(6);
/// Its place in the order of first damage this turn, from 1 (MOR-13).
pub const STRUCK_ORDER: Mark<i8> = Mark::at(7);
/// Hits taken this turn that bring on a test (MOR-01, MOR-02).
pub const HITS_THIS_TURN: Mark<i8> = Mark::at(8);
/// Its fall-back is done, or it found no way (FALL-04).
pub const FELL_BACK: Mark<bool> = Mark::at(9);
/// How often a general has restored it (OPT-02).
pub const RESTORED: Mark<i8> = Mark::at(10);

/// So many marks there are; those of a rule set that differs from this one come after.
pub const MARKS: u8 = 11;

/// The side that won the roll for the first player turn (TURN-03).
pub const ATTACKER: BattleMark<Option<Side>> = BattleMark::at(0);

choices! {
    /// How a unit moved in a player turn.
    pub enum Moved {
        /// It has not moved.
        Stood = "stood",
        /// It only turned.
        Pivoted = "pivoted",
        /// It advanced or changed formation.
        Moved = "moved",
        /// It charged.
        Charged = "charged",
    }
}

choices! {
    /// How a unit was damaged in a player turn.
    pub enum Struck {
        /// Not at all.
        No = "no",
        /// By shooting.
        ByFire = "fire",
        /// By hand.
        ByMelee = "melee",
    }
}

/// Clears what ends with the player turn in which it was made.
pub(crate) fn end_turn(scene: &mut Scene, id: UnitId) {
    scene.set(id, MOVED_HOW, Moved::Stood, c::TURN_01);
    scene.set(id, SHOT, false, c::TURN_01);
    scene.set(id, FOUGHT, false, c::TURN_01);
    clear_damage(scene, id, c::TURN_01);
    scene.set(id, FELL_BACK, false, c::TURN_01);
}

/// Clears what a morale test was for.
pub(crate) fn clear_damage(scene: &mut Scene, id: UnitId, why: sandtable_battle::Clause) {
    scene.set(id, STRUCK_BY, None, why);
    scene.set(id, STRUCK_HOW, Struck::No, why);
    scene.set(id, STRUCK_ORDER, 0, why);
    scene.set(id, HITS_THIS_TURN, 0, why);
}

/// The marks of a unit, in the order of their places; one that is gone may bear the hits
/// that eliminated it.
pub(crate) fn specs(numbers: &Numbers) -> Vec<MarkSpec> {
    let (hits, times) = (numbers.hits_to_eliminate, numbers.general.times_a_unit);
    let count = |mark: Mark<i8>, id: &str, most: i8, clause, says: &str| {
        mark.spec(id, clause, says).within(0, most)
    };
    vec![
        count(HITS, "hits", hits, c::HIT_03, "Hits it has taken.").titled("hits"),
        count(
            MOVE_SPENT,
            "move_spent",
            2,
            c::MOR_05,
            "A retreat has spent its move: 1 of its coming player turn, 2 while it is its own.",
        )
        .titled("next move lost"),
        MOVED_HOW.spec("moved", c::TURN_04, "How it moved this player turn."),
        SHOT.spec("shot", c::TURN_05, "It shot this player turn."),
        FOUGHT.spec("fought", c::TURN_06, "It fought this player turn."),
        STRUCK_BY.spec(
            "struck_by",
            c::MOR_07,
            "The enemy that it retreats from if its test fails.",
        ),
        STRUCK_HOW.spec(
            "struck_how",
            c::MOR_07,
            "How it was damaged this player turn.",
        ),
        count(
            STRUCK_ORDER,
            "struck_order",
            i8::MAX,
            c::MOR_13,
            "Its place among the units damaged this player turn, from 1.",
        ),
        count(
            HITS_THIS_TURN,
            "hits_this_turn",
            i8::MAX,
            c::MOR_02,
            "Hits of this player turn that it tests for.",
        ),
        FELL_BACK.spec("fell_back", c::FALL_01, "Its fall-back is done."),
        count(
            RESTORED,
            "restored",
            times,
            c::OPT_02,
            "How often a general has restored it.",
        ),
    ]
}

/// What is remembered beside the units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: vec![ATTACKER.spec(
            "attacker",
            c::TURN_03,
            "The side that won the roll for the first player turn.",
        )],
        before: Some(Before {
            marks: before(),
            now,
            blurred: Vec::new(),
        }),
        ..StateSpec::default()
    }
}

/// The marks of a unit as format 1 had them: a unit by its number, and the winner of
/// the roll by a mark on one of his units.
fn before() -> Vec<MarkSpec> {
    let mark = |id: &str, range: (i8, i8)| MarkSpec::count(id, "", range, c::TURN_01);
    vec![
        mark("hits", (0, i8::MAX)),
        mark("move_spent", (0, 2)),
        mark("moved", (0, 3)),
        mark("shot", (0, 1)),
        mark("fought", (0, 1)),
        mark("struck_by", (i8::MIN, i8::MAX)),
        mark("struck_how", (0, 2)),
        mark("struck_order", (0, i8::MAX)),
        mark("hits_this_turn", (0, i8::MAX)),
        mark("fell_back", (0, 1)),
        mark("restored", (0, i8::MAX)),
        mark("attacks", (0, 1)),
    ]
}

/// Makes a battle of format 1 one of today. The other marks are kept alike.
fn now(battle: &mut Battle) {
    const ATTACKS: u8 = 11;
    let units = battle.units.len();
    let bearer = battle.units.iter().find(|unit| unit.mark(ATTACKS) != 0);
    let attacker = bearer.map(|unit| unit.side);
    ATTACKER.write(battle, attacker);
    for unit in &mut battle.units {
        let by = UnitId(unit.mark(STRUCK_BY.place()).cast_unsigned());
        let struck = STRUCK_HOW.of(unit) != Struck::No && by.index() < units;
        STRUCK_BY.write(unit, struck.then_some(by));
        unit.marks[usize::from(ATTACKS)] = 0;
    }
}
