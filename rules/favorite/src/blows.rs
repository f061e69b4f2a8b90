//! Blows in close combat: the factors (Table F5), the order of the blows, and their kills (MEL-01
//! to MEL-08, MEL-16 to MEL-23).

use crate::marks::{self, Charge, Moved, Stand};
use crate::melee::Members;
use crate::numbers::Arm;
use crate::volley::{Halved, Throw};
use crate::{Favorite, c};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Battle, Clause, Dice, Factor, Scene, Side, UnitId};
use sandtable_geometry::{Face, Zone};

/// When a unit strikes (MEL-06, CHG-05).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Turn {
    First,
    Together,
    Second,
}

impl Favorite {
    /// Returns the factors for a unit against the enemy it strikes (Table F5).
    pub(crate) fn melee_factors(&self, b: &Battle, id: UnitId, foe: UnitId) -> ArrayVec<Factor, 8> {
        by!(c::MEL_05, c::MEL_17);
        let (u, them) = (b.unit(id), b.unit(foe));
        let numbers = &self.numbers.melee;
        let mut all = ArrayVec::new();
        let mut weigh = |holds: bool, value: i16, clause: Clause| {
            if holds && value != 0 {
                all.push(Factor {
                    clause,
                    value,
                    unit: Some(id),
                });
            }
        };
        let behind = self.zone(b, foe, u.pose.point()) != Zone::Front;
        weigh(behind, numbers.flank, c::MEL_16);
        let higher = Self::on_hill(b, u.pose) && !Self::on_hill(b, them.pose);
        weigh(
            higher || self.charged_in_cover(b, id, foe),
            numbers.ground,
            c::MEL_17,
        );
        let horse = self.arm(u) == Arm::Horse && marks::MOVED.of(u) == Moved::Charged;
        weigh(
            horse && !self.charged_in_cover(b, foe, id),
            numbers.cavalry_charge,
            c::MEL_18,
        );
        let (own, theirs) = (i32::from(u.stands), i32::from(them.stands));
        let double = own >= 2 * theirs;
        weigh(double, numbers.two_to_one, c::MEL_19);
        weigh(
            !double && own * 2 >= theirs * 3,
            numbers.three_to_two,
            c::MEL_19,
        );
        let shaken = marks::MARKER.of(u) && marks::CHECK.of(u).carried();
        weigh(
            shaken && self.chosen.disorder_in_melee,
            numbers.disordered,
            c::MEL_20,
        );
        let loose = Self::skirmishes(u) && !Self::skirmishes(them);
        weigh(loose, numbers.skirmishers, c::MEL_21);
        weigh(self.guns(u), numbers.guns, c::MEL_22);
        all
    }

    /// Whether that enemy charged a unit while the unit was in cover (MEL-17).
    fn charged_in_cover(&self, b: &Battle, id: UnitId, foe: UnitId) -> bool {
        marks::CHARGE.of(b.unit(foe)) == Charge::HomeAtCover
            && self
                .touching(b, foe)
                .any(|(whom, contact)| whom == id && contact.own == Face::Front)
    }

    /// Returns the lowest face that hits for a unit against the enemy it strikes, from the sums of
    /// both sides' factors (MEL-02 to MEL-04).
    #[must_use]
    pub fn needs(&self, own: i16, theirs: i16) -> u8 {
        by!(c::MEL_02, c::MEL_03, c::MEL_04);
        let numbers = &self.numbers.melee;
        match own - theirs {
            ..0 => numbers.worse,
            0 | 1 => numbers.even,
            2.. => numbers.better,
        }
    }

    /// Returns the lowest face that hits for a unit against the enemy it strikes, as both are now,
    /// and the clause for it: that of an even fight or that of a better side.
    fn least(&self, b: &Battle, id: UnitId, foe: UnitId) -> (u8, Clause) {
        let sum = |all: ArrayVec<Factor, 8>| all.iter().map(|f| f.value).sum::<i16>();
        let own = sum(self.melee_factors(b, id, foe));
        let theirs = sum(self.melee_factors(b, foe, id));
        let why = if own == theirs { c::MEL_02 } else { c::MEL_03 };
        (self.needs(own, theirs), why)
    }

    /// Returns the blows of a unit with the figures it has now. They hit on a face that was worked
    /// out before any blow fell (MEL-01, MEL-23).
    fn blow(&self, b: &Battle, id: UnitId, least: u8) -> Throw {
        by!(c::MEL_01, c::MEL_23);
        let u = b.unit(id);
        let dice = u8::try_from(self.stands_of(u.stands)).unwrap_or(u8::MAX);
        let half = marks::STAND.of(u) == Stand::Halved;
        Throw {
            dice: if half && self.chosen.half_the_dice {
                dice.div_ceil(2)
            } else {
                dice
            },
            least,
            halved: if half && !self.chosen.half_the_dice {
                Halved::Up
            } else {
                Halved::Not
            },
        }
    }

    /// Returns when a unit strikes: first if it stood steadily, second if it was caught, never if
    /// it routed.
    fn strikes_when(&self, b: &Battle, id: UnitId) -> Option<Turn> {
        match marks::STAND.of(b.unit(id)) {
            Stand::First => Some(Turn::First),
            Stand::Second => Some(Turn::Second),
            Stand::Helpless => None,
            _ => Some(Turn::Together),
        }
    }

    /// Strikes all blows of a melee. Returns the figures that each side killed, the attacker's
    /// first (MEL-06, MEL-08).
    pub(crate) fn blows(
        &self,
        scene: &mut Scene,
        members: &Members,
        attacker: Side,
        dice: &mut dyn Dice,
    ) -> [i16; 2] {
        by!(c::MEL_06, c::MEL_07, c::MEL_08, c::TURN_10, c::MEL_24);
        let mut kills = [0_i16; 2];
        self.overrun(scene, members, attacker, &mut kills);
        // Each unit's target, and the face it needs, are fixed before any blow falls: figures lost
        // to first blows cost dice only.
        let plan: ArrayVec<(UnitId, UnitId, (u8, Clause)), { crate::melee::MOST }> = members
            .iter()
            .filter(|&&id| scene.unit(id).on_table())
            .filter_map(|&id| Some((id, self.struck_by(scene, id)?)))
            .map(|(id, foe)| (id, foe, self.least(scene, id, foe)))
            .collect();
        for now in [Turn::First, Turn::Together, Turn::Second] {
            let mut losses: ArrayVec<(UnitId, Side, u8), { crate::melee::MOST }> = ArrayVec::new();
            for side in [attacker, attacker.other()] {
                for &(id, foe, (least, why)) in &plan {
                    let u = scene.unit(id);
                    let due = u.side == side
                        && u.on_table()
                        && scene.unit(foe).on_table()
                        && self.strikes_when(scene, id) == Some(now);
                    if due {
                        let hits = self.blow(scene, id, least).roll(side, why, dice);
                        scene.told(why, u16::from(hits), id, Some(foe));
                        losses.push((foe, side, hits));
                    }
                }
            }
            for (foe, side, hits) in losses {
                let killed = i16::from(self.lose(scene, foe, hits, c::MEL_06));
                kills[usize::from(side != attacker)] += killed;
            }
        }
        kills
    }

    /// Returns the enemy that a unit strikes: the one its owner named, or else the first it may
    /// strike (MEL-07).
    fn struck_by(&self, b: &Battle, id: UnitId) -> Option<UnitId> {
        let may = self.may_strike(b, id);
        marks::GOAL
            .of(b.unit(id))
            .filter(|goal| may.contains(goal))
            .or_else(|| may.first().copied())
    }

    /// Destroys a battery as soon as an enemy reaches it, by switch (MEL-22).
    fn overrun(&self, scene: &mut Scene, members: &Members, attacker: Side, kills: &mut [i16; 2]) {
        if !self.chosen.guns_overrun {
            return;
        }
        for &id in members {
            let u = *scene.unit(id);
            let reached = self
                .touching(scene, id)
                .any(|(foe, _)| !self.guns(scene.unit(foe)));
            if u.on_table() && self.guns(&u) && reached {
                let by = usize::from(u.side == attacker);
                kills[by] += i16::from(self.lose(scene, id, u.stands, c::MEL_22));
            }
        }
    }
}
