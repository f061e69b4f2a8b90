//! Fighting, in three steps. [`@TYPE@::judge_fight`] *assesses* the battle as a small [`Clash`] of
//! numbers. [`@TYPE@::throw`] *rolls* it and sees nothing else (this is the stage that odds cache).
//! [`@TYPE@::fight`] *settles* it.

use crate::turn::FIGHT;
use crate::{@TYPE@, c, marks};
use sandtable_battle::{Ask, Battle, Dice, Key, Legal, Offer, Ruling, Scene, Scope, Side, Status, UnitId, Verb, Witness, by, pack};
use sandtable_geometry::within;

/// The numbers that decide a fight: what each unit adds to its die.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// Bonus of the unit that fights.
    pub own: i16,
    /// Bonus of the unit that it fights.
    pub theirs: i16,
    /// FIGHT-04: whether equal totals hit both.
    pub both_hit: bool,
    /// The side that fights: each side rolls its own die.
    pub side: Side,
}

// Judging passes the packed numbers to resolving, and odds identify a fight by them.
pack! { Clash { own, theirs, both_hit, side } }

/// Results of a fight: the readings of FIGHT-02 in their order.
const NEITHER: u16 = 0;
const TARGET: u16 = 1;
const FIGHTER: u16 = 2;
const BOTH: u16 = 3;

impl @TYPE@ {
    /// Offers the enemies that a unit can fight.
    pub(crate) fn offer_fight(&self, battle: &Battle, id: UnitId, out: &mut Vec<Offer>) {
        let foes = self.foes(battle, id).collect();
        out.push(Offer::of(Verb::Fight, id, Scope::Targets(foes), c::FIGHT_01));
    }

    /// Lists the enemies that a unit may fight: those within reach (FIGHT-01).
    pub(crate) fn foes<'a>(
        &'a self,
        battle: &'a Battle,
        id: UnitId,
    ) -> impl Iterator<Item = UnitId> + 'a {
        let unit = battle.unit(id);
        let foes = battle.side(unit.side.other());
        foes.filter(move |&(foe, _)| self.in_reach(battle, id, foe))
            .map(|(foe, _)| foe)
    }

    fn in_reach(&self, battle: &Battle, id: UnitId, foe: UnitId) -> bool {
        let (unit, other) = (battle.unit(id), battle.unit(foe));
        let own = self.base(battle, unit, unit.pose);
        let tape = own.distance(&self.base(battle, other, other.pose));
        within(tape.length, self.numbers.fight_reach)
    }

    /// Judges a fight and assesses it.
    pub(crate) fn judge_fight(&self, battle: &Battle, id: UnitId, target: UnitId, r: &mut Ruling) {
        Self::require_turn(battle, id, FIGHT, marks::FOUGHT, r);
        let (unit, foe) = (battle.unit(id), battle.unit(target));
        let fair = unit.side != foe.side
            && foe.status == Status::Table
            && unit.status == Status::Table
            && self.in_reach(battle, id, target);
        r.require(fair, c::FIGHT_01, || Witness::Unit(target));
        let (own, theirs) = (self.bonus(battle, id, target), self.bonus(battle, target, id));
        r.weigh(own, c::FIGHT_03, Some(id));
        r.weigh(theirs, c::FIGHT_03, Some(target));
        r.found(&Clash {
            own,
            theirs,
            both_hit: self.choices.both_hit,
            side: unit.side,
        });
    }

    /// Returns what a unit adds against another (FIGHT-03).
    fn bonus(&self, battle: &Battle, id: UnitId, against: UnitId) -> i16 {
        let horse = self.kind(battle.unit(id)).mounted;
        if horse && !self.kind(battle.unit(against)).mounted {
            self.numbers.horse_against_foot
        } else {
            0
        }
    }

    /// Rolls a fight and returns a reading of FIGHT-02.
    pub fn throw(&self, clash: Clash, dice: &mut dyn Dice) -> u16 {
        let side = clash.side;
        dice.stage(Key::of(c::FIGHT_02, &clash), &mut |dice| {
            let ask = Ask::Die {
                sides: self.numbers.die_sides,
            };
            let own = dice.ask(ask, side, c::FIGHT_02).cast_signed() + clash.own;
            let theirs = dice.ask(ask, side.other(), c::FIGHT_02).cast_signed() + clash.theirs;
            match own.cmp(&theirs) {
                std::cmp::Ordering::Greater => TARGET,
                std::cmp::Ordering::Less => FIGHTER,
                std::cmp::Ordering::Equal => {
                    by!(c::FIGHT_04);
                    if clash.both_hit { BOTH } else { NEITHER }
                }
            }
        })
    }

    /// Fights, and applies the hits.
    pub(crate) fn fight(
        &self,
        legal: &Legal,
        id: UnitId,
        target: UnitId,
        scene: &mut Scene,
        dice: &mut dyn Dice,
    ) {
        let Some(clash) = legal.found() else { return };
        let outcome = self.throw(clash, dice);
        scene.set(id, marks::FOUGHT, true, c::TURN_02);
        scene.told(c::FIGHT_02, outcome, id, Some(target));
        if matches!(outcome, TARGET | BOTH) {
            self.hit(scene, target);
        }
        if matches!(outcome, FIGHTER | BOTH) {
            self.hit(scene, id);
        }
        self.annihilated(scene);
    }

    /// Hits a unit once; the third hit destroys it (FIGHT-05).
    fn hit(&self, scene: &mut Scene, id: UnitId) {
        let hits = (marks::HITS.of(scene.unit(id)) + 1).min(self.numbers.hits);
        scene.set(id, marks::HITS, hits, c::FIGHT_05);
        if hits >= self.numbers.hits {
            scene.become_(id, Status::Destroyed, c::FIGHT_05);
        }
    }
}
