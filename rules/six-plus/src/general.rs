//! Optional rule: Generals rally units.

use crate::switches::RallyLimit;
use crate::turn::Step;
use crate::{SixPlus, c, marks};
use sandtable_battle::{Battle, Clause, Ruling, Scene, UnitId, Witness};
use sandtable_drill as drill;

impl SixPlus {
    /// Returns the reason why a General cannot rally a unit, if there is one (GEN-02, GEN-04).
    fn no_rally(&self, battle: &Battle, general: UnitId, id: UnitId) -> Option<Clause> {
        let (leader, unit) = (battle.unit(general), battle.unit(id));
        let limit = self.choices.rally_limit;
        let used = battle.units.iter().any(|u| {
            let own = u.side == leader.side && marks::RALLIED.of(u);
            own && limit == RallyLimit::OncePerGame
        });
        if !unit.on_table() || unit.side != leader.side {
            Some(c::GEN_02)
        } else if used || marks::RALLIED.of(unit) || marks::HAS_RALLIED.of(leader) {
            Some(c::GEN_04)
        } else if general != id && !self.touch(battle, general, id) {
            Some(c::GEN_09)
        } else if marks::HITS.of(unit) == 0 {
            Some(c::GEN_03)
        } else {
            None
        }
    }

    /// Judges a rally, after the movement phase.
    pub(crate) fn judge_rally(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        if !self.choices.general {
            r.refuse(c::GEN_01, Witness::Unit(id));
            return;
        }
        self.require_step(battle, Step::Rally, r);
        if !drill::require_both(battle, id, target, r) {
            return;
        }
        let leads = self.kind_of(battle, id).leads();
        r.require(leads, c::GEN_02, || Witness::Unit(id));
        if let Some(clause) = self.no_rally(battle, id, target) {
            r.refuse(clause, Witness::Unit(target));
        }
    }

    /// Returns the units that a General can rally now.
    pub(crate) fn rallied_by<'a>(
        &'a self,
        battle: &'a Battle,
        general: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let leads = self.choices.general && self.kind_of(battle, general).leads();
        let own = battle
            .side(battle.unit(general).side)
            .filter(move |_| leads);
        own.map(|(id, _)| id)
            .filter(move |&id| self.no_rally(battle, general, id).is_none())
    }

    /// Rallies a unit (GEN-03).
    pub(crate) fn rally(&self, id: UnitId, target: UnitId, scene: &mut Scene) {
        let left = marks::HITS.of(scene.unit(target)) - self.numbers.general.hits_removed;
        scene.set(target, marks::HITS, left.max(0), c::GEN_03);
        scene.set(target, marks::RALLIED, true, c::GEN_04);
        scene.set(id, marks::HAS_RALLIED, true, c::GEN_02);
    }
}
