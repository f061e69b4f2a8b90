//! Section 9: shooting.

use crate::combat::Clash;
use crate::marks::{self, Moved, Struck};
use crate::turn::SHOOT;
use crate::{ThreeHit, c};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Dice, Legal, Naming, Offer, Ruling, Scene, Sight, UnitId, Verb, Witness,
};
use sandtable_drill as drill;
use sandtable_geometry::{Tape, Zone, within};

impl ThreeHit {
    /// Whether a unit shoots in every direction: because of its type, or from a town
    /// (SHOOT-06).
    pub(crate) fn all_round(&self, battle: &Battle, id: UnitId) -> bool {
        by!(c::SHOOT_06);
        let unit = battle.unit(id);
        self.kind(unit).all_round || self.in_town(battle, unit)
    }

    /// Judges a shot.
    pub(crate) fn judge_shot(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        self.require_phase(battle, SHOOT, r);
        if !drill::require_enemies(battle, id, target, c::SHOOT_03, r) {
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
        r.require(!marks::SHOT.of(unit), c::TURN_05, here);
        if self.weapon(unit).is_none() {
            r.refuse(self.unarmed(unit), here());
        }
        let moved = match marks::MOVED_HOW.of(unit) {
            Moved::Stood => false,
            Moved::Pivoted => self.choices.pivot_is_move,
            _ => true,
        };
        r.require(!moved || kind.shoot_after_moving, c::SHOOT_04, here);
        let spent = marks::MOVE_SPENT.of(unit) > 0 && self.choices.retreat_blocks_shooting;
        r.require(!spent || kind.shoot_after_moving, c::MOR_05, here);
        self.require_out_of_square(battle, id, r);
        if r.settled() {
            return;
        }
        if let Some((foe, _)) = self.touching(battle, id).next() {
            r.refuse(c::SHOOT_09, Witness::Unit(foe));
        }
    }

    /// Judges a target: range, arc, sight, contact.
    fn judge_target(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let all_round = self.all_round(battle, id);
        let tape = self.range_to(battle, id, target, all_round);
        let weapon = self.weapon(battle.unit(id));
        let allowed = weapon.map_or(0, |(range, _)| range);
        // The tape is shown even if the shot is not allowed.
        by!(c::SCOPE_05);
        r.measured(tape).price(tape.length, allowed);
        // One limit without bands; a distance equal to it is inside.
        by!(c::SHOOT_02, c::SCOPE_06);
        if weapon.is_some() && !within(tape.length, allowed) {
            let asked = tape.length;
            r.refuse(c::SHOOT_01, Witness::Length { asked, allowed });
        }
        let bears = self.bears(battle, id, target, all_round);
        r.require(bears, c::SHOOT_05, || Witness::Tape(tape));
        if r.settled() {
            return;
        }
        r.require(!self.engaged(battle, target), c::SHOOT_09, || {
            Witness::Unit(target)
        });
        if let Some(seen) = self.hidden(battle, id, target) {
            r.refuse(c::SHOOT_08, seen);
        }
        if r.is_brief() {
            return;
        }
        let clash = self.assess_shot(battle, id, target, r);
        clash.note(r);
    }

    /// Whether a target lies where a unit can shoot: before its front, unless it shoots
    /// all around.
    fn bears(&self, battle: &Battle, id: UnitId, target: UnitId, all_round: bool) -> bool {
        all_round || self.zone(battle, id, battle.unit(target).pose.point()) == Zone::Front
    }

    /// Returns what hides a target from a shooter; some types shoot over third units.
    fn hidden(&self, battle: &Battle, id: UnitId, target: UnitId) -> Option<Witness> {
        let over = self.kind_of(battle, id).overhead;
        self.unseen(battle, self.eye(battle, id), id, target, over)
    }

    /// Returns whether a unit sees another, by the rules for a shot at it.
    pub(crate) fn sight_of(&self, battle: &Battle, id: UnitId, target: UnitId) -> Sight {
        let all_round = self.all_round(battle, id);
        let tape = self.range_to(battle, id, target, all_round);
        if self.bears(battle, id, target, all_round) {
            Sight::along(tape, c::SHOOT_08, self.hidden(battle, id, target))
        } else {
            Sight::aside(tape, c::SHOOT_05, Witness::Tape(tape))
        }
    }

    /// Returns the range (SHOOT-07): from the front edge, or from any point of the base
    /// if the unit shoots all around.
    fn range_to(&self, battle: &Battle, id: UnitId, target: UnitId, all_round: bool) -> Tape {
        by!(c::SHOOT_07, c::GEO_09);
        let (own, foe) = (self.rect(battle, id), self.rect(battle, target));
        if all_round {
            own.distance(&foe)
        } else {
            own.front_edge().distance(&foe)
        }
    }

    /// Whether a unit could shoot at any enemy in reach this turn.
    pub(crate) fn may_shoot(&self, battle: &Battle, id: UnitId) -> bool {
        if self.weapon(battle.unit(id)).is_none() {
            return false;
        }
        Ruling::allows(|ruling| self.procedures.judge_shooter(self, battle, id, ruling))
    }

    /// Whether a unit that may shoot can shoot at another.
    fn is_target(&self, battle: &Battle, id: UnitId, foe: UnitId) -> bool {
        Ruling::allows(|ruling| self.judge_target(battle, id, foe, ruling))
    }

    /// Returns the enemies that a unit which may shoot can shoot at.
    pub(crate) fn targets<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        named: Naming,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let unit = battle.unit(id);
        let range = self.weapon(unit).map_or(0, |(range, _)| range);
        let (own, all_round) = (self.rect(battle, id), self.all_round(battle, id));
        // Enemies out of range or outside the arc need no judging.
        let near = self.round(battle, &own, range);
        let foes = near.filter(|(_, foe)| foe.side != unit.side);
        let ahead = move |foe: &sandtable_battle::Unit| {
            all_round || own.zone_of(foe.pose.point()) == Zone::Front
        };
        foes.filter(move |(_, foe)| ahead(foe))
            .map(|(foe, _)| foe)
            .filter(move |&foe| named.names(|| self.is_target(battle, id, foe)))
    }

    /// Resolves one shot: shots are declared and resolved one at a time (SHOOT-12).
    pub(crate) fn shoot(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let clash = Clash::noted(legal);
        let hits = self.strike(clash, scene.unit(id).side, dice);
        scene.set(id, marks::SHOT, true, c::SHOOT_12);
        scene.told(clash.told(), hits, target, Some(id));
        self.hurt(scene, target, id, hits, Struck::ByFire);
        self.annihilated(scene);
    }

    /// Offers a unit its shots, and a general's help.
    pub(crate) fn offer_shots(
        &self,
        battle: &Battle,
        id: UnitId,
        named: Naming,
        out: &mut Vec<Offer>,
    ) {
        if self.may_shoot(battle, id) {
            let foes: Vec<UnitId> = self.targets(battle, id, named).collect();
            drill::offer_targets(Verb::Shoot, id, foes, c::SHOOT_10, out);
        }
        if self.choices.general {
            let friends: Vec<UnitId> = self.rallied_by(battle, id).collect();
            drill::offer_targets(Verb::Rally, id, friends, c::OPT_02, out);
        }
    }
}
