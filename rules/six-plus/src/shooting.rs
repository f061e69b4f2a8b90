//! Shooting.

use crate::marks::{self, Did};
use crate::terrain::blocks_sight;
use crate::turn::Step;
use crate::{SixPlus, c};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Ground, Legal, Naming, Ruling, Scene, Sight, Unit, UnitId, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{Convex, Edge, Field, Length, Point, Rect, Tape, within};

/// What a shooter sees of a target: the distance, and the points to look at.
struct Aim {
    tape: Tape,
    points: ArrayVec<Point, 13>,
}

/// Returns where a unit looks from: the middle of its front, or its centre if it shoots all round.
fn eye(own: &Rect, all_round: bool) -> Point {
    if all_round {
        own.centre()
    } else {
        own.front_middle()
    }
}

impl SixPlus {
    /// Returns whether a unit shoots in every direction: because of its arm (SHOOT-04), or from a
    /// town (SHOOT-05).
    pub(crate) fn all_round(&self, battle: &Battle, unit: &Unit) -> bool {
        let arm = self.kind(unit).all_round;
        if arm {
            by!(c::SHOOT_04);
        }
        let town = !arm && battle.setting.lies_in(unit.pose.point(), Ground::Town);
        if town {
            by!(c::SHOOT_05);
        }
        arm || town
    }

    /// Judges a shot.
    pub(crate) fn judge_shot(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        by!(c::SHOOT_02);
        self.require_step(battle, Step::Shoot, r);
        if !drill::require_enemies(battle, id, target, c::SHOOT_01, r) {
            return;
        }
        self.procedures.judge_shooter(self, battle, id, r);
        self.judge_target(battle, id, target, r);
    }

    /// Judges whether a unit may shoot at all this turn.
    pub(crate) fn judge_shooter(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let kind = self.kind(unit);
        let here = || Witness::Unit(id);
        let unarmed = if kind.leads() { c::GEN_06 } else { c::SHOOT_01 };
        r.require(kind.shoots(), unarmed, here);
        r.require(!marks::SHOT.of(unit), c::SHOOT_01, here);
        let empty = marks::UNLOADED.of(unit) && self.choices.reload_required;
        r.require(!empty, c::LOAD_02, here);
        let did = marks::DID.of(unit);
        if empty && kind.shoot_moved && did == Did::Moved {
            by!(c::LOAD_05);
        }
        let moved = match did {
            Did::Moved => true,
            Did::Pivoted => self.choices.pivot_is_move,
            _ => false,
        };
        r.require(!moved || kind.shoot_moved, c::MOVE_06, here);
        let loaded = did == Did::Loaded;
        r.require(
            !loaded || self.choices.shoot_after_loading,
            c::LOAD_03,
            here,
        );
        let formed = did == Did::Formed;
        let blocked = formed && self.choices.formation_change_blocks_shooting;
        r.require(!blocked, c::MOVE_07, here);
        r.require(!marks::RAIN.of(unit), c::EVENT_04, here);
        self.require_out_of_square(battle, id, c::SQ_03, r);
    }

    /// Judges a target: field of fire, range, sight, and whether it is in a combat.
    fn judge_target(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let own = self.rect(battle, id);
        let goal = self.rect(battle, target);
        let engaged = marks::ENGAGED.of(foe);
        r.require(!engaged, c::SHOOT_15, || Witness::Unit(target));
        let all_round = self.all_round(battle, unit);
        let Some(aim) = self.aim(&own, &goal, all_round) else {
            let tape = own.front_edge().distance(&goal);
            r.measured(tape);
            r.refuse(c::SHOOT_03, Witness::Tape(tape));
            return;
        };
        let allowed = self.kind(unit).range.0;
        let asked = aim.tape.length;
        r.measured(aim.tape).price(asked, allowed);
        if self.kind(unit).shoots() {
            r.require(within(asked, allowed), c::SHOOT_06, || Witness::Length {
                asked,
                allowed,
            });
        }
        if r.settled() {
            return;
        }
        let eye = eye(&own, all_round);
        if let Some((clause, seen)) = self.unseen(battle, eye, id, target, &aim.points) {
            r.refuse(clause, seen);
        }
        if !r.is_brief() {
            self.assess_shot(battle, id, target, r);
        }
    }

    /// Returns whether a unit sees another, as a shot at it requires.
    pub(crate) fn sight_of(&self, battle: &Battle, id: UnitId, target: UnitId) -> Sight {
        let (own, goal) = (self.rect(battle, id), self.rect(battle, target));
        let all_round = self.all_round(battle, battle.unit(id));
        let Some(aim) = self.aim(&own, &goal, all_round) else {
            let tape = own.front_edge().distance(&goal);
            return Sight::aside(tape, c::SHOOT_03, Witness::Tape(tape));
        };
        let hidden = self.unseen(battle, eye(&own, all_round), id, target, &aim.points);
        let clause = hidden.map_or(c::SHOOT_09, |(clause, _)| clause);
        Sight::along(aim.tape, clause, hidden.map(|(_, seen)| seen))
    }

    /// Returns the part of a target in the field of fire, and its distance (SHOOT-03, SHOOT-07).
    fn aim(&self, own: &Rect, goal: &Rect, all_round: bool) -> Option<Aim> {
        by!(c::SHOOT_07);
        let (tape, part) = if all_round {
            (own.distance(goal), Convex::from(goal))
        } else {
            let field = Field::from_middle(own, self.choices.arc_half_angle);
            (field.tape(goal)?, field.part(goal)?)
        };
        let mut points: ArrayVec<Point, 13> = part.points().collect();
        points.push(part.centroid());
        Some(Aim { tape, points })
    }

    /// Returns what blocks the lines to a target, if no line is free (SHOOT-09): a wood, hill or
    /// town that neither unit is in, or a third unit (SHOOT-10).
    fn unseen(
        &self,
        battle: &Battle,
        eye: Point,
        id: UnitId,
        target: UnitId,
        points: &[Point],
    ) -> Option<(sandtable_battle::Clause, Witness)> {
        by!(c::SHOOT_09);
        let over = self.kind_of(battle, id).overhead;
        let girth = battle.setting.largest_stand(&self.card);
        let mut first = None;
        for &to in points {
            let line = Edge::new(eye, to);
            let terrain = self.ground_between(battle, &line, id, target);
            let terrain = terrain.map(|at| (c::SHOOT_08, drill::ground_witness(battle, at)));
            let blocked = terrain.or_else(|| {
                if over {
                    by!(c::SHOOT_11);
                    return None;
                }
                let third = |other: UnitId, _: &Unit| other != id && other != target;
                let by = drill::unit_across(self, battle, &line, girth, third)?;
                let at = battle.unit(by).pose.point();
                Some((c::SHOOT_10, Witness::Blocked { by, at }))
            });
            // One free line is enough.
            first = first.or(Some(blocked?));
        }
        first
    }

    /// Returns the first feature that a line of sight runs through, except those that the shooter
    /// or the target is in.
    fn ground_between(
        &self,
        battle: &Battle,
        line: &Edge,
        id: UnitId,
        target: UnitId,
    ) -> Option<usize> {
        let (own, goal) = (
            battle.unit(id).pose.point(),
            battle.unit(target).pose.point(),
        );
        drill::ground_across(battle, line, [own, goal], |f| blocks_sight(f.ground))
    }

    /// Returns the hits of a shot (SHOOT-12, SHOOT-13).
    fn assess_shot(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let hits = self.kind_of(battle, id).hits;
        r.weigh(hits, c::SHOOT_12, Some(id));
        let mut left = hits;
        if self.covered(battle, battle.unit(target)) {
            left = hits / 2;
            r.weigh(left - hits, c::SHOOT_13, Some(target));
        }
        by!(c::UNIT_04);
        r.found(&left);
    }

    /// Returns whether a unit could shoot this turn at anything in reach.
    pub(crate) fn may_shoot(&self, battle: &Battle, id: UnitId) -> bool {
        if !self.kind_of(battle, id).shoots() {
            return false;
        }
        Ruling::allows(|ruling| self.procedures.judge_shooter(self, battle, id, ruling))
    }

    /// Lists the enemies that a unit can shoot at, given that it may shoot.
    pub(crate) fn targets<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        named: Naming,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let unit = battle.unit(id);
        let own = self.rect(battle, id);
        // Two bases extend no farther from their centres than these lengths.
        let reach = self.kind(unit).range.0 + own.frontage() + own.depth();
        let foes = battle.about(unit.pose.point(), reach);
        foes.filter(move |(_, foe)| foe.side != unit.side && near(unit, foe, reach))
            .map(|(foe, _)| foe)
            .filter(move |&foe| named.names(|| self.is_target(battle, id, foe)))
    }

    /// Returns whether a unit can shoot at another, given that it may shoot.
    fn is_target(&self, battle: &Battle, id: UnitId, foe: UnitId) -> bool {
        Ruling::allows(|ruling| self.judge_target(battle, id, foe, ruling))
    }

    /// Carries out a shot; the hits count at once (SHOOT-14).
    pub(crate) fn shoot(&self, legal: &Legal, id: UnitId, target: UnitId, scene: &mut Scene) {
        scene.set(id, marks::SHOT, true, c::SHOOT_01);
        if self.choices.reload_required {
            scene.set(id, marks::UNLOADED, true, c::SHOOT_16);
        }
        let hits = legal.found().unwrap_or(0);
        self.hurt(scene, target, hits, c::SHOOT_14);
    }
}

/// Returns whether the centres of two units are within a distance of each other.
fn near(a: &Unit, b: &Unit, reach: Length) -> bool {
    let (dx, dy) = (
        i64::from(a.pose.x) - i64::from(b.pose.x),
        i64::from(a.pose.y) - i64::from(b.pose.y),
    );
    dx * dx + dy * dy <= i64::from(reach) * i64::from(reach)
}
