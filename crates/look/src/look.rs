//! A battle seen through its rules.

use sandtable_battle::{Battle, Card, Clause, Rules, UnitId};
use sandtable_geometry::{Pose, Rect, Ruler};

/// A battle with the rules to see it by. Everything a page or a program shows
/// of it is built from here, a file a concern.
#[derive(Clone, Copy)]
pub struct Look<'a> {
    /// The rules.
    pub rules: &'a dyn Rules,
    /// The battle.
    pub battle: &'a Battle,
}

impl<'a> Look<'a> {
    /// A battle seen through its rules.
    #[must_use]
    pub const fn new(rules: &'a dyn Rules, battle: &'a Battle) -> Self {
        Self { rules, battle }
    }

    /// The rule set's card.
    #[must_use]
    pub fn card(&self) -> &'a Card {
        self.rules.card()
    }

    /// What lengths are shown with.
    #[must_use]
    pub fn ruler(&self) -> Ruler {
        self.card().ruler
    }

    /// A clause's id as people cite it.
    #[must_use]
    pub fn cite(&self, clause: Clause) -> String {
        self.card().cite(clause)
    }

    /// A clause's title.
    #[must_use]
    pub fn title(&self, clause: Clause) -> &'a str {
        self.card()
            .clause(clause)
            .map_or("", |text| text.title.as_str())
    }

    /// What an outcome under a clause means, if the clause says it.
    #[must_use]
    pub fn reading(&self, clause: Clause, outcome: u16) -> Option<&'a str> {
        self.card()
            .clause(clause)?
            .readings
            .get(usize::from(outcome))
            .map(String::as_str)
    }

    /// What a unit is called.
    #[must_use]
    pub fn name(&self, unit: UnitId) -> &'a str {
        self.battle.setting.called(unit)
    }

    /// The ground a unit would cover at another pose, in a formation if one is
    /// given.
    pub fn rect_at(&self, unit: UnitId, pose: Pose, formation: Option<u8>) -> Rect {
        let mut there = self.battle.clone();
        if let Some(moved) = there.units.get_mut(unit.index()) {
            moved.pose = pose;
            moved.formation = formation.unwrap_or(moved.formation);
        }
        self.rules.footprint(&there, unit)
    }
}
