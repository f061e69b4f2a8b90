//! What pages and the server say to each other about tournaments.

use crate::clock::ClockKind;
use crate::joint::DiceKind;
use crate::seat::RatingView;
pub use sandtable_tournament::{Form, Row, Score};
use serde::{Deserialize, Serialize};

/// Most days that a round may take.
pub const MOST_DAYS: u16 = 90;
/// Most entrants.
pub const MOST_ENTRANTS: usize = 128;
/// Most scenarios of a tournament.
pub const MOST_SCENARIOS: usize = 20;

/// What a tournament is made as, and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Plan {
    /// Who meets whom.
    pub form: Form,
    /// The scenarios: one for all rounds, or one after the other, and again from the first.
    /// All are of one rule set.
    pub scenarios: Vec<String>,
    /// The clocks.
    #[serde(default)]
    pub clock: ClockKind,
    /// Whose dice it is played with.
    #[serde(default)]
    pub dice: DiceKind,
    /// How many days a round may take. Then the server ends what is left of it.
    pub days: u16,
    /// Whether somebody may still enter once it has begun.
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
    /// What it is called.
    pub name: String,
    /// The series it belongs to; nothing where it belongs to none.
    #[serde(default)]
    pub series: String,
    /// Whether everybody is shown it.
    #[serde(default)]
    pub listed: bool,
    /// What it is made as.
    pub plan: Plan,
}

/// What a device asks of a tournament.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct TournamentOf {
    /// The key of the device.
    pub device: String,
    /// What.
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
        /// By which name.
        name: String,
    },
    /// Withdraws.
    Withdraw,
    /// Begins it: the organiser's, as all that follows.
    Begin,
    /// Ends a battle of the last round.
    Close {
        /// Which, from 0.
        board: usize,
        /// How.
        score: Score,
    },
    /// Ends all battles of the last round that are left.
    CloseRound,
    /// Takes somebody out.
    Remove {
        /// Whom.
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
    /// It is played.
    Played,
    /// It is over.
    Over,
}

impl Stage {
    /// Its name in the database.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Open => "open",
            Self::Played => "played",
            Self::Over => "over",
        }
    }

    /// That of a name in the database.
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
    /// What it is called.
    pub name: String,
    /// The series it belongs to; nothing where it belongs to none.
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

/// Tournaments: those that everybody is shown, and those of a device.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Tournaments {
    /// That everybody is shown.
    pub listed: Vec<ListedTournament>,
    /// That the device organises or is in.
    pub mine: Vec<ListedTournament>,
}

/// A tournament that was made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct MadeTournament {
    /// Its id: whoever knows it may look, and enter.
    pub id: String,
}

/// Somebody who entered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct EntrantView {
    /// His number.
    pub number: u32,
    /// What he is called; nothing once his account is deleted.
    pub name: String,
    /// Whether he withdrew.
    pub left: bool,
    /// How good he is, where he has an account.
    pub rating: Option<RatingView>,
}

/// A battle of a round.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct BoardView {
    /// Who leads the first side.
    pub a: u32,
    /// Who leads the second; nobody where `a` has a bye, or rests.
    pub b: Option<u32>,
    /// The room in which it is fought.
    pub room: Option<String>,
    /// What came of it.
    pub score: Option<Score>,
    /// Whether it was fought.
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

/// Who asks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Asker {
    /// The entrant whom he plays.
    pub entrant: Option<u32>,
    /// Whether he organises it.
    pub organiser: bool,
    /// Whether he is signed in.
    pub account: bool,
}

/// A tournament as it stands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct TournamentView {
    /// What it is called, and how it stands.
    pub about: ListedTournament,
    /// What it was made as.
    pub plan: Plan,
    /// What its organiser is called; none where the host looks after it.
    pub organiser: Option<String>,
    /// Who entered.
    pub entrants: Vec<EntrantView>,
    /// The rounds so far.
    pub rounds: Vec<RoundView>,
    /// How many there will be, as far as is known now.
    pub total: usize,
    /// When the server ends what is left of the round, in milliseconds since 1970.
    pub due: Option<i64>,
    /// The table.
    pub table: Vec<Row>,
    /// Who asks.
    pub you: Asker,
}

/// Somebody in the table of a series.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct LeagueRow {
    /// His place, from 1; those who stand alike share one.
    pub place: u32,
    /// What he is called.
    pub name: String,
    /// His half points in all tournaments.
    pub halves: u32,
    /// Battles won, byes among them; drawn; lost.
    pub score: [u32; 3],
    /// In how many tournaments he was.
    pub tournaments: u32,
}

/// The table of a series of tournaments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct League {
    /// What it is called.
    pub name: String,
    /// Its tournaments, the first first.
    pub tournaments: Vec<ListedTournament>,
    /// The table.
    pub table: Vec<LeagueRow>,
}
