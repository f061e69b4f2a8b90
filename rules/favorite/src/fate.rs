//! The dice for a commander who steps in: whether the commander is hit, and how badly.

use crate::c;
use crate::numbers::Commanders;
use sandtable_battle::{Ask, Dice, Key, Side};

/// What happens to a commander who steps in (CMD-03, CMD-04, CMD-06).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// Not hit; the commander's influence counts.
    Unharmed,
    /// Out for a number of full turns after this one. `true` if wounded, `false` if only unhorsed.
    Out(bool, u8),
    /// Gone for good.
    Killed,
}

/// Factor that packs a fate into one outcome: the line times this, plus the turns.
const LINE: u16 = 16;

impl Fate {
    /// Rolls for a commander: one stage of at most three dice.
    pub fn roll(numbers: &Commanders, by: Side, dice: &mut dyn Dice) -> Self {
        let inputs = (numbers.hit_from, numbers.horse_up_to, numbers.wound_up_to);
        let packed = dice.stage(Key::of(c::CMD_03, &inputs), &mut |dice| {
            thrown(numbers, by, dice)
        });
        let turns = u8::try_from(packed % LINE).unwrap_or(1);
        match packed / LINE {
            0 => Self::Unharmed,
            1 => Self::Out(false, turns),
            2 => Self::Out(true, turns),
            _ => Self::Killed,
        }
    }
}

/// Rolls the dice themselves: hit or not, how badly, for how long.
fn thrown(numbers: &Commanders, by: Side, dice: &mut dyn Dice) -> u16 {
    let read = |value: &dyn Fn(u8) -> u8| Ask::Read {
        table: [1, 2, 3, 4, 5, 6].map(value),
    };
    let hit = read(&|face| u8::from(face >= numbers.hit_from));
    if dice.ask(hit, by, c::CMD_03) == 0 {
        return 0;
    }
    let line =
        read(&|face| u8::from(face > numbers.horse_up_to) + u8::from(face > numbers.wound_up_to));
    match dice.ask(line, by, c::CMD_04) {
        0 => LINE + u16::from(numbers.horse_turns),
        1 => 2 * LINE + dice.ask(Ask::Die { sides: 6 }, by, c::CMD_06),
        _ => 3 * LINE,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;
    use sandtable_battle::Recorded;

    #[test]
    fn the_dice_say_what_becomes_of_him() {
        let numbers = Numbers::printed().expect("numbers").commanders;
        let roll = |faces: &[u8]| Fate::roll(&numbers, Side::A, &mut Recorded::new(faces));
        assert_eq!(roll(&[5]), Fate::Unharmed);
        assert_eq!(roll(&[6, 2]), Fate::Out(false, 1));
        assert_eq!(roll(&[6, 3, 4]), Fate::Out(true, 4));
        assert_eq!(roll(&[6, 5]), Fate::Killed);
    }
}
