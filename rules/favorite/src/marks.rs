//! What a battle remembers of its units and of itself. Only the morale marker and a
//! commander's absence lie on a real table; the others are what players would remember:
//! what a unit has done this turn, what it has used of its move, whom it acts against.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{Clause, Far, Scene, Side, StateSpec, UnitId, choices, marks};

marks! {
    /// The marks of a unit, in the order of their places.
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

/// So many marks there are; those of a rule set that differs from this one come after.
pub const MARKS: u8 = OUT.place() + 1;

marks! {
    /// The marks of the battle.
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
        /// None is wanted.
        None = "none",
        /// It began the turn with its marker and must check (MOR-01).
        Due = "due",
        /// It went back, or dissolved (MOR-04 to MOR-06).
        WentBack = "went-back",
        /// It may not move and keeps its marker (MOR-07).
        Halted = "halted",
        /// It rallied and may not move (MOR-08).
        Rallied = "rallied",
        /// It rallied with a half move (MOR-09).
        HalfMove = "half-move",
        /// It rallied with its full move (MOR-10).
        FullMove = "full-move",
    }
}

impl Check {
    /// Whether it was made.
    #[must_use]
    pub const fn made(self) -> bool {
        !matches!(self, Self::None | Self::Due)
    }

    /// Whether a marker that the unit has is the one it began the turn with (MEL-20).
    #[must_use]
    pub const fn carried(self) -> bool {
        matches!(self, Self::Due | Self::WentBack | Self::Halted)
    }

    /// Whether it left the unit less than its full move (TURN-06, by switch).
    #[must_use]
    pub const fn hinders(self) -> bool {
        self.made() && !matches!(self, Self::FullMove)
    }

    /// Whether it left the unit no move at all (MOR-07, MOR-08).
    #[must_use]
    pub const fn halts(self) -> bool {
        matches!(self, Self::Halted | Self::Rallied)
    }
}

choices! {
    /// How far a unit is with its movement in a turn.
    pub enum Moved {
        /// It has not begun.
        NotYet = "not-yet",
        /// It has moved and may go on.
        Moving = "moving",
        /// The same, with the bonus of a road (MOVE-03).
        MovingByRoad = "moving-by-road",
        /// It is done without having moved.
        Stood = "stood",
        /// It is done and has moved.
        Moved = "moved",
        /// The same, with the bonus of a road.
        MovedByRoad = "moved-by-road",
        /// It charged (MEL-18).
        Charged = "charged",
    }
}

impl Moved {
    /// Whether it has moved (TURN-06).
    #[must_use]
    pub const fn moved(self) -> bool {
        !matches!(self, Self::NotYet | Self::Stood)
    }

    /// Whether its movement is over.
    #[must_use]
    pub const fn over(self) -> bool {
        !matches!(self, Self::NotYet | Self::Moving | Self::MovingByRoad)
    }

    /// Whether it has used the bonus of a road (MOVE-03).
    #[must_use]
    pub const fn by_road(self) -> bool {
        matches!(self, Self::MovingByRoad | Self::MovedByRoad)
    }

    /// After a move.
    #[must_use]
    pub const fn and_moves(self, by_road: bool) -> Self {
        match (self, by_road) {
            (Self::NotYet | Self::Moving, false) => Self::Moving,
            (Self::NotYet | Self::Moving | Self::MovingByRoad, _) => Self::MovingByRoad,
            (Self::Stood, _) => Self::Moved,
            (over, _) => over,
        }
    }

    /// When its movement ends.
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
    /// How a unit was driven back in a turn, the worse last.
    pub enum Driven {
        /// Not at all.
        No = "no",
        /// It retreated (MOR-06, CHG-07).
        Retreated = "retreated",
        /// It routed (MOR-05, FIRE-15).
        Routed = "routed",
    }
}

choices! {
    /// What a stand test leaves a unit, the worse last (Table M3).
    pub enum Stand {
        /// It had none.
        None = "none",
        /// It strikes first.
        First = "strikes-first",
        /// It strikes together with its enemy.
        Together = "strikes-together",
        /// It strikes together, with half effect.
        Halved = "half-effect",
        /// It strikes second.
        Second = "strikes-second",
        /// It does not strike.
        Helpless = "no-blows",
    }
}

choices! {
    /// The charge of a unit.
    pub enum Charge {
        /// None that counts.
        None = "none",
        /// It charged an enemy in cover, and is not there.
        AtCover = "at-cover",
        /// It made the contact that the unit is in (MEL-11).
        Home = "home",
        /// The same, with an enemy that had cover (MEL-17).
        HomeAtCover = "home-at-cover",
    }
}

impl Charge {
    /// A charge that made contact or not, with an enemy in cover or not.
    #[must_use]
    pub const fn of(home: bool, cover: bool) -> Self {
        match (home, cover) {
            (false, false) => Self::None,
            (false, true) => Self::AtCover,
            (true, false) => Self::Home,
            (true, true) => Self::HomeAtCover,
        }
    }

    /// Whether it made the contact that the unit is in.
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
        /// None so far.
        None = "none",
        /// A commander who keeps out of it (CMD-14).
        KeepsOut = "keeps-out",
        /// A commander who leads.
        Leads = "leads",
        /// It has fought.
        Fought = "fought",
        /// It has fought and may pursue (OPT-06).
        MayPursue = "may-pursue",
    }
}

impl Melee {
    /// Whether it has fought.
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

/// Notes that a unit has moved.
pub(crate) fn has_moved(scene: &mut Scene, id: UnitId, by_road: bool, why: Clause) {
    let now = MOVED.of(scene.unit(id));
    scene.set(id, MOVED, now.and_moves(by_road), why);
}

/// Notes parts of a move that are used.
pub(crate) fn use_up(scene: &mut Scene, id: UnitId, parts: i32) {
    let spent = i32::from(SPENT.of(scene.unit(id))).saturating_add(parts);
    scene.set(id, SPENT, clamped(spent), c::MOVE_06);
}

/// A number that a mark holds; beyond its bounds their nearest.
pub(crate) fn clamped(number: i32) -> u16 {
    u16::try_from(number.max(0)).unwrap_or(u16::MAX)
}

/// The marks that end with the turn.
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

/// What is remembered beside the units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: of_battle(),
        ..StateSpec::default()
    }
}
