//! Optional rule: squares.

use crate::card::SQUARE;
use crate::turn::Step;
use crate::{SixPlus, c, marks};
use sandtable_battle::{Battle, Clause, Ruling, Scene, Unit, UnitId, Witness};
use sandtable_drill as drill;

impl SixPlus {
    /// Returns whether a unit is in square.
    pub(crate) fn in_square(&self, unit: &Unit) -> bool {
        self.choices.square && unit.formation == SQUARE
    }

    /// Returns whether a unit may change formation at all.
    pub(crate) fn may_form(&self, unit: &Unit) -> bool {
        self.choices.square && self.kind(unit).square
    }

    /// Returns whether a unit that has not acted can do anything in the first phase; a square may
    /// load or form line.
    pub(crate) fn may_act(&self, unit: &Unit) -> bool {
        !self.in_square(unit) || self.may_form(unit)
    }

    /// Requires that a unit is not in square (SQ-02, SQ-03).
    pub(crate) fn require_out_of_square(
        &self,
        battle: &Battle,
        id: UnitId,
        why: Clause,
        r: &mut Ruling,
    ) {
        let free = !self.in_square(battle.unit(id));
        r.require(free, why, || Witness::Unit(id));
    }

    /// Judges forming or leaving square, instead of moving (SQ-01, MOVE-05).
    pub(crate) fn judge_form(&self, battle: &Battle, id: UnitId, formation: u8, r: &mut Ruling) {
        if !self.choices.square {
            r.refuse(c::SQ_01, Witness::Unit(id));
            return;
        }
        self.require_step(battle, Step::Move, r);
        if !drill::require_present(battle, id, r) {
            return;
        }
        self.require_unmoved(battle, id, r);
        let unit = battle.unit(id);
        let other = formation <= SQUARE && formation != unit.formation;
        r.require(self.may_form(unit) && other, c::SQ_01, || Witness::Count {
            asked: i32::from(formation),
            allowed: i32::from(SQUARE - unit.formation.min(SQUARE)),
        });
    }

    /// Changes the formation.
    pub(crate) fn form(&self, id: UnitId, formation: u8, scene: &mut Scene) {
        scene.form(id, formation, c::SQ_01);
        scene.set(id, marks::DID, marks::Did::Formed, c::MOVE_05);
    }
}
