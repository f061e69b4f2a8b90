//! The dice of a charge's distance: from the distance needed to how far it goes.

use crate::c;
use sandtable_battle::{Ask, Dice, Key, Side};
use sandtable_geometry::{INCH, Length, TOLERANCE, within};

/// Sides of the dice of extra distance.
const SIDES: u8 = 6;

/// How far a charge can go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Distance without dice, 1/100 mm (CHG-06).
    pub free: Length,
    /// Extra dice, in inches (CHG-07).
    pub dice: u8,
}

impl Pace {
    /// Returns the farthest a charge can go, 1/100 mm (CHG-07).
    #[must_use]
    pub fn most(&self) -> Length {
        self.free + Length::from(self.dice) * Length::from(SIDES) * INCH
    }

    /// Returns what the extra dice must add up to, in inches, to reach what is `needed`
    /// (CHG-07); zero if nothing is missing.
    #[must_use]
    pub fn wanting(&self, needed: Length) -> u16 {
        if within(needed, self.free) {
            return 0;
        }
        let inches = (needed - self.free - TOLERANCE + INCH - 1) / INCH;
        u16::try_from(inches.max(1)).unwrap_or(u16::MAX)
    }

    /// Throws for the distance, 1/100 mm: the free distance and, if that does not reach
    /// what is `needed`, the dice (CHG-07). They are one stage whose result is capped
    /// at the inches that are needed.
    pub fn roll(&self, needed: Length, by: Side, dice: &mut dyn Dice) -> Length {
        if within(needed, self.free) || self.dice == 0 {
            return self.free;
        }
        let cap = self.wanting(needed).min(100);
        let ask = Ask::Sum {
            dice: self.dice,
            sides: SIDES,
        };
        let key = Key::of(c::CHG_07, &(self.dice, cap));
        self.free
            + Length::from(dice.stage(key, &mut |dice| dice.ask(ask, by, c::CHG_07).min(cap)))
                * INCH
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::Recorded;

    const HORSE: Pace = Pace {
        free: 6 * INCH,
        dice: 2,
    };

    #[test]
    fn no_dice_are_thrown_when_the_free_distance_reaches() {
        let mut dice = Recorded::new(&[]);
        assert_eq!(
            HORSE.roll(6 * INCH + TOLERANCE, Side::A, &mut dice),
            6 * INCH
        );
        assert!(dice.wanted().is_none());
    }

    #[test]
    fn the_dice_are_added_up_to_what_is_needed() {
        let go = |needed, faces: &[u8]| HORSE.roll(needed, Side::A, &mut Recorded::new(faces));
        assert_eq!(go(13 * INCH, &[3, 3]), 12 * INCH);
        assert_eq!(go(13 * INCH, &[6, 6]), 13 * INCH);
        assert_eq!(go(13 * INCH + 3, &[3, 4]), 13 * INCH);
        assert_eq!(HORSE.most(), 18 * INCH);
    }
}
