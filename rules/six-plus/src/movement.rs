//! Movement and loading.

use crate::card::SQUARE;
use crate::marks::{self, Did};
use crate::turn::Step;
use crate::{SixPlus, c};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Dice, Leg, LegSet, Legal, Legs, Naming, Offer, Reach, Ruling, Scene, Scope, UnitId,
    Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{Facing, Length, Point, Pose, within};

/// Straight stretches of a move: the pose at the start of each, and the distance ahead.
type Stretches = ArrayVec<(Pose, Length), 6>;

/// A move as these rules define it: stretches, then a last pivot if wanted.
#[derive(Clone, Debug, Default)]
struct Plan {
    stretches: Stretches,
    /// Whether the move starts with an explicit pivot.
    pivots: bool,
    last: Option<Facing>,
    /// Whether the move goes from point to point.
    marches: bool,
}

impl Plan {
    /// Returns how far the centre moves.
    fn length(&self) -> Length {
        self.stretches.iter().map(|&(_, by)| by).sum()
    }

    /// Returns where the move ends.
    fn end(&self, start: Pose) -> Pose {
        let end = self
            .stretches
            .last()
            .map_or(start, |(pose, by)| pose.advanced(*by));
        end.facing(self.last.unwrap_or(end.facing))
    }

    /// Returns the points that the centre passes.
    fn stops(&self) -> ArrayVec<Point, 7> {
        let mut stops: ArrayVec<Point, 7> = ArrayVec::new();
        for (pose, by) in &self.stretches {
            if stops.is_empty() {
                stops.push(pose.point());
            }
            stops.push(pose.advanced(*by).point());
        }
        stops
    }
}

/// Reads legs as a plan (MOVE-02, MOVE-03), with every reason why they are not one.
fn plan(start: Pose, legs: &Legs, r: &mut Ruling) -> Option<Plan> {
    let mut plan = Plan::default();
    let mut here = start;
    for leg in legs {
        let gone = !plan.stretches.is_empty();
        match *leg {
            Leg::Pivot { to } if !gone && !plan.pivots => {
                (plan.pivots, here) = (true, here.facing(to));
            }
            Leg::Pivot { to } if gone && plan.last.is_none() => plan.last = Some(to),
            Leg::Advance { by } if by >= 0 && !gone => {
                plan.stretches.push((here, by));
                here = here.advanced(by);
            }
            Leg::March { to } if plan.last.is_none() && (!gone || plan.marches) => {
                plan.marches = true;
                let by = here.point().distance(to);
                let turned = if by > 0 {
                    here.facing(Facing::towards(here.point(), to))
                } else {
                    here
                };
                plan.stretches.push((turned, by));
                here = turned.advanced(by);
            }
            Leg::Advance { by } if by < 0 => {
                r.refuse(
                    c::MOVE_03,
                    Witness::Length {
                        asked: by,
                        allowed: 0,
                    },
                );
                return None;
            }
            Leg::Pivot { .. } => {
                r.refuse(c::MOVE_02, Witness::Plain);
                return None;
            }
            Leg::Advance { .. } | Leg::March { .. } | Leg::Slide { .. } | Leg::Wheel { .. } => {
                r.refuse(c::MOVE_03, Witness::Plain);
                return None;
            }
        }
    }
    if plan.stretches.is_empty() && plan.pivots {
        plan.last = Some(here.facing);
    }
    // Standing still needs no order.
    let some = plan.length() > 0 || plan.last.is_some();
    r.require(some, c::SEQ_06, || Witness::Plain);
    some.then_some(plan)
}

/// Half a turn either way, so any facing.
const ALL_ROUND: i32 = 0x8000;

impl SixPlus {
    /// Requires that a unit has not acted in the first phase yet (SEQ-06). Squares, which may not
    /// move, are checked by [`Self::require_out_of_square`] (SQ-02).
    pub(crate) fn require_unmoved(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let fresh = marks::DID.of(unit) == Did::Stood;
        r.require(fresh, c::SEQ_06, || Witness::Unit(id));
    }

    /// Returns how far a unit moves: its pace, or half of it in mud (MOVE-01, EVENT-03).
    pub(crate) fn pace(&self, battle: &Battle, id: UnitId) -> Length {
        by!(c::MOVE_01);
        let unit = battle.unit(id);
        if self.kind(unit).leads() {
            by!(c::GEN_05);
        }
        self.slowed(battle, id, self.kind(unit).pace.0)
    }

    /// Returns a distance, halved in mud (EVENT-03).
    pub(crate) fn slowed(&self, battle: &Battle, id: UnitId, length: Length) -> Length {
        if !marks::MUD.of(battle.unit(id)) {
            return length;
        }
        by!(c::EVENT_03);
        length / 2
    }

    /// Judges a move, or the retreat after a combat.
    pub(crate) fn judge_move(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        if self.step(battle.cursor.phase) == Step::Fight {
            self.judge_retreat(battle, id, legs, r);
            return;
        }
        self.require_step(battle, Step::Move, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        self.require_out_of_square(battle, id, c::SQ_02, r);
        if let Some(plan) = plan(battle.unit(id).pose, legs, r) {
            self.judge_plan(battle, id, &plan, r);
        }
    }

    /// Judges a turn on the spot, which is a move (MOVE-04).
    pub(crate) fn judge_face(&self, battle: &Battle, id: UnitId, to: Facing, r: &mut Ruling) {
        self.require_step(battle, Step::Move, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        self.require_out_of_square(battle, id, c::SQ_02, r);
        let plan = Plan {
            last: Some(to),
            ..Plan::default()
        };
        self.judge_plan(battle, id, &plan, r);
    }

    /// Judges the path of a move and its end.
    fn judge_plan(&self, battle: &Battle, id: UnitId, plan: &Plan, r: &mut Ruling) {
        by!(c::MOVE_02);
        let unit = battle.unit(id);
        let end = plan.end(unit.pose);
        let base = self.rect_at(battle, unit, end);
        if r.wants_one() {
            self.require_on_map(battle, &base, r);
        }
        self.judge_length(battle, id, plan, r);
        if r.settled() {
            return;
        }
        for &(pose, by) in &plan.stretches {
            self.judge_stretch(battle, id, pose, by, r);
            if r.settled() {
                return;
            }
            if pose != unit.pose {
                r.step(pose);
            }
            r.step(pose.advanced(by));
        }
        if plan.last.is_some() {
            r.step(end);
        }
        self.require_room(battle, id, &base, c::MOVE_09, r);
        if r.settled() {
            return;
        }
        if let Some((at, clause)) = self.bad_ground(battle, unit, &base) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
        let how = if plan.length() > 0 {
            Did::Moved
        } else {
            Did::Pivoted
        };
        r.found(&how);
    }

    /// Judges the length of a move and whether it may bend (MOVE-01, MOVE-03,
    /// TERR-05, TERR-06).
    fn judge_length(&self, battle: &Battle, id: UnitId, plan: &Plan, r: &mut Ruling) {
        let (pace, length) = (self.pace(battle, id), plan.length());
        let by_road = length > 0 && self.road_along(battle, &plan.stops()).is_some();
        let allowed = if by_road {
            by!(c::TERR_05);
            self.numbers.road.of_move.of(pace)
        } else {
            pace
        };
        r.require(within(length, allowed), c::MOVE_01, || Witness::Length {
            asked: length,
            allowed,
        });
        let bends = plan.marches && plan.stretches.len() > 1;
        if bends && self.choices.straight_move && !by_road {
            r.refuse(c::MOVE_03, Witness::Plain);
        } else if bends {
            by!(c::TERR_06);
        }
        r.price(length, allowed);
    }

    /// Judges one straight stretch: no unit in the way (MOVE-08), no impassable ground, on the map
    /// throughout (MOVE-11).
    fn judge_stretch(&self, battle: &Battle, id: UnitId, pose: Pose, by: Length, r: &mut Ruling) {
        let unit = battle.unit(id);
        let from = self.rect_at(battle, unit, pose);
        let way = from.facing();
        if let Some((enter, by)) = self.met(battle, id, &from, way, by, None) {
            let at = from.front_middle().moved(way, enter);
            r.refuse(c::MOVE_08, Witness::Blocked { by, at });
        }
        if r.settled() {
            return;
        }
        if let Some((at, clause)) = self.bad_way(battle, unit, &from, way, by) {
            r.refuse(clause, drill::ground_witness(battle, at));
        }
        r.require(by == 0 || battle.setting.holds(&from), c::MOVE_11, || {
            Witness::Place(pose)
        });
    }

    /// Makes a move, or retreats.
    pub(crate) fn make_move(
        &self,
        legal: &Legal,
        id: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        if self.step(scene.cursor.phase) == Step::Fight {
            self.retreat(legal, id, scene);
            self.next_combat(scene, dice);
            return;
        }
        drill::walk(scene, id, legal.path(), c::MOVE_02, c::MOVE_01);
        let how = legal.found().unwrap_or(Did::Moved);
        let why = if how == Did::Pivoted {
            c::MOVE_04
        } else {
            c::SEQ_06
        };
        scene.set(id, marks::DID, how, why);
    }

    /// Judges loading (LOAD-01, LOAD-04, SQ-05).
    pub(crate) fn judge_load(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        self.require_step(battle, Step::Move, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        let unit = battle.unit(id);
        r.require(self.kind(unit).shoots(), c::LOAD_01, || Witness::Unit(id));
        self.require_unmoved(battle, id, r);
    }

    /// Loads.
    pub(crate) fn load(&self, id: UnitId, scene: &mut Scene) {
        if self.in_square(scene.unit(id)) {
            by!(c::SQ_05);
        }
        if !marks::UNLOADED.of(scene.unit(id)) {
            by!(c::LOAD_04);
        }
        scene.set(id, marks::UNLOADED, false, c::LOAD_01);
        scene.set(id, marks::DID, Did::Loaded, c::SEQ_06);
    }

    /// Offers what a unit may do in the first phase: one thing (SEQ-06).
    pub(crate) fn offer_moves(
        &self,
        battle: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let unit = battle.unit(id);
        if self.may_form(unit) {
            let other = 1 << (SQUARE - unit.formation.min(SQUARE));
            let scope = Scope::Formations(other);
            out.push(Offer::of(Verb::Form, id, scope, c::SQ_01));
        }
        if self.kind(unit).shoots() {
            out.push(Offer::of(Verb::Load, id, Scope::Plain, c::LOAD_01));
        }
        if self.in_square(unit) {
            return;
        }
        let pace = self.pace(battle, id);
        let way = |legs: LegSet, allowance| {
            Scope::Way(Reach {
                legs,
                allowance,
                spread: 0,
            })
        };
        let road = self.numbers.road.of_move.of(pace);
        let on_road = self.on_road(battle, unit.pose.point());
        let straight = LegSet::PIVOT.and(LegSet::ADVANCE).and(LegSet::PIVOT_LAST);
        let far = if on_road { road } else { pace };
        out.push(Offer::of(Verb::Move, id, way(straight, far), c::MOVE_01));
        let bent = LegSet::MARCH.and(LegSet::PIVOT_LAST);
        if on_road {
            out.push(Offer::of(Verb::Move, id, way(bent, road), c::TERR_05));
        } else if !self.choices.straight_move {
            out.push(Offer::of(Verb::Move, id, way(bent, pace), c::MOVE_03));
        }
        let turn = Scope::Facing(ALL_ROUND);
        out.push(Offer::of(Verb::Face, id, turn, c::MOVE_02));
        self.offer_charges(battle, id, named, out);
    }
}
