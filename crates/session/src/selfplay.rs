//! A whole battle between two computer players, for comparing machines: the same seed must give the
//! same journal everywhere.

use crate::{EngineError, Session, Shelf, ledger};
use sandtable_files::Journal;
use sandtable_opponents::Player;
use serde::Serialize;

/// Maximum number of orders in a battle.
const MOST_ORDERS: u32 = 5000;

/// How a battle between two computer players went.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Selfplay {
    /// The journal's fingerprint, sixteen hexadecimal digits.
    pub hash: String,
    /// Number of orders given.
    pub orders: u32,
    /// Whether it ended by itself.
    pub ended: bool,
}

impl Session {
    /// Plays a built-in scenario to its end, both sides at the same level; the battle of the
    /// session is not touched.
    ///
    /// # Errors
    /// If there is no such scenario or level.
    pub fn selfplay(&self, scenario: &str, seed: u64, id: &str) -> Result<Selfplay, EngineError> {
        let journal = played(self.shelf(), self.scenario(scenario)?, seed, id)?;
        Ok(Selfplay {
            hash: format!("{:016x}", journal.hash()),
            orders: journal.next().saturating_sub(1),
            ended: journal.now().ended.is_some(),
        })
    }
}

/// Returns the journal of a battle between two computer players.
fn played(shelf: &Shelf, text: &str, seed: u64, id: &str) -> Result<Journal, EngineError> {
    let (rules, start) = ledger::read_battle(shelf, text)?;
    let named = crate::levels::player(id)?;
    let mut players: [Box<dyn Player>; 2] =
        [seed, seed.wrapping_add(1)].map(|seed| named.player(seed));
    let mut journal = Journal::open(start, rules.as_ref(), seed);
    while journal.now().ended.is_none() && journal.next() <= MOST_ORDERS {
        let side = journal.now().to_move();
        let Some(order) = players[side.index()].choose(rules.as_ref(), journal.now()) else {
            break;
        };
        if journal.play(rules.as_ref(), &order).is_err() {
            break;
        }
    }
    Ok(journal)
}
