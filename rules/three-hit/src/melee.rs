//! Section 11: melee.

use crate::combat::Clash;
use crate::turn::MELEE;
use crate::{ThreeHit, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Dice, Legal, Ruling, Scene, Side, UnitId, Witness};
use sandtable_drill as drill;
use sandtable_geometry::Face;

/// A blow that is rolled but not settled yet.
struct Blow {
    by: UnitId,
    target: UnitId,
    hits: u16,
    clash: Clash,
}

impl ThreeHit {
    /// Whether a unit still has to fight this turn: it touches an enemy, can
    /// strike, and has not done so (MEL-01, TURN-06). A general does not strike.
    pub(crate) fn must_fight(&self, battle: &Battle, id: UnitId) -> bool {
        // Contact counts, in whatever turn it was made.
        by!(c::MEL_06);
        let unit = battle.unit(id);
        !marks::FOUGHT.of(unit)
            && self.kind(unit).melee_column.is_some()
            && self.engaged(battle, id)
    }

    /// Returns the first unit of a side that still has to fight.
    pub(crate) fn unfought(&self, battle: &Battle, side: Side) -> Option<UnitId> {
        let mut own = battle.side(side);
        own.find(|&(id, _)| self.must_fight(battle, id))
            .map(|(id, _)| id)
    }

    /// Returns the enemies a unit may attack: those on its front face; with none there, any
    /// that it touches (MEL-02).
    pub(crate) fn foes_to_fight<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        by!(c::MEL_02);
        let fronted = self.on_face(battle, id, Face::Front).is_some();
        let all = self.touching(battle, id);
        all.filter(move |(_, contact)| !fronted || contact.own == Face::Front)
            .map(|(foe, _)| foe)
    }

    /// Judges an attack in melee.
    pub(crate) fn judge_fight(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.require_phase(battle, MELEE, r);
        if !drill::require_both(battle, id, target, r) {
            return;
        }
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(!marks::FOUGHT.of(unit), c::TURN_06, here);
        r.require(self.kind(unit).melee_column.is_some(), c::OPT_02, here);
        let touches =
            unit.side != battle.unit(target).side && self.contact(battle, id, target).is_some();
        if !touches {
            r.refuse(c::MEL_01, Witness::Unit(target));
            return;
        }
        if !self.foes_to_fight(battle, id).any(|foe| foe == target) {
            let front = self.on_face(battle, id, Face::Front);
            let front = front.map_or(target, |(foe, _)| foe);
            r.refuse(c::MEL_02, Witness::Unit(front));
        }
        let charged = self.charged(battle, id);
        let clash = self.assess_melee(battle, id, unit.pose, charged, target, r);
        clash.note(r);
    }

    /// Fights. If both sides strike, the unit under attack strikes back at the same
    /// moment, once a player turn (OPT-04).
    pub(crate) fn fight(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let mut blows: ArrayVec<Blow, 2> = ArrayVec::new();
        let clash = Clash::noted(legal);
        let hits = self.strike(clash, scene.unit(id).side, dice);
        blows.push(Blow {
            by: id,
            target,
            hits,
            clash,
        });
        if self.choices.both_strike() && self.must_fight(scene, target) {
            let fair = self.foes_to_fight(scene, target).any(|foe| foe == id);
            let other = (!fair)
                .then(|| self.foes_to_fight(scene, target).next())
                .flatten();
            blows.push(self.blow(scene, target, other.unwrap_or(id), dice));
        }
        self.settle(scene, &blows);
        self.annihilated(scene);
    }

    /// Rolls the blow of a unit that strikes back.
    fn blow(&self, scene: &Scene, by: UnitId, target: UnitId, dice: &mut dyn Dice) -> Blow {
        let (at, charged) = (scene.unit(by).pose, self.charged(scene, by));
        let clash = self.assess_melee(scene, by, at, charged, target, &mut Ruling::new());
        let hits = self.strike(clash, scene.unit(by).side, dice);
        Blow {
            by,
            target,
            hits,
            clash,
        }
    }

    /// Settles blows that were struck at the same moment.
    fn settle(&self, scene: &mut Scene, blows: &[Blow]) {
        // Hits are the only effect of a blow.
        by!(c::MEL_07);
        for blow in blows {
            scene.set(blow.by, marks::FOUGHT, true, self.choices.blow());
            scene.told(blow.clash.told(), blow.hits, blow.target, Some(blow.by));
        }
        for blow in blows {
            self.hurt(
                scene,
                blow.target,
                blow.by,
                blow.hits,
                marks::Struck::ByMelee,
            );
        }
    }

    /// Closes the Melee step. If both sides strike, units in contact that were
    /// not attacked strike too, and only then are the dead removed: all
    /// blows of the step fall at once.
    pub(crate) fn close_melee(&self, scene: &mut Scene, active: Side, dice: &mut dyn Dice) {
        if !self.choices.both_strike() {
            return;
        }
        while let Some(id) = self.unfought(scene, active.other()) {
            let Some(target) = self.foes_to_fight(scene, id).next() else {
                break;
            };
            let blow = self.blow(scene, id, target, dice);
            self.settle(scene, &[blow]);
        }
        if !self.removes_late() {
            self.remove_dead(scene);
        }
    }
}
