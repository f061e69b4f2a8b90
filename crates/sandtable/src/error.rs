//! What can go wrong, as data.

use sandtable_battle::{Battle, Card, Refusals};
use sandtable_files::{Flaws, journal::Mismatch, notation::Trouble};
use std::fmt;

/// Why something was not done. Nothing has changed then.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// There is nothing of that name; the sentence says what there is.
    #[error("{0}")]
    Unknown(String),
    /// A file is not sound: every flaw with its place.
    #[error("{0}")]
    Flawed(#[from] Flaws),
    /// A line of text is no order of this battle.
    #[error("{text}: {trouble}")]
    NoOrder {
        /// The line.
        text: String,
        /// Where and why.
        trouble: Trouble,
    },
    /// The rules forbid the order.
    #[error("{0}")]
    Refused(#[from] Refused),
    /// The battle has ended: nothing may be ordered any more.
    #[error("the battle is over: {0}")]
    Over(String),
    /// The dice that were named are not those the order asks for.
    #[error("{0}")]
    Dice(String),
    /// A journal does not say what the rules say.
    #[error("{0}")]
    Differs(#[from] Mismatch),
    /// A player gave an order that the rules refuse, or none though some may be given.
    #[error("{0}")]
    Player(String),
    /// A study cannot be played, or its results not be kept.
    #[error("{0}")]
    Study(String),
    /// Somebody asked to stop.
    #[error("stopped")]
    Stopped,
}

/// One reason against an order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reason {
    /// The clause that forbids it, as people cite it: `THR-MOVE-03`.
    pub clause: String,
    /// What it says in this case.
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
    /// Refusals in words.
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

    /// Whether a clause is among the reasons.
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
