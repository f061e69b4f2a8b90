//! What a battle remembers of its units and of itself. Only the morale marker and a
//! commander's absence lie on a real table; the others are what players would remember:
//! what a unit has done this turn, what it has used of its move, whom it acts against.

use crate::c;
use crate::numbers::Numbers;
use sandtable_battle::{
    BattleMark, Clause, Far, Mark, MarkSpec, Scene, Side, StateSpec, UnitId, choices,
};

/// Has a morale marker (MOR-01, TURN-09).
pub const MARKER: Mark<bool> = Mark::at(0);
/// Its morale check of this turn (MOR-17).
pub const CHECK: Mark<Check> = Mark::at(1);
/// Its movement this turn (TURN-06).
pub const MOVED: Mark<Moved> = Mark::at(2);
/// It was driven back this turn (CHG-07, MOR-12).
pub const DRIVEN: Mark<Driven> = Mark::at(3);
/// It lost a figure this turn (TURN-08).
pub const HURT: Mark<bool> = Mark::at(4);
/// The worst stand test of the turn (CHG-09).
pub const STAND: Mark<Stand> = Mark::at(5);
/// The charge that it made (MEL-11, MEL-17).
pub const CHARGE: Mark<Charge> = Mark::at(6);
/// Whom it charged, has declared its volley at, or will strike.
pub const GOAL: Mark<Option<UnitId>> = Mark::at(7);
/// The place of its declared volley in its side's line, from 1 (TURN-10).
pub const LINE: Mark<u8> = Mark::at(8);
/// Its part in the close combats of this turn (MEL-01, CMD-14, OPT-06).
pub const MELEE: Mark<Melee> = Mark::at(9);
/// What it has used of its move this turn, in parts of [`WHOLE`] (MOVE-06).
pub const SPENT: Mark<u16> = Mark::at(10);
/// What it has turned for nothing this turn, in 1/65536 turn (TURNING-03).
pub const TURNED: Mark<u16> = Mark::at(11);
/// How often a battery has turned this turn (ART-08).
pub const TURNS: Mark<u8> = Mark::at(12);
/// How far it has come east from where it began the turn (CHG-04).
pub const CAME_EAST: Mark<Far> = Mark::at(13);
/// How far it has come north.
pub const CAME_NORTH: Mark<Far> = Mark::at(14);
/// Turns until a commander comes back (CMD-06).
pub const OUT: Mark<u8> = Mark::at(15);

/// The side that won the roll for attacker (SET-07).
pub const ATTACKER: BattleMark<Option<Side>> = BattleMark::at(0);
/// The side that holds the initiative (INIT-07).
pub const INITIATIVE: BattleMark<Option<Side>> = BattleMark::at(1);
/// The side that moves first this turn (INIT-06).
pub const FIRST: BattleMark<Option<Side>> = BattleMark::at(2);
/// The attacker took the other table edge (SET-05).
pub const SWAPPED: BattleMark<bool> = BattleMark::at(3);
/// The die that waits until its owner has said whether a commander steps in (CMD-09).
pub const DIE: BattleMark<u8> = BattleMark::at(4);

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

/// The marks of a unit, in the order of their places.
#[must_use]
pub fn specs(numbers: &Numbers) -> Vec<MarkSpec> {
    let longest = numbers.commanders.horse_turns.max(6) + 1;
    vec![
        MARKER
            .spec("marker", c::MOR_01, "It has a morale marker.")
            .titled("Morale marker"),
        CHECK.spec("check", c::MOR_17, "Its morale check of this turn."),
        MOVED.spec(
            "moved",
            c::TURN_06,
            "How far it is with its movement this turn.",
        ),
        DRIVEN.spec("driven", c::CHG_07, "How it was driven back this turn."),
        HURT.spec("hurt", c::TURN_08, "It lost a figure this turn."),
        STAND.spec(
            "stand",
            c::CHG_05,
            "What its worst stand test of this turn left it.",
        ),
        CHARGE.spec(
            "charge",
            c::MEL_11,
            "Whether its charge made the contact it is in, and whether its enemy had cover.",
        ),
        GOAL.spec(
            "goal",
            c::FIRE_06,
            "The enemy that it charged, has declared its volley at, or will strike.",
        ),
        LINE.spec(
            "line",
            c::TURN_10,
            "The place of its declared volley among those of its side, from 1.",
        ),
        MELEE.spec(
            "melee",
            c::MEL_01,
            "Its part in the close combats of this turn.",
        ),
        SPENT.spec(
            "spent",
            c::MOVE_06,
            "What it has used of its move this turn, in parts of 60,000.",
        ),
        TURNED.spec(
            "turned",
            c::TURNING_03,
            "What it has turned for nothing this turn, in 65,536ths of a turn.",
        ),
        TURNS.spec(
            "turns",
            c::ART_08,
            "How often a battery has turned this turn.",
        ),
        CAME_EAST.spec(
            "came_east",
            c::CHG_04,
            "How far it has come east from where it began the turn.",
        ),
        CAME_NORTH.spec(
            "came_north",
            c::CHG_04,
            "How far it has come north from where it began the turn.",
        ),
        OUT.spec("out", c::CMD_06, "Turns until a commander comes back.")
            .titled("Turns until he returns")
            .within(0, longest),
    ]
}

/// What is remembered beside the units.
pub(crate) fn state() -> StateSpec {
    StateSpec {
        side: Vec::new(),
        battle: vec![
            ATTACKER.spec(
                "attacker",
                c::SET_07,
                "The side that won the roll for attacker.",
            ),
            INITIATIVE.spec(
                "initiative",
                c::INIT_07,
                "The side that holds the initiative.",
            ),
            FIRST.spec("first", c::INIT_06, "The side that moves first this turn."),
            SWAPPED.spec(
                "swapped",
                c::SET_05,
                "The attacker took the other table edge.",
            ),
            DIE.spec(
                "die",
                c::CMD_09,
                "The die that waits until its owner has said whether a commander steps in.",
            )
            .within(0, 6),
        ],
        ..StateSpec::default()
    }
}
