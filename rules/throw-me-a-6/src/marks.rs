//! What a battle remembers of its units and of itself. Marks without a title are
//! bookkeeping that no real table would show: what a unit has done this turn, and what a
//! melee still has to settle. No markers lie on the table (META-02), except for what players
//! see anyway.

use crate::c;
use sandtable_battle::{BattleMark, Clause, Far, Marked, Scene, Side, UnitId, choices, marks};
use sandtable_geometry::Facing;

marks! {
    /// The marks of a unit, in the order of their places.
    pub fn specs() of Place as Mark {
        MOVED: Moved = "moved", c::SEQ_09, "How it moved this turn.";
        SHOT: bool = "shot", c::SEQ_09, "It shot this turn.";
        SPENT: Far = "spent", c::MOVE_08, "How much of a divided move is spent.";
        BOUND: Option<Facing> = "bound", c::GEO_12,
            "Where a beaten unit retreats to, and whoever beat it pursues.";
        TURNS: i8 = "turns", c::MOVE_08,
            "Changes of facing in the first part of its move.", within(0, 2);
        PILA: bool = "pila_thrown", c::PIL_06, "Its pila are thrown.", titled("Pila thrown");
        /// Bases it lost to pila in this melee (PIL-04), or to late shots that are not
        /// taken off yet (A13).
        STRUCK: i8 = "struck", c::PIL_04,
            "Bases that pila or late shots struck and that still count.", within(0, i8::MAX);
        FIGHTS: Option<UnitId> = "fights", c::MEL_20, "The opponent that it chose.";
        FOUGHT: bool = "fought", c::SEQ_07, "It has fought in this melee step.";
        RETREATS: Retreat = "retreats", c::RES_02, "Where its retreat stands.";
        TOTAL: i8 = "total", c::RES_13, "The total of its retreat.", within(-9, 16);
        BEAT: Option<UnitId> = "beat", c::RES_08, "The enemy that it beat and may pursue.";
        AMOK: Amok = "amok", c::EL_03, "Whether it runs amok.", titled("Amok");
        /// Set if it met a new enemy by pursuit: the coming round is a first one without a
        /// charge, but not against the enemy it beat, which this mark names (A57).
        MET: Option<UnitId> = "met", c::MEL_24,
            "The enemy that it beat before it met another by pursuit.";
    }
}

/// Number of marks; those of a rule set that differs from this one come after them.
pub const MARKS: u8 = MET.place() + 1;

marks! {
    /// The marks of the battle.
    pub(crate) fn of_battle() of BattlePlace as BattleMark {
        ATTACKER: Option<Side> = "attacker", c::SET_09, "The side that attacks by the roll.";
        HOLDER: Option<Side> = "initiative", c::SEQ_03, "The side that holds the initiative.";
        FIRST: Option<Side> = "first", c::SEQ_03, "The side that moves first this turn.";
        SWAPPED: bool = "edges_swapped", c::SET_07,
            "The attacker took the other edge: zones belong to the other side.";
    }
}

choices! {
    /// How a unit moved this turn.
    pub enum Moved {
        /// Not at all.
        Stood = "stood",
        /// It made a part of a divided move (SHOOT-07).
        Part = "part",
        /// It has made its move.
        Done = "moved",
        /// It charged.
        Charged = "charged",
        /// It charged uphill (MEL-08).
        ChargedUphill = "charged-uphill",
    }
}

choices! {
    /// Which stage a retreat has reached.
    pub enum Retreat {
        /// There is no retreat.
        No = "no",
        /// It must roll.
        Beaten = "beaten",
        /// Its owner may use its experience (RES-03).
        Weighs = "weighs",
        /// Its general may step in (GEN-01).
        Led = "led",
        /// The total is final.
        Goes = "goes",
    }
}

choices! {
    /// Whether elephants run amok.
    pub enum Amok {
        /// They do not run amok.
        No = "no",
        /// They run amok.
        Runs = "runs",
        /// They run amok and need a new direction.
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

/// Sets a mark of the battle. Roles that no side has yet go to the first side.
pub(crate) fn remember<T: Marked>(scene: &mut Scene, mark: BattleMark<T>, to: T, why: Clause) {
    for role in [ATTACKER, HOLDER, FIRST] {
        let now = role.of(scene).unwrap_or(Side::A);
        scene.set_battle(role, Some(now), why);
    }
    scene.set_battle(mark, to, why);
}
