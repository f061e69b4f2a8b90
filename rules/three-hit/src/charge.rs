//! Section 8: charge and contact.

use crate::switches::{AttackersPerTarget, ChargeReach};
use crate::turn::MOVE;
use crate::{ThreeHit, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Gait, Legal, Naming, Offer, Ruling, Scene, UnitId, Verb, Witness};
use sandtable_drill::{self as drill, Bars, Berth};
use sandtable_geometry::{
    Anchor, Edge, Face, Facing, Length, Pose, Rect, Room, Tape, Turns, within, within_turn,
};

impl ThreeHit {
    /// Returns how far a unit charges (CHG-03); a road does not help (MOVE-11).
    pub(crate) fn charge_reach(&self, battle: &Battle, id: UnitId) -> Length {
        let pace = self.kind_of(battle, id).pace.0;
        match self.choices.charge_reach {
            ChargeReach::Full => pace,
            ChargeReach::Half => pace / 2,
        }
    }

    /// Judges a charge.
    pub(crate) fn judge_charge(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.require_phase(battle, MOVE, r);
        if !drill::require_enemies(battle, id, target, c::CHG_01, r) {
            return;
        }
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        self.require_unmoved(battle, id, r);
        self.require_out_of_square(battle, id, r);
        self.require_chargeable(battle, id, target, r);
        self.procedures.judge_charger(self, battle, id, r);
        if let Some((pinned, _)) = self.touching(battle, id).next() {
            r.refuse(c::CHG_08, Witness::Unit(pinned));
        }
        if let Some(at) = self.refuge(battle, unit, foe) {
            r.refuse(c::TERR_10, drill::ground_witness(battle, at));
        }
        if r.settled() {
            return;
        }
        if let Some(seen) = self.unseen(battle, self.eye(battle, id), id, target, false) {
            r.refuse(c::CHG_04, seen);
        }
        if r.settled() {
            return;
        }
        self.judge_run(battle, id, target, r);
    }

    /// Judges whether a unit's type may charge at all (CHG-01).
    pub(crate) fn judge_charger(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let may = self.kind_of(battle, id).may_charge;
        r.require(may, c::CHG_01, || Witness::Unit(id));
    }

    /// Judges the run: the aim, the path, the touch, the place on the face.
    fn judge_run(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let (unit, goal) = (battle.unit(id), self.rect(battle, target));
        let bearing = Facing::towards(unit.pose.point(), goal.centre());
        let (asked, allowed) = (
            unit.pose.facing.turn_to(bearing).abs(),
            self.numbers.charge_arc_degrees.0,
        );
        r.require(within_turn(asked, allowed), c::CHG_02, || Witness::Angle {
            asked,
            allowed,
        });
        let turned = unit.pose.facing(bearing);
        let base = self.rect_at(battle, unit, turned);
        // The charger points at the target's centre, so it cannot miss the target.
        let touch = base.sweep(bearing, &goal).map_or(0, |met| met.enter);
        let allowed = self.charge_reach(battle, id);
        r.require(within(touch, allowed), c::CHG_03, || Witness::Length {
            asked: touch,
            allowed,
        });
        if bearing != unit.pose.facing {
            self.judge_first_pivot(battle, id, &base, Some(target), r);
        }
        self.require_way(battle, id, &base, touch, Some(target), r);
        if r.settled() {
            return;
        }
        let at_touch = turned.advanced(touch);
        let front = base.front_middle();
        r.price(touch, allowed)
            .measured(Tape::straight(front, front.moved(bearing, touch)))
            .step(turned)
            .step(at_touch);
        // The face is the zone in which the charger's centre stood before it moved.
        by!(c::CHG_05);
        let face = self.zone(battle, target, unit.pose.point());
        self.require_free_face(battle, id, target, face, r);
        match self.squared(battle, id, target, face, turned, at_touch) {
            Some(pose) => {
                r.step(pose);
            }
            None => r.refuse(c::GEO_11, Witness::Unit(target)),
        }
    }

    /// Requires that no other attacker holds the face (CHG-07), or by switch any
    /// face of the target.
    fn require_free_face(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        face: Face,
        r: &mut Ruling,
    ) {
        let one = self.choices.attackers_per_target == AttackersPerTarget::One;
        let holder = self
            .touching(battle, target)
            .find(|(by, contact)| *by != id && (one || contact.own == face));
        if let Some((by, _)) = holder {
            r.refuse(c::CHG_07, Witness::Unit(by));
        }
    }

    /// Returns the pose flush on a face where a charger is squared up (CHG-06, GEO-10),
    /// or the nearest free pose along it, on a step if any step is free (GEO-11).
    fn squared(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        face: Face,
        turned: Pose,
        at_touch: Pose,
    ) -> Option<Pose> {
        by!(c::GEO_10);
        let unit = battle.unit(id);
        let goal = self.rect(battle, target);
        let (frontage, depth) = self.base(battle, unit);
        let length = match face {
            Face::Front | Face::Rear => goal.frontage(),
            Face::Left | Face::Right => goal.depth(),
        };
        let front = self.rect_at(battle, unit, at_touch).front_middle();
        let wanted = Berth {
            anchor: Anchor::Centre,
            frontage,
            depth,
            along: goal.along_face(face, front).clamp(-length / 2, length / 2),
            least: self.numbers.common_edge.0,
            step: self.numbers.square_up_step.0,
        };
        let walk = Edge::new(turned.point(), at_touch.point());
        let block = |room: &mut Room, base: &Rect, along: Facing| {
            let (width, height) = (battle.setting.width, battle.setting.height);
            room.keep_on_table(base, along, width, height);
            for (other, _) in battle.present() {
                if other != id && other != target {
                    room.keep_off(base, along, &self.rect(battle, other));
                }
            }
        };
        let bars = Bars {
            block,
            ground: |turns: &mut Turns, base: &Rect| self.ground_turns(battle, unit, base, turns),
            fits: |base: &Rect| self.bad_ground(battle, unit, base, Some(&walk)).is_none(),
        };
        drill::berth(&goal, face, &wanted, bars)
    }

    /// Charges; there is no reaction to a charge (CHG-09).
    pub(crate) fn charge(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        if let &[turned, touch, squared] = legal.path() {
            scene.shift(id, turned, Gait::Turned, c::CHG_02);
            scene.shift(id, touch, Gait::Charged, c::CHG_03);
            scene.shift(id, squared, Gait::Aligned, c::CHG_06);
        }
        scene.set(id, marks::MOVED_HOW, marks::Moved::Charged, c::CHG_09);
    }

    /// Offers a unit the charges it may make.
    pub(crate) fn offer_charges(
        &self,
        battle: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let unit = battle.unit(id);
        if !self.kind(unit).may_charge {
            return;
        }
        let open =
            |foe: UnitId| Ruling::allows(|ruling| self.judge_charge(battle, id, foe, ruling));
        let (centre, own) = (unit.pose.point(), self.rect(battle, id));
        let (reach, arc) = (
            self.charge_reach(battle, id),
            self.numbers.charge_arc_degrees.0,
        );
        // Enemies out of reach or outside the arc need no judging.
        let ahead = |foe: &sandtable_battle::Unit| {
            let bearing = Facing::towards(centre, foe.pose.point());
            foe.side != unit.side && unit.pose.facing.turn_to(bearing).abs() <= arc
        };
        let near = self.round(battle, &own, reach);
        let foes = near.filter(|(_, foe)| ahead(foe)).map(|(foe, _)| foe);
        let foes: Vec<UnitId> = foes.filter(|&foe| named.names(|| open(foe))).collect();
        drill::offer_targets(Verb::Charge, id, foes, c::CHG_01, out);
    }
}
