//! Battles that a search has met, each once.

use sandtable_battle::Battle;
use std::collections::BTreeMap;

/// Battles, each once, found by their fingerprints.
#[derive(Default)]
pub(crate) struct States {
    battles: Vec<Battle>,
    prints: BTreeMap<u64, Vec<usize>>,
}

impl States {
    /// Returns the place of a battle, and adds it if it is new.
    pub(crate) fn place(&mut self, battle: Battle) -> usize {
        let here = self.prints.entry(battle.fingerprint()).or_default();
        if let Some(&at) = here.iter().find(|&&at| self.battles[at] == battle) {
            return at;
        }
        here.push(self.battles.len());
        self.battles.push(battle);
        self.battles.len() - 1
    }

    pub(crate) fn get(&self, at: usize) -> &Battle {
        &self.battles[at]
    }

    pub(crate) const fn len(&self) -> usize {
        self.battles.len()
    }

    /// Returns all battles by their places.
    pub(crate) fn into_battles(self) -> Vec<Battle> {
        self.battles
    }
}
