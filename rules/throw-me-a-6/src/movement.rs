//! Section 6: movement.

use crate::marks::Moved;
use crate::numbers::{Family, Trait, Weapon};
use crate::turn::ACTIONS;
use crate::units::is_amok;
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Far, Gait, Leg, LegSet, Legal, Legs, Offer, Reach, Ruling, Scene, Scope,
    Status, Unit, UnitId, Verb, Witness, c as table, pack,
};
use sandtable_geometry::{Face, Facing, Length, Pose, within};

/// A legal move, as judging found it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Gone {
    /// How much of the move is spent.
    pub spent: Far,
    /// Number of changes of facing.
    pub turns: i8,
    /// Whether the whole rate is spent: no second part follows.
    pub whole: bool,
    /// The enemy in contact that a turn in place lines up with.
    pub with: Option<UnitId>,
}

pack! { Gone { spent, turns, whole, with } }

/// A move in the form these rules allow: a turn, a straight stretch, a turn, and for
/// chariots a second stretch.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    first: Option<Facing>,
    /// The direction of the stretch, if it is not straight ahead.
    aside: Option<Facing>,
    by: Length,
    last: Option<Facing>,
    then: Length,
}

/// Reads legs as a plan; every reason why they do not form one goes to the ruling.
fn plan(legs: &Legs, facing: Facing, r: &mut Ruling) -> Option<Plan> {
    let mut plan = Plan::default();
    let (mut gone, mut again, mut now) = (false, false, facing);
    for leg in legs {
        match *leg {
            // A turn to the present facing does not count.
            Leg::Pivot { to } if to == now => {}
            Leg::Pivot { to } if !gone && plan.first.is_none() => {
                plan.first = Some(to);
                now = to;
            }
            Leg::Pivot { to } if gone && plan.last.is_none() => plan.last = Some(to),
            Leg::Advance { by } if !gone && by >= 0 => (plan.by, gone) = (by, true),
            Leg::Slide { towards, by } if !gone && by >= 0 => {
                plan.aside = (towards != now).then_some(towards);
                (plan.by, gone) = (by, true);
            }
            Leg::Advance { by } if plan.last.is_some() && !again && by >= 0 => {
                (plan.then, again) = (by, true);
            }
            _ => {
                r.refuse(c::MOVE_17, Witness::Plain);
                return None;
            }
        }
    }
    let some = plan.by > 0 || plan.then > 0 || plan.first.is_some() || plan.last.is_some();
    r.require(some, c::MOVE_17, || Witness::Plain);
    some.then_some(plan)
}

impl ThrowMeA6 {
    /// Requires that a unit stands on the table and takes its owner's orders;
    /// returns whether it does.
    pub(crate) fn require_present(&self, battle: &Battle, id: UnitId, r: &mut Ruling) -> bool {
        let unit = battle.unit(id);
        r.require(unit.status == Status::Table, table::GONE, || {
            Witness::Absent(id, unit.status)
        });
        r.require(!is_amok(unit), c::EL_03, || Witness::Unit(id));
        r.require(unit.with.is_none(), c::CH_09, || Witness::Unit(id));
        unit.status == Status::Table && !is_amok(unit) && unit.with.is_none()
    }

    /// Requires the phase in which units move (SEQ-05).
    pub(crate) fn require_actions(&self, battle: &Battle, r: &mut Ruling) {
        r.require(battle.cursor.phase == ACTIONS, c::SEQ_05, || Witness::Plain);
    }

    /// Requires that a unit has its move left, or the rest of it (SEQ-09).
    fn require_unmoved(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        match marks::MOVED.of(unit) {
            Moved::Stood => {}
            // SHOOT-07: the rest of the move comes after the shot.
            Moved::Part => {
                r.require(marks::SHOT.of(unit), c::SHOOT_07, here);
            }
            _ => r.refuse(c::SEQ_09, here()),
        }
        let gun = self.family(unit) == Family::Artillery;
        if gun {
            r.require(!marks::SHOT.of(unit), c::ART_02, here);
            r.require(self.rate(unit) > 0, c::ART_02, here);
        }
    }

    /// Whether a unit may divide its move in two, with a shot between (SHOOT-07, CH-04).
    pub(crate) fn divides(&self, unit: &Unit) -> bool {
        let family = self.family(unit);
        let fit = matches!(family, Family::LightCavalry | Family::Chariots);
        fit && self.range(unit) > 0 && !self.choices.moves_then_shots
    }

    /// Judges a move.
    pub(crate) fn judge_move(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        if battle.cursor.phase == crate::turn::PURSUE {
            self.judge_pursuit(battle, id, legs, r);
            return;
        }
        self.require_actions(battle, r);
        if !self.require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        if let Some((foe, _)) = self.touching(battle, id).next() {
            r.refuse(c::MOVE_15, Witness::Unit(foe));
        }
        let unit = battle.unit(id);
        if let Some(plan) = plan(legs, unit.pose.facing, r) {
            self.judge_plan(battle, id, plan, r);
        }
    }

    /// Judges the way of a move.
    fn judge_plan(&self, battle: &Battle, id: UnitId, plan: Plan, r: &mut Ruling) {
        let unit = battle.unit(id);
        let start = unit.pose.facing(plan.first.unwrap_or(unit.pose.facing));
        let from = self.rect_at(battle, unit, start);
        let towards = plan.aside.unwrap_or(start.facing);
        let end = start.moved(towards, plan.by);
        let last = end.facing(plan.last.unwrap_or(end.facing));
        let cost = self.cost(battle, unit, &from, towards, plan.by);
        let beyond = self.rect_at(battle, unit, last);
        let more = self.cost(battle, unit, &beyond, last.facing, plan.then);
        self.judge_allowance(battle, id, plan, cost.saturating_add(more), r);
        if r.settled() {
            return;
        }
        if plan.first.is_some() {
            self.require_apart(battle, id, &from, r);
            r.step(start);
        }
        if r.settled() {
            return;
        }
        if plan.by > 0 {
            self.require_way(battle, id, &from, towards, plan.by, r);
            r.step(end);
        } else if plan.last.is_none() {
            self.require_end(battle, id, start, r);
        }
        if r.settled() {
            return;
        }
        if plan.last.is_some() {
            r.step(last);
            self.require_apart(battle, id, &beyond, r);
            self.require_end(battle, id, last, r);
        }
        if plan.then > 0 {
            self.require_way(battle, id, &beyond, last.facing, plan.then, r);
            r.step(last.advanced(plan.then));
        }
    }

    /// Judges the cost of a move by the way it is made (MOVE-02 to MOVE-10,
    /// CH-03), and notes what is left.
    fn judge_allowance(
        &self,
        battle: &Battle,
        id: UnitId,
        plan: Plan,
        cost: Length,
        r: &mut Ruling,
    ) {
        by!(c::META_05);
        let unit = battle.unit(id);
        let rate = self.rate(unit);
        let turns = i32::from(plan.first.is_some()) + i32::from(plan.last.is_some());
        let before = i32::from(marks::TURNS.of(unit));
        let spent = match marks::MOVED.of(unit) {
            Moved::Part => marks::SPENT.of(unit).0,
            _ => 0,
        };
        let chariot = self.family(unit) == Family::Chariots;
        let (allowed, why) = if self.is_light(unit) {
            let all = turns + before;
            r.require(all <= 2, c::MOVE_08, || Witness::Count {
                asked: all,
                allowed: 2,
            });
            r.require(plan.then == 0, c::MOVE_17, || Witness::Plain);
            match all {
                0 if plan.aside.is_some() => (rate, c::MOVE_06),
                0 | 1 => (rate, c::MOVE_07),
                _ => (rate / 2, c::MOVE_08),
            }
        } else if chariot {
            let all = turns + before;
            r.require(all <= 1, c::CH_03, || Witness::Count {
                asked: all,
                allowed: 1,
            });
            if plan.aside.is_some() {
                (rate / 2, c::MOVE_03)
            } else {
                (rate, c::CH_03)
            }
        } else {
            r.require(plan.last.is_none(), c::MOVE_05, || Witness::Plain);
            self.ordinary(unit, plan, r)
        };
        let asked = cost.saturating_add(spent);
        let too_far = || Witness::Length { asked, allowed };
        r.require(within(asked, allowed), why, too_far);
        r.price(asked, allowed).found(&Gone {
            spent: Far(asked),
            turns: i8::try_from(turns + before).unwrap_or(2),
            whole: within(rate, asked),
            with: None,
        });
    }

    /// Returns the allowance of troops that are neither light nor chariots, and the
    /// clause it comes from.
    fn ordinary(
        &self,
        unit: &Unit,
        plan: Plan,
        r: &mut Ruling,
    ) -> (Length, sandtable_battle::Clause) {
        let rate = self.rate(unit);
        let Some(aside) = plan.aside else {
            return if plan.first.is_some() {
                (rate / 2, c::MOVE_04)
            } else {
                (rate, c::MOVE_02)
            };
        };
        // A move uses only one way of moving (A15).
        r.require(plan.first.is_none(), c::MOVE_17, || Witness::Plain);
        let off = unit.pose.facing.turn_to(aside).abs();
        let arc = self.numbers.measure.arc_degrees.0;
        let slack = 2;
        let fits = if self.choices.oblique_exact {
            (off - arc).abs() <= slack
        } else {
            off <= arc + slack
        };
        if fits && self.goes_obliquely(unit) {
            (rate, c::MOVE_10)
        } else {
            (rate / 2, c::MOVE_03)
        }
    }

    /// Whether a unit goes obliquely at its full rate (MOVE-10).
    pub(crate) fn goes_obliquely(&self, unit: &Unit) -> bool {
        matches!(self.family(unit), Family::Warband | Family::Peltasts)
            || self.has(unit, Trait::Roman)
    }

    /// Makes a move.
    pub(crate) fn make_move(
        &self,
        legal: &Legal,
        id: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        if scene.cursor.phase == crate::turn::PURSUE {
            self.pursue_in_turn(legal, id, scene, dice);
            return;
        }
        let unit = *scene.unit(id);
        for &pose in legal.path() {
            self.walk(scene, id, pose);
        }
        if let Some(gone) = legal.found::<Gone>() {
            self.has_gone(&unit, id, &gone, scene);
        }
    }

    /// Notes how much of the move is spent: units that may divide it have the rest after
    /// a shot (SHOOT-07).
    fn has_gone(&self, unit: &Unit, id: UnitId, gone: &Gone, scene: &mut Scene) {
        let first = marks::MOVED.of(unit) == Moved::Stood;
        let part = first && !gone.whole && !marks::SHOT.of(unit) && self.divides(unit);
        if part {
            scene.set(id, marks::SPENT, gone.spent, c::SHOOT_07);
            scene.set(id, marks::TURNS, gone.turns, c::MOVE_07);
            scene.set(id, marks::MOVED, Moved::Part, c::SHOOT_07);
        } else {
            scene.set(id, marks::MOVED, Moved::Done, c::SEQ_09);
        }
    }

    /// Makes one stretch or turn of a move; an attached chariot comes along.
    pub(crate) fn walk(&self, scene: &mut Scene, id: UnitId, to: Pose) {
        let from = scene.unit(id).pose;
        let (gait, why) = if from.point() == to.point() {
            (Gait::Turned, c::MOVE_05)
        } else {
            (Gait::Moved, c::MOVE_02)
        };
        self.carry(scene, id, to, gait, why);
    }

    /// Moves a unit and the chariot attached to it (CH-09).
    pub(crate) fn carry(
        &self,
        scene: &mut Scene,
        id: UnitId,
        to: Pose,
        gait: Gait,
        why: sandtable_battle::Clause,
    ) {
        scene.shift(id, to, gait, why);
        if let Some(chariot) = crate::units::attached(scene, id) {
            scene.shift(chariot, to, Gait::Carried, c::CH_09);
        }
    }

    /// Judges a turn in place of a unit in contact (MOVE-15, A20).
    pub(crate) fn judge_face(&self, battle: &Battle, id: UnitId, to: Facing, r: &mut Ruling) {
        self.require_actions(battle, r);
        if !self.require_present(battle, id, r) {
            return;
        }
        if !self.engaged(battle, id) {
            // A unit that is not in contact pivots as a move.
            let legs: Legs = [Leg::Pivot { to }].into_iter().collect();
            self.require_unmoved(battle, id, r);
            if let Some(plan) = plan(&legs, battle.unit(id).pose.facing, r) {
                self.judge_plan(battle, id, plan, r);
            }
            return;
        }
        r.require(self.choices.turn_in_melee, c::MOVE_15, || Witness::Unit(id));
        self.require_unmoved(battle, id, r);
        self.judge_meeting(battle, id, to, r);
    }

    /// Turns a unit in place.
    pub(crate) fn face(&self, legal: &Legal, id: UnitId, scene: &mut Scene) {
        let Some(gone) = legal.found::<Gone>() else {
            return;
        };
        if let (&[foe_pose, pose], Some(foe)) = (legal.path(), gone.with) {
            self.carry(scene, id, pose, Gait::Turned, c::MOVE_15);
            self.carry(scene, foe, foe_pose, Gait::Aligned, c::MOVE_15);
            scene.set(id, marks::MOVED, Moved::Done, c::SEQ_09);
        } else {
            let unit = *scene.unit(id);
            for &pose in legal.path() {
                self.walk(scene, id, pose);
            }
            self.has_gone(&unit, id, &gone, scene);
        }
    }

    /// Whether a unit has a move left, or the rest of one.
    pub(crate) fn has_move(&self, battle: &Battle, id: UnitId) -> bool {
        Ruling::allows(|ruling| self.require_unmoved(battle, id, ruling))
    }

    /// Whether a unit is armed with pila.
    pub(crate) fn throws_pila(&self, unit: &Unit) -> bool {
        self.weapon(unit) == Weapon::Pila
    }

    /// Offers the ways a unit may move (MOVE-02 to MOVE-10).
    pub(crate) fn offer_ways(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        let spent = match marks::MOVED.of(unit) {
            Moved::Part => marks::SPENT.of(unit).0,
            _ => 0,
        };
        let rate = self.rate(unit);
        let turns = marks::TURNS.of(unit);
        let mut offer = |legs: LegSet, rate: Length, spread: i32, clause: Clause| {
            let allowance = rate - spent;
            if allowance > 0 {
                let reach = Reach {
                    legs,
                    allowance,
                    spread,
                };
                out.push(Offer::of(Verb::Move, id, Scope::Way(reach), clause));
            }
        };
        let turn = LegSet::PIVOT.and(LegSet::ADVANCE);
        let all_round = 0x8000;
        if self.is_light(unit) {
            let aside = LegSet::SLIDE.and(LegSet::PIVOT_LAST);
            match turns {
                0 => {
                    offer(turn, rate, 0, c::MOVE_07);
                    offer(aside, rate, all_round, c::MOVE_06);
                    offer(turn.and(LegSet::PIVOT_LAST), rate / 2, 0, c::MOVE_08);
                }
                1 => {
                    offer(LegSet::SLIDE, rate, all_round, c::MOVE_06);
                    offer(turn, rate / 2, 0, c::MOVE_08);
                }
                _ => offer(LegSet::SLIDE, rate / 2, all_round, c::MOVE_08),
            }
        } else if self.family(unit) == Family::Chariots {
            if turns == 0 {
                offer(turn, rate, 0, c::CH_03);
            } else {
                offer(LegSet::ADVANCE, rate, 0, c::CH_03);
            }
            offer(LegSet::SLIDE, rate / 2, all_round, c::MOVE_03);
        } else {
            offer(LegSet::ADVANCE, rate, 0, c::MOVE_02);
            offer(turn, rate / 2, 0, c::MOVE_04);
            offer(LegSet::SLIDE, rate / 2, all_round, c::MOVE_03);
            if self.goes_obliquely(unit) {
                let arc = self.numbers.measure.arc_degrees.0;
                offer(LegSet::SLIDE, rate, arc, c::MOVE_10);
            }
        }
        out.push(Offer::of(
            Verb::Face,
            id,
            Scope::Facing(all_round),
            c::MOVE_04,
        ));
    }

    /// Whether a unit in contact has an enemy that it may turn to meet (A20).
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
}
