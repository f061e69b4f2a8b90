//! The die of a check or a stand test: a modifier in, a line of the table out.

use crate::c;
use crate::numbers::{Morale, Stand};
use sandtable_battle::{Ask, Clause, Dice, Side};

/// The lines of the morale table (MOR-04 to MOR-11), in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Temper {
    /// It dissolves (MOR-04).
    Dissolves,
    /// It routs two moves (MOR-05).
    Routs,
    /// It retreats one (MOR-06).
    Retreats,
    /// It may not move and stays disordered (MOR-07).
    Halts,
    /// It rallies, all movement used (MOR-08).
    Rallies,
    /// It rallies with a half move (MOR-09).
    HalfMove,
    /// It rallies with its full move (MOR-10).
    FullMove,
    /// It rallies and may go out of control (MOR-11).
    Eager,
}

impl Temper {
    /// All of them, by the total that gives them.
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

    /// The line of a total; totals beyond the table read as its ends.
    #[must_use]
    pub fn of(total: i16) -> Self {
        Self::ALL[usize::try_from(total.clamp(0, 7)).unwrap_or(0)]
    }
}

/// The lines of the stand test (Table M3), worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bearing {
    /// Routs two moves and does not strike.
    Routs,
    /// Retreats one move and strikes second.
    Retreats,
    /// Disordered; strikes together with half effect.
    Wavers,
    /// Strikes together.
    Stands,
    /// Strikes first.
    Steady,
}

impl Bearing {
    /// All of them, as the readings of CHG-05 name them.
    pub const ALL: [Self; 5] = [
        Self::Routs,
        Self::Retreats,
        Self::Wavers,
        Self::Stands,
        Self::Steady,
    ];

    /// The line of a total.
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

/// A die read by a table of lines (MOR-02, CHG-05).
fn read(line: impl Fn(i16) -> u8) -> Ask {
    Ask::Read {
        table: [1, 2, 3, 4, 5, 6].map(line),
    }
}

/// Throws a check with a modifier (MOR-02).
pub fn check(modifier: i16, by: Side, dice: &mut dyn Dice) -> Temper {
    let ask = read(|face| Temper::of(face + modifier) as u8);
    Temper::of(dice.ask(ask, by, c::MOR_02).cast_signed())
}

/// Throws a stand test with a modifier (CHG-05).
pub fn stand(numbers: &Stand, modifier: i16, by: Side, dice: &mut dyn Dice) -> Bearing {
    let ask = read(|face| Bearing::of(numbers, face + modifier) as u8);
    Bearing::ALL[usize::from(dice.ask(ask, by, c::CHG_05)).min(4)]
}

/// Throws the one to three figures that a rout costs (MOR-05).
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
