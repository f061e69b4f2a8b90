//! Section 16: chariots that join a unit and leave it again.

use crate::marks::Moved;
use crate::numbers::Family;
use crate::units::attached;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Gait, Legal, Ruling, Scene, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::{Area, Face, Facing, Pose, Rect, within};

impl ThrowMeA6 {
    /// Judges a chariot's drive to a friendly unit to join it (CH-05, CH-09): straight to it, or
    /// after a move that has already brought it there.
    pub(crate) fn judge_attaching(&self, battle: &Battle, id: UnitId, to: UnitId, r: &mut Ruling) {
        self.require_actions(battle, r);
        if !self.require_present(battle, id, r) {
            return;
        }
        let (unit, host) = (battle.unit(id), battle.unit(to));
        let here = || Witness::Unit(id);
        r.require(self.family(unit) == Family::Chariots, c::CH_05, here);
        if let Some((foe, _)) = self.touching(battle, id).next() {
            r.refuse(c::MOVE_15, Witness::Unit(foe));
        }
        let fit = self.stands(host) && host.side == unit.side && !self.hostile(unit, host);
        let taken = attached(battle, to).is_some();
        let wheeled = self.family(host) == Family::Chariots;
        r.require(fit && id != to && !taken && !wheeled, c::CH_05, || {
            Witness::Unit(to)
        });
        if !r.clean() {
            return;
        }
        let goal = self.rect(battle, to);
        let far = self.gap(battle, id, to);
        match marks::MOVED.of(unit) {
            // It is already there, and need not turn.
            Moved::Stood if within(far, 0) => return,
            Moved::Stood => {}
            // Its move must already have brought it there.
            Moved::Part | Moved::Done => {
                r.require(within(far, 0), c::CH_09, || Witness::Length {
                    asked: far,
                    allowed: 0,
                });
                return;
            }
            Moved::Charged | Moved::ChargedUphill => return r.refuse(c::SEQ_09, here()),
        }
        let way = Facing::towards(unit.pose.point(), goal.centre());
        let turned = unit.pose.facing(way);
        let base = self.rect_at(battle, unit, turned);
        self.require_apart(battle, id, &base, r);
        self.require_room_to_turn(battle, (id, to), &base, r);
        let touch = base.sweep(way, &goal).map_or(0, |met| met.enter);
        let (asked, allowed) = (self.cost(battle, unit, &base, way, touch), self.rate(unit));
        r.require(within(asked, allowed), c::CH_05, || Witness::Length {
            asked,
            allowed,
        });
        if r.settled() {
            return;
        }
        let clear = self.numbers.measure.short_of_enemy.0;
        let met = self.first_met(battle, id, &base, way, touch, clear, Some(to));
        if let Some(met) = met {
            let at = base.front_middle().moved(way, met.enter);
            let witness = met
                .unit
                .map_or(Witness::Spot(at), |by| Witness::Blocked { by, at });
            r.refuse(c::GEO_11, witness);
        }
        r.price(asked, allowed)
            .step(turned)
            .step(turned.advanced(touch));
    }

    /// Requires room for the turn before the drive, which is part of the way. The chariot must not
    /// overlap a unit it may not pass, nor closed ground it does not stand on already (GEO-11).
    fn require_room_to_turn(
        &self,
        battle: &Battle,
        (id, to): (UnitId, UnitId),
        turned: &Rect,
        r: &mut Ruling,
    ) {
        by!(c::GEO_11);
        let (unit, stood) = (battle.unit(id), self.rect(battle, id));
        let mut others = self
            .bodies(battle)
            .filter(|&(other, _)| other != id && other != to);
        let upon = others.find(|&(other, them)| {
            !self.may_pass(unit, them) && self.rect(battle, other).overlaps(turned)
        });
        if let Some((by, them)) = upon {
            let at = them.pose.point();
            r.refuse(c::GEO_11, Witness::Blocked { by, at });
        }
        let mut ground = battle.setting.terrain.iter().enumerate();
        let fresh = |area: &Area| area.overlaps(turned) && !area.overlaps(&stood);
        let onto =
            ground.find(|(_, f)| crate::terrain::is_closed(f.ground) && f.areas.iter().any(fresh));
        if let Some((place, _)) = onto {
            r.refuse(c::GEO_11, drill::ground_witness(battle, place));
        }
    }

    /// Attaches a chariot to a unit.
    pub(crate) fn attach(&self, legal: &Legal, id: UnitId, to: UnitId, scene: &mut Scene) {
        for &pose in legal.path() {
            scene.shift(id, pose, Gait::Moved, c::CH_05);
        }
        let host = scene.unit(to).pose;
        scene.join(id, Some(to), c::CH_05);
        scene.shift(id, host, Gait::Carried, c::CH_09);
        scene.set(id, marks::MOVED, Moved::Done, c::SEQ_09);
    }

    /// Returns the place of a chariot that leaves its unit: touching its rear, or a flank, as
    /// near to the middle of that edge as there is room (CH-09).
    fn beside(&self, battle: &Battle, id: UnitId) -> Option<Pose> {
        let host = battle.unit(id).with?;
        [Face::Rear, Face::Left, Face::Right]
            .into_iter()
            .find_map(|face| self.beside_on(battle, (id, host), face))
    }

    /// Returns that place on one face of the unit, facing as the unit does.
    fn beside_on(&self, battle: &Battle, (id, host): (UnitId, UnitId), face: Face) -> Option<Pose> {
        let unit = battle.unit(id);
        let (frontage, depth) = self.base(battle, unit);
        let goal = self.rect(battle, host);
        let (across, out, length) = match face {
            Face::Front | Face::Rear => (frontage, depth, goal.frontage()),
            Face::Left | Face::Right => (depth, frontage, goal.depth()),
        };
        let least = self.numbers.measure.contact.0.min(across).min(length);
        let most = i32::midpoint(across, length) - least;
        let outward = face.outward(goal.facing());
        let along = outward.turned(0x4000);
        let middle = goal.edge(face).middle().moved(outward, out / 2);
        let pose = |at| Pose::at(middle.moved(along, at), goal.facing());
        let base = self.rect_at(battle, unit, pose(0));
        let mut room = self.room_along(battle, (id, host), &base, along, most);
        let clear = self.numbers.measure.short_of_enemy.0;
        for (_, them) in self.bodies(battle) {
            if self.hostile(unit, them) {
                let foe = self.rect_at(battle, them, them.pose);
                let far = battle.setting.width + battle.setting.height;
                let near = |way: Facing| {
                    let from = base.moved(way, -far);
                    from.approach(way, &foe, clear).map(|at| at - far)
                };
                if let (Some(low), Some(high)) = (near(along), near(along.reversed())) {
                    room.take(low, -high);
                }
            }
        }
        room.nearest(0, true).map(pose)
    }

    /// Judges a chariot's leaving, which starts its own move (CH-09).
    pub(crate) fn judge_detaching(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(
            unit.on_table() && marks::MOVED.of(unit) == Moved::Stood,
            c::CH_09,
            here,
        );
        match self.beside(battle, id) {
            Some(pose) => {
                r.step(pose);
            }
            None => r.refuse(c::CH_09, here()),
        }
    }

    /// Detaches a chariot; its move is still to come.
    pub(crate) fn detach(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        by!(c::CH_09);
        scene.join(id, None, c::CH_09);
        for &pose in legal.path() {
            scene.shift(id, pose, Gait::Moved, c::CH_09);
        }
    }

    /// Returns the units that a chariot may join.
    pub(crate) fn hosts<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let side = battle.unit(id).side;
        let own = battle.side(side).filter(move |&(to, _)| to != id);
        own.filter_map(move |(to, _)| {
            let mut ruling = Ruling::brief();
            self.judge_attaching(battle, id, to, &mut ruling);
            ruling.clean().then_some(to)
        })
    }
}
