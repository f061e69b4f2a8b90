//! What a battle remembers about its units and about itself. Only the morale marker and a
//! commander's absence are visible on a real table. Players would remember the rest: what a unit
//! has done this turn, how much of its move it has used, and which enemy it acts against.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{Clause, Far, Scene, Side, StateSpec, UnitId, choices, marks};

marks! {
    /// Returns the marks of a unit, in the order of their places.
    pub fn specs(numbers: &Numbers) of Place as Mark given (longest = numbers.commanders.horse_turns.max(6) + 1) {
        MARKER: bool = "marker", c::MOR_01, "It has a morale marker.", titled("Morale marker");
        CHECK: Check = "check", c::MOR_17, "Its morale check of this turn.";
        MOVED: Moved = "moved", c::TURN_06, "How far it is with its movement this turn.";
        DRIVEN: Driven = "driven", c::CHG_07, "How it was driven back this turn.";
        HURT: bool = "hurt", c::TURN_08, "It lost a figure this turn.";
        STAND: Stand = "stand", c::CHG_05, "What its worst stand test of this turn left it.";
        CHARGE: Charge = "charge", c::MEL_11,
            "Whether its charge made the contact it is in, and whether its enemy had cover.";
        GOAL: Option<UnitId> = "goal", c::FIRE_06,
            "The enemy that it charged, has declared its volley at, or will strike.";
        LINE: u8 = "line", c::TURN_10,
            "The place of its declared volley among those of its side, from 1.";
        MELEE: Melee = "melee", c::MEL_01, "Its part in the close combats of this turn.";
        SPENT: u16 = "spent", c::MOVE_06,
            "What it has used of its move this turn, in parts of 60,000.";
        TURNED: u16 = "turned", c::TURNING_03,
            "What it has turned for nothing this turn, in 65,536ths of a turn.";
        TURNS: u8 = "turns", c::ART_08, "How often a battery has turned this turn.";
        CAME_EAST: Far = "came_east", c::CHG_04,
            "How far it has come east from where it began the turn.";
        CAME_NORTH: Far = "came_north", c::CHG_04,
            "How far it has come north from where it began the turn.";
        OUT: u8 = "out", c::CMD_06,
            "Turns until a commander comes back.",
            titled("Turns until he returns") within(0, longest);
    }
}

/// Number of these marks. Those of a rule set that is a difference from this one come after them.
pub const MARKS: u8 = OUT.place() + 1;

marks! {
    /// Returns the marks of the battle.
    pub(crate) fn of_battle() of BattlePlace as BattleMark {
        ATTACKER: Option<Side> = "attacker", c::SET_07, "The side that won the roll for attacker.";
        INITIATIVE: Option<Side> = "initiative", c::INIT_07, "The side that holds the initiative.";
        FIRST: Option<Side> = "first", c::INIT_06, "The side that moves first this turn.";
        SWAPPED: bool = "swapped", c::SET_05, "The attacker took the other table edge.";
        DIE: u8 = "die", c::CMD_09,
            "The die that waits until its owner has said whether a commander steps in.",
            within(0, 6);
    }
}

/// A whole move: two half moves (MOVE-06).
pub const WHOLE: i32 = 60_000;

choices! {
    /// The morale check of a unit in a turn.
    pub enum Check {
        /// The unit needs no check.
        None = "none",
        /// The unit began the turn with its marker and must check (MOR-01).
        Due = "due",
        /// The unit went back, or dissolved (MOR-04 to MOR-06).
        WentBack = "went-back",
        /// The unit may not move and keeps its marker (MOR-07).
        Halted = "halted",
        /// The unit rallied and may not move (MOR-08).
        Rallied = "rallied",
        /// The unit rallied with a half move (MOR-09).
        HalfMove = "half-move",
        /// The unit rallied with its full move (MOR-10).
        FullMove = "full-move",
    }
}

impl Check {
    /// Whether the check was made.
    #[must_use]
    pub const fn made(self) -> bool {
        !matches!(self, Self::None | Self::Due)
    }

    /// Whether a marker that the unit has is the one it began the turn with (MEL-20).
    #[must_use]
    pub const fn carried(self) -> bool {
        matches!(self, Self::Due | Self::WentBack | Self::Halted)
    }

    /// Whether the check left the unit less than its full move (TURN-06, by switch).
    #[must_use]
    pub const fn hinders(self) -> bool {
        self.made() && !matches!(self, Self::FullMove)
    }

    /// Whether the check left the unit no move at all (MOR-07, MOR-08).
    #[must_use]
    pub const fn halts(self) -> bool {
        matches!(self, Self::Halted | Self::Rallied)
    }
}

choices! {
    /// How far a unit is with its movement in a turn.
    pub enum Moved {
        /// The unit has not begun.
        NotYet = "not-yet",
        /// The unit has moved and may go on.
        Moving = "moving",
        /// The unit has moved with the bonus of a road, and may go on (MOVE-03).
        MovingByRoad = "moving-by-road",
        /// The unit is done without having moved.
        Stood = "stood",
        /// The unit is done and has moved.
        Moved = "moved",
        /// The unit is done and has moved with the bonus of a road.
        MovedByRoad = "moved-by-road",
        /// The unit charged (MEL-18).
        Charged = "charged",
    }
}

impl Moved {
    /// Whether the unit has moved (TURN-06).
    #[must_use]
    pub const fn moved(self) -> bool {
        !matches!(self, Self::NotYet | Self::Stood)
    }

    /// Whether the unit's movement is over.
    #[must_use]
    pub const fn over(self) -> bool {
        !matches!(self, Self::NotYet | Self::Moving | Self::MovingByRoad)
    }

    /// Whether the unit has used the bonus of a road (MOVE-03).
    #[must_use]
    pub const fn by_road(self) -> bool {
        matches!(self, Self::MovingByRoad | Self::MovedByRoad)
    }

    /// Returns the value after a move.
    #[must_use]
    pub const fn and_moves(self, by_road: bool) -> Self {
        match (self, by_road) {
            (Self::NotYet | Self::Moving, false) => Self::Moving,
            (Self::NotYet | Self::Moving | Self::MovingByRoad, _) => Self::MovingByRoad,
            (Self::Stood, _) => Self::Moved,
            (over, _) => over,
        }
    }

    /// Returns the value when the unit's movement ends.
    #[must_use]
    pub const fn and_ends(self) -> Self {
        match self {
            Self::NotYet => Self::Stood,
            Self::Moving => Self::Moved,
            Self::MovingByRoad => Self::MovedByRoad,
            over => over,
        }
    }
}

choices! {
    /// How a unit was driven back in a turn, the worst last.
    pub enum Driven {
        /// Not at all.
        No = "no",
        /// The unit retreated (MOR-06, CHG-07).
        Retreated = "retreated",
        /// The unit routed (MOR-05, FIRE-15).
        Routed = "routed",
    }
}

choices! {
    /// How a stand test leaves a unit, the worst last (Table M3).
    pub enum Stand {
        /// The unit had no stand test.
        None = "none",
        /// The unit strikes first.
        First = "strikes-first",
        /// The unit strikes together with its enemy.
        Together = "strikes-together",
        /// The unit strikes together with its enemy, with half effect.
        Halved = "half-effect",
        /// The unit strikes second.
        Second = "strikes-second",
        /// The unit does not strike.
        Helpless = "no-blows",
    }
}

choices! {
    /// The charge of a unit.
    pub enum Charge {
        /// No charge that counts.
        None = "none",
        /// The unit charged an enemy in cover, and has not reached it.
        AtCover = "at-cover",
        /// The charge made the contact that the unit is in (MEL-11).
        Home = "home",
        /// The charge made the contact, with an enemy that had cover (MEL-17).
        HomeAtCover = "home-at-cover",
    }
}

impl Charge {
    /// Makes the charge that made contact or not, with an enemy in cover or not.
    #[must_use]
    pub const fn of(home: bool, cover: bool) -> Self {
        match (home, cover) {
            (false, false) => Self::None,
            (false, true) => Self::AtCover,
            (true, false) => Self::Home,
            (true, true) => Self::HomeAtCover,
        }
    }

    /// Whether the charge made the contact that the unit is in.
    #[must_use]
    pub const fn home(self) -> bool {
        matches!(self, Self::Home | Self::HomeAtCover)
    }

    /// Whether the enemy had cover.
    #[must_use]
    pub const fn cover(self) -> bool {
        matches!(self, Self::AtCover | Self::HomeAtCover)
    }
}

choices! {
    /// The part of a unit or a commander in the close combats of a turn.
    pub enum Melee {
        /// No part so far.
        None = "none",
        /// A commander who stays out of the melee (CMD-14).
        KeepsOut = "keeps-out",
        /// A commander who leads.
        Leads = "leads",
        /// The unit has fought.
        Fought = "fought",
        /// The unit has fought and may pursue (OPT-06).
        MayPursue = "may-pursue",
    }
}

impl Melee {
    /// Whether the unit has fought.
    #[must_use]
    pub const fn fought(self) -> bool {
        matches!(self, Self::Fought | Self::MayPursue)
    }
}

/// Ends the movement of a unit.
pub(crate) fn end_move(scene: &mut Scene, id: UnitId, why: Clause) {
    let now = MOVED.of(scene.unit(id));
    scene.set(id, MOVED, now.and_ends(), why);
}

/// Records that a unit has moved.
pub(crate) fn has_moved(scene: &mut Scene, id: UnitId, by_road: bool, why: Clause) {
    let now = MOVED.of(scene.unit(id));
    scene.set(id, MOVED, now.and_moves(by_road), why);
}

/// Records used parts of a unit's move.
pub(crate) fn use_up(scene: &mut Scene, id: UnitId, parts: i32) {
    let spent = i32::from(SPENT.of(scene.unit(id))).saturating_add(parts);
    scene.set(id, SPENT, clamped(spent), c::MOVE_06);
}

/// Converts a number to one that a mark can hold, clamped to its bounds.
pub(crate) fn clamped(number: i32) -> u16 {
    u16::try_from(number.max(0)).unwrap_or(u16::MAX)
}

/// Marks that are cleared at the end of the turn.
pub(crate) const OF_THE_TURN: [u8; 13] = [
    CHECK.place(),
    MOVED.place(),
    DRIVEN.place(),
    HURT.place(),
    STAND.place(),
    GOAL.place(),
    LINE.place(),
    MELEE.place(),
    SPENT.place(),
    TURNED.place(),
    TURNS.place(),
    CAME_EAST.place(),
    CAME_NORTH.place(),
];

/// Returns the marks that do not belong to units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: of_battle(),
        ..StateSpec::default()
    }
}
