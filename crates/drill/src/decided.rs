//! What decided a battle, as people say it next to who won.

use sandtable_battle::{Battle, Outcome, say};

/// What decided a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decided {
    /// One side, or both, had no units left.
    NobodyLeft,
    /// One side, or both, lost enough to break its army.
    Broken,
    /// The scenario's points, when time ran out.
    Points,
    /// Objectives, when time ran out.
    Ground,
    /// Losses, when time ran out.
    Losses,
    /// Remaining units, when time ran out.
    UnitsLeft,
    /// Hits on the remaining units, when time ran out.
    Hits,
    /// What was left of each army relative to its size, when time ran out.
    ArmyLeft,
    /// Nothing did: the scenario then names the winner, if there is one.
    Nothing,
}

impl Decided {
    /// Says what decided the battle, without a full stop.
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
