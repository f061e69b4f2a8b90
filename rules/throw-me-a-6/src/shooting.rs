//! Section 9: shooting.

use crate::marks::Moved;
use crate::numbers::{Family, Weapon};
use crate::turn::{ACTIONS, LATE, PILA, SHOTS};
use crate::{ThrowMeA6, c, marks};
use sandtable_battle::by;
use sandtable_battle::{
    Battle, Clause, Dice, Legal, Naming, Ruling, Scene, Sight, UnitId, Witness,
};
use sandtable_geometry::{Edge, Pose, Rect, Tape, Zone, within};

impl ThrowMeA6 {
    /// Judges a shot or, in the pila step, a throw.
    pub(crate) fn judge_shot(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        if battle.cursor.phase == PILA {
            self.judge_throw(battle, id, target, r);
            return;
        }
        let now = match battle.cursor.phase {
            ACTIONS => !self.choices.moves_then_shots,
            SHOTS | LATE => true,
            _ => false,
        };
        r.require(now, c::SEQ_05, || Witness::Plain);
        if !self.require_present(battle, id, r) || !self.require_target(battle, id, target, r) {
            return;
        }
        self.procedures.judge_shooter(self, battle, id, r);
        if let Some((foe, _)) = self.touching(battle, id).next() {
            r.refuse(c::SHOOT_09, Witness::Unit(foe));
        }
        self.judge_target(battle, id, target, r);
    }

    /// Requires that the target is an enemy and a body of its own on the table.
    pub(crate) fn require_target(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        r: &mut Ruling,
    ) -> bool {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let sound = id != target && self.stands(foe) && self.hostile(unit, foe);
        r.require(sound, c::SHOOT_02, || Witness::Unit(target));
        sound
    }

    /// Requires that a unit has a shot (SHOOT-01, SEQ-09, ART-02).
    pub(crate) fn judge_shooter(&self, battle: &Battle, id: UnitId, r: &mut Ruling) {
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        r.require(!marks::SHOT.of(unit), c::SEQ_09, here);
        r.require(self.range(unit) > 0, c::SHOOT_01, here);
        let gun = self.family(unit) == Family::Artillery;
        let moved = marks::MOVED.of(unit) != Moved::Stood;
        r.require(!(gun && moved), c::ART_02, here);
    }

    /// Judges a target: contact, range, arc, sight. Adds the factors of its dice.
    fn judge_target(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let engaged = self.engaged(battle, target) && !self.choices.fire_into_melee;
        r.require(!engaged, c::SHOOT_09, || Witness::Unit(target));
        let (own, foe) = (self.rect(battle, id), self.rect(battle, target));
        let tape = self.fire_tape(battle, id, (&own, &foe));
        let allowed = self.range(battle.unit(id));
        let Some(tape) = tape else {
            let straight = own.front_edge().distance(&foe);
            r.measured(straight);
            r.refuse(c::SHOOT_02, Witness::Tape(straight));
            return;
        };
        r.measured(tape).price(tape.length, allowed);
        r.require(within(tape.length, allowed), c::SHOOT_02, || {
            Witness::Length {
                asked: tape.length,
                allowed,
            }
        });
        if r.settled() {
            return;
        }
        let (line, hidden) = self.free_line(battle, (id, target), (&own, &foe), tape);
        if let Some(seen) = hidden {
            r.refuse(c::SHOOT_03, seen);
            r.refuse(c::GEO_07, seen);
        }
        if r.is_brief() {
            return;
        }
        let zone = self.zone(battle, target, id);
        let dice = self.assess_shot(battle, id, target, Some(&line), zone, r);
        r.found(&dice);
    }

    /// Returns the tape of a shot: within the arc, for chariots all around; none outside of it.
    fn fire_tape(&self, battle: &Battle, id: UnitId, (own, foe): (&Rect, &Rect)) -> Option<Tape> {
        by!(c::GEO_06, c::CH_04);
        if self.family(battle.unit(id)) == Family::Chariots {
            Some(own.distance_seen(foe, own.front_middle()))
        } else {
            self.arc(own).tape(foe)
        }
    }

    /// Returns the line of a shot, and what hides the target along it: the tape or, if the
    /// target's centre is in the arc and not hidden, the line to that.
    fn free_line(
        &self,
        battle: &Battle,
        (id, target): (UnitId, UnitId),
        (own, foe): (&Rect, &Rect),
        tape: Tape,
    ) -> (Edge, Option<Witness>) {
        let line = Edge::new(tape.from, tape.to);
        let hidden = self.hidden(battle, id, target, &line);
        let (from, centre) = (own.front_middle(), foe.centre());
        let bears =
            || self.family(battle.unit(id)) == Family::Chariots || self.arc(own).holds(centre);
        if hidden.is_some() && bears() {
            let other = Edge::new(from, centre);
            if self.hidden(battle, id, target, &other).is_none() {
                return (other, None);
            }
        }
        (line, hidden)
    }

    /// Returns whether a unit sees another, by the rules for a shot at it. Pila are thrown at the
    /// unit it fights, on any side.
    pub(crate) fn sight_of(&self, battle: &Battle, id: UnitId, target: UnitId) -> Sight {
        let (own, foe) = (self.rect(battle, id), self.rect(battle, target));
        if battle.cursor.phase == PILA && self.opponent(battle, id) == Some(target) {
            let tape = Tape::straight(own.centre(), foe.centre());
            return Sight::along(tape, c::PIL_03, None);
        }
        match self.fire_tape(battle, id, (&own, &foe)) {
            Some(tape) => {
                let (line, hidden) = self.free_line(battle, (id, target), (&own, &foe), tape);
                let (from, to) = line.ends();
                Sight::along(Tape::straight(from, to), c::SHOOT_03, hidden)
            }
            None => {
                let tape = own.front_edge().distance(&foe);
                Sight::aside(tape, c::SHOOT_02, Witness::Tape(tape))
            }
        }
    }

    /// Returns the dice of a shot (table T2); the factors go to the ruling. A shot at a charger
    /// has no line, so cover does not count.
    pub(crate) fn assess_shot(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        line: Option<&Edge>,
        zone: Zone,
        r: &mut Ruling,
    ) -> i8 {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let combat = &self.numbers.combat;
        if self.family(unit) == Family::Artillery {
            r.weigh(combat.artillery_dice.into(), c::ART_01, Some(id));
            return combat.artillery_dice;
        }
        let chariot = self.family(unit) == Family::Chariots;
        let (base, why) = if chariot {
            (combat.chariot_dice, c::CH_02)
        } else {
            (combat.dice, c::SHOOT_04)
        };
        r.weigh(base.into(), why, Some(id));
        let mut dice = base;
        let mut add = |value: i8, why: Clause, who: UnitId| {
            r.weigh(value.into(), why, Some(who));
            dice += value;
        };
        // Chariots and throwing peltasts shoot as light troops (A32, A27).
        let light = chariot || self.is_light(unit) || self.family(unit) == Family::Peltasts;
        let armour = self.armour(foe);
        let stopped = if light { armour >= 1 } else { armour >= 2 };
        add(-i8::from(stopped), c::UNIT_04, target);
        self.weigh_ground(battle, id, target, line, zone, &mut add);
        add(-i8::from(self.is_weak(unit)), c::META_04, id);
        by!(c::SHOOT_05);
        dice.max(1)
    }

    /// Adds what position and ground mean for missiles: cover, flank or rear, height.
    pub(crate) fn weigh_ground(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        line: Option<&Edge>,
        zone: Zone,
        add: &mut impl FnMut(i8, Clause, UnitId),
    ) {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let covered = line.is_some_and(|line| self.covered(battle, target, line));
        add(-i8::from(covered), c::TERR_03, target);
        let open = match zone {
            Zone::Front => false,
            Zone::Left => self.choices.both_unshielded,
            Zone::Right | Zone::Rear => true,
        };
        add(i8::from(open), c::SHOOT_11, id);
        let higher = self.level(battle, unit) > self.level(battle, foe);
        add(i8::from(higher), c::SHOOT_12, id);
    }

    /// Whether a unit rolls one die less because of its losses (A01).
    pub(crate) fn is_weak(&self, unit: &sandtable_battle::Unit) -> bool {
        let four = !matches!(
            self.family(unit),
            Family::Elephants | Family::Chariots | Family::Artillery | Family::General
        );
        self.choices.dice_by_stands && four && unit.stands <= 2
    }

    /// Whether a unit could shoot at any enemy now.
    pub(crate) fn may_shoot(&self, battle: &Battle, id: UnitId) -> bool {
        if self.range(battle.unit(id)) == 0 {
            return false;
        }
        let mut ruling = Ruling::new();
        self.procedures.judge_shooter(self, battle, id, &mut ruling);
        ruling.clean() && !self.engaged(battle, id)
    }

    /// Returns the enemies that a unit which may shoot can shoot at.
    pub(crate) fn targets<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
        named: Naming,
    ) -> impl Iterator<Item = UnitId> + 'a {
        by!(c::SHOOT_10);
        let unit = battle.unit(id);
        let own = self.rect(battle, id);
        let (range, reach) = (self.range(unit), self.range(unit) + 2 * own.frontage());
        let all_round = self.family(unit) == Family::Chariots;
        let arc = self.arc(&own);
        let foes = self
            .bodies(battle)
            .filter(move |&(other, foe)| other != id && self.hostile(unit, foe));
        let near = foes
            .filter(move |(_, foe)| within(unit.pose.point().distance(foe.pose.point()), reach));
        // Enemies out of range or outside the arc need no judging.
        let ahead = move |them: UnitId, foe: &sandtable_battle::Unit| {
            let (frontage, depth) = self.base(battle, foe);
            own.could_reach(foe.pose.point(), frontage + depth, range)
                && (all_round || !arc.misses(&self.rect(battle, them)))
        };
        let near = near.filter(move |&(them, foe)| ahead(them, foe));
        near.map(|(foe, _)| foe)
            .filter(move |&foe| named.names(|| self.is_target(battle, id, foe)))
    }

    /// Whether a unit that may shoot can shoot at another.
    fn is_target(&self, battle: &Battle, id: UnitId, foe: UnitId) -> bool {
        Ruling::allows(|ruling| self.judge_target(battle, id, foe, ruling))
    }

    /// Shoots with all dice at one target (SHOOT-10), or throws pila.
    pub(crate) fn shoot(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let count: i8 = legal.found().unwrap_or(0);
        if scene.cursor.phase == crate::turn::PILA {
            self.throw(id, target, count, scene, dice);
        } else {
            self.loose(id, target, count, scene, dice);
        }
    }

    /// Rolls a shot and takes off the bases it hits; no retreat follows (SHOOT-08).
    pub(crate) fn loose(
        &self,
        id: UnitId,
        target: UnitId,
        count: i8,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        by!(c::SHOOT_08);
        let hits = self.volley(count, scene.unit(id).side, c::SHOOT_04, dice);
        scene.set(id, marks::SHOT, true, c::SEQ_09);
        scene.told(c::SHOOT_04, hits.into(), target, Some(id));
        if scene.cursor.phase == LATE && self.choices.late_simultaneous {
            let now = marks::STRUCK.of(scene.unit(target));
            let sum = now.saturating_add(i8::try_from(hits).unwrap_or(9));
            scene.set(target, marks::STRUCK, sum, c::SEQ_06);
            return;
        }
        self.take_off(scene, target, hits, c::SHOOT_04);
        self.run_at_once(scene, target, dice);
    }

    /// Takes off the bases that simultaneous late shots hit (A13).
    pub(crate) fn settle_late_shots(&self, scene: &mut Scene, dice: &mut dyn Dice) {
        for id in scene.ids() {
            let struck = marks::STRUCK.of(scene.unit(id));
            if struck > 0 {
                scene.set(id, marks::STRUCK, 0, c::SEQ_06);
                if scene.unit(id).on_table() {
                    self.take_off(scene, id, struck.cast_unsigned(), c::SEQ_06);
                    self.run_at_once(scene, id, dice);
                }
            }
        }
    }

    /// Whether the target of a charge may shoot at the charger, from where both stand when the
    /// charge starts: the charger must come from its front, and it must not have shot (SHOOT-06,
    /// SHOOT-13). By switch, a unit in contact with an enemy on a flank or in the rear may shoot
    /// too, but not one with an enemy at its front (SHOOT-14).
    pub(crate) fn may_answer(&self, battle: &Battle, charger: UnitId, target: UnitId) -> bool {
        by!(c::SHOOT_06, c::SHOOT_14);
        let unit = battle.unit(target);
        if crate::units::is_amok(unit) || self.weapon(unit) == Weapon::Pila {
            return false;
        }
        let all_round = self.family(unit) == Family::Chariots;
        let before = all_round || self.zone(battle, target, charger) == Zone::Front;
        let mut ruling = Ruling::new();
        self.procedures
            .judge_shooter(self, battle, target, &mut ruling);
        let free = self
            .touching(battle, target)
            .all(|(_, contact)| self.choices.held_archers_shoot && contact.own != Zone::Front);
        before && free && ruling.clean()
    }

    /// Returns the dice of a shot at a charger that has come this far: at zero
    /// distance, with the ground and the side that the charger shows at that moment
    /// (SHOOT-13). That is the side in which the middle of the shooter's front lies (GEO-08).
    pub(crate) fn answer_dice(
        &self,
        battle: &Battle,
        (charger, at): (UnitId, Pose),
        target: UnitId,
        r: &mut Ruling,
    ) -> i8 {
        by!(c::SHOOT_13);
        let mut then = battle.clone();
        if let Some(unit) = then.units.get_mut(charger.index()) {
            unit.pose = at;
        }
        let zone = self.zone(&then, charger, target);
        self.assess_shot(&then, target, charger, None, zone, r)
    }
}
