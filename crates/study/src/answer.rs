//! What a study can be asked for by a name: answers that claims are held
//! against and that sweeps plot.

use crate::words::small;
use sandtable_tongue::{say, say_as};

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
    /// From the end of which turn on the later winner leads.
    Settled,
    /// How much luck a side usually has in a battle, in per cent of an army.
    Luck,
    /// How much of the results luck explains, in per cent.
    Explained,
    /// How many times a clause fires in a battle.
    Fired,
    /// In how many battles a clause fires, in per cent.
    Seen,
    /// How many units of a kind are lost, in per cent of them.
    Lost,
}

impl Answer {
    /// All of them.
    pub const ALL: [Self; 13] = [
        Self::Wins,
        Self::Draws,
        Self::Ended,
        Self::First,
        Self::Turns,
        Self::Orders,
        Self::Losses,
        Self::Settled,
        Self::Luck,
        Self::Explained,
        Self::Fired,
        Self::Seen,
        Self::Lost,
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
            Self::Settled => "settled",
            Self::Luck => "luck",
            Self::Explained => "explained",
            Self::Fired => "fired",
            Self::Seen => "seen",
            Self::Lost => "lost",
        }
    }

    /// Whether it is asked of a clause.
    #[must_use]
    pub const fn is_of_a_clause(self) -> bool {
        matches!(self, Self::Fired | Self::Seen)
    }

    /// Whether it is asked of a kind of unit.
    #[must_use]
    pub const fn is_of_a_kind(self) -> bool {
        matches!(self, Self::Lost)
    }

    /// Whether it needs the luck of every order measured.
    #[must_use]
    pub const fn is_of_luck(self) -> bool {
        matches!(self, Self::Luck | Self::Explained)
    }
}

/// An answer, with what it is asked of where that must be said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// What is asked.
    pub answer: Answer,
    /// Of which clause, by its number, with its id.
    pub clause: Option<(u16, String)>,
    /// How often it fires less how often this one does.
    pub less: Option<(u16, String)>,
    /// Of which kind of unit, by its place in the card, with its title.
    pub kind: Option<(u8, String)>,
}

impl From<Answer> for Asked {
    fn from(answer: Answer) -> Self {
        Self {
            answer,
            clause: None,
            less: None,
            kind: None,
        }
    }
}

impl Asked {
    /// What it tells, for people.
    #[must_use]
    pub fn title(&self, side: &str) -> String {
        let clause = || self.clause.as_ref().map_or("", |c| &c.1);
        match self.answer {
            Answer::Wins => say!("battles that {side} wins, %", side = side),
            Answer::Draws => say!("draws, %"),
            Answer::Ended => say!("battles that end by the rules, %"),
            Answer::First => say!("wins of the side that orders first, % of battles won"),
            Answer::Turns => say!("game turns"),
            Answer::Orders => say_as("answer", "orders").to_owned(),
            Answer::Losses => say!("strength that {side} loses, %", side = side),
            Answer::Settled => say!("turn from whose end on the later winner leads"),
            Answer::Luck => say!("usual luck in a battle, % of an army"),
            Answer::Explained => say!("results that luck explains, %"),
            Answer::Fired => match &self.less {
                Some((_, other)) => say!(
                    "times {clause} fires in a battle, less {other}",
                    clause = clause(),
                    other = other
                ),
                None => say!("times {clause} fires in a battle", clause = clause()),
            },
            Answer::Seen => say!("battles in which {clause} fires, %", clause = clause()),
            Answer::Lost => {
                let kind = self.kind.as_ref().map_or("", |k| &k.1);
                say!("units lost, % ({kind})", kind = small(kind))
            }
        }
    }
}
