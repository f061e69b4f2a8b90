//! Section 17: optional rules, the general and the square. Army break is in
//! `victory.rs`, blows of both sides are in `melee.rs`.

use crate::card::SQUARE;
use crate::numbers::Arm;
use crate::turn::{MOVE, SHOOT};
use crate::{ThreeHit, c, marks};
use sandtable_battle::{Battle, Clause, Ruling, Scene, Unit, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::within;

impl ThreeHit {
    /// Whether a unit stands in square.
    pub(crate) fn in_square(&self, unit: &Unit) -> bool {
        self.choices.square && unit.formation == SQUARE
    }

    /// Requires that a unit is not in square, where it can neither move nor
    /// shoot (OPT-03).
    pub(crate) fn require_out_of_square(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        r.require(!self.in_square(battle.unit(id)), c::OPT_03, || {
            Witness::Unit(id)
        });
    }

    /// Requires that cavalry does not charge a square (OPT-03).
    pub(crate) fn require_chargeable(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        r: &mut Ruling,
    ) {
        let mounted = self.kind_of(battle, id).group == Arm::Mounted;
        let safe = mounted && self.in_square(battle.unit(target));
        r.require(!safe, c::OPT_03, || Witness::Unit(target));
    }

    /// Whether a unit may change formation at all.
    pub(crate) fn may_form(&self, unit: &Unit) -> bool {
        self.choices.square && self.kind(unit).id == "infantry"
    }

    /// Judges forming or leaving square, instead of moving.
    pub(crate) fn judge_form(&self, battle: &Battle, id: UnitId, formation: u8, r: &mut Ruling) {
        if !self.choices.square {
            r.refuse(c::OPT_03, Witness::Unit(id));
            return;
        }
        self.require_phase(battle, MOVE, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        let unit = battle.unit(id);
        if let Some((foe, _)) = self.touching(battle, id).next() {
            r.refuse(c::MOVE_08, Witness::Unit(foe));
        }
        let other = formation <= SQUARE && formation != unit.formation;
        r.require(self.may_form(unit) && other, c::OPT_03, || Witness::Count {
            asked: i32::from(formation),
            allowed: i32::from(SQUARE),
        });
    }

    /// Forms or leaves square.
    pub(crate) fn form(&self, id: UnitId, formation: u8, scene: &mut Scene) {
        scene.form(id, formation, c::OPT_03);
        scene.set(id, marks::MOVED_HOW, marks::Moved::Moved, c::OPT_03);
    }

    /// Whether a general touches a unit: base to base, or at a corner.
    fn general_touches(&self, battle: &Battle, general: UnitId, unit: UnitId) -> bool {
        let gap = self
            .rect(battle, general)
            .distance(&self.rect(battle, unit));
        within(gap.length, 0)
    }

    /// Returns why a general may not restore a unit, or none if it may be restored (OPT-02).
    fn no_rally(&self, battle: &Battle, general: UnitId, id: UnitId) -> Option<Clause> {
        let (leader, unit) = (battle.unit(general), battle.unit(id));
        let may = general != id
            && unit.on_table()
            && leader.side == unit.side
            && marks::RESTORED.of(unit) < self.numbers.general.times_a_unit
            && marks::HITS.of(unit) > 0
            && !self.doomed(unit)
            && self.general_touches(battle, general, id);
        (!may).then_some(c::OPT_02)
    }

    /// Judges restoring a unit, after the Move step.
    pub(crate) fn judge_rally(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        if !self.choices.general {
            r.refuse(c::OPT_02, Witness::Unit(id));
            return;
        }
        self.require_phase(battle, SHOOT, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        let leads = self.kind_of(battle, id).leader;
        r.require(leads, c::OPT_02, || Witness::Unit(id));
        if let Some(clause) = self.no_rally(battle, id, target) {
            r.refuse(clause, Witness::Unit(target));
        }
    }

    /// Returns the units a general can restore now.
    pub(crate) fn rallied_by<'a>(
        &'a self,
        battle: &'a Battle,
        general: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let leads = self.kind_of(battle, general).leader;
        let own = battle
            .side(battle.unit(general).side)
            .filter(move |_| leads);
        own.filter(move |&(id, _)| self.no_rally(battle, general, id).is_none())
            .map(|(id, _)| id)
    }

    /// Restores a unit: the only way to remove a hit (HIT-01).
    pub(crate) fn rally(&self, id: UnitId, scene: &mut Scene) {
        let unit = *scene.unit(id);
        let left = marks::HITS.of(&unit) - self.numbers.general.hits_removed;
        scene.set(id, marks::HITS, left.max(0), c::OPT_02);
        scene.set(
            id,
            marks::RESTORED,
            marks::RESTORED.of(&unit) + 1,
            c::OPT_02,
        );
    }
}
