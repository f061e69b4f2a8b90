//! Charges, and which side of its target one takes.

use crate::switches::FlankBy;
use crate::turn::Step;
use crate::{SixPlus, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Gait, Ground, Legal, Ruling, Scene, Unit, UnitId, Witness};
use sandtable_geometry::{Facing, Length, Pose, Rect, TOLERANCE, Tape, Zone, within};

/// How finely other directions are tried when straight at the target is no way:
/// so many to either side of the charger's front.
const TRIES: i32 = 9;

/// One way to charge.
struct Run {
    turned: Pose,
    touch: Pose,
    by: Length,
}

impl SixPlus {
    /// How far a unit charges (CHARGE-03); no road helps it (TERR-07).
    pub(crate) fn charge_reach(&self, battle: &Battle, id: UnitId) -> Length {
        by!(c::CHARGE_03, c::TERR_07);
        self.slowed(battle, id, self.numbers.charge.reach.0)
    }

    /// Judges a charge.
    pub(crate) fn judge_charge(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.require_step(battle, Step::Move, r);
        let there = self.require_present(battle, id, r);
        if !self.require_present(battle, target, r) || !there {
            return;
        }
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        if unit.side == foe.side {
            r.refuse(c::CHARGE_02, Witness::Unit(target));
            return;
        }
        by!(c::CHARGE_12);
        let kind = self.kind(unit);
        let closed = if kind.leads() {
            c::GEN_08
        } else {
            c::CHARGE_01
        };
        r.require(kind.charges, closed, || Witness::Unit(id));
        let fresh = unit.mark(marks::DID) == marks::STOOD;
        r.require(fresh, c::CHARGE_13, || Witness::Unit(id));
        let free = foe.mark(marks::ENGAGED) == 0;
        r.require(free, c::CHARGE_05, || Witness::Unit(target));
        r.require(!self.in_square(foe), c::SQ_04, || Witness::Unit(target));
        if let Some(at) = self.refuge(battle, foe) {
            r.refuse(c::CHARGE_11, self.ground_witness(battle, at));
        }
        self.judge_run(battle, id, target, r);
    }

    /// The wood or town in which a unit cannot be charged (CHARGE-11).
    fn refuge(&self, battle: &Battle, foe: &Unit) -> Option<usize> {
        let at = foe.pose.point();
        battle.setting.terrain.iter().position(|f| {
            let town = f.ground == Ground::Town && !self.choices.charge_into_town;
            (town || f.ground == Ground::Woods) && f.holds(at)
        })
    }

    /// Judges the run: straight at the target if that will do, else by the
    /// first other direction that will; when none will, the reasons against the
    /// straight one stand.
    fn judge_run(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let goal = self.rect(battle, target);
        let reach = self.charge_reach(battle, id);
        let gap = self.rect(battle, id).distance(&goal);
        if !within(gap.length, reach) {
            let asked = gap.length;
            r.refuse(
                c::CHARGE_09,
                Witness::Length {
                    asked,
                    allowed: reach,
                },
            );
            r.measured(gap).price(asked, reach);
            return;
        }
        let aim = Facing::towards(unit.pose.point(), goal.centre());
        let run = self.bearings(unit, aim).find_map(|bearing| {
            let mut tried = Ruling::new();
            let run = self.try_run(battle, id, target, bearing, &mut tried);
            run.filter(|_| tried.clean())
        });
        let Some(run) = run else {
            let most = self.numbers.charge.turn.0;
            let asked = unit.pose.facing.turn_to(aim).abs();
            r.require(asked <= most, c::CHARGE_04, || Witness::Angle {
                asked,
                allowed: most,
            });
            let turn = unit.pose.facing.turn_to(aim).clamp(-most, most);
            let bearing = unit.pose.facing.turned(turn);
            if self.try_run(battle, id, target, bearing, r).is_none() {
                let asked = gap.length;
                r.refuse(
                    c::CHARGE_09,
                    Witness::Length {
                        asked,
                        allowed: reach,
                    },
                );
            }
            return;
        };
        by!(c::CHARGE_04);
        let front = self.rect_at(battle, unit, run.turned).front_middle();
        let flank = self.takes_flank(battle, unit, run.touch, &goal);
        r.price(run.by, reach)
            .measured(Tape::straight(
                front,
                front.moved(run.turned.facing, run.by),
            ))
            .step(run.turned)
            .step(run.touch)
            .note(0, i32::from(flank));
    }

    /// The directions a charge may take, the best first: at the target's middle
    /// as nearly as its turn allows, straight on, then all round that arc.
    fn bearings(&self, unit: &Unit, aim: Facing) -> impl Iterator<Item = Facing> {
        let most = self.numbers.charge.turn.0;
        let front = unit.pose.facing;
        let first = front.turned(front.turn_to(aim).clamp(-most, most));
        let round = (0..=TRIES).flat_map(move |n| {
            let by = most * n / TRIES;
            [front.turned(by), front.turned(-by)]
        });
        std::iter::once(first).chain(round)
    }

    /// One direction of a charge, with every reason against it (CHARGE-08,
    /// CHARGE-10).
    fn try_run(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        bearing: Facing,
        r: &mut Ruling,
    ) -> Option<Run> {
        let unit = battle.unit(id);
        let turned = unit.pose.facing(bearing);
        let from = self.rect_at(battle, unit, turned);
        let by = from
            .sweep(bearing, &self.rect(battle, target))?
            .enter
            .max(0);
        let reach = self.charge_reach(battle, id);
        if !within(by, reach) {
            r.refuse(
                c::CHARGE_09,
                Witness::Length {
                    asked: by,
                    allowed: reach,
                },
            );
        }
        if let Some((enter, other)) = self.met(battle, id, &from, bearing, by, Some(target)) {
            let at = from.front_middle().moved(bearing, enter);
            r.refuse(c::CHARGE_08, Witness::Blocked { by: other, at });
        }
        if let Some((at, clause)) = self.bad_way(battle, unit, &from, bearing, by) {
            r.refuse(clause, self.ground_witness(battle, at));
        }
        let touch = turned.advanced(by);
        let base = self.rect_at(battle, unit, touch);
        if let Some(other) = self.overlapped(battle, id, &base) {
            let at = battle.unit(other).pose.point();
            r.refuse(c::CHARGE_10, Witness::Blocked { by: other, at });
        }
        let barrier = self.bad_ground(battle, unit, &base);
        if let Some((at, _)) = barrier.filter(|&(at, _)| {
            battle.setting.terrain[at].ground != Ground::Town || !self.choices.charge_into_town
        }) {
            r.refuse(c::CHARGE_10, self.ground_witness(battle, at));
        }
        r.require(battle.setting.holds(&from), c::MOVE_11, || {
            Witness::Place(turned)
        });
        r.require(battle.setting.holds(&base), c::MOVE_11, || {
            Witness::Place(touch)
        });
        Some(Run { turned, touch, by })
    }

    /// Whether a charge takes its target in flank or rear (ZONE-01, ZONE-02).
    fn takes_flank(&self, battle: &Battle, unit: &Unit, touch: Pose, goal: &Rect) -> bool {
        match self.choices.flank_by {
            FlankBy::StartZone => {
                by!(c::ZONE_01, c::ZONE_02);
                goal.zone_of(unit.pose.point()) != Zone::Front
            }
            FlankBy::ContactEdge => {
                // Where the middle of its front comes nearest to the target.
                let front = self.rect_at(battle, unit, touch).front_middle();
                let at = goal.distance_from(front).to;
                goal.offset_of(at).1 < -TOLERANCE
            }
        }
    }

    /// Charges: the combat comes in its own phase (CHARGE-06).
    pub(crate) fn charge(&self, legal: &Legal, id: UnitId, target: UnitId, scene: &mut Scene) {
        by!(c::CHARGE_02, c::CHARGE_06);
        if let &[turned, touch] = legal.path() {
            scene.shift(id, turned, Gait::Turned, c::CHARGE_04);
            scene.shift(id, touch, Gait::Charged, c::CHARGE_03);
        }
        let flank = i8::from(legal.findings()[0] != 0);
        scene.mark(id, marks::DID, marks::CHARGED, c::SEQ_06);
        scene.mark(id, marks::CHARGE, marks::TO_FIGHT, c::CHARGE_02);
        scene.mark(id, marks::FOE, target.0.cast_signed(), c::CHARGE_02);
        scene.mark(id, marks::FLANK, flank, c::ZONE_01);
        for engaged in [id, target] {
            scene.mark(engaged, marks::ENGAGED, 1, c::CHARGE_07);
        }
    }
}
