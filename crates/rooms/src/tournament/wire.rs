//! What pages and the server say to each other about tournaments.

use crate::clock::ClockKind;
use crate::joint::DiceKind;
use crate::seat::RatingView;
pub use sandtable_tournament::{Form, Row, Score};
use serde::{Deserialize, Serialize};

/// Maximum number of days that a round may take.
pub const MOST_DAYS: u16 = 90;
/// Maximum number of entrants.
pub const MOST_ENTRANTS: usize = 128;
/// Maximum number of scenarios in a tournament.
pub const MOST_SCENARIOS: usize = 20;

/// The settings with which a tournament was made; they never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Who meets whom.
    pub form: Form,
    /// The scenarios: one for all rounds, or one after the other, starting again after the last.
    /// All belong to one rule set.
    pub scenarios: Vec<String>,
    /// The clocks.
    #[serde(default)]
    pub clock: ClockKind,
    /// Whose dice the battles are played with.
    #[serde(default)]
    pub dice: DiceKind,
    /// How many days a round may take. After that the server ends the battles that are left.
    pub days: u16,
    /// Whether players may still enter once it has begun.
    #[serde(default)]
    pub late: bool,
    /// Whether battles between two accounts change their ratings.
    #[serde(default)]
    pub rated: bool,
}

/// A tournament that is to be made.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct MakeTournament {
    /// The version of the page.
    pub page: u32,
    /// The key of the device.
    pub device: String,
    /// The tournament's name.
    pub name: String,
    /// The series it belongs to; empty if it belongs to none.
    #[serde(default)]
    pub series: String,
    /// Whether it is public.
    #[serde(default)]
    pub listed: bool,
    /// Its settings.
    pub plan: Plan,
}

/// A request of a device about a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentOf {
    /// The key of the device.
    pub device: String,
    /// What the device asks for.
    pub what: TournamentDeed,
}

/// What can be done in a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub enum TournamentDeed {
    /// Asks how it stands.
    Look,
    /// Enters.
    Enter {
        /// The entrant's name.
        name: String,
    },
    /// Withdraws.
    Withdraw,
    /// Begins it; only the organiser may, as with all that follow.
    Begin,
    /// Ends a battle of the round that is being played.
    Close {
        /// The round, from 1: a request that comes late ends nothing of the next round.
        round: u32,
        /// The battle's place in the round, from 0.
        board: usize,
        /// The result.
        score: Score,
    },
    /// Ends all battles that are left of the round that is being played.
    CloseRound {
        /// The round, from 1.
        round: u32,
    },
    /// Removes an entrant.
    Remove {
        /// The entrant's number.
        entrant: u32,
    },
    /// Ends the tournament.
    End,
}

/// How a tournament stands, for lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Stage {
    /// It has not begun.
    Open,
    /// It is being played.
    Played,
    /// It is over.
    Over,
}

impl Stage {
    /// Returns the stage's name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Played => "played",
            Self::Over => "over",
        }
    }

    /// Returns the stage with this name in the database.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        let mut all = [Self::Open, Self::Played, Self::Over].into_iter();
        all.find(|stage| stage.name() == name)
    }
}

/// A tournament in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct ListedTournament {
    /// Its id.
    pub id: String,
    /// The tournament's name.
    pub name: String,
    /// The series it belongs to; empty if it belongs to none.
    pub series: String,
    /// The rule set.
    pub rules: String,
    /// Who meets whom.
    pub form: Form,
    /// How it stands.
    pub stands: Stage,
    /// When something last happened, in milliseconds since 1970.
    pub moved: i64,
}

/// The public tournaments and those of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tournaments {
    /// The public tournaments.
    pub listed: Vec<ListedTournament>,
    /// The tournaments that the device organises or takes part in.
    pub mine: Vec<ListedTournament>,
}

/// A tournament that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeTournament {
    /// Its id: anyone who knows it may look, and enter.
    pub id: String,
}

/// A player who entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantView {
    /// The entrant's number.
    pub number: u32,
    /// The entrant's name; empty once the account is deleted.
    pub name: String,
    /// Whether the entrant withdrew.
    pub left: bool,
    /// The entrant's rating, if there is an account.
    pub rating: Option<RatingView>,
}

/// A battle of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// The entrant who leads the first side.
    pub a: u32,
    /// The entrant who leads the second side; none if `a` has a bye or rests.
    pub b: Option<u32>,
    /// The room in which it is fought.
    pub room: Option<String>,
    /// The result.
    pub score: Option<Score>,
    /// Whether the battle was fought.
    pub fought: bool,
}

/// A round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct RoundView {
    /// The scenario, by id.
    pub scenario: String,
    /// Its battles.
    pub boards: Vec<BoardView>,
}

/// The device that asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asker {
    /// The entrant that the device plays.
    pub entrant: Option<u32>,
    /// Whether the device organises the tournament.
    pub organiser: bool,
    /// Whether the device is signed in.
    pub account: bool,
}

/// A tournament as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentView {
    /// The tournament's entry in lists: its name and how it stands.
    pub about: ListedTournament,
    /// Its settings.
    pub plan: Plan,
    /// The organiser's name; none if the host looks after it.
    pub organiser: Option<String>,
    /// The players who entered.
    pub entrants: Vec<EntrantView>,
    /// The rounds so far.
    pub rounds: Vec<RoundView>,
    /// The number of rounds in all, as far as it is known now.
    pub total: usize,
    /// When the server ends the battles that are left in the round, in milliseconds since 1970.
    pub due: Option<i64>,
    /// The table.
    pub table: Vec<Row>,
    /// The device that asks.
    pub you: Asker,
}

/// A player in the table of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeagueRow {
    /// The player's place, from 1; equal players share a place.
    pub place: u32,
    /// The player's name.
    pub name: String,
    /// The player's half points in all tournaments.
    pub halves: u32,
    /// Battles won (including byes), drawn, and lost.
    pub score: [u32; 3],
    /// In how many tournaments the player took part.
    pub tournaments: u32,
}

/// The table of a series of tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct League {
    /// The name of the series.
    pub name: String,
    /// Its tournaments, the earliest first.
    pub tournaments: Vec<ListedTournament>,
    /// The table.
    pub table: Vec<LeagueRow>,
}
