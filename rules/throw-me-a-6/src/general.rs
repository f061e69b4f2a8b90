//! Section 18: the general, an optional rule.

use crate::{ThrowMeA6, c};
use sandtable_battle::by;
use sandtable_battle::{Battle, Scene, Status, UnitId};
use sandtable_geometry::{TOLERANCE, within};

impl ThrowMeA6 {
    /// Returns a general of a unit's side near enough to step in (GEN-01, GEN-02).
    pub(crate) fn general_near(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        by!(c::GEN_01);
        let side = battle.unit(id).side;
        let reach = self.numbers.retreat.general_within.0;
        let mut own = battle.side(side);
        own.find(|&(other, unit)| {
            self.is_general(unit) && within(self.gap(battle, other, id), reach)
        })
        .map(|(general, _)| general)
    }

    /// Removes generals that an enemy touches while no friendly unit is near
    /// (GEN-02).
    pub(crate) fn catch_generals(&self, scene: &mut Scene) {
        if !self.choices.general {
            return;
        }
        let reach = self.numbers.retreat.general_within.0;
        for id in scene.ids() {
            let unit = *scene.unit(id);
            if !unit.on_table() || !self.is_general(&unit) {
                continue;
            }
            let base = self.rect(scene, id).grown(TOLERANCE * 2);
            let near = |friend: bool| {
                self.bodies(scene).any(|(other, them)| {
                    friend != self.hostile(&unit, them)
                        && if friend {
                            within(self.gap(scene, id, other), reach)
                        } else {
                            base.overlaps(&self.rect(scene, other))
                        }
                })
            };
            if !near(true) && near(false) {
                self.remove(scene, id, Status::Captured, c::GEN_02);
            }
        }
    }
}
