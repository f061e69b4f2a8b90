//! Errors, as data.

use sandtable_battle::{Battle, Card, Refusals};
use sandtable_files::{Flaws, journal::Mismatch, notation::Trouble};
use std::fmt;

/// Reason why something was not done. Nothing has changed in that case.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing of that name; the message says what there is.
    #[error("{0}")]
    Unknown(String),
    /// A file has flaws: every one with its place.
    #[error("{0}")]
    Flawed(#[from] Flaws),
    /// A line of text is not an order of this battle.
    #[error("{text}: {trouble}")]
    NoOrder {
        /// The line.
        text: String,
        /// Where the line is wrong, and why.
        trouble: Trouble,
    },
    /// The rules forbid the order.
    #[error("{0}")]
    Refused(#[from] Refused),
    /// The battle has ended, so no more orders are possible.
    #[error("the battle is over: {0}")]
    Over(String),
    /// A real table holds the positions of this battle, so nothing can be measured or worked out.
    #[error("{}", sandtable_battle::phrase::unseen())]
    Unseen,
    /// The given dice do not fit those that the order needs.
    #[error("{0}")]
    Dice(String),
    /// A journal contradicts the rules.
    #[error("{0}")]
    Differs(#[from] Mismatch),
    /// The journal has no room for another order.
    #[error("this journal is full: with another order its file could not be read again")]
    Full,
    /// A player gave an order that the rules refuse, or none although some were possible.
    #[error("{0}")]
    Player(String),
    /// A study cannot be played, or its results cannot be saved.
    #[error("{0}")]
    Study(String),
    /// The caller asked to stop.
    #[error("stopped")]
    Stopped,
}

/// One reason against an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The clause that forbids the order, as people cite it: `THR-MOVE-03`.
    pub clause: String,
    /// What the clause says in this case.
    pub says: String,
}

/// Every reason against an order; never empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// The order, in words.
    pub order: String,
    /// The reasons.
    pub reasons: Vec<Reason>,
}

impl Refused {
    /// Puts refusals into words.
    pub(crate) fn of(battle: &Battle, card: &Card, order: String, why: &Refusals) -> Self {
        let reason = |reason: &sandtable_battle::Refusal| Reason {
            clause: card.cite(reason.clause),
            says: sandtable_tell::refusal(battle, card, reason),
        };
        Self {
            order,
            reasons: why.reasons().iter().map(reason).collect(),
        }
    }

    /// Returns whether a clause is among the reasons.
    #[must_use]
    pub fn cites(&self, clause: &str) -> bool {
        self.reasons.iter().any(|reason| reason.clause == clause)
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "refused: {}", self.order)?;
        for Reason { clause, says } in &self.reasons {
            write!(f, "\n  {says} [{clause}]")?;
        }
        Ok(())
    }
}

impl std::error::Error for Refused {}
