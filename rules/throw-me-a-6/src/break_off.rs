//! Section 6: units in contact: breaking off, and turning to meet an enemy where
//! a switch allows it.

use crate::marks::Moved;
use crate::movement::Gone;
use crate::numbers::Family;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Far, Gait, Legal, Ruling, Scene, UnitId, Witness};
use sandtable_drill::{Hindrance, slide};
use sandtable_geometry::{Face, Facing, INCH, Length, Pose};

impl ThrowMeA6 {
    /// Judges an order to leave: a chariot leaves the unit it is attached to (CH-09), a unit
    /// in contact leaves its enemies (MOVE-13, MOVE-14).
    pub(crate) fn judge_leaving(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        self.require_actions(battle, r);
        if battle.unit(id).with.is_some() {
            self.judge_detaching(battle, id, r);
        } else {
            self.judge_break_off(battle, id, r);
        }
    }

    /// Carries out an order to leave.
    pub(crate) fn leave(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        if scene.unit(id).with.is_some() {
            self.detach(legal, id, scene);
        } else {
            self.break_off(legal, id, scene);
        }
    }

    /// Returns whether a unit may break off from all the enemies it touches, and by which
    /// clause (A21).
    fn break_off_clause(
        &self,
        battle: &Battle,
        id: UnitId,
        foes: &[UnitId],
    ) -> (bool, sandtable_battle::Clause) {
        let unit = battle.unit(id);
        let all = |fit: &dyn Fn(UnitId) -> bool| foes.iter().all(|&foe| fit(foe));
        if self.is_cavalry(unit) {
            let infantry = |foe: UnitId| self.is_infantry(battle.unit(foe));
            return (all(&infantry), c::MOVE_14);
        }
        let heavy = |foe: UnitId| self.family(battle.unit(foe)) == Family::HeavyInfantry;
        let light = self.family(unit) == Family::LightInfantry;
        if light {
            (all(&heavy), c::MOVE_13)
        } else {
            (false, c::MOVE_15)
        }
    }

    /// Judges breaking off: one full move straight away, facing the enemy.
    fn judge_break_off(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        if !self.require_present(battle, id, r) {
            return;
        }
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(marks::MOVED.of(unit) == Moved::Stood, c::SEQ_09, here);
        let foes: Vec<UnitId> = self.touching(battle, id).map(|(foe, _)| foe).collect();
        let Some(&first) = foes.first() else {
            r.refuse(c::MOVE_13, here());
            return;
        };
        let (may, why) = self.break_off_clause(battle, id, &foes);
        r.require(may, why, || Witness::Unit(first));
        let away = Facing::towards(Self::middle_of(battle, &foes), unit.pose.point());
        let by = self.room_behind(battle, id, away);
        r.require(by >= INCH, why, || Witness::Length {
            asked: INCH,
            allowed: by,
        });
        let end = unit.pose.moved(away, by);
        r.price(by, self.rate(unit)).step(end);
        let turned = end.facing(away.reversed());
        if self.fits_turned(battle, id, turned) {
            r.step(turned);
        }
    }

    /// Returns how far a unit can go straight away from its enemies (A21).
    fn room_behind(&self, battle: &Battle, id: UnitId, away: Facing) -> Length {
        let unit = battle.unit(id);
        let base = self.rect(battle, id);
        let far = self.afford(battle, unit, &base, away, self.rate(unit));
        let clear = self.numbers.measure.short_of_enemy.0;
        let means = |other: UnitId| {
            let them = battle.unit(other);
            if !self.stands(them) {
                Hindrance::None
            } else if self.hostile(unit, them) {
                Hindrance::Stops(clear)
            } else if self.may_pass(unit, them) {
                Hindrance::Passed
            } else {
                Hindrance::Stops(0)
            }
        };
        let bars = |f: &sandtable_battle::Feature| crate::terrain::is_closed(f.ground).then_some(0);
        slide(self, battle, id, away, far, means, bars, true, false)
            .length
            .max(0)
    }

    fn break_off(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        let cavalry = self.is_cavalry(scene.unit(id));
        let why = if cavalry { c::MOVE_14 } else { c::MOVE_13 };
        for &pose in legal.path() {
            self.carry(scene, id, pose, Gait::Withdrew, why);
        }
        scene.set(id, marks::MOVED, Moved::Done, c::SEQ_09);
    }

    /// Whether a unit could break off.
    pub(crate) fn may_break_off(&self, battle: &Battle, id: UnitId) -> bool {
        Ruling::allows(|ruling| self.judge_break_off(battle, id, ruling))
    }

    /// Judges a turn to meet an enemy on a flank or in the rear; the quarter that
    /// `to` lies in says which enemy (A20). The enemy slides flush.
    pub(crate) fn judge_meeting(&self, battle: &Battle, id: UnitId, to: Facing, r: &mut Ruling) {
        by!(c::MOVE_15);
        let unit = battle.unit(id);
        let touched: Vec<_> = self.touching(battle, id).collect();
        if let Some((foe, _)) = touched.iter().find(|(_, k)| k.own == Face::Front) {
            r.refuse(c::MOVE_15, Witness::Unit(*foe));
            return;
        }
        let outward = |face: Face| face.outward(unit.pose.facing);
        let face = Face::ALL
            .into_iter()
            .min_by_key(|&face| outward(face).turn_to(to).abs())
            .unwrap_or(Face::Front);
        let Some(&(foe, _)) = touched.iter().find(|(_, k)| k.own == face) else {
            r.refuse(c::MOVE_15, Witness::Unit(id));
            return;
        };
        let pose = unit.pose.facing(outward(face));
        let (frontage, depth) = self.base(battle, unit);
        let reach = match face {
            Face::Front | Face::Rear => depth,
            Face::Left | Face::Right => frontage,
        };
        let them = battle.unit(foe);
        let foe_pose = them.pose.moved(pose.facing.reversed(), (reach - depth) / 2);
        self.require_free(battle, id, pose, foe, r);
        self.require_free(battle, foe, foe_pose, id, r);
        r.step(foe_pose).step(pose).found(&Gone {
            spent: Far(0),
            turns: 0,
            whole: false,
            with: Some(foe),
        });
    }

    /// Requires that a unit has room at a pose; its partner in the turn does not count.
    fn require_free(
        &self,
        battle: &Battle,
        id: UnitId,
        pose: Pose,
        partner: UnitId,
        r: &mut Ruling,
    ) {
        let base = self.rect_at(battle, battle.unit(id), pose);
        let by = self.overlapped(battle, id, &base, Some(partner));
        let free = by.is_none()
            && battle.setting.holds(&base)
            && self.closed_ground(battle, &base).is_none();
        r.require(free, c::MOVE_15, || {
            by.map_or(Witness::Place(pose), |by| Witness::blocked(battle, by))
        });
    }
}
