//! The die of one morale test: from a modifier to a line of the table.

use crate::c;
use sandtable_battle::{Ask, Dice, Side};

/// The lines of the morale table (MOR-05 to MOR-11), in its order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Temper {
    /// It leaves the field (MOR-05).
    Rout,
    /// It goes two moves to its rear (MOR-06).
    RetreatTwo,
    /// It goes one move to its rear (MOR-06).
    RetreatOne,
    /// It stays and may shoot (MOR-07).
    Stand,
    /// It may turn or change formation, and shoot (MOR-08).
    Redeploy,
    /// It has one action (MOR-09).
    OneAction,
    /// It has two actions (MOR-10).
    TwoActions,
    /// Another die decides between revenge and two actions (MOR-11).
    Elated,
}

impl Temper {
    /// All lines, by the total that gives them.
    pub const ALL: [Self; 8] = [
        Self::Rout,
        Self::RetreatTwo,
        Self::RetreatOne,
        Self::Stand,
        Self::Redeploy,
        Self::OneAction,
        Self::TwoActions,
        Self::Elated,
    ];

    /// Returns the line of a total; totals below or above the table count as its ends
    /// (MOR-04).
    #[must_use]
    pub fn of(total: i16) -> Self {
        Self::ALL[usize::try_from(total.clamp(0, 7)).unwrap_or(0)]
    }
}

/// Returns the die of a test: which line each face gives with a modifier (MOR-04).
#[must_use]
pub fn die(modifier: i16) -> Ask {
    Ask::Read {
        table: [1, 2, 3, 4, 5, 6].map(|face: i16| Temper::of(face + modifier) as u8),
    }
}

/// Throws the test (MOR-04).
pub fn roll(modifier: i16, by: Side, dice: &mut dyn Dice) -> Temper {
    Temper::of(dice.ask(die(modifier), by, c::MOR_04).cast_signed())
}

/// Throws the second die of an elated unit (MOR-11): it is out for revenge on
/// faces up to `up_to`.
pub fn revenge(up_to: u8, by: Side, dice: &mut dyn Dice) -> bool {
    let table = [1, 2, 3, 4, 5, 6].map(|face| u8::from(face > up_to));
    dice.ask(Ask::Read { table }, by, c::MOR_11) == 0
}

#[cfg(test)]
mod tests {
    use super::*;
    use sandtable_battle::Recorded;

    #[test]
    fn totals_beyond_the_table_read_as_its_ends() {
        let read = [-4, 0, 1, 7, 11].map(Temper::of);
        assert_eq!(
            read,
            [
                Temper::Rout,
                Temper::Rout,
                Temper::RetreatTwo,
                Temper::Elated,
                Temper::Elated
            ]
        );
    }

    #[test]
    fn the_die_adds_its_modifier() {
        assert_eq!(
            roll(1, Side::A, &mut Recorded::new(&[4])),
            Temper::OneAction
        );
        assert_eq!(roll(-4, Side::A, &mut Recorded::new(&[1])), Temper::Rout);
    }

    #[test]
    fn one_and_two_are_revenge() {
        let read = [1, 2, 3, 6].map(|face| revenge(2, Side::A, &mut Recorded::new(&[face])));
        assert_eq!(read, [true, true, false, false]);
    }
}
