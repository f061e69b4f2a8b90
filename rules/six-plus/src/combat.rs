//! Hand-to-hand combat: only the charger strikes.

use crate::marks::{self, Charge};
use crate::switches::Rounding;
use crate::turn::Step;
use crate::{SixPlus, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Ground, Legal, Offer, Rules, Ruling, Scene, Scope, Unit, UnitId, Verb,
    Witness,
};
use sandtable_drill as drill;

impl SixPlus {
    /// Returns the unit that must retreat before another combat is fought (H2H-12).
    pub(crate) fn retreating(&self, battle: &Battle) -> Option<UnitId> {
        let mut own = battle.side(battle.cursor.side);
        own.find(|(_, u)| marks::CHARGE.of(u) == Charge::ToRetreat)
            .map(|(id, _)| id)
    }

    /// Returns whether a unit has to fight or to retreat next.
    pub(crate) fn owes(&self, battle: &Battle, id: UnitId) -> bool {
        match self.retreating(battle) {
            Some(first) => first == id,
            None => marks::CHARGE.of(battle.unit(id)) == Charge::ToFight,
        }
    }

    /// Judges an order to fight a combat.
    pub(crate) fn judge_fight(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.require_step(battle, Step::Fight, r);
        if !drill::require_both(battle, id, target, r) {
            return;
        }
        let unit = battle.unit(id);
        let owed = marks::CHARGE.of(unit) == Charge::ToFight && marks::foe(unit) == Some(target);
        r.require(owed, c::H2H_01, || Witness::Unit(id));
        if let Some(first) = self.retreating(battle) {
            r.refuse(c::H2H_12, Witness::Unit(first));
        }
        let flank = marks::FLANK.of(unit);
        let hits = self.assess_combat(battle, id, target, flank, r);
        r.found(&hits);
    }

    /// Returns the hits of a combat (H2H-02 to H2H-06), with the factors that make them.
    pub(crate) fn assess_combat(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        flank: bool,
        r: &mut Ruling,
    ) -> i16 {
        by!(c::H2H_06, c::UNIT_04);
        let foe = battle.unit(target);
        let hill = battle.setting.lies_in(foe.pose.point(), Ground::Hill);
        let steps: [(bool, Clause, i16, i16); 3] = [
            (hill, c::H2H_03, 1, 2),
            (self.is_mounted(foe), c::H2H_04, 1, 2),
            (flank, c::H2H_05, 2, 1),
        ];
        let base = self.numbers.charge.hits;
        r.weigh(base, c::H2H_02, Some(id));
        // The exact hits are `top / bottom`; each factor shows the change of the rounded hits.
        let (mut top, mut bottom, mut shown) = (base, 1, base);
        for (_, clause, times, parts) in steps.into_iter().filter(|step| step.0) {
            (top, bottom) = (top * times, bottom * parts);
            let now = (top + bottom - 1) / bottom;
            if self.choices.h2h_rounding == Rounding::Stepwise {
                (top, bottom) = (now, 1);
            }
            r.weigh(now - shown, clause, Some(target));
            shown = now;
        }
        shown
    }

    /// Returns whether a unit counts as cavalry when charged (H2H-04).
    fn is_mounted(&self, foe: &Unit) -> bool {
        let kind = self.kind(foe);
        if kind.leads() {
            self.choices.general_is_cavalry_target
        } else {
            kind.charges
        }
    }

    /// Fights a combat and hits the target. A charger that has not destroyed it must retreat
    /// (H2H-07); one that has stays where it is (H2H-11).
    pub(crate) fn fight(&self, legal: &Legal, id: UnitId, target: UnitId, scene: &mut Scene) {
        by!(c::H2H_01);
        let hits = legal.found().unwrap_or(0);
        self.hurt(scene, target, hits, c::H2H_02);
        if self.doomed(scene.unit(target)) {
            by!(c::H2H_08);
            marks::end_charge(scene, id, c::H2H_11);
        } else {
            scene.set(id, marks::CHARGE, Charge::ToRetreat, c::H2H_07);
            self.begin_retreat(id, scene);
        }
    }

    /// Goes on after a combat and its retreat.
    pub(crate) fn next_combat(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        self.proceed(scene, dice, Step::Fight);
    }

    /// Fights the remaining combats and makes the retreats, in the order of the units.
    pub(crate) fn fight_the_rest(&self, scene: &mut Scene) {
        // H2H-12: an outstanding retreat comes before any other combat.
        if let Some(owing) = self.retreating(scene) {
            self.retreat_by_itself(owing, scene);
        }
        for id in scene.ids() {
            self.retreat_by_itself(id, scene);
            let unit = *scene.unit(id);
            let fights = unit.on_table() && marks::CHARGE.of(&unit) == Charge::ToFight;
            if let Some(target) = marks::foe(&unit).filter(|_| fights) {
                let order = sandtable_battle::Order::Fight { unit: id, target };
                if let Ok(legal) = self.check(scene, &order, Ruling::hasty()) {
                    self.procedures.fight(self, &legal, id, target, scene);
                }
                self.retreat_by_itself(id, scene);
            }
        }
    }

    /// Offers the combat or the retreat that a unit must carry out.
    pub(crate) fn offer_combat(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let unit = battle.unit(id);
        if marks::CHARGE.of(unit) == Charge::ToRetreat {
            self.offer_retreat(battle, id, out);
        } else if let Some(foe) = marks::foe(unit) {
            let scope = Scope::Targets(vec![foe]);
            out.push(Offer::of(Verb::Fight, id, scope, c::H2H_01));
        }
    }
}
