//! Reasons against an order, collected while an umpire judges it.

use crate::Ruling;

/// Reasons against an order.
#[derive(Debug, Default)]
pub struct Reasons {
    found: Vec<&'static str>,
    unruled: Option<&'static str>,
}

impl Reasons {
    /// Adds a clause as a reason unless something holds.
    pub fn require(&mut self, holds: bool, clause: &'static str) {
        if !holds {
            self.found.push(clause);
        }
    }

    /// Records that the umpire does not rule on the order, with the reason.
    pub fn unruled(&mut self, what: &'static str) {
        self.unruled = Some(what);
    }

    /// Returns whether no reason has been found.
    #[must_use]
    pub fn clean(&self) -> bool {
        self.found.is_empty()
    }

    /// Returns the ruling that follows from the reasons.
    #[must_use]
    pub fn ruling(self) -> Ruling {
        match self.unruled {
            Some(what) => Ruling::Unruled(what),
            _ if self.found.is_empty() => Ruling::Legal,
            _ => Ruling::Refused(self.found),
        }
    }
}
