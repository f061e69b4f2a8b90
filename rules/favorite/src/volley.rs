//! The dice of one volley or of one unit's blows, and how many hit.

use sandtable_battle::{Ask, Clause, Dice, Key, Side, pack};

/// Largest number of dice in one throw.
const HANDFUL: u8 = 16;

/// A number of dice that hit on a lowest face or higher.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Throw {
    /// Number of dice.
    pub dice: u8,
    /// Lowest face that hits; above six, none does (FIRE-04).
    pub least: u8,
    /// How hits make casualties (FIRE-13, MEL-23).
    pub halved: Halved,
}

/// Whether two hits make one casualty, and what an odd hit counts for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Halved {
    /// Each hit is a casualty.
    #[default]
    Not,
    /// Two hits make one casualty, an odd hit is lost.
    Down,
    /// Two hits make one casualty, an odd hit counts as one.
    Up,
}

// What the dice depend on: the odds identify a throw by these fields.
pack! { Throw { dice, least, halved } }
pack! { enum Halved { Not, Down, Up } }

impl Throw {
    /// Throws the dice as one stage and returns the number of casualties.
    pub fn roll(&self, by: Side, why: Clause, dice: &mut dyn Dice) -> u8 {
        if self.least > 6 || self.dice == 0 {
            return 0;
        }
        let casualties = dice.stage(Key::of(why, self), &mut |dice| {
            let (mut left, mut hits) = (self.dice, 0);
            while left > 0 {
                let ask = Ask::Hits {
                    dice: left.min(HANDFUL),
                    sides: 6,
                    least: self.least,
                };
                hits += dice.ask(ask, by, why);
                left -= left.min(HANDFUL);
            }
            match self.halved {
                Halved::Not => hits,
                Halved::Down => hits / 2,
                Halved::Up => hits.div_ceil(2),
            }
        });
        u8::try_from(casualties).unwrap_or(u8::MAX)
    }

    /// Returns the mean number of casualties in thousandths, without regard to odd hits.
    #[must_use]
    pub fn mean(&self) -> i32 {
        let faces = 7 - i32::from(self.least.clamp(1, 7));
        let hits = i32::from(self.dice) * faces * 1000 / 6;
        if self.halved == Halved::Not {
            hits
        } else {
            hits / 2
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::c;
    use sandtable_battle::Recorded;

    #[test]
    fn hits_are_counted_and_halved_either_way() {
        let roll = |least, halved| {
            let throw = Throw {
                dice: 6,
                least,
                halved,
            };
            let mut dice = Recorded::new(&[6, 5, 4, 3, 2, 1]);
            throw.roll(Side::A, c::FIRE_03, &mut dice)
        };
        assert_eq!(roll(3, Halved::Not), 4);
        assert_eq!(roll(6, Halved::Down), 0);
        assert_eq!(roll(4, Halved::Up), 2);
        assert_eq!(roll(7, Halved::Not), 0);
    }

    #[test]
    fn more_dice_than_a_hand_holds_are_thrown_in_turns() {
        let throw = Throw {
            dice: 18,
            least: 3,
            halved: Halved::Not,
        };
        assert_eq!(
            throw.roll(Side::A, c::FIRE_03, &mut Recorded::new(&[3; 18])),
            18
        );
        assert_eq!(throw.mean(), 12_000);
    }
}
