//! A battle seen through its rules.

use sandtable_battle::{Battle, Card, Clause, Rules, UnitId};
use sandtable_geometry::{Pose, Rect, Ruler};

/// A battle together with its rules. Everything that a page or a program shows of the battle is
/// built from here. Each file covers one concern.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The rules.
    pub rules: &'a dyn Rules,
    /// The battle.
    pub battle: &'a Battle,
}

impl<'a> Look<'a> {
    /// Creates a look at a battle through its rules.
    #[must_use]
    pub const fn new(rules: &'a dyn Rules, battle: &'a Battle) -> Self {
        Self { rules, battle }
    }

    /// Returns the rule set's card.
    #[must_use]
    pub fn card(&self) -> &'a Card {
        self.rules.card()
    }

    /// Returns the ruler by which lengths are shown.
    #[must_use]
    pub fn ruler(&self) -> Ruler {
        self.card().ruler
    }

    /// Returns a clause's id as people cite it.
    #[must_use]
    pub fn cite(&self, clause: Clause) -> String {
        self.card().cite(clause)
    }

    /// Returns a clause's title.
    #[must_use]
    pub fn title(&self, clause: Clause) -> &'a str {
        self.card()
            .clause(clause)
            .map_or("", |text| text.title.as_str())
    }

    /// Returns what an outcome under a clause means, if the clause says so.
    #[must_use]
    pub fn reading(&self, clause: Clause, outcome: u16) -> Option<&'a str> {
        self.card()
            .clause(clause)?
            .readings
            .get(usize::from(outcome))
            .map(String::as_str)
    }

    /// Returns a unit's name.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> &'a str {
        self.battle.setting.called(unit)
    }

    /// Returns the ground that a unit would cover at another pose, in a formation if one is given.
    pub fn rect_at(&self, unit: UnitId, pose: Pose, formation: Option<u8>) -> Rect {
        let mut there = self.battle.clone();
        if let Some(moved) = there.units.get_mut(unit.index()) {
            moved.pose = pose;
            moved.formation = formation.unwrap_or(moved.formation);
        }
        self.rules.footprint(&there, unit)
    }
}
