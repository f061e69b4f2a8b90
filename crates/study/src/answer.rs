//! Questions to a study by name: claims are tested against their answers, and sweeps plot them.

use crate::words::small;
use sandtable_tongue::{say, say_as};

/// A question that battles can answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    feature = "schema",
    derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema),
    serde(rename_all = "lowercase")
)]
pub enum Answer {
    /// How often a side wins, in percent of all battles.
    Wins,
    /// How often the battle ends without a winner, in percent.
    Draws,
    /// How often the battle ends by the rules before it is stopped, in percent.
    Ended,
    /// How often the side with the first order wins, in percent of the battles with a winner.
    First,
    /// How long a battle is, in game turns.
    Turns,
    /// How long a battle is, in orders.
    Orders,
    /// How much of its strength a side loses, in percent.
    Losses,
    /// The turn from whose end on the later winner leads.
    Settled,
    /// How much luck a side usually has in a battle, in percent of an army.
    Luck,
    /// How much of the results luck explains, in percent.
    Explained,
    /// How many times a clause fires in a battle.
    Fired,
    /// In how many battles a clause fires, in percent.
    Seen,
    /// How many units of a kind are lost, in percent of them.
    Lost,
}

impl Answer {
    /// All answers.
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

    /// Returns its name in files.
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

    /// Tells whether the question is about a clause.
    #[must_use]
    pub const fn is_of_a_clause(self) -> bool {
        matches!(self, Self::Fired | Self::Seen)
    }

    /// Tells whether the question is about a kind of unit.
    #[must_use]
    pub const fn is_of_a_kind(self) -> bool {
        matches!(self, Self::Lost)
    }

    /// Tells whether the answer needs the luck of every order measured.
    #[must_use]
    pub const fn is_of_luck(self) -> bool {
        matches!(self, Self::Luck | Self::Explained)
    }
}

/// A question with its subject, where it needs one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    /// The question.
    pub answer: Answer,
    /// The clause it is about: number and id.
    pub clause: Option<(u16, String)>,
    /// The clause whose count is subtracted: number and id.
    pub less: Option<(u16, String)>,
    /// The kind of unit it is about: its place in the card, and its title.
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
    /// Returns a title for people.
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
