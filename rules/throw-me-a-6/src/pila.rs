//! Section 10: heavy throwing weapons.

use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Dice, Ruling, Scene, UnitId, Witness};
use sandtable_geometry::Edge;

impl ThrowMeA6 {
    /// Returns the unit that a unit may throw its pila at now: the one it will fight,
    /// in the first round after a charge (PIL-01, PIL-08, A34).
    pub(crate) fn thrown_at(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        by!(c::PIL_01, c::PIL_08);
        let unit = battle.unit(id);
        if !self.throws_pila(unit) || marks::PILA.of(unit) || !self.stands(unit) {
            return None;
        }
        let target = self.opponent(battle, id)?;
        self.charged_pair(battle, id, target).then_some(target)
    }

    /// Judges a throw of pila.
    pub(crate) fn judge_throw(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        if !self.require_present(battle, id, r) || !self.require_target(battle, id, target, r) {
            return;
        }
        let here = || Witness::Unit(id);
        let unit = battle.unit(id);
        r.require(self.throws_pila(unit), c::PIL_01, here);
        r.require(!marks::PILA.of(unit), c::PIL_06, here);
        let fair = self.opponent(battle, id) == Some(target);
        r.require(fair, c::MEL_20, || Witness::Unit(target));
        let fresh = self.charged_pair(battle, id, target);
        r.require(fresh, c::PIL_08, || Witness::Unit(target));
        let dice = self.assess_throw(battle, id, target, r);
        r.found(&dice);
    }

    /// Returns the dice of a throw: two, armour ignored, ground and position as usual
    /// (PIL-02, PIL-03). The factors go to the ruling.
    fn assess_throw(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) -> i8 {
        by!(c::PIL_03);
        let base = self.numbers.combat.dice;
        r.weigh(base.into(), c::PIL_02, Some(id));
        let mut dice = base;
        let mut add = |value: i8, why: Clause, who: UnitId| {
            r.weigh(value.into(), why, Some(who));
            dice += value;
        };
        let (own, foe) = (self.rect(battle, id), self.rect(battle, target));
        let line = Edge::new(own.centre(), foe.centre());
        let zone = self
            .contact(battle, id, target)
            .map_or(sandtable_geometry::Zone::Front, |k| k.theirs);
        self.weigh_ground(battle, id, target, Some(&line), zone, &mut add);
        dice.max(1)
    }

    /// Returns the dice of a throw from where both units stand now.
    pub(crate) fn pila_dice(&self, battle: &Battle, id: UnitId, target: UnitId) -> i8 {
        self.assess_throw(battle, id, target, &mut Ruling::new())
    }

    /// Throws pila. The bases are taken off when both sides have thrown (A71).
    pub(crate) fn throw(
        &self,
        id: UnitId,
        target: UnitId,
        count: i8,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let hits = self.volley(count, scene.unit(id).side, c::PIL_02, dice);
        scene.set(id, marks::PILA, true, c::PIL_06);
        scene.told(c::PIL_02, hits.into(), target, Some(id));
        let now = marks::STRUCK.of(scene.unit(target));
        let sum = now.saturating_add(i8::try_from(hits).unwrap_or(9));
        scene.set(target, marks::STRUCK, sum, c::PIL_07);
    }

    /// Takes off the bases that pila hit (PIL-07); the marks stay for the dice of the
    /// melee (PIL-04, PIL-05).
    pub(crate) fn settle_pila(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        for id in scene.ids() {
            let unit = *scene.unit(id);
            let struck = marks::STRUCK.of(&unit);
            if struck > 0 && unit.on_table() {
                self.take_off(scene, id, struck.cast_unsigned(), c::PIL_07);
                self.run_at_once(scene, id, dice);
            }
        }
    }
}
