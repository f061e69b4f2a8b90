//! The dice of one melee: from two bases to who won and by how much.

use crate::c;
use crate::numbers::StandBonus;
use sandtable_battle::{Ask, Dice, Key, Side, pack};

/// Who wins when the totals are equal (MEL-13).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tie {
    /// The unit that was charged wins at 1-1.
    #[default]
    Defender,
    /// The charger wins at 1-1: by switch, when its combat value is higher.
    Attacker,
    /// Both sides throw again, by switch.
    Reroll,
}
pack! { enum Tie { Defender, Attacker, Reroll } }

/// The numbers of one melee (MEL-11).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clash {
    /// The charger's base (MEL-02 to MEL-08).
    pub attacker: i16,
    /// The base of the unit that was charged.
    pub defender: i16,
    /// Whether the difference of the totals counts, not their ratio (by switch).
    pub difference: bool,
    /// Who wins equal totals (MEL-13).
    pub tie: Tie,
}
// What the dice depend on: the key under which odds remember a melee.
pack! { Clash { attacker, defender, difference, tie } }

/// How a melee ended, as the readings of MEL-12 say: 0 to 3 is the attacker's 4 to 1 down to
/// 1 to 1, 4 to 7 the defender's 1 to 1 up to 4 to 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Verdict(pub u16);

impl Verdict {
    /// Makes the verdict for a winner at a ratio of 1 to 4.
    #[must_use]
    pub fn of(attacker_wins: bool, ratio: u8) -> Self {
        let ratio = u16::from(ratio.clamp(1, 4));
        Self(if attacker_wins { 4 - ratio } else { 3 + ratio })
    }

    /// Whether the charger won.
    #[must_use]
    pub const fn attacker_wins(self) -> bool {
        self.0 < 4
    }

    /// Returns the line of the result table: 1 to 4 (MEL-12).
    #[must_use]
    pub const fn ratio(self) -> u8 {
        match self.0 {
            0 | 7 => 4,
            1 | 6 => 3,
            2 | 5 => 2,
            _ => 1,
        }
    }
}

/// Returns the ratio of two totals, higher to lower, rounded down; 4 stands for 4 or
/// more (MEL-11).
#[must_use]
pub fn ratio(one: i16, other: i16) -> u8 {
    let (high, low) = (one.max(other), one.min(other).max(1));
    u8::try_from((high / low).clamp(1, 4)).unwrap_or(4)
}

/// Returns what the side with more fighting stands adds (MEL-08): the last line of the
/// rising table that it reaches.
#[must_use]
pub fn stand_bonus(table: &[StandBonus], own: i16, other: i16) -> i16 {
    let reached = |line: &&StandBonus| own * line.fewer >= other * line.more;
    table
        .iter()
        .rev()
        .find(|line| own > other && reached(line))
        .map_or(0, |line| line.bonus)
}

impl Clash {
    /// Compares two totals; none if they are equal and both sides throw again.
    #[must_use]
    pub fn read(&self, attacker: i16, defender: i16) -> Option<Verdict> {
        if attacker == defender {
            return match self.tie {
                Tie::Defender => Some(Verdict::of(false, 1)),
                Tie::Attacker => Some(Verdict::of(true, 1)),
                Tie::Reroll => None,
            };
        }
        let by = if self.difference {
            u8::try_from((attacker - defender).abs().min(4)).unwrap_or(4)
        } else {
            ratio(attacker, defender)
        };
        Some(Verdict::of(attacker > defender, by))
    }

    /// Fights the melee: the charger throws first, then the unit that was charged. One
    /// throw of both is a stage, so exploring it stays small however often they throw again.
    pub fn roll(&self, attacker: Side, dice: &mut dyn Dice) -> Verdict {
        const AGAIN: u16 = 8;
        let die = Ask::Die { sides: 6 };
        loop {
            let thrown = dice.stage(Key::of(c::MEL_12, self), &mut |dice| {
                let one = self.attacker + dice.ask(die, attacker, c::MEL_11).cast_signed();
                let other =
                    self.defender + dice.ask(die, attacker.other(), c::MEL_11).cast_signed();
                self.read(one, other).map_or(AGAIN, |verdict| verdict.0)
            });
            if thrown != AGAIN {
                return Verdict(thrown);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::Recorded;

    const EVEN: Clash = Clash {
        attacker: 1,
        defender: 1,
        difference: false,
        tie: Tie::Defender,
    };

    #[test]
    fn ratios_are_rounded_down() {
        let read =
            [(11, 4), (7, 4), (8, 4), (5, 5), (12, 3), (13, 2), (8, 3)].map(|(a, b)| ratio(a, b));
        assert_eq!(read, [2, 1, 2, 1, 4, 4, 2]);
    }

    #[test]
    fn the_stand_bonus_takes_the_highest_line_reached() {
        let line = |more, fewer, bonus| StandBonus { more, fewer, bonus };
        let table = [line(3, 2, 1), line(2, 1, 2), line(3, 1, 3)];
        let read = [
            (6, 4),
            (3, 2),
            (6, 5),
            (7, 5),
            (6, 3),
            (8, 3),
            (9, 3),
            (3, 1),
            (5, 3),
            (4, 6),
        ]
        .map(|(own, other)| stand_bonus(&table, own, other));
        assert_eq!(read, [1, 1, 0, 0, 2, 2, 3, 3, 1, 0]);
    }

    #[test]
    fn verdicts_count_from_the_attackers_best_to_the_defenders() {
        let read =
            [(true, 4), (true, 1), (false, 1), (false, 4)].map(|(won, by)| Verdict::of(won, by));
        assert_eq!(read.map(|v| v.0), [0, 3, 4, 7]);
        assert_eq!(read.map(Verdict::ratio), [4, 1, 1, 4]);
    }

    #[test]
    fn equal_totals_are_the_defenders_unless_a_switch_says_otherwise() {
        let fight =
            |tie, faces: &[u8]| Clash { tie, ..EVEN }.roll(Side::A, &mut Recorded::new(faces));
        assert_eq!(fight(Tie::Defender, &[4, 4]), Verdict::of(false, 1));
        assert_eq!(fight(Tie::Attacker, &[4, 4]), Verdict::of(true, 1));
        assert_eq!(fight(Tie::Reroll, &[4, 4, 6, 2]), Verdict::of(true, 2));
        let difference = Clash {
            difference: true,
            ..EVEN
        };
        assert_eq!(
            difference.roll(Side::A, &mut Recorded::new(&[5, 3])),
            Verdict::of(true, 2)
        );
    }
}
