//! Sections 4 and 5: movement, facing and turning.

use crate::card::SQUARE;
use crate::marks::{self, Moved};
use crate::turn::MOVE;
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Feature, Gait, Leg, LegSet, Legal, Legs, Naming, Offer, Reach, Ruling, Scene, Scope,
    UnitId, Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{Contact, Edge, Face, Facing, Length, Pose, Rect, within, within_turn};

/// A move in the form these rules allow (MOVE-02): a pivot, a straight advance, a
/// pivot; each is optional.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    first: Option<Facing>,
    by: Length,
    last: Option<Facing>,
}

/// Reads legs as a plan; every reason why they do not form one goes to the ruling.
fn plan(legs: &Legs, r: &mut Ruling) -> Option<Plan> {
    let mut plan = Plan::default();
    let mut advanced = false;
    for leg in legs {
        match *leg {
            Leg::Pivot { to } if !advanced && plan.first.is_none() => plan.first = Some(to),
            Leg::Pivot { to } if advanced && plan.last.is_none() => plan.last = Some(to),
            Leg::Advance { by } if !advanced => (plan.by, advanced) = (by, true),
            Leg::Pivot { .. } | Leg::Advance { .. } => {
                r.refuse(c::MOVE_02, Witness::Plain);
                return None;
            }
            Leg::Slide { .. } | Leg::Wheel { .. } | Leg::March { .. } => {
                r.refuse(c::MOVE_03, Witness::Plain);
                return None;
            }
        }
    }
    if plan.by < 0 {
        let asked = plan.by;
        r.refuse(c::MOVE_03, Witness::Length { asked, allowed: 0 });
        return None;
    }
    // MOVE-06: a unit that stays still needs no order.
    let some = plan.by > 0 || plan.first.is_some() || plan.last.is_some();
    r.require(some, c::MOVE_02, || Witness::Plain);
    some.then_some(plan)
}

/// How a unit moves, and the enemy that it turns to meet.
type Went = (Moved, Option<UnitId>);

impl ThreeHit {
    /// Requires the step of the turn (TURN-01).
    pub(crate) fn require_phase(&self, battle: &Battle, phase: u8, r: &mut Ruling) {
        r.require(battle.cursor.phase == phase, c::TURN_01, || Witness::Plain);
    }

    /// Requires that a unit has its move left: it may move once (TURN-04), not after
    /// a retreat (MOVE-07) and not in square (OPT-03).
    pub(crate) fn require_unmoved(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(marks::MOVED_HOW.of(unit) == Moved::Stood, c::TURN_04, here);
        r.require(marks::MOVE_SPENT.of(unit) == 0, c::MOVE_07, here);
    }

    /// Judges a move.
    pub(crate) fn judge_move(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        self.require_phase(battle, MOVE, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        self.require_out_of_square(battle, id, r);
        if let Some((foe, _)) = self.touching(battle, id).next() {
            r.refuse(c::MOVE_08, Witness::Unit(foe));
        }
        if let Some(plan) = plan(legs, r) {
            self.judge_plan(battle, id, plan, r);
        }
    }

    /// Judges the way of a move.
    fn judge_plan(&self, battle: &Battle, id: UnitId, plan: Plan, r: &mut Ruling) {
        // Poses are whole steps of the engine's grid, so the end of an advance is rounded.
        by!(c::SCOPE_07);
        let unit = battle.unit(id);
        let turned = unit.pose.facing(plan.first.unwrap_or(unit.pose.facing));
        let end = turned.advanced(plan.by);
        let last = end.facing(plan.last.unwrap_or(end.facing));
        let walk = Edge::new(turned.point(), end.point());
        let base = self.rect_at(battle, unit, last);
        if r.wants_one() {
            self.keep_on_table(battle, &base, last, r);
            if r.settled() {
                return;
            }
        }
        if plan.first.is_some() && (plan.by > 0 || plan.last.is_none()) {
            r.step(turned);
        }
        if plan.by > 0 {
            self.judge_advance(battle, id, turned, plan, &walk, r);
            r.step(end);
        }
        if r.settled() {
            return;
        }
        if plan.last.is_some() {
            r.step(last);
        }
        let pivots = plan.last.is_some() || plan.by == 0;
        let why = if pivots { c::TURNING_02 } else { c::PASS_02 };
        self.keep_on_table(battle, &base, last, r);
        if r.settled() {
            return;
        }
        self.require_room(battle, id, &base, Some(&walk), why, r);
        if r.settled() {
            return;
        }
        self.require_no_contact(battle, id, &base, r);
        let how = if plan.by > 0 {
            Moved::Moved
        } else {
            Moved::Pivoted
        };
        r.found(&(how, None::<UnitId>));
    }

    /// Judges the advance: its length, the pose it starts from, its corridor.
    fn judge_advance(
        &self,
        battle: &Battle,
        id: UnitId,
        from: Pose,
        plan: Plan,
        walk: &Edge,
        r: &mut Ruling,
    ) {
        by!(c::UNIT_01, c::SCOPE_06);
        let unit = battle.unit(id);
        let (pace, bonus) = (self.kind(unit).pace.0, self.road_bonus(battle, id));
        let beyond = !within(plan.by, pace);
        let by_road = beyond && bonus > 0 && self.along_road(battle, walk);
        let allowed = if by_road { pace + bonus } else { pace };
        let too_far = || Witness::Length {
            asked: plan.by,
            allowed,
        };
        r.require(within(plan.by, allowed), c::MOVE_01, too_far);
        if beyond && !by_road && bonus > 0 && within(plan.by, pace + bonus) {
            r.refuse(c::MOVE_11, too_far());
        }
        r.price(plan.by, allowed);
        if r.settled() {
            return;
        }
        let base = self.rect_at(battle, unit, from);
        if plan.first.is_some() {
            self.judge_first_pivot(battle, id, &base, None, r);
        }
        if r.settled() {
            return;
        }
        self.require_way(battle, id, &base, plan.by, None, r);
    }

    /// Judges the pose after a starting pivot: it must be clear of enemies and of
    /// forbidden ground; friends do not matter (TURNING-02).
    pub(crate) fn judge_first_pivot(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        goal: Option<UnitId>,
        r: &mut Ruling,
    ) {
        let unit = battle.unit(id);
        let round = self.round(battle, base, 0);
        let foes = round.filter(|(_, them)| them.side != unit.side);
        for (foe, them) in foes.filter(|&(foe, _)| Some(foe) != goal) {
            r.require(
                !base.overlaps(&self.rect(battle, foe)),
                c::TURNING_02,
                || Witness::Blocked {
                    by: foe,
                    at: them.pose.point(),
                },
            );
        }
        // A unit may turn to leave ground that it already stands on.
        let own = self.rect(battle, id);
        let new = |f: &Feature| !f.overlaps(&own);
        if let Some((at, clause)) = self.new_ground(battle, unit, base, None, new) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
    }

    /// Returns what a road adds to the allowance of a unit that stands on one
    /// (MOVE-11).
    pub(crate) fn road_bonus(&self, battle: &Battle, id: UnitId) -> Length {
        let unit = battle.unit(id);
        if self.road_at(battle, unit.pose.point()).is_none() {
            return 0;
        }
        let road = &self.numbers.road;
        match self.choices.road_bonus {
            crate::switches::RoadBonus::Half => road.bonus_of_move.of(self.kind(unit).pace.0),
            crate::switches::RoadBonus::ThreeInches => road.bonus_inches.0,
        }
    }

    /// Makes a move.
    pub(crate) fn make_move(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        drill::walk(scene, id, legal.path(), c::TURNING_01, c::MOVE_04);
        self.mark_moved(legal, id, scene);
    }

    /// Notes that a unit has moved; pivoting counts as moving (MOVE-05).
    fn mark_moved(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        let (how, _) = legal.found::<Went>().unwrap_or((Moved::Moved, None));
        scene.set(id, marks::MOVED_HOW, how, c::MOVE_05);
    }

    /// Judges a turn in place: a pivot, or a turn to meet an attacker.
    pub(crate) fn judge_face(&self, battle: &Battle, id: UnitId, to: Facing, r: &mut Ruling) {
        self.require_phase(battle, MOVE, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        self.require_out_of_square(battle, id, r);
        r.found(&(Moved::Pivoted, None::<UnitId>));
        if self.engaged(battle, id) {
            self.judge_meeting(battle, id, to, r);
        } else {
            let plan = Plan {
                first: Some(to),
                ..Plan::default()
            };
            self.judge_plan(battle, id, plan, r);
        }
    }

    /// Judges a turn to meet an enemy on a flank or in the rear (TURNING-03).
    /// It turns by exactly a quarter or a half (TURNING-04).
    fn judge_meeting(&self, battle: &Battle, id: UnitId, to: Facing, r: &mut Ruling) {
        let unit = battle.unit(id);
        if let Some((foe, _)) = self.on_face(battle, id, Face::Front) {
            r.refuse(c::TURNING_03, Witness::Unit(foe));
            return;
        }
        let quarter = Face::ALL.into_iter().min_by_key(|face| {
            let outward = face.outward(unit.pose.facing);
            outward.turn_to(to).abs()
        });
        let face = quarter.unwrap_or(Face::Front);
        let Some((foe, _)) = self.on_face(battle, id, face) else {
            r.refuse(c::TURNING_03, Witness::Plain);
            return;
        };
        let pose = unit.pose.facing(face.outward(unit.pose.facing));
        let (asked, allowed) = (
            unit.pose.facing.turn_to(to),
            unit.pose.facing.turn_to(pose.facing),
        );
        let exact = within_turn(pose.facing.turn_to(to), 0);
        r.require(exact, c::TURNING_04, || Witness::Angle {
            asked: asked.abs(),
            allowed: allowed.abs(),
        });
        let base = self.rect_at(battle, unit, pose);
        let foe_pose = self.met(battle, id, pose, face, foe);
        let foe_base = self.rect_at(battle, battle.unit(foe), foe_pose);
        self.keep_on_table(battle, &base, pose, r);
        self.require_turning_room(battle, id, &base, foe, r);
        self.require_turning_room(battle, foe, &foe_base, id, r);
        if let Some((at, clause)) = self.bad_ground(battle, unit, &base, None) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
        r.step(foe_pose)
            .step(pose)
            .found(&(Moved::Pivoted, Some(foe)));
    }

    /// Requires that a base overlaps nothing except its partner in the turn.
    fn require_turning_room(
        &self,
        battle: &Battle,
        id: UnitId,
        base: &Rect,
        partner: UnitId,
        r: &mut Ruling,
    ) {
        let thirds = battle.present().filter(|&(o, _)| o != id && o != partner);
        for (by, them) in thirds {
            r.require(
                !base.overlaps(&self.rect(battle, by)),
                c::TURNING_03,
                || Witness::Blocked {
                    by,
                    at: them.pose.point(),
                },
            );
        }
    }

    /// Returns the enemy that lies on a face of a unit, if one does.
    pub(crate) fn on_face(
        &self,
        battle: &Battle,
        id: UnitId,
        face: Face,
    ) -> Option<(UnitId, Contact)> {
        self.touching(battle, id)
            .find(|(_, contact)| contact.own == face)
    }

    /// Returns the pose of an enemy that slides straight on or back until it is
    /// flush with the new front of a unit that turned to meet it.
    fn met(&self, battle: &Battle, id: UnitId, turned: Pose, face: Face, foe: UnitId) -> Pose {
        let unit = battle.unit(id);
        let (frontage, depth) = self.base(battle, unit);
        let reach = match face {
            Face::Front | Face::Rear => depth,
            Face::Left | Face::Right => frontage,
        };
        // Towards the turned unit, whose new front is half its depth from its centre.
        battle
            .unit(foe)
            .pose
            .moved(turned.facing.reversed(), (reach - depth) / 2)
    }

    /// Turns a unit in place.
    pub(crate) fn face(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        match (legal.path(), legal.found::<Went>()) {
            (&[foe_pose, pose], Some((_, Some(foe)))) => {
                scene.shift(id, pose, Gait::Turned, c::TURNING_03);
                scene.shift(foe, foe_pose, Gait::Aligned, c::TURNING_03);
            }
            (path, _) => {
                for &pose in path {
                    scene.shift(id, pose, Gait::Turned, c::TURNING_01);
                }
            }
        }
        self.mark_moved(legal, id, scene);
    }

    /// Whether a unit in contact has an enemy that it may turn to meet.
    pub(crate) fn may_meet(&self, battle: &Battle, id: UnitId) -> bool {
        let facing = battle.unit(id).pose.facing;
        [Face::Left, Face::Right, Face::Rear]
            .into_iter()
            .any(|face| {
                Ruling::allows(|ruling| {
                    self.judge_meeting(battle, id, face.outward(facing), ruling)
                })
            })
    }

    /// Whether a unit has its move left: neither moved nor spent (TURN-04, MOVE-07).
    pub(crate) fn has_move(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        marks::MOVED_HOW.of(unit) == Moved::Stood && marks::MOVE_SPENT.of(unit) == 0
    }

    /// Whether a unit may do anything in the Move step.
    pub(crate) fn may_act_in_move(&self, battle: &Battle, id: UnitId) -> bool {
        self.has_move(battle, id)
            && if self.in_square(battle.unit(id)) {
                !self.engaged(battle, id)
            } else {
                !self.engaged(battle, id) || self.may_meet(battle, id)
            }
    }

    /// Offers what a unit may do in the Move step.
    pub(crate) fn offer_moves(
        &self,
        battle: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let unit = battle.unit(id);
        if self.engaged(battle, id) {
            if !self.in_square(unit) && self.may_meet(battle, id) {
                let all_round = Scope::Facing(0x8000);
                out.push(Offer::of(Verb::Face, id, all_round, c::TURNING_03));
            }
            return;
        }
        if self.may_form(unit) {
            let other = 1 << (SQUARE - unit.formation.min(SQUARE));
            out.push(Offer::of(
                Verb::Form,
                id,
                Scope::Formations(other),
                c::OPT_03,
            ));
        }
        if self.in_square(unit) {
            return;
        }
        let legs = LegSet::PIVOT.and(LegSet::ADVANCE).and(LegSet::PIVOT_LAST);
        let reach = Reach {
            legs,
            allowance: self.kind(unit).pace.0 + self.road_bonus(battle, id),
            spread: 0,
        };
        out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_02));
        out.push(Offer::of(
            Verb::Face,
            id,
            Scope::Facing(0x8000),
            c::TURNING_01,
        ));
        self.offer_charges(battle, id, named, out);
    }
}
