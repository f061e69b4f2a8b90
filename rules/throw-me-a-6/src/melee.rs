//! Sections 12 and 13: melee dice, their order, and several opponents.

use crate::card::SKILL;
use crate::dice::{ALL_AT_ONCE, ATTACKS, Attack};
use crate::marks::Moved;
use crate::numbers::{Family, Trait};
use crate::turn::{MELEE, OPPONENTS};
use crate::units::{attached, is_amok};
use crate::{ThrowMeA6, c, marks};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Dice, Ruling, Scene, Unit, UnitId, Witness};
use sandtable_geometry::{Contact, Face};

/// The units of one fight.
pub(crate) type Fight = ArrayVec<UnitId, ATTACKS>;

/// Whether a unit counts as one that charged this turn: elephants that charged and
/// then ran amok do not (MEL-25).
pub(crate) fn charged(unit: &Unit) -> bool {
    by!(c::MEL_25);
    marks::MOVED.of(unit) >= Moved::Charged && !is_amok(unit)
}

impl ThrowMeA6 {
    /// Returns the units connected to a unit by contact, starting with that unit.
    pub(crate) fn fight_of(&self, battle: &Battle, id: UnitId) -> Fight {
        let mut all = Fight::new();
        all.push(id);
        let mut next = 0;
        while let Some(&unit) = all.get(next) {
            next += 1;
            for (foe, _) in self.touching(battle, unit) {
                if !all.contains(&foe) && all.try_push(foe).is_err() {
                    return all;
                }
            }
        }
        all
    }

    /// Returns the enemies a unit may fight: at its front; with none there, on its flanks;
    /// with none there either, in its rear (MEL-20).
    pub(crate) fn options(&self, battle: &Battle, id: UnitId) -> ArrayVec<UnitId, 8> {
        by!(c::MEL_20);
        let touched: ArrayVec<(UnitId, Contact), 12> = self.touching(battle, id).take(12).collect();
        let on = |faces: &[Face]| -> ArrayVec<UnitId, 8> {
            let all = touched.iter().filter(|(_, k)| faces.contains(&k.own));
            all.map(|&(foe, _)| foe).take(8).collect()
        };
        [
            &[Face::Front][..],
            &[Face::Left, Face::Right],
            &[Face::Rear],
        ]
        .into_iter()
        .map(on)
        .find(|some| !some.is_empty())
        .unwrap_or_default()
    }

    /// Returns the enemy a unit fights: its owner's choice, or the first (A50).
    pub(crate) fn opponent(&self, battle: &Battle, id: UnitId) -> Option<UnitId> {
        let options = self.options(battle, id);
        let chosen = marks::FIGHTS.of(battle.unit(id));
        chosen
            .filter(|foe| options.contains(foe))
            .or_else(|| options.first().copied())
    }

    /// Whether a charge of this turn brought two units together (MEL-24).
    pub(crate) fn charged_pair(&self, battle: &Battle, a: UnitId, b: UnitId) -> bool {
        by!(c::MEL_24);
        charged(battle.unit(a)) || charged(battle.unit(b))
    }

    /// Whether two units fight their first round: after a charge, or after a
    /// pursuit into a new enemy (A57).
    fn first_round(&self, battle: &Battle, a: UnitId, b: UnitId) -> bool {
        let met = |id: UnitId, foe: UnitId| {
            let beaten = marks::MET.of(battle.unit(id));
            beaten.is_some_and(|beaten| beaten != foe)
        };
        self.charged_pair(battle, a, b) || met(a, b) || met(b, a)
    }

    /// Returns the charge bonus that a unit's type has against a target, whether or not the
    /// unit receives it (MEL-06, MEL-07).
    fn listed_bonus(&self, unit: &Unit, foe: &Unit) -> (i8, Clause) {
        if self.is_cavalry(unit) {
            let bonus = if self.has(unit, Trait::Shock) { 2 } else { 1 };
            (bonus, c::MEL_06)
        } else if self.family(unit) == Family::Warband && self.is_infantry(foe) {
            (2, c::MEL_07)
        } else {
            (0, c::MEL_06)
        }
    }

    /// Returns the charge bonus that a unit receives (MEL-08, MEL-13).
    fn charge_bonus(&self, battle: &Battle, id: UnitId, target: UnitId) -> (i8, Clause) {
        by!(c::MEL_13, c::MEL_16);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let (bonus, why) = self.listed_bonus(unit, foe);
        if !charged(unit) || bonus == 0 {
            return (0, why);
        }
        if marks::MOVED.of(unit) == Moved::ChargedUphill {
            by!(c::MEL_08);
            return (0, why);
        }
        let front = self.touching(battle, id).all(|(_, k)| k.own == Face::Front);
        (if front { bonus } else { 0 }, why)
    }

    /// Returns the dice of a unit against its target (table T4); their factors go to the ruling.
    pub(crate) fn pool(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) -> i8 {
        let unit = battle.unit(id);
        let Some(contact) = self.contact(battle, id, target) else {
            return 0;
        };
        // PIL-05: a unit that lost two bases to pila does not roll.
        let struck = marks::STRUCK.of(unit);
        if struck >= 2 {
            r.weigh(-i16::from(self.numbers.combat.dice), c::PIL_05, Some(id));
            return 0;
        }
        let (base, why) = self.base_dice(battle, id, target);
        r.weigh(base.into(), why, Some(id));
        let mut dice = base;
        let mut add = |value: i8, why: Clause| {
            r.weigh(value.into(), why, Some(id));
            dice += value;
        };
        self.weigh_quality(battle, id, target, &mut add);
        self.weigh_position(battle, id, target, contact, &mut add);
        let least = i8::from(!self.choices.no_minimum);
        by!(c::MEL_14);
        dice.max(least)
    }

    /// Returns the dice that a unit starts from (MEL-01, CH-02, EL-01, EL-02, PIL-04).
    fn base_dice(&self, battle: &Battle, id: UnitId, target: UnitId) -> (i8, Clause) {
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let combat = &self.numbers.combat;
        let beasts = |u: &Unit| self.family(u) == Family::Elephants;
        let (base, why) = if beasts(unit) && beasts(foe) {
            (combat.elephants_on_elephants, c::EL_02)
        } else if beasts(unit) {
            let mounted = self.is_mounted(foe);
            let dice = if mounted {
                combat.elephants_on_mounted
            } else {
                combat.elephants_on_infantry
            };
            (dice, c::EL_01)
        } else if beasts(foe) {
            (combat.against_elephants, c::EL_02)
        } else if self.family(unit) == Family::Chariots {
            (combat.chariot_dice, c::CH_02)
        } else {
            (combat.dice, c::MEL_01)
        };
        if marks::STRUCK.of(unit) == 1 && base > combat.after_a_pilum {
            (combat.after_a_pilum, c::PIL_04)
        } else {
            (base, why)
        }
    }

    /// Adds the factors of armour, skill and the charge.
    fn weigh_quality(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        add: &mut impl FnMut(i8, Clause),
    ) {
        by!(c::UNIT_05);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let (bonus, why) = self.charge_bonus(battle, id, target);
        let listed = self.listed_bonus(unit, foe).0 > 0 && charged(unit);
        let ignores = bonus > 0 || (self.choices.bonus_listed && listed);
        if ignores {
            by!(c::MEL_12);
        }
        let beasts = |u: &Unit| self.family(u) == Family::Elephants;
        let compared = !beasts(unit) && !beasts(foe) && !ignores;
        let armour = |u: &Unit| self.armour(u);
        add(-i8::from(compared && armour(unit) < armour(foe)), c::MEL_02);
        add(
            i8::from(unit.ratings[SKILL] > foe.ratings[SKILL]),
            c::MEL_04,
        );
        add(bonus, why);
        add(-i8::from(self.is_weak(unit)), c::META_04);
    }

    /// Adds the factors of ground, position and weapons.
    fn weigh_position(
        &self,
        battle: &Battle,
        id: UnitId,
        target: UnitId,
        contact: Contact,
        add: &mut impl FnMut(i8, Clause),
    ) {
        by!(c::MEL_15);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let hindered = matches!(self.family(unit), Family::HeavyInfantry)
            || self.is_cavalry(unit)
            || (self.family(unit) == Family::Chariots && !self.choices.chariots_unaffected);
        let rough = hindered && self.in_difficult(battle, &self.rect(battle, id));
        add(-i8::from(rough), c::MEL_03);
        add(
            match contact.theirs {
                Face::Front => 0,
                Face::Left | Face::Right => 1,
                Face::Rear => 2,
            },
            c::MEL_05,
        );
        let front = contact.own == Face::Front;
        let pike = self.has(unit, Trait::Pike);
        let full = pike && front && unit.stands >= 4;
        add(i8::from(full), c::MEL_09);
        let pole = pike || self.has(unit, Trait::Spear);
        add(i8::from(pole && front && self.is_mounted(foe)), c::MEL_10);
        let roman = self.has(unit, Trait::Roman) && front && self.is_infantry(foe);
        let later = !self.first_round(battle, id, target);
        add(i8::from(roman && later), c::MEL_11);
        add(i8::from(attached(battle, id).is_some()), c::CH_05);
        add(i8::from(is_amok(unit)), c::EL_05);
    }

    /// Returns when a unit strikes: 0 to 2 for a first strike, or at once with all others
    /// (MEL-18, A49, A51).
    fn rank(&self, battle: &Battle, id: UnitId, target: UnitId) -> u8 {
        let right = |a: UnitId, b: UnitId| -> Option<u8> {
            if !self.charged_pair(battle, a, b) {
                return None;
            }
            let (unit, foe) = (battle.unit(a), battle.unit(b));
            let contact = self.contact(battle, a, b)?;
            match contact.theirs {
                Face::Rear if charged(unit) => return Some(0),
                Face::Left | Face::Right if charged(unit) => return Some(1),
                _ => {}
            }
            let front = contact.own == Face::Front;
            let pike = self.has(unit, Trait::Pike) && !self.has(foe, Trait::Pike);
            let spear = self.has(unit, Trait::Spear) && self.is_cavalry(foe);
            (front && (pike || spear)).then_some(2)
        };
        let own = right(id, target);
        let mutual = self.opponent(battle, target) == Some(id) && right(target, id) == own;
        own.filter(|_| !mutual).unwrap_or(ALL_AT_ONCE)
    }

    /// Returns the attacks of a fight: each unit attacks its opponent (MEL-22).
    pub(crate) fn attacks(&self, battle: &Battle, fight: &Fight) -> ArrayVec<Attack, ATTACKS> {
        by!(c::MEL_22);
        let place = |id: UnitId| fight.iter().position(|&u| u == id);
        let attack = |by: usize, id: UnitId| {
            let target = self.opponent(battle, id)?;
            Some(Attack {
                by,
                target: place(target)?,
                dice: self.pool(battle, id, target, &mut Ruling::new()),
                rank: self.rank(battle, id, target),
                side: battle.unit(id).side,
            })
        };
        let all = fight.iter().enumerate();
        all.filter_map(|(by, &id)| attack(by, id)).collect()
    }

    /// Whether a unit still has to fight in this melee step (SEQ-07).
    pub(crate) fn must_fight(&self, battle: &Battle, id: UnitId) -> bool {
        let unit = battle.unit(id);
        !marks::FOUGHT.of(unit) && self.stands(unit) && self.engaged(battle, id)
    }

    /// Judges an order to fight: the choice of an opponent, or the fight itself.
    pub(crate) fn judge_fight(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        let phase = battle.cursor.phase;
        r.require(matches!(phase, OPPONENTS | MELEE), c::SEQ_07, || {
            Witness::Plain
        });
        let unit = battle.unit(id);
        let here = || Witness::Unit(id);
        let fights = self.stands(unit) && self.must_fight(battle, id);
        r.require(fights, c::SEQ_07, here);
        if !fights || !self.require_target(battle, id, target, r) {
            return;
        }
        if phase == OPPONENTS {
            let options = self.options(battle, id);
            r.require(!is_amok(unit), c::EL_03, here);
            r.require(
                options.len() > 1 && options.contains(&target),
                c::MEL_20,
                || Witness::Unit(target),
            );
            let new = self.opponent(battle, id) != Some(target);
            r.require(new, c::MEL_20, || Witness::Unit(target));
            return;
        }
        let fair = self.opponent(battle, id) == Some(target);
        r.require(fair, c::MEL_20, || Witness::Unit(target));
        self.pool(battle, id, target, r);
        if self.opponent(battle, target) == Some(id) {
            self.pool(battle, target, id, r);
        }
    }

    /// Chooses an opponent, or fights the whole fight that a unit is in.
    pub(crate) fn fight(&self, id: UnitId, target: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        if scene.cursor.phase == OPPONENTS {
            scene.set(id, marks::FIGHTS, Some(target), c::MEL_20);
            self.go_on(scene, dice, OPPONENTS);
            return;
        }
        self.procedures.fight(self, id, scene, dice);
        self.go_on(scene, dice, MELEE);
    }

    /// Plays one round of the fight that a unit is in: all its dice, then the
    /// results (RES-12).
    pub(crate) fn melee_round(&self, id: UnitId, scene: &mut Scene, dice: &mut dyn Dice) {
        by!(c::RES_12);
        let fight = self.fight_of(scene, id);
        let attacks = self.attacks(scene, &fight);
        let lethal: ArrayVec<u8, ATTACKS> = fight
            .iter()
            .map(|&unit| self.lethal(scene.unit(unit)))
            .collect();
        let struck = self.strike(&attacks, &lethal, dice);
        let mut lost: ArrayVec<u8, ATTACKS> = fight.iter().map(|_| 0).collect();
        for (attack, hits) in &struck {
            let why = if attack.rank < ALL_AT_ONCE {
                c::MEL_18
            } else {
                c::MEL_01
            };
            scene.told(
                why,
                (*hits).into(),
                fight[attack.target],
                Some(fight[attack.by]),
            );
            // RES-16: no unit loses more bases than it has.
            by!(c::RES_16);
            let most = scene.unit(fight[attack.target]).stands;
            lost[attack.target] = lost[attack.target].saturating_add(*hits).min(most);
        }
        self.settle_fight(scene, &fight, &lost);
    }
}
