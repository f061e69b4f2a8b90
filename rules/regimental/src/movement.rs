//! Sections 8 to 10: moves, formations, and what ground costs while moving.

use crate::beyond::{self, Met, Paid, Way, What};
use crate::ground;
use crate::marks::Action;
use crate::task::{Crossed, Task};
use crate::units::{self, ARTILLERY, LINE, SKIRMISHERS};
use crate::{Regimental, c, inside, marks, turn};
use sandtable_battle::{
    Ask, Battle, Dice, Gait, Leg, LegSet, Legs, Naming, Offer, Reach, Ruling, Scene, Scope, Unit,
    UnitId, Verb, Witness, by,
};
use sandtable_geometry::{Facing, INCH, Length, Point, Pose, Rect, TOLERANCE};

/// The most that half a die gives.
const MOST_HALF: Length = 3 * INCH;

/// A move as ordered: a turn, an advance, a turn.
#[derive(Clone, Copy, Debug, Default)]
struct Plan {
    first: Option<Facing>,
    by: Length,
    last: Option<Facing>,
}

/// What is left of a unit's allowance, and what the unit has crossed with it.
struct Purse {
    left: Length,
    paid: Paid,
    /// The worm fence that the unit crossed last, and where.
    crossed: Option<(u8, Point)>,
    /// Whether a fence or wall stopped the unit, so that it moves no more this turn.
    held: bool,
}

impl Purse {
    fn new(allowance: Length) -> Self {
        Self {
            left: allowance.max(0),
            paid: Paid::new(),
            crossed: None,
            held: false,
        }
    }

    /// Whether something is met for the first time in this move (TERR-16).
    fn owes(&self, met: &Met) -> bool {
        !self.paid.contains(&met.name())
    }
}

fn plan(legs: &Legs) -> Option<Plan> {
    let mut plan = Plan::default();
    let mut step = 0;
    for leg in legs {
        step = match *leg {
            Leg::Pivot { to } if step == 0 => {
                plan.first = Some(to);
                1
            }
            Leg::Advance { by } if step < 2 => {
                plan.by = by;
                2
            }
            Leg::Pivot { to } if step < 3 => {
                plan.last = Some(to);
                3
            }
            _ => return None,
        };
    }
    (step > 0).then_some(plan)
}

impl Regimental {
    /// Returns the cost of a turn (MOVE-03).
    pub(crate) fn pivot_cost(&self, unit: &Unit, turn: i32) -> Length {
        by!(c::MOVE_03);
        let pays = unit.formation == LINE || unit.kind == ARTILLERY;
        if !pays || turn == 0 {
            return 0;
        }
        let step = self.numbers.moving.pivot_step.max(1);
        // A turn that rounding puts just above a step does not cost one more.
        let steps = (turn.abs() - 4 + step - 1).max(1) / step;
        self.numbers.moving.pivot.saturating_mul(steps.max(1))
    }

    /// Judges whether a unit may be given an action in the movement phase.
    pub(crate) fn judge_mover(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        self.judge_actor(battle, id, r);
        self.judge_fit_to_move(battle, id, r);
    }

    /// Judges whether a unit has an officer and is in good enough order to move (OFF-05, MARK-05).
    fn judge_fit_to_move(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        by!(c::OFF_05, c::MARK_05, c::MARK_04);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(self.led(unit), c::OFF_05, me);
        r.require(!marks::RED.of(unit), c::MARK_05, me);
    }

    /// Judges whether a unit still has its action in the movement phase.
    pub(crate) fn judge_actor(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        turn::require(battle, turn::MOVEMENT, r);
        let unit = battle.unit(id);
        let me = || Witness::Unit(id);
        r.require(unit.on_table(), sandtable_battle::c::NOT_NOW, me);
        r.require(marks::idle(unit), c::SEQ_03, me);
    }

    /// Judges a move (MOVE-01 to MOVE-06).
    pub(crate) fn judge_move(&self, battle: &Battle, id: UnitId, legs: &Legs, r: &mut Ruling) {
        by!(c::MOVE_01, c::GEO_09, c::TERR_16);
        self.judge_mover(battle, id, r);
        let unit = battle.unit(id);
        r.require(!marks::PRONE.of(unit), c::PRONE_01, || Witness::Unit(id));
        let Some(plan) = plan(legs).filter(|plan| plan.by >= 0) else {
            return r.refuse(c::MOVE_01, Witness::Unit(id));
        };
        if !r.clean() {
            return;
        }
        // No table is this large, so longer moves are not even measured.
        let diagonal = battle.setting.width.saturating_add(battle.setting.height);
        if plan.by > diagonal {
            let allowed = self.pace(unit);
            let asked = plan.by;
            return r.refuse(c::MOVE_02, Witness::Length { asked, allowed });
        }
        let turned = plan.first.map_or(unit.pose, |to| unit.pose.facing(to));
        let end = turned.advanced(plan.by);
        let last = plan.last.map_or(end, |to| end.facing(to));
        let pivots = self.pivot_cost(unit, unit.pose.facing.turn_to(turned.facing))
            + self.pivot_cost(unit, turned.facing.turn_to(last.facing));
        let own = units::rect_at(&battle.setting, unit, turned);
        let (areas, downs) = self.foreseen(battle, id, &plan);
        let allowed = self.pace(unit).saturating_add(MOST_HALF * downs);
        let areas = self.numbers.moving.area * areas;
        let cost = plan.by.saturating_add(pivots).saturating_add(areas);
        r.price(cost, allowed);
        r.require(cost <= allowed + TOLERANCE, c::MOVE_02, || {
            Witness::Length {
                asked: cost,
                allowed,
            }
        });
        r.step(turned);
        r.step(end);
        r.step(last);
        if r.settled() {
            return;
        }
        self.require_way(battle, id, &own, plan.by, r);
        let there = units::rect_at(&battle.setting, unit, end);
        let now = units::rect(battle, id);
        for (before, pose) in [(&now, turned), (&there, last)] {
            if r.settled() {
                return;
            }
            self.require_stand(battle, id, before, pose, r);
        }
        // Ground may leave the unit without the inches for the last turn.
        r.require(battle.setting.holds(&there), c::MOVE_06, || {
            Witness::Place(end)
        });
        if let Some(at) = ground::barred_ahead(battle, &own).filter(|&at| at < plan.by - TOLERANCE)
        {
            let at = own.front_middle().moved(turned.facing, at);
            r.refuse(c::SETUP_02, Witness::Spot(at));
        }
    }

    /// Requires that nobody is in the way and that every enemy is an inch away (MOVE-05, GEO-10).
    fn require_way(&self, battle: &Battle, id: UnitId, own: &Rect, by: Length, r: &mut Ruling) {
        let unit = battle.unit(id);
        let light = |u: &Unit| u.kind == SKIRMISHERS;
        let apart = self.numbers.moving.apart;
        let ahead = Pose::at(own.front_middle(), own.facing()).advanced(by);
        let swept = Rect::fronted(ahead, own.frontage(), own.depth() + by);
        for (other, u) in battle.present().filter(|&(other, _)| other != id) {
            if !units::near(&battle.setting, own, u, by + apart) {
                continue;
            }
            let theirs = units::rect(battle, other);
            if theirs.grown(-TOLERANCE).overlaps(own) {
                let met = inside::way(battle, id, other, own, own.facing());
                if let Some(at) = met.filter(|&at| at < by - TOLERANCE) {
                    let at = own.front_middle().moved(own.facing(), at);
                    r.refuse(c::MOVE_05, Witness::Blocked { by: other, at });
                    if r.settled() {
                        return;
                    }
                }
                continue;
            }
            let foe = u.side != unit.side;
            if !foe && (light(unit) || light(u)) {
                continue;
            }
            let keeps = foe && !own.is_nearer(&theirs, apart - TOLERANCE);
            let body = if keeps {
                theirs.grown(apart - TOLERANCE)
            } else {
                theirs
            };
            // The area that a base covers on its way straight ahead is a rectangle, too: test an
            // inch from its corners, not the corner of a larger square.
            if keeps && !swept.is_nearer(&theirs, apart - TOLERANCE) {
                continue;
            }
            let hit = own
                .sweep(own.facing(), &body)
                .filter(|p| p.enter < by - TOLERANCE && p.leave > TOLERANCE);
            if let Some(hit) = hit {
                let at = own.front_middle().moved(own.facing(), hit.enter.max(0));
                let why = if foe { c::GEO_10 } else { c::MOVE_05 };
                r.refuse(why, Witness::Blocked { by: other, at });
                if r.settled() {
                    return;
                }
            }
        }
    }

    /// Requires room where a unit turns from a place: no other unit there, on the table, an inch
    /// from enemies.
    fn require_stand(
        &self,
        battle: &Battle,
        id: UnitId,
        before: &Rect,
        pose: Pose,
        r: &mut Ruling,
    ) {
        let unit = battle.unit(id);
        let rect = units::rect_at(&battle.setting, unit, pose);
        r.require(battle.setting.holds(&rect), c::MOVE_06, || {
            Witness::Place(pose)
        });
        if let Some(by) = self.overlapped_after(battle, id, before, &rect) {
            r.refuse(
                c::MOVE_05,
                Witness::Blocked {
                    by,
                    at: pose.point(),
                },
            );
        }
        if let Some(witness) = ground::barred(battle, &rect) {
            r.refuse(c::SETUP_02, witness);
        }
        if let Some(by) = self.too_near(battle, id, &units::rect(battle, id), &rect) {
            r.refuse(c::GEO_10, Witness::Unit(by));
        }
    }

    /// Returns an enemy within an inch of a base that was not as near where the unit's action
    /// began.
    fn too_near(&self, battle: &Battle, id: UnitId, own: &Rect, rect: &Rect) -> Option<UnitId> {
        by!(c::GEO_10);
        let unit = battle.unit(id);
        let apart = self.numbers.moving.apart;
        let mut foes = battle.side(unit.side.other());
        let found = foes.find(|&(foe, them)| {
            if !units::near(&battle.setting, rect, them, apart) {
                return false;
            }
            let theirs = units::rect(battle, foe);
            if !rect.is_nearer(&theirs, apart - TOLERANCE) {
                return false;
            }
            let now = rect.distance(&theirs).length;
            now + TOLERANCE < own.distance(&theirs).length.min(apart)
        });
        found.map(|(foe, _)| foe)
    }

    /// Returns how many pieces of ground that cost inches a move meets, and how many slopes down.
    fn foreseen(&self, battle: &Battle, id: UnitId, plan: &Plan) -> (Length, Length) {
        let now = units::rect(battle, id);
        let mut met: Vec<Met> = Vec::new();
        let mut add = |way: Way| {
            for one in way {
                if !met.iter().any(|m| m.name() == one.name()) {
                    met.push(one);
                }
            }
        };
        let turned = now.facing_to(plan.first.unwrap_or(now.facing()));
        add(beyond::swung(battle, &now, turned.facing()));
        add(beyond::way(battle, &turned, plan.by));
        let end = turned.moved(turned.facing(), plan.by);
        add(beyond::swung(
            battle,
            &end,
            plan.last.unwrap_or(end.facing()),
        ));
        let count = |of: &dyn Fn(&&Met) -> bool| {
            Length::try_from(met.iter().filter(of).count()).unwrap_or(0)
        };
        (count(&|m| m.what.slows()), count(&|m| m.what == What::Down))
    }

    /// Pays for a feature, by a die or from the allowance. Returns false if that stopped the unit
    /// (TERR-05 to TERR-12). `needs` is what the unit must have left afterwards.
    fn pay(
        &self,
        dice: &mut dyn Dice,
        unit: &Unit,
        met: &Met,
        needs: Length,
        purse: &mut Purse,
    ) -> bool {
        by!(c::CONV_05, c::TERR_12);
        let _ = purse.paid.try_push(met.name());
        let why = met.what.clause();
        match met.what {
            What::Wood | What::Stumps => purse.left -= self.numbers.moving.area,
            What::Up => purse.left -= Length::from(self.half(dice, unit.side, why)) * INCH,
            What::Down => purse.left += Length::from(self.half(dice, unit.side, why)) * INCH,
            What::Rail | What::Worm | What::Wall => {
                let sides = met.what.sides();
                let die = Length::from(dice.ask(Ask::Die { sides }, unit.side, why)) * INCH;
                if die + needs > purse.left + TOLERANCE {
                    by!(c::TERR_07, c::TERR_10);
                    (purse.left, purse.held) = (0, true);
                    return false;
                }
                by!(c::TERR_08, c::TERR_11);
                purse.left -= die;
            }
        }
        purse.left = purse.left.max(0);
        true
    }

    /// Walks as far as the allowance lasts, and pays for what the way meets. Returns how far the
    /// unit gets (MOVE-04, MOVE-07).
    fn walk(
        &self,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        unit: &Unit,
        by: Length,
        purse: &mut Purse,
    ) -> Length {
        let base = units::rect_at(&scene.setting, unit, unit.pose);
        let way = beyond::way(scene, &base, by);
        let (mut gone, mut over) = (0, 0);
        for met in &way {
            if !purse.owes(met) {
                continue;
            }
            let on = (met.at - gone).max(0);
            // A unit that reaches it with nothing left does not go over it.
            if !met.within && on + TOLERANCE >= purse.left {
                break;
            }
            gone += on;
            purse.left -= on;
            if !self.pay(dice, unit, met, 0, purse) {
                if met.what == What::Worm && self.choices.fence_finishes {
                    self.tear_down(scene, unit, met.feature, met.at);
                }
                return gone;
            }
            if met.what.bars() {
                over = met.over;
            }
            if met.what == What::Worm {
                let at = base.front_middle().moved(base.facing(), met.at);
                purse.crossed = Some((met.feature, at));
            }
        }
        let on = (by - gone).min(purse.left).max(0);
        purse.left -= on;
        (gone + on).max(over)
    }

    /// Turns, after paying for what the turn swings over (MOVE-03, MOVE-08). Returns false if the
    /// unit could not turn.
    fn pivot(
        &self,
        id: UnitId,
        to: Facing,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        purse: &mut Purse,
    ) -> bool {
        let unit = *scene.unit(id);
        let cost = self.pivot_cost(&unit, unit.pose.facing.turn_to(to));
        if cost > purse.left + TOLERANCE {
            return false;
        }
        let base = units::rect(scene, id);
        for met in &beyond::swung(scene, &base, to) {
            if !purse.owes(met) {
                continue;
            }
            if !self.pay(dice, &unit, met, cost, purse) {
                if met.what == What::Worm && self.choices.fence_finishes {
                    self.tear_down(scene, &unit, met.feature, -base.depth() / 2);
                }
                return false;
            }
            if met.what == What::Worm {
                purse.crossed = Some((met.feature, unit.pose.point()));
            }
        }
        if cost > purse.left + TOLERANCE {
            return false;
        }
        purse.left = (purse.left - cost).max(0);
        scene.shift(id, unit.pose.facing(to), Gait::Turned, c::MOVE_03);
        true
    }

    /// Takes a worm fence down at once although it stopped the unit (by switch).
    fn tear_down(&self, scene: &mut Scene, unit: &Unit, feature: u8, at: Length) {
        let rect = units::rect_at(&scene.setting, unit, unit.pose);
        let spot = rect.front_middle().moved(rect.facing(), at);
        let reach = (rect.frontage() / 2).saturating_add(self.numbers.fence.beyond);
        scene.open(feature, spot, reach, c::TERR_12);
    }

    /// Returns how far a forced move gets over the ground (by switch, ROUT-08).
    pub(crate) fn hindered(
        &self,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        id: UnitId,
        direction: Facing,
        length: Length,
    ) -> Length {
        let mut unit = *scene.unit(id);
        unit.pose = unit.pose.facing(direction);
        self.walk(scene, dice, &unit, length, &mut Purse::new(length))
            .min(length)
    }

    /// Moves a unit (MOVE-04). It may take down the worm fence that it crossed (TERR-06).
    pub(crate) fn make_move(
        &self,
        id: UnitId,
        legs: &Legs,
        scene: &mut Scene,
        dice: &mut dyn Dice,
        foresees: bool,
    ) {
        let Some(plan) = plan(legs) else { return };
        let mut purse = Purse::new(self.pace(scene.unit(id)));
        let start = units::rect(scene, id);
        let turned = plan
            .first
            .is_none_or(|to| self.pivot(id, to, scene, dice, &mut purse));
        if turned {
            let unit = *scene.unit(id);
            let gone = self.walk(scene, dice, &unit, plan.by, &mut purse);
            let gone = self.where_it_ends(scene, id, &start, gone, plan.last, &purse);
            scene.shift(id, unit.pose.advanced(gone), Gait::Moved, c::MOVE_02);
            if let Some(to) = plan.last.filter(|_| !purse.held) {
                let pose = scene.unit(id).pose.facing(to);
                let rect = units::rect_at(&scene.setting, &unit, pose);
                let near = self.too_near(scene, id, &start, &rect);
                if self.fits(scene, id, pose) && near.is_none() {
                    self.pivot(id, to, scene, dice, &mut purse);
                }
            }
        }
        scene.set(id, marks::ACTION, Action::Moved, c::SEQ_03);
        let frontage = units::rect(scene, id).frontage();
        let mut run = self.begin_foreseen(scene, dice, foresees);
        if let Some((feature, spot)) = purse.crossed {
            run.push(Task::Fence(Crossed {
                unit: id,
                feature,
                x: spot.x,
                y: spot.y,
                reach: (frontage / 2).saturating_add(self.numbers.fence.beyond),
            }));
        }
        run.finish();
    }

    /// Returns how far a move that gets this far really goes: all of it if its last turn takes it
    /// clear of the units it passes through, or else a shorter distance.
    fn where_it_ends(
        &self,
        battle: &Battle,
        id: UnitId,
        start: &Rect,
        gone: Length,
        last: Option<Facing>,
        purse: &Purse,
    ) -> Length {
        let unit = battle.unit(id);
        let turns = last.filter(|_| !purse.held).is_some_and(|to| {
            let end = unit.pose.advanced(gone);
            let base = units::rect_at(&battle.setting, unit, end);
            let pays = self.pivot_cost(unit, end.facing.turn_to(to)) <= purse.left + TOLERANCE;
            let crosses = beyond::swung(battle, &base, to)
                .iter()
                .any(|met| met.what.bars());
            let turned = units::rect_at(&battle.setting, unit, end.facing(to));
            pays && !crosses
                && self.fits(battle, id, end.facing(to))
                && self.too_near(battle, id, start, &turned).is_none()
        });
        if turns {
            return gone;
        }
        self.clear_spot(battle, id, gone)
    }

    /// Shortens a distance so that a unit does not stop on one it passes through.
    fn clear_spot(&self, battle: &Battle, id: UnitId, gone: Length) -> Length {
        let own = units::rect(battle, id);
        let mut end = gone;
        while end > 0 {
            let there = own.moved(own.facing(), end);
            let Some(on) = self.overlapped(battle, id, &there) else {
                break;
            };
            // Where the way only grazes a unit, they overlap just by rounding, and one step less is
            // free.
            let passage = own.sweep(own.facing(), &units::rect(battle, on));
            end = passage.map_or(end, |p| p.enter).clamp(0, end - 1);
        }
        end
    }

    /// Judges a change of formation, or standing up (FORM-02, PRONE-03).
    pub(crate) fn judge_form(&self, battle: &Battle, id: UnitId, formation: u8, r: &mut Ruling) {
        let unit = battle.unit(id);
        self.judge_actor(battle, id, r);
        if !marks::PRONE.of(unit) {
            self.judge_fit_to_move(battle, id, r);
        }
        let kind = self.card.kinds.get(usize::from(unit.kind));
        let own = kind.is_some_and(|k| formation < 32 && k.formations >> formation & 1 == 1);
        r.require(own, c::FORM_01, || Witness::Unit(id));
        if marks::PRONE.of(unit) {
            by!(c::PRONE_03, c::PRONE_05);
            r.require(formation == unit.formation, c::PRONE_01, || {
                Witness::Unit(id)
            });
            return;
        }
        r.require(formation != unit.formation, c::FORM_02, || {
            Witness::Unit(id)
        });
        if !r.clean() {
            return;
        }
        let formed = Unit { formation, ..*unit };
        let rect = units::rect_at(&battle.setting, &formed, unit.pose);
        r.step(unit.pose);
        r.require(battle.setting.holds(&rect), c::FORM_02, || {
            Witness::Place(unit.pose)
        });
        // A unit in a hole, or with an enemy in its own, has no room to form.
        let on = battle
            .present()
            .find(|&(other, _)| other != id && units::rect(battle, other).overlaps(&rect));
        if let Some((by, _)) = on {
            let at = unit.pose.point();
            r.refuse(c::FORM_02, Witness::Blocked { by, at });
        }
        if let Some(witness) = ground::barred(battle, &rect) {
            r.refuse(c::FORM_02, witness);
        }
        if let Some(by) = self.too_near(battle, id, &units::rect(battle, id), &rect) {
            r.refuse(c::GEO_10, Witness::Unit(by));
        }
    }

    /// Changes formation, or makes a unit stand up. A unit that changed formation may then take any
    /// facing.
    pub(crate) fn form(&self, id: UnitId, formation: u8, scene: &mut Scene) {
        let unit = *scene.unit(id);
        if marks::PRONE.of(&unit) {
            scene.set(id, marks::PRONE, false, c::PRONE_03);
            scene.set(id, marks::ACTION, Action::Stood, c::SEQ_03);
            return;
        }
        by!(c::FORM_02, c::FORM_03);
        scene.form(id, formation, c::FORM_02);
        self.close_hole(scene, id);
        scene.set(id, marks::ACTION, Action::Formed, c::SEQ_03);
    }

    /// Judges the facing that a unit takes with a new formation (FORM-02).
    pub(crate) fn judge_formed_facing(
        &self,
        battle: &Battle,
        id: UnitId,
        to: Facing,
        r: &mut Ruling,
    ) {
        turn::require(battle, turn::MOVEMENT, r);
        let unit = battle.unit(id);
        let fresh = unit.on_table() && marks::ACTION.of(unit) == Action::Formed;
        r.require(fresh, c::FORM_02, || Witness::Unit(id));
        if r.clean() {
            let pose = unit.pose.facing(to);
            r.step(pose);
            self.require_stand(battle, id, &units::rect(battle, id), pose, r);
        }
    }

    pub(crate) fn offer_moves(
        &self,
        battle: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        let unit = battle.unit(id);
        if marks::ACTION.of(unit) == Action::Formed {
            out.push(Offer::of(Verb::Face, id, Scope::Facing(0x8000), c::FORM_02));
            return;
        }
        let kind = self.card.kinds.get(usize::from(unit.kind));
        let allowed = kind.map_or(0, |k| k.formations);
        let open = |f| Ruling::allows(|r| self.judge_form(battle, id, f, r));
        let formations = (0..5).filter(|&f| allowed >> f & 1 == 1);
        let formations = formations.filter(|&f| named.names(|| open(f)));
        let formations = formations.fold(0, |bits, f| bits | 1_u32 << f);
        if formations != 0 {
            let why = if marks::PRONE.of(unit) {
                c::PRONE_03
            } else {
                c::FORM_02
            };
            out.push(Offer::of(
                Verb::Form,
                id,
                Scope::Formations(formations),
                why,
            ));
        }
        if !marks::PRONE.of(unit) {
            let reach = Reach {
                legs: LegSet::PIVOT.and(LegSet::ADVANCE).and(LegSet::PIVOT_LAST),
                allowance: self.pace(unit),
                spread: 0,
            };
            out.push(Offer::of(Verb::Move, id, Scope::Way(reach), c::MOVE_01));
        }
    }
}
