//! Charges, and the side of the target that a charge hits.

use crate::marks::{self, Charge, Did};
use crate::switches::FlankBy;
use crate::terrain::surely_dry;
use crate::turn::Step;
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Feature, Gait, Ground, Legal, Naming, Offer, Ruling, Scene, Unit, UnitId, Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{
    ANGLE_TOLERANCE, Arc, Drift, Facing, Fan, Headings, Length, Pose, Rect, TOLERANCE, Tape, Touch,
    Zone, both, within, within_turn,
};

/// Returns whether a charge surely touches its target before it meets something else, over a whole
/// arc of headings; `None` if unsure.
fn comes_first(target: Touch, met: Option<Touch>) -> Option<bool> {
    let Some(met) = met else { return Some(true) };
    let before = met
        .latest
        .is_some_and(|met| met + TOLERANCE < target.earliest);
    if before {
        return Some(false);
    }
    let after = |touch| met.earliest + TOLERANCE >= touch;
    target.latest.is_some_and(after).then_some(true)
}

/// One possible charge.
struct Run {
    turned: Pose,
    touch: Pose,
    by: Length,
}

impl SixPlus {
    /// Returns how far a unit charges (CHARGE-03); roads do not help (TERR-07).
    pub(crate) fn charge_reach(&self, battle: &Battle, id: UnitId) -> Length {
        by!(c::CHARGE_03, c::TERR_07);
        self.slowed(battle, id, self.numbers.charge.reach.0)
    }

    /// Judges a charge from the heading that the player chose, or from the best heading if the
    /// player chose none (CHARGE-14).
    pub(crate) fn judge_charge(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        heading: Option<Facing>,
        r: &mut Ruling,
    ) {
        self.require_step(battle, Step::Move, r);
        if !drill::require_enemies(battle, id, target, c::CHARGE_02, r) {
            return;
        }
        let foe = battle.unit(target);
        self.procedures.judge_charger(self, battle, id, r);
        let free = !marks::ENGAGED.of(foe);
        r.require(free, c::CHARGE_05, || Witness::Unit(target));
        r.require(!self.in_square(foe), c::SQ_04, || Witness::Unit(target));
        if let Some(at) = self.refuge(battle, foe) {
            r.refuse(c::CHARGE_11, drill::ground_witness(battle, at));
        }
        if r.settled() {
            return;
        }
        self.judge_run(battle, (id, target), heading, r);
    }

    /// Judges whether a unit may charge at all this turn: by its arm, and whether it has done
    /// anything yet.
    pub(crate) fn judge_charger(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        by!(c::CHARGE_12);
        let unit = battle.unit(id);
        let kind = self.kind(unit);
        let closed = if kind.leads() {
            c::GEN_08
        } else {
            c::CHARGE_01
        };
        r.require(kind.charges, closed, || Witness::Unit(id));
        let fresh = marks::DID.of(unit) == Did::Stood;
        r.require(fresh, c::CHARGE_13, || Witness::Unit(id));
    }

    /// Returns the wood or town that protects a unit from charges (CHARGE-11).
    fn refuge(&self, battle: &Battle, foe: &Unit) -> Option<usize> {
        let at = foe.pose.point();
        battle.setting.terrain.iter().position(|f| {
            let town = f.ground == Ground::Town && !self.choices.charge_into_town;
            (town || f.ground == Ground::Woods) && f.holds(at)
        })
    }

    /// Judges the run of a charge. If no heading is legal, it gives the reasons against the heading
    /// closest to straight at the target.
    fn judge_run(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        heading: Option<Facing>,
        r: &mut Ruling,
    ) {
        let unit = battle.unit(id);
        let goal = self.rect(battle, target);
        let reach = self.charge_reach(battle, id);
        let own = self.rect(battle, id);
        let (far, corner) = (
            goal.distance_from(unit.pose.point()),
            own.frontage() + own.depth(),
        );
        if !within(far.length, reach.saturating_add(corner)) {
            // No corner of the base gets that far, whichever way the unit turns.
            let gap = own.distance(&goal);
            let (asked, allowed) = (gap.length, reach);
            r.refuse(c::CHARGE_09, Witness::Length { asked, allowed });
            r.measured(gap).price(asked, allowed);
            return;
        }
        by!(c::CHARGE_04, c::CHARGE_14);
        let bearing = heading.unwrap_or_else(|| self.best_heading(battle, id, target));
        let (asked, allowed) = (
            unit.pose.facing.turn_to(bearing).abs(),
            self.numbers.charge.turn.0,
        );
        r.require(within_turn(asked, allowed), c::CHARGE_04, || {
            Witness::Angle { asked, allowed }
        });
        let Some(run) = self.try_run(battle, id, target, bearing, r) else {
            let aim = Facing::towards(unit.pose.point(), goal.centre());
            let asked = unit.pose.facing.turn_to(aim).abs();
            if heading.is_some() || within_turn(asked, allowed) {
                r.refuse(c::CHARGE_14, Witness::Unit(target));
            } else {
                r.refuse(c::CHARGE_04, Witness::Angle { asked, allowed });
            }
            return;
        };
        let front = self.rect_at(battle, unit, run.turned).front_middle();
        let flank = self.takes_flank(battle, unit, run.touch, &goal);
        r.price(run.by, reach)
            .measured(Tape::straight(
                front,
                front.moved(run.turned.facing, run.by),
            ))
            .step(run.turned)
            .step(run.touch)
            .found(&flank);
    }

    /// Returns the heading that a charge takes by default (CHARGE-14): straight at the middle of
    /// its target, or else the legal heading closest to that. If none is legal, returns the closest
    /// that its turn allows.
    fn best_heading(&self, battle: &Battle, id: UnitId, target: UnitId) -> Facing {
        let unit = battle.unit(id);
        let (front, most) = (unit.pose.facing, self.numbers.charge.turn.0);
        let aim = Facing::towards(unit.pose.point(), battle.unit(target).pose.point());
        let turn = front.turn_to(aim);
        let first = if within_turn(turn, most) {
            aim
        } else {
            front.turned(turn.clamp(-most, most))
        };
        if self.is_run(battle, id, target, first) {
            return first;
        }
        let found = Headings::nearest_within(self.charge_arc(battle, id), aim, |arc| {
            self.is_surely_run(battle, id, target, arc)
        });
        found.unwrap_or(first)
    }

    /// Returns the headings that the turn of a charge allows (CHARGE-04).
    fn charge_arc(&self, battle: &Battle, id: UnitId) -> Arc {
        let most = self.numbers.charge.turn.0.saturating_add(ANGLE_TOLERANCE);
        Arc::about(battle.unit(id).pose.facing, most)
    }

    /// Returns all headings from which a charge is legal, considering only its run (CHARGE-04,
    /// CHARGE-14).
    pub(crate) fn headings(&self, battle: &Battle, id: UnitId, target: UnitId) -> Headings {
        Headings::within(self.charge_arc(battle, id), |arc| {
            self.is_surely_run(battle, id, target, arc)
        })
    }

    /// Returns whether a run from a heading is legal.
    fn is_run(&self, battle: &Battle, id: UnitId, target: UnitId, heading: Facing) -> bool {
        let mut tried = Ruling::new();
        let run = self.try_run(battle, id, target, heading, &mut tried);
        run.is_some() && tried.clean()
    }

    /// Returns whether a run is legal from every heading of an arc, or from none; `None` if that
    /// varies or is unsure.
    fn is_surely_run(&self, battle: &Battle, id: UnitId, target: UnitId, arc: Arc) -> Option<bool> {
        if arc.is_one() {
            return Some(self.is_run(battle, id, target, arc.from));
        }
        let reach = self.charge_reach(battle, id);
        let fan = Fan::new(&self.rect(battle, id), arc, reach);
        let Some(touch) = fan.touch(&self.rect(battle, target)) else {
            return Some(false);
        };
        let unit = battle.unit(id);
        let mut sure = touch.latest.map(|_| true);
        for (other, them) in battle.present() {
            if other != id && other != target && !self.may_pass(unit, them) {
                let met = fan.touch(&self.rect(battle, other));
                sure = both(sure, comes_first(touch, met));
                if sure == Some(false) {
                    return sure;
                }
            }
        }
        for feature in &battle.setting.terrain {
            sure = both(
                sure,
                self.is_surely_open(battle, (id, arc), feature, &fan, touch),
            );
            if sure == Some(false) {
                return sure;
            }
        }
        // It must turn on the map, and not onto its target.
        let goal = self.rect(battle, target);
        let starts = |base: &Rect| battle.setting.holds(base) && !base.overlaps(&goal);
        sure = both(sure, fan.ends((0, 0)).have(starts));
        let Some(latest) = touch.latest.filter(|_| sure != Some(false)) else {
            return sure.filter(|sure| !sure);
        };
        let ends = fan.ends((touch.earliest, latest));
        both(
            sure,
            ends.have(|base| self.may_end(battle, (id, target), base)),
        )
    }

    /// Returns whether a terrain feature leaves the path of a charge open; `None` if unsure.
    fn is_surely_open(
        &self,
        battle: &Battle,
        (id, arc): (UnitId, Arc),
        feature: &Feature,
        fan: &Fan,
        touch: Touch,
    ) -> Option<bool> {
        let unit = battle.unit(id);
        if feature.ground == Ground::River {
            let far = touch
                .latest
                .unwrap_or_else(|| self.charge_reach(battle, id));
            let from = self.rect(battle, id);
            let walks = Drift::new(&from, arc, far);
            return surely_dry(battle, feature, &walks, touch.earliest);
        }
        if !self.barred(unit, feature.ground) {
            return Some(true);
        }
        let mut sure = Some(true);
        for met in feature.areas.iter().map(|area| fan.touch_area(area)) {
            // The unit may already stand there, and then leave.
            let leaves = met.is_some_and(|met| met.earliest == 0);
            sure = both(sure, comes_first(touch, met).filter(|_| !leaves));
        }
        sure
    }

    /// Returns whether a charge may end with its base here (CHARGE-10, MOVE-11).
    fn may_end(&self, battle: &Battle, (id, target): (UnitId, UnitId), base: &Rect) -> bool {
        let near = self.round(battle, base, 0);
        let mut others = near.filter(|&(other, _)| other != id && other != target);
        battle.setting.holds(base)
            && !others.any(|(other, _)| base.overlaps(&self.rect(battle, other)))
            && self.bad_end(battle, battle.unit(id), base).is_none()
    }

    /// Returns the ground on which a charge may not end, if it would (CHARGE-10).
    fn bad_end(&self, battle: &Battle, unit: &Unit, base: &Rect) -> Option<usize> {
        let barrier = self.bad_ground(battle, unit, base);
        let barrier = barrier.filter(|&(at, _)| {
            battle.setting.terrain[at].ground != Ground::Town || !self.choices.charge_into_town
        });
        barrier.map(|(at, _)| at)
    }

    /// Judges one direction of a charge, with every reason against it (CHARGE-08, CHARGE-10).
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
            r.refuse(clause, drill::ground_witness(battle, at));
        }
        let touch = turned.advanced(by);
        let base = self.rect_at(battle, unit, touch);
        if let Some(other) = self.overlapped(battle, id, &base) {
            r.refuse(c::CHARGE_10, Witness::blocked(battle, other));
        }
        if let Some(at) = self.bad_end(battle, unit, &base) {
            r.refuse(c::CHARGE_10, drill::ground_witness(battle, at));
        }
        r.require(battle.setting.holds(&from), c::MOVE_11, || {
            Witness::Place(turned)
        });
        r.require(battle.setting.holds(&base), c::MOVE_11, || {
            Witness::Place(touch)
        });
        Some(Run { turned, touch, by })
    }

    /// Returns whether a charge hits its target in flank or rear (ZONE-01, ZONE-02).
    fn takes_flank(&self, battle: &Battle, unit: &Unit, touch: Pose, goal: &Rect) -> bool {
        match self.choices.flank_by {
            FlankBy::StartZone => {
                by!(c::ZONE_01, c::ZONE_02);
                goal.zone_of(unit.pose.point()) != Zone::Front
            }
            FlankBy::ContactEdge => {
                // The point of the target closest to the middle of the charger's front.
                let front = self.rect_at(battle, unit, touch).front_middle();
                let at = goal.distance_from(front).to;
                goal.offset_of(at).1 < -TOLERANCE
            }
        }
    }

    /// Carries out a charge; the combat follows in its own phase (CHARGE-06).
    pub(crate) fn charge(&self, legal: &Legal, id: UnitId, target: UnitId, scene: &mut Scene) {
        by!(c::CHARGE_02, c::CHARGE_06);
        if let &[turned, touch] = legal.path() {
            scene.shift(id, turned, Gait::Turned, c::CHARGE_04);
            scene.shift(id, touch, Gait::Charged, c::CHARGE_03);
        }
        let flank = legal.found().unwrap_or(false);
        scene.set(id, marks::DID, Did::Charged, c::SEQ_06);
        scene.set(id, marks::CHARGE, Charge::ToFight, c::CHARGE_02);
        scene.set(id, marks::FOE, Some(target), c::CHARGE_02);
        scene.set(id, marks::FLANK, flank, c::ZONE_01);
        for engaged in [id, target] {
            scene.set(engaged, marks::ENGAGED, true, c::CHARGE_07);
        }
    }

    /// Offers the charges that a unit can make.
    pub(crate) fn offer_charges(
        &self,
        battle: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let unit = battle.unit(id);
        if !self.kind(unit).charges {
            return;
        }
        let open = |foe: UnitId| {
            Ruling::allows(|ruling| self.judge_charge(battle, (id, foe), None, ruling))
        };
        let reach = self.charge_reach(battle, id);
        let own = self.rect(battle, id);
        let corner = own.frontage() + own.depth();
        // No corner of the base gets farther, whichever way it turns, so skip judging.
        let near = |foe: &Unit| {
            let (frontage, depth) = self.base(battle, foe);
            let far = reach.saturating_add(corner + frontage + depth);
            within(unit.pose.point().distance(foe.pose.point()), far)
        };
        let largest = battle.setting.largest_stand(&self.card);
        let farthest = reach.saturating_add(corner + largest + 2 * TOLERANCE);
        let foes = battle.about(unit.pose.point(), farthest);
        let foes = foes.filter(|(_, foe)| foe.side != unit.side && near(foe));
        let foes = foes.map(|(foe, _)| foe);
        let foes: Vec<UnitId> = foes.filter(|&foe| named.names(|| open(foe))).collect();
        drill::offer_targets(Verb::Charge, id, foes, c::CHARGE_01, out);
    }
}
