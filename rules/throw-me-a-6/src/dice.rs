//! Dice in pools: sixes count. The functions here see only numbers, so exact odds come
//! from the same functions that play.

use crate::{ThrowMeA6, c};
use arrayvec::ArrayVec;
use sandtable_battle::by;
use sandtable_battle::{Ask, Clause, Dice, Key, Side};

/// The most attacks of one fight.
pub const ATTACKS: usize = 24;

/// The last rank: first strikes come from the rear, flank and front, then all the
/// other attacks strike at once (MEL-17, MEL-21).
pub const ALL_AT_ONCE: u8 = 3;

/// One attack of a fight, with the numbers its dice depend on. Units are given by their
/// places in the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attack {
    /// The unit that strikes.
    pub by: usize,
    /// The unit that it strikes.
    pub target: usize,
    /// How many dice it has before first strikes take any off.
    pub dice: i8,
    /// When it strikes: 0 rear, 1 flank, 2 front, [`ALL_AT_ONCE`].
    pub rank: u8,
    /// The side that throws.
    pub side: Side,
}

/// Attacks, each with the bases it took.
pub type Struck = ArrayVec<(Attack, u8), ATTACKS>;

impl ThrowMeA6 {
    /// Rolls a pool of dice; returns how many sixes fall.
    pub fn sixes(&self, count: i8, by: Side, why: Clause, dice: &mut dyn Dice) -> u8 {
        by!(c::META_01);
        let Ok(count @ 1..) = u8::try_from(count) else {
            return 0;
        };
        let least = self.numbers.combat.hit_on;
        let ask = Ask::Hits {
            dice: count.min(16),
            sides: 6,
            least,
        };
        u8::try_from(dice.ask(ask, by, why)).unwrap_or(u8::MAX)
    }

    /// Rolls a volley; returns how many bases it takes (SHOOT-04, PIL-02).
    pub fn volley(&self, count: i8, by: Side, why: Clause, dice: &mut dyn Dice) -> u8 {
        let key = Key::of(why, &count);
        let hits = dice.stage(key, &mut |dice| self.sixes(count, by, why, dice).into());
        u8::try_from(hits).unwrap_or(0)
    }

    /// Rolls the attacks of one fight in their order (MEL-17 to MEL-23).
    /// `lethal` says how many losses destroy each unit. A fight of two units
    /// that strike at once is a stage of its own.
    pub fn strike(&self, attacks: &[Attack], lethal: &[u8], dice: &mut dyn Dice) -> Struck {
        if let [a, b] = *attacks
            && a.rank == ALL_AT_ONCE
            && b.rank == ALL_AT_ONCE
        {
            let key = Key::of(c::MEL_01, &(a.dice, b.dice, a.side));
            let both = dice.stage(key, &mut |dice| {
                let first = u16::from(self.sixes(a.dice, a.side, c::MEL_01, dice));
                first * 16 + u16::from(self.sixes(b.dice, b.side, c::MEL_01, dice))
            });
            by!(c::MEL_17);
            let hits = |n: u16| u8::try_from(n).unwrap_or(0);
            return [(a, hits(both / 16)), (b, hits(both % 16))]
                .into_iter()
                .collect();
        }
        let mut struck = Struck::new();
        let mut lost: ArrayVec<u8, ATTACKS> = lethal.iter().take(ATTACKS).map(|_| 0).collect();
        for rank in 0..=ALL_AT_ONCE {
            let before = lost.clone();
            let first = rank < ALL_AT_ONCE;
            let why = if first { c::MEL_18 } else { c::MEL_01 };
            for attack in attacks.iter().filter(|attack| attack.rank == rank) {
                let taken = before.get(attack.by).copied().unwrap_or(0);
                // MEL-23: destroyed units do not strike; MEL-19: losses cost dice.
                let dead = lethal.get(attack.by).is_some_and(|&end| taken >= end);
                let left = if dead {
                    by!(c::MEL_23);
                    0
                } else {
                    by!(c::MEL_19, c::MEL_21);
                    attack.dice - i8::try_from(taken).unwrap_or(i8::MAX)
                };
                let hits = self.sixes(left, attack.side, why, dice);
                if first && let Some(slot) = lost.get_mut(attack.target) {
                    *slot = slot.saturating_add(hits);
                }
                // There is no room around a unit for more attacks than this.
                let _ = struck.try_push((*attack, hits));
            }
        }
        struck
    }
}
