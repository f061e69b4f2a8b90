//! What a battle remembers of its units. Marks without a title are bookkeeping that no
//! real table would show; they end with the player turn.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{Battle, Before, MarkSpec, Scene, Side, StateSpec, UnitId, choices, marks};

marks! {
    /// The marks of a unit, in the order of their places; an eliminated unit may have as many
    /// hits as eliminated it.
    pub(crate) fn specs(numbers: &Numbers) of Place as Mark {
        HITS: i8 = "hits", c::HIT_03,
            "Hits it has taken.", within(0, numbers.hits_to_eliminate) titled("hits");
        /// The retreat used up the unit's next move (MOR-05): 1 until its coming player turn ends;
        /// 2 if a player turn of its own ends before that.
        MOVE_SPENT: i8 = "move_spent", c::MOR_05,
            "A retreat has spent its move: 1 of its coming player turn, 2 while it is its own.",
            within(0, 2) titled("next move lost")
            told("{unit} lose their next move", "{unit} loses its next move");
        MOVED_HOW: Moved = "moved", c::TURN_04, "How it moved this player turn.";
        SHOT: bool = "shot", c::TURN_05, "It shot this player turn.";
        FOUGHT: bool = "fought", c::TURN_06, "It fought this player turn.";
        STRUCK_BY: Option<UnitId> = "struck_by", c::MOR_07,
            "The enemy that it retreats from if its test fails.";
        STRUCK_HOW: Struck = "struck_how", c::MOR_07, "How it was damaged this player turn.";
        STRUCK_ORDER: i8 = "struck_order", c::MOR_13,
            "Its place among the units damaged this player turn, from 1.", within(0, i8::MAX);
        HITS_THIS_TURN: i8 = "hits_this_turn", c::MOR_02,
            "Hits of this player turn that it tests for.", within(0, i8::MAX);
        FELL_BACK: bool = "fell_back", c::FALL_01, "Its fall-back is done.";
        RESTORED: i8 = "restored", c::OPT_02,
            "How often a general has restored it.", within(0, numbers.general.times_a_unit);
    }
}

marks! {
    /// The marks of the battle.
    pub(crate) fn of_battle() of BattlePlace as BattleMark {
        ATTACKER: Option<Side> = "attacker", c::TURN_03,
            "The side that won the roll for the first player turn.";
    }
}

/// Number of marks; those of a rule set that differs from this one come after them.
pub const MARKS: u8 = RESTORED.place() + 1;

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
        /// In melee.
        ByMelee = "melee",
    }
}

/// Clears the marks that end with the player turn in which they were made.
pub(crate) fn end_turn(scene: &mut Scene, id: UnitId) {
    scene.set(id, MOVED_HOW, Moved::Stood, c::TURN_01);
    scene.set(id, SHOT, false, c::TURN_01);
    scene.set(id, FOUGHT, false, c::TURN_01);
    clear_damage(scene, id, c::TURN_01);
    scene.set(id, FELL_BACK, false, c::TURN_01);
}

/// Clears the marks that a morale test was for.
pub(crate) fn clear_damage(scene: &mut Scene, id: UnitId, why: sandtable_battle::Clause) {
    scene.set(id, STRUCK_BY, None, why);
    scene.set(id, STRUCK_HOW, Struck::No, why);
    scene.set(id, STRUCK_ORDER, 0, why);
    scene.set(id, HITS_THIS_TURN, 0, why);
}

/// Specifies what is remembered besides the units' marks.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: of_battle(),
        before: Some(Before {
            marks: before(),
            now,
            blurred: Vec::new(),
        }),
        ..StateSpec::default()
    }
}

/// Returns the marks of a unit as format 1 had them: a unit was given by its number, and the
/// winner of the roll by a mark on one of its units.
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

/// Converts a battle of format 1 to the present format. The other marks stay as they are.
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
