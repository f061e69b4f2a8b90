//! Section 14: pursuit.

use crate::marks::Retreat;
use crate::numbers::Family;
use crate::turn::PURSUE;
use crate::units::is_amok;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Dice, Far, Gait, Leg, Legal, Legs, Ruling, Scene, Side, UnitId, Witness,
};
use sandtable_geometry::{Length, Pose, TOLERANCE, within};

impl ThrowMeA6 {
    /// Returns the enemy that a unit beat and may pursue (RES-08, RES-10, A57).
    pub(crate) fn may_pursue(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        let unit = battle.unit(id);
        let loser = marks::BEAT.of(unit)?;
        let stays = match self.family(unit) {
            Family::LightInfantry => {
                by!(c::RES_10);
                true
            }
            Family::LightCavalry => self.choices.light_cavalry_stays,
            Family::Artillery => true,
            _ => false,
        };
        let free = self.stands(unit)
            && !is_amok(unit)
            && marks::RETREATS.of(unit) == Retreat::No
            && !self.engaged(battle, id);
        // A way no longer than the tolerance does not count as one.
        (!stays && free && self.pursuit(battle, id) > TOLERANCE).then_some(loser)
    }

    /// Whether a unit that may pursue must (RES-09): not if its enemy is gone
    /// (A57).
    fn must_pursue(&self, battle: &Battle, id: UnitId, loser: UnitId) -> bool {
        let unit = battle.unit(id);
        let eager = self.is_cavalry(unit) || self.family(unit) == Family::Warband;
        eager && battle.unit(loser).on_table()
    }

    /// Returns the pose a pursuer starts from: it faces the way of the retreat.
    fn start_of_pursuit(&self, battle: &Battle, id: UnitId) -> Option<Pose> {
        let unit = battle.unit(id);
        let pose = unit.pose.facing(marks::BOUND.of(unit).unwrap_or_default());
        (pose == unit.pose || self.fits_turned(battle, id, pose)).then_some(pose)
    }

    /// Returns how far a pursuit can go: half the rate, to the first enemy or obstacle
    /// (RES-15).
    fn pursuit(&self, battle: &Battle, id: UnitId) -> Length {
        let Some(start) = self.start_of_pursuit(battle, id) else {
            return 0;
        };
        let unit = battle.unit(id);
        let base = self.rect_at(battle, unit, start);
        let half = self.rate(unit) / 2;
        let far = self.afford(battle, unit, &base, start.facing, half);
        let room = base.room_on_table(start.facing, battle.setting.width, battle.setting.height);
        let met = self.first_met(battle, id, &base, start.facing, far, 0, None);
        let by = far.min(room).min(met.map_or(far, |met| met.enter));
        // It must not end on top of a friend it passes.
        self.last_clear(battle, id, start, start.facing, by.max(0))
            .unwrap_or(0)
    }

    /// Judges a pursuit that the owner may choose.
    pub(crate) fn judge_pursuit(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        r.require(battle.cursor.phase == PURSUE, c::RES_12, || Witness::Plain);
        if !self.require_present(battle, id, r) {
            return;
        }
        let here = || Witness::Unit(id);
        if self.may_pursue(battle, id).is_none() {
            r.refuse(c::RES_08, here());
            return;
        }
        let &[Leg::Advance { by }] = legs.as_slice() else {
            r.refuse(c::RES_15, here());
            return;
        };
        let allowed = self.pursuit(battle, id);
        r.require(by > 0 && within(by, allowed), c::RES_15, || {
            Witness::Length { asked: by, allowed }
        });
        r.price(by, allowed).found(&Far(by));
        if let Some(start) = self.start_of_pursuit(battle, id) {
            let unit = battle.unit(id);
            // A way that ends short of a bridge may cost more than the longer one over it.
            let (from, half) = (self.rect_at(battle, unit, start), self.rate(unit) / 2);
            let asked = self.cost(battle, unit, &from, start.facing, by);
            r.require(by > allowed || within(asked, half), c::RES_15, || {
                let allowed = half;
                Witness::Length { asked, allowed }
            });
            let end = start.advanced(by);
            let base = self.rect_at(battle, unit, end);
            if let Some(by) = self.overlapped(battle, id, &base, None) {
                r.refuse(c::MOVE_09, Witness::blocked(battle, by));
            }
            r.step(start).step(end);
        }
    }

    /// Pursues by the owner's choice.
    pub(crate) fn pursue_in_turn(
        &self,
        legal: &Legal,
        id: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let Far(by) = legal.found().unwrap_or_default();
        self.pursue(scene, id, by);
        self.go_on(scene, dice, PURSUE);
    }

    /// Makes the compulsory pursuits of a side, in the order of its units
    /// (RES-09).
    pub(crate) fn pursue_compulsory(&self, scene: &mut Scene, side: Side) {
        for id in scene.ids() {
            if scene.unit(id).side != side {
                continue;
            }
            if let Some(loser) = self.may_pursue(scene, id)
                && self.must_pursue(scene, id, loser)
            {
                by!(c::RES_09);
                let by = self.pursuit(scene, id);
                self.pursue(scene, id, by);
            }
        }
    }

    /// Pursues for a distance; contact with an enemy works as after a charge, but does
    /// not count as one (A57).
    fn pursue(&self, scene: &mut Scene, id: UnitId, by: Length) {
        let Some(start) = self.start_of_pursuit(scene, id) else {
            return;
        };
        let loser = marks::BEAT.of(scene.unit(id));
        scene.set(id, marks::BEAT, None, c::RES_08);
        self.carry(scene, id, start, Gait::Turned, c::RES_15);
        let unit = *scene.unit(id);
        let base = self.rect(scene, id);
        let half = self.afford(scene, &unit, &base, start.facing, self.rate(&unit) / 2);
        // Reaching an enemy at the very end of the pursuit counts as contact, even if they are
        // apart by the tolerance.
        let reach = half + 2 * TOLERANCE + 1;
        let met = self.first_met(scene, id, &base, start.facing, reach, 0, None);
        let foe = met.filter(|met| met.enter <= by + TOLERANCE);
        let foe = foe.and_then(|met| met.unit);
        let foe = foe.filter(|&foe| self.hostile(&unit, scene.unit(foe)));
        let face = foe.map(|foe| (foe, self.zone(scene, foe, id)));
        self.carry(scene, id, start.advanced(by), Gait::Moved, c::RES_15);
        let Some((foe, face)) = face else { return };
        let side = self.side_of(scene, foe, face, id);
        match self.aligned(scene, id, foe, face, side) {
            Some(pose) => {
                self.carry(scene, id, pose, Gait::Aligned, c::RES_15);
                if let Some(loser) = loser.filter(|&loser| loser != foe) {
                    scene.set(id, marks::MET, Some(loser), c::MEL_24);
                }
                self.overrun(scene);
            }
            None => {
                let short = self.numbers.measure.short_of_enemy.0;
                let clear = self.last_clear(scene, id, start, start.facing, (by - short).max(0));
                let back = start.advanced(clear.unwrap_or(0));
                self.carry(scene, id, back, Gait::Moved, c::RES_15);
            }
        }
    }
}
