//! The odds of an order in a battle.

use crate::Look;
use sandtable_battle::Legal;
use sandtable_odds::{OddsView, Outlook, Terms};
use sandtable_tongue::say;

impl Look<'_> {
    /// Returns the odds of a legal order: exact, or sampled with the error they may have.
    #[must_use]
    pub fn odds(&self, legal: &Legal, terms: Terms) -> OddsView {
        let quiet = if legal.order().target().is_some() {
            say!("no effect")
        } else {
            self.does(legal.order(), legal.cost(), legal.allowed(), legal.tape())
        };
        let outlook = Outlook {
            quiet: &quiet,
            ..Outlook::new(self.rules, self.battle)
        };
        outlook.odds(legal, terms)
    }
}
