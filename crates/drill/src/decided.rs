//! What decided a battle, as people say it beside who won.

use sandtable_battle::{Battle, Outcome, say};

/// What decided a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// A side, or both, had nobody left.
    NobodyLeft,
    /// A side, or both, lost as much as breaks an army.
    Broken,
    /// The points that a scenario gives, when time ran out.
    Points,
    /// Objectives, when time ran out.
    Ground,
    /// Losses, when time ran out.
    Losses,
    /// Units that were left, when time ran out.
    UnitsLeft,
    /// Hits on the units that were left, when time ran out.
    Hits,
    /// What was left of either army for its size, when time ran out.
    ArmyLeft,
    /// Nothing did: the scenario names who wins then, if anybody.
    Nothing,
}

impl Decided {
    /// The same in words, without a full stop.
    #[must_use]
    pub fn says(self, battle: &Battle) -> String {
        let drawn = battle.ended == Some(Outcome::Draw);
        match (self, drawn) {
            (Self::NobodyLeft, false) => say!("The other side had nobody left"),
            (Self::NobodyLeft, true) => say!("Neither side had anybody left"),
            (Self::Broken, false) => say!("The other side had lost too much to fight on"),
            (Self::Broken, true) => say!("Both sides had lost too much to fight on"),
            (Self::Nothing, false) => {
                say!("Time ran out, and the scenario names the winner then")
            }
            (_, true) => say!("Nobody was clearly ahead when time ran out"),
            (Self::Points, _) => say!("More points when time ran out"),
            (Self::Ground, _) if battle.setting.objectives().count() == 1 => {
                say!("Alone at the objective when time ran out")
            }
            (Self::Ground, _) => say!("More objectives held when time ran out"),
            (Self::Losses, _) => say!("Fewer losses when time ran out"),
            (Self::UnitsLeft, _) => say!("More units left when time ran out"),
            (Self::Hits, _) => say!("Fewer hits on the units left when time ran out"),
            (Self::ArmyLeft, _) => say!("More of the army left when time ran out"),
        }
    }
}
