//! The dice of a general at risk: from the table of hits to the general's fate.

use crate::c;
use crate::numbers::{LONGEST, Numbers};
use sandtable_battle::{Ask, Dice, Key, Side};

/// What becomes of a general at risk (CMD-07 to CMD-09). A line is a place in
/// the table of hits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// The general is not hit.
    Unharmed,
    /// Off the table for this number of turns; zero means for good.
    Out(u16, i8),
    /// Wounded in a melee that the unit lost: out for good (CMD-09).
    Captured(u16),
}

/// How a fate is packed: line times this, plus turns; 0 is unharmed.
const TURNS: u16 = 64;
/// The number of turns that stands for captured.
const CAPTURED: u16 = LONGEST.unsigned_abs() as u16 + 1;

impl Fate {
    /// Returns the line of the table of hits, if the general was hit.
    #[must_use]
    pub const fn line(self) -> Option<u16> {
        match self {
            Self::Unharmed => None,
            Self::Out(line, _) | Self::Captured(line) => Some(line),
        }
    }

    /// Throws for a general: whether there is a hit, how bad, and for how long. All of it
    /// is one stage: a die with nine faces.
    pub fn roll(numbers: &Numbers, lost_melee: bool, by: Side, dice: &mut dyn Dice) -> Self {
        let key = Key::of(c::CMD_07, &lost_melee);
        let packed = dice.stage(key, &mut |dice| thrown(numbers, lost_melee, by, dice));
        match (packed / TURNS, packed % TURNS) {
            (0, _) => Self::Unharmed,
            (line, CAPTURED) => Self::Captured(line - 1),
            (line, turns) => Self::Out(line - 1, i8::try_from(turns).unwrap_or(i8::MAX)),
        }
    }
}

/// Throws the dice themselves (CMD-07, CMD-08).
fn thrown(numbers: &Numbers, lost_melee: bool, by: Side, dice: &mut dyn Dice) -> u16 {
    let read = |place: &dyn Fn(u8) -> usize| Ask::Read {
        table: [1, 2, 3, 4, 5, 6].map(|face| u8::try_from(place(face)).unwrap_or(u8::MAX)),
    };
    let hit = read(&|face| usize::from(face >= numbers.generals.hit_from));
    if dice.ask(hit, by, c::CMD_07) == 0 {
        return 0;
    }
    let lines = &numbers.general_hit;
    let last = lines.len().saturating_sub(1);
    let worst = read(&|face| lines.iter().position(|l| face <= l.up_to).unwrap_or(last));
    let at = dice.ask(worst, by, c::CMD_08);
    let Some(line) = lines.get(usize::from(at)) else {
        return 0;
    };
    let turns = if line.dice == 0 {
        u16::from(line.turns.unsigned_abs())
    } else if lost_melee {
        CAPTURED
    } else {
        let ask = Ask::Sum {
            dice: line.dice,
            sides: numbers.dice.sides,
        };
        dice.ask(ask, by, c::CMD_08).min(CAPTURED - 1)
    };
    (at + 1) * TURNS + turns
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::{NumberTable, Recorded, Switches};

    #[test]
    fn the_dice_say_what_becomes_of_him() {
        let table = NumberTable::new(crate::numbers::TEXT, &Switches::default());
        let numbers = Numbers::read(&table.expect("a table")).expect("numbers");
        let roll =
            |lost, faces: &[u8]| Fate::roll(&numbers, lost, Side::A, &mut Recorded::new(faces));
        assert_eq!(roll(false, &[5]), Fate::Unharmed);
        assert_eq!(roll(false, &[6, 2]), Fate::Out(0, 1));
        assert_eq!(roll(false, &[6, 3, 4]), Fate::Out(1, 4));
        assert_eq!(roll(true, &[6, 4]), Fate::Captured(1));
        assert_eq!(roll(true, &[6, 5]), Fate::Out(2, 0));
    }
}
