//! What a battle remembers of its units and of itself. Marks without a title are
//! bookkeeping that no table would show: what a unit has done this turn, and what a melee
//! still has to settle. No marker lies on the table (META-02) but for what players see
//! anyway.

use crate::c;
use sandtable_battle::{
    BattleMark, Clause, Far, Mark, MarkSpec, Marked, Scene, Side, UnitId, choices,
};
use sandtable_geometry::Facing;

/// How it moved this turn (SEQ-09).
pub const MOVED: Mark<Moved> = Mark::at(0);
/// It shot this turn (SEQ-09).
pub const SHOT: Mark<bool> = Mark::at(1);
/// How much of a divided move is spent (MOVE-05).
pub const SPENT: Mark<Far> = Mark::at(2);
/// Where a beaten unit retreats to, and whoever beat it pursues (GEO-12).
pub const BOUND: Mark<Option<Facing>> = Mark::at(3);
/// Changes of facing in a divided move (MOVE-07).
pub const TURNS: Mark<i8> = Mark::at(4);
/// Its pila are thrown (PIL-06).
pub const PILA: Mark<bool> = Mark::at(5);
/// Bases it lost to pila in this melee (PIL-04), or to late shots that are not
/// taken off yet (A13).
pub const STRUCK: Mark<i8> = Mark::at(6);
/// The opponent it chose (A50).
pub const FIGHTS: Mark<Option<UnitId>> = Mark::at(7);
/// It has fought in this melee step (SEQ-07).
pub const FOUGHT: Mark<bool> = Mark::at(8);
/// Where its retreat stands (RES-02).
pub const RETREATS: Mark<Retreat> = Mark::at(9);
/// The total of its retreat (RES-13).
pub const TOTAL: Mark<i8> = Mark::at(10);
/// The enemy it beat and may pursue (RES-08).
pub const BEAT: Mark<Option<UnitId>> = Mark::at(11);
/// It runs amok (EL-03).
pub const AMOK: Mark<Amok> = Mark::at(12);
/// It met a new enemy by pursuit: the coming round is a first one without a
/// charge, but not against the one it beat, who is named here (A57).
pub const MET: Mark<Option<UnitId>> = Mark::at(13);

/// The side that attacks by the roll (A08).
pub const ATTACKER: BattleMark<Option<Side>> = BattleMark::at(0);
/// The side that holds the initiative (SEQ-03).
pub const HOLDER: BattleMark<Option<Side>> = BattleMark::at(1);
/// The side that moves first this turn (SEQ-03).
pub const FIRST: BattleMark<Option<Side>> = BattleMark::at(2);
/// The attacker took the other edge (SET-07).
pub const SWAPPED: BattleMark<bool> = BattleMark::at(3);

choices! {
    /// How a unit moved in a turn.
    pub enum Moved {
        /// Not at all.
        Stood = "stood",
        /// A part of a divided move (SHOOT-07).
        Part = "part",
        /// It has.
        Done = "moved",
        /// It charged.
        Charged = "charged",
        /// It charged uphill (MEL-08).
        ChargedUphill = "charged-uphill",
    }
}

choices! {
    /// Where a retreat stands.
    pub enum Retreat {
        /// There is none.
        No = "no",
        /// It must roll.
        Beaten = "beaten",
        /// Its owner may use its experience (RES-03).
        Weighs = "weighs",
        /// Its general may step in (GEN-01).
        Led = "led",
        /// The total stands.
        Goes = "goes",
    }
}

choices! {
    /// Whether elephants run amok.
    pub enum Amok {
        /// They do not.
        No = "no",
        /// They do.
        Runs = "runs",
        /// They do, and a new direction is due.
        Due = "due",
    }
}

/// The marks that end with the turn.
pub const OF_THE_TURN: [u8; 11] = [
    MOVED.place(),
    SHOT.place(),
    SPENT.place(),
    BOUND.place(),
    TURNS.place(),
    STRUCK.place(),
    FIGHTS.place(),
    FOUGHT.place(),
    RETREATS.place(),
    TOTAL.place(),
    BEAT.place(),
];

/// The marks of a unit, in the order of their places.
#[must_use]
pub fn specs() -> Vec<MarkSpec> {
    vec![
        MOVED.spec("moved", c::SEQ_09, "How it moved this turn."),
        SHOT.spec("shot", c::SEQ_09, "It shot this turn."),
        SPENT.spec("spent", c::MOVE_08, "How much of a divided move is spent."),
        BOUND.spec(
            "bound",
            c::GEO_12,
            "Where a beaten unit retreats to, and whoever beat it pursues.",
        ),
        TURNS
            .spec(
                "turns",
                c::MOVE_08,
                "Changes of facing in the first part of its move.",
            )
            .within(0, 2),
        PILA.spec("pila_thrown", c::PIL_06, "Its pila are thrown.")
            .titled("Pila thrown"),
        STRUCK
            .spec(
                "struck",
                c::PIL_04,
                "Bases that pila or late shots struck and that still count.",
            )
            .within(0, i8::MAX),
        FIGHTS.spec("fights", c::MEL_20, "The opponent that it chose."),
        FOUGHT.spec("fought", c::SEQ_07, "It has fought in this melee step."),
        RETREATS.spec("retreats", c::RES_02, "Where its retreat stands."),
        TOTAL
            .spec("total", c::RES_13, "The total of its retreat.")
            .within(-9, 16),
        BEAT.spec("beat", c::RES_08, "The enemy that it beat and may pursue."),
        AMOK.spec("amok", c::EL_03, "Whether it runs amok.")
            .titled("Amok"),
        MET.spec(
            "met",
            c::MEL_24,
            "The enemy that it beat before it met another by pursuit.",
        ),
    ]
}

/// The marks of the battle.
pub(crate) fn of_battle() -> Vec<MarkSpec> {
    vec![
        ATTACKER.spec("attacker", c::SET_09, "The side that attacks by the roll."),
        HOLDER.spec(
            "initiative",
            c::SEQ_03,
            "The side that holds the initiative.",
        ),
        FIRST.spec("first", c::SEQ_03, "The side that moves first this turn."),
        SWAPPED.spec(
            "edges_swapped",
            c::SET_07,
            "The attacker took the other edge: zones belong to the other side.",
        ),
    ]
}

/// Remembers something of the battle. Sides that nobody named yet are the first.
pub(crate) fn remember<T: Marked>(scene: &mut Scene, mark: BattleMark<T>, to: T, why: Clause) {
    for role in [ATTACKER, HOLDER, FIRST] {
        let now = role.of(scene).unwrap_or(Side::A);
        scene.set_battle(role, Some(now), why);
    }
    scene.set_battle(mark, to, why);
}
