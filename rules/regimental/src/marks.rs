//! What a battle remembers about its units. Marks without a title are bookkeeping.

use crate::c;
use crate::dice::Officer;
use sandtable_battle::{Far, Marked, Side, Sort, Unit, UnitId, choices, marks};

marks! {
    /// Returns the marks of a unit, in the order of their places.
    pub fn specs() of Place as Mark {
        HITS: i8 = "hits", c::LOSS_01,
            "Hits that have cost no stand yet.", titled("Hits") within(0, 11);
        WOUNDED: i8 = "wounded", c::OFF_02,
            "Officers wounded once.", titled("Officers wounded") within(0, 3);
        DOWN: i8 = "down", c::OFF_02,
            "Officers out of the fight.", titled("Officers down") within(0, 3);
        CAPTAIN: Captain = "captain", c::ROUT_03,
            "The captain who has taken over.", titled("Captain in command");
        RED: bool = "red", c::MARK_05, "It bears a red marker.", titled("Disordered")
            told("{unit} are disordered", "{unit} is disordered")
            gone("{unit} are in order again", "{unit} is in order again");
        PRONE: bool = "prone", c::MARK_07, "It lies down.", titled("Prone")
            told("{unit} lie down", "{unit} lies down")
            gone("{unit} get up", "{unit} gets up");
        SMOKE: bool = "smoke", c::MARK_08, "Smoke lies before it.", titled("Smoke")
            told("Smoke lies before {unit}", "Smoke lies before {unit}")
            gone("The smoke before {unit} clears", "The smoke before {unit} clears");
        REACTED: bool = "reacted", c::MARK_06,
            "It has reacted this player turn.", titled("Reacted")
            told("{unit} have reacted", "{unit} has reacted");
        CHARGING: bool = "charging", c::MARK_01, "It has announced a charge.", titled("Charging")
            told("{unit} announce a charge", "{unit} announces a charge");
        TARGET: Option<UnitId> = "target", c::CHARGE_03,
            "The enemy that it has announced a charge at.";
        ACTION: Action = "action", c::SEQ_03, "What it did this player turn, but for firing.";
        HOLE: i8 = "hole", c::H2HC_10,
            "A column went through it: stands of its left part, or of the front part of a column.",
            titled("Stands up to the gap") within(0, 12);
        LANE: Far = "lane_width", c::H2HC_10,
            "How wide the way through it is.", within(0, LANE_MOST);
        FIRED: bool = "fired", c::SEQ_03, "It fired this player turn.";
        /// State of each officer, the commander first. If it disagrees with the counts it is
        /// ignored, and officers are taken to have fallen in the order of rank (ROUT-09).
        RANKS: Ranks = "ranks", c::ROUT_09, "How each of its officers is, first the commander.";
        TOLL: Far = "toll", c::MOVE_08,
            "What obstacles took from its charge as it turned.", within(0, TOLL_MOST);
    }
}

/// Number of these marks. Those of a rule set that is a difference from this one come after them.
pub const MARKS: u8 = TOLL.place() + 1;

marks! {
    /// Returns the marks of the battle.
    pub(crate) fn of_battle() of BattlePlace as BattleMark {
        FIRST: Option<Side> = "first", c::SETUP_04,
            "The side that won the roll for the first player turn.";
    }
}

choices! {
    /// What a unit did this player turn, apart from firing.
    pub enum Action {
        /// Nothing.
        Nothing = "none",
        /// The unit moved, or took a formation and its facing.
        Moved = "moved",
        /// The unit took a formation and may still choose its facing (FORM-02).
        Formed = "formed",
        /// The unit stood up (PRONE-05).
        Stood = "stood-up",
        /// The unit turned to charge, and now must charge (CHARGE-03).
        Turned = "turned",
        /// The unit charged.
        Charged = "charged",
    }
}

choices! {
    /// A captain who has taken over.
    pub enum Captain {
        /// No captain has taken over.
        Nobody = "none",
        /// Unhurt.
        Fresh = "fresh",
        /// Wounded once.
        Wounded = "wounded",
    }
}

/// The officers of a unit by rank, if the state of each is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ranks(pub Option<[Officer; 3]>);

impl Ranks {
    /// Returns all possible values.
    fn all() -> impl Iterator<Item = Self> {
        (0..=27).map(Self::read)
    }

    fn name(self) -> String {
        let Some(ranks) = self.0 else {
            return "unsaid".to_owned();
        };
        ranks.map(Officer::name).join("-")
    }
}

impl Marked for Ranks {
    fn sort() -> Sort {
        Sort::Choice(Self::all().map(Self::name).collect())
    }

    fn range() -> (i32, i32) {
        (0, 27)
    }

    fn number(self) -> i32 {
        self.0.map_or(0, |ranks| {
            let [first, second, third] = ranks.map(|officer| officer as i32);
            1 + first + 3 * second + 9 * third
        })
    }

    fn read(number: i32) -> Self {
        let code = u16::try_from(number).ok().and_then(|n| n.checked_sub(1));
        let ranks = |code: u16| [1, 3, 9].map(|place| Officer::of(code / place % 3));
        Self(code.map(ranks))
    }
}

/// Whether a unit has done nothing yet this player turn.
pub(crate) fn idle(unit: &Unit) -> bool {
    ACTION.of(unit) == Action::Nothing && !FIRED.of(unit)
}

/// Largest width of a lane through a unit, in 1/100 mm.
const LANE_MOST: i32 = 100_000;
/// Largest cost of a turn to a charge, in 1/100 mm.
const TOLL_MOST: i32 = 1_000_000;
