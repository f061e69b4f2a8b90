//! What a study can be asked for by a name: answers that claims are held
//! against and that sweeps plot.

use crate::stats::{Estimate, wilson};
use crate::tally::Tally;
use sandtable_battle::Side;

/// A question to which battles are the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Answer {
    /// How often a side wins, in per cent of all battles.
    Wins,
    /// How often nobody wins though the battle ends, in per cent.
    Draws,
    /// How often the battle ends by the rules before it is stopped, in per cent.
    Ended,
    /// How often the side wins that gives the first order, in per cent of the
    /// battles that somebody wins.
    First,
    /// How long a battle is, in game turns.
    Turns,
    /// How long a battle is, in orders.
    Orders,
    /// How much of a side's strength is lost, in per cent.
    Losses,
}

impl Answer {
    /// All of them.
    pub const ALL: [Self; 7] = [
        Self::Wins,
        Self::Draws,
        Self::Ended,
        Self::First,
        Self::Turns,
        Self::Orders,
        Self::Losses,
    ];

    /// Its name in files.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Wins => "wins",
            Self::Draws => "draws",
            Self::Ended => "ended",
            Self::First => "first",
            Self::Turns => "turns",
            Self::Orders => "orders",
            Self::Losses => "losses",
        }
    }

    /// What it tells, for people.
    #[must_use]
    pub fn title(self, side: &str) -> String {
        match self {
            Self::Wins => format!("battles that {side} wins, %"),
            Self::Draws => "draws, %".to_owned(),
            Self::Ended => "battles that end by the rules, %".to_owned(),
            Self::First => "wins of the side that orders first, % of battles won".to_owned(),
            Self::Turns => "game turns".to_owned(),
            Self::Orders => "orders".to_owned(),
            Self::Losses => format!("strength that {side} loses, %"),
        }
    }

    /// The answer by the battles of an arm.
    #[must_use]
    pub fn of(self, tally: &Tally, side: Side) -> Estimate {
        let n = tally.battles();
        match self {
            Self::Wins => wilson(tally.wins[side.index()], n).times(100.0),
            Self::Draws => wilson(tally.draws, n).times(100.0),
            Self::Ended => wilson(n - tally.stopped(), n).times(100.0),
            Self::First => wilson(tally.first_won, tally.first_known).times(100.0),
            Self::Turns => tally.turns_sums().mean(),
            Self::Orders => tally.orders_sums().mean(),
            // Kept in thousandths of the strength at the start.
            Self::Losses => tally.losses[side.index()].mean().times(0.1),
        }
    }
}
