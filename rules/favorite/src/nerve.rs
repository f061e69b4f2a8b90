//! The die of a check or a stand test: takes a modifier, gives a line of the table.

use crate::c;
use crate::numbers::{Morale, Stand};
use sandtable_battle::{Ask, Clause, Dice, Side};

/// Lines of the morale table (MOR-04 to MOR-11), in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Temper {
    /// The unit dissolves (MOR-04).
    Dissolves,
    /// The unit routs two moves (MOR-05).
    Routs,
    /// The unit retreats one move (MOR-06).
    Retreats,
    /// The unit may not move and stays disordered (MOR-07).
    Halts,
    /// The unit rallies and has no move left (MOR-08).
    Rallies,
    /// The unit rallies with a half move (MOR-09).
    HalfMove,
    /// The unit rallies with its full move (MOR-10).
    FullMove,
    /// The unit rallies and may go out of control (MOR-11).
    Eager,
}

impl Temper {
    /// All lines, indexed by the total that gives them.
    pub const ALL: [Self; 8] = [
        Self::Dissolves,
        Self::Routs,
        Self::Retreats,
        Self::Halts,
        Self::Rallies,
        Self::HalfMove,
        Self::FullMove,
        Self::Eager,
    ];

    /// Returns the line for a total. Totals beyond the table count as its ends.
    #[must_use]
    pub fn of(total: i16) -> Self {
        Self::ALL[usize::try_from(total.clamp(0, 7)).unwrap_or(0)]
    }
}

/// Lines of the stand test (Table M3), worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// The unit routs two moves and does not strike.
    Routs,
    /// The unit retreats one move and strikes second.
    Retreats,
    /// The unit is disordered and strikes at the same time as the charger, with half effect.
    Wavers,
    /// The unit strikes at the same time as the charger.
    Stands,
    /// The unit strikes first.
    Steady,
}

impl Bearing {
    /// All lines, in the order of the readings of CHG-05.
    pub const ALL: [Self; 5] = [
        Self::Routs,
        Self::Retreats,
        Self::Wavers,
        Self::Stands,
        Self::Steady,
    ];

    /// Returns the line for a total.
    #[must_use]
    pub fn of(numbers: &Stand, total: i16) -> Self {
        if total >= numbers.first {
            Self::Steady
        } else if total >= numbers.together {
            Self::Stands
        } else if total >= numbers.half {
            Self::Wavers
        } else if total >= numbers.retreat {
            Self::Retreats
        } else {
            Self::Routs
        }
    }
}

/// Makes a die whose faces are read as lines of a table (MOR-02, CHG-05).
fn read(line: impl Fn(i16) -> u8) -> Ask {
    Ask::Read {
        table: [1, 2, 3, 4, 5, 6].map(line),
    }
}

/// Rolls a check with a modifier (MOR-02).
pub fn check(modifier: i16, by: Side, dice: &mut dyn Dice) -> Temper {
    let ask = read(|face| Temper::of(face + modifier) as u8);
    Temper::of(dice.ask(ask, by, c::MOR_02).cast_signed())
}

/// Rolls a stand test with a modifier (CHG-05).
pub fn stand(numbers: &Stand, modifier: i16, by: Side, dice: &mut dyn Dice) -> Bearing {
    let ask = read(|face| Bearing::of(numbers, face + modifier) as u8);
    Bearing::ALL[usize::from(dice.ask(ask, by, c::CHG_05)).min(4)]
}

/// Rolls for the one to three figures that a rout costs (MOR-05).
pub fn stragglers(numbers: &Morale, by: Side, why: Clause, dice: &mut dyn Dice) -> u8 {
    let ask = Ask::Read {
        table: numbers.rout_dice,
    };
    u8::try_from(dice.ask(ask, by, why)).unwrap_or(3)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::numbers::Numbers;
    use sandtable_battle::Recorded;

    #[test]
    fn totals_beyond_the_table_read_as_its_ends() {
        assert_eq!(
            [-3, 0, 1, 7, 9].map(Temper::of),
            [
                Temper::Dissolves,
                Temper::Dissolves,
                Temper::Routs,
                Temper::Eager,
                Temper::Eager
            ]
        );
    }

    #[test]
    fn the_dice_add_their_modifier() {
        let numbers = Numbers::printed().expect("numbers");
        let dice = |faces: &[u8]| Recorded::new(faces);
        assert_eq!(check(-2, Side::A, &mut dice(&[4])), Temper::Retreats);
        let stands =
            [1, 2, 3, 4, 6].map(|face| stand(&numbers.stand, 0, Side::A, &mut dice(&[face])));
        assert_eq!(
            stands,
            [
                Bearing::Retreats,
                Bearing::Retreats,
                Bearing::Wavers,
                Bearing::Stands,
                Bearing::Steady
            ]
        );
        let lost = [1, 2, 3, 5, 6]
            .map(|face| stragglers(&numbers.morale, Side::A, c::MOR_05, &mut dice(&[face])));
        assert_eq!(lost, [1, 1, 2, 3, 3]);
    }
}
