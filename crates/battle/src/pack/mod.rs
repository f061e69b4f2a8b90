//! Packing: what a resolution carries from one order to the next, or from judging to resolving, as
//! whole numbers stored in a battle.
//!
//! [`pack!`](crate::pack) packs a rule set's types: it writes the packing, the reading and the
//! [`Shape`] with which files name every part. References to units are checked when they are read:
//! a reference to a unit that the battle does not have makes the whole value unreadable, so that no
//! rule ever sees it.

mod declare;
mod shape;
mod values;

pub use declare::pack_type;
pub use shape::{Case, Part, Shape, name_of_case};
pub use values::Fars;

use crate::Battle;

/// Numbers that are being read.
#[derive(Clone, Debug)]
pub struct Packed<'n> {
    numbers: std::slice::Iter<'n, i32>,
    units: usize,
}

impl<'n> Packed<'n> {
    /// Starts to read numbers from a battle with this many units.
    #[must_use]
    pub fn new(numbers: &'n [i32], units: usize) -> Self {
        Self {
            numbers: numbers.iter(),
            units,
        }
    }

    /// Returns the next number.
    pub fn number(&mut self) -> Option<i32> {
        self.numbers.next().copied()
    }

    /// Returns how many numbers remain.
    #[must_use]
    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    /// Returns whether no numbers remain.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
/// A value that can be packed into whole numbers.
pub trait Pack: Sized {
    /// Emits the numbers of the value.
    fn pack(&self, out: &mut dyn FnMut(i32));

    /// Reads a value; `None` if the numbers are not such a value.
    fn unpack(from: &mut Packed<'_>) -> Option<Self>;

    /// Returns the meaning of the numbers.
    fn shape() -> Shape;

    /// Returns the numbers of the value.
    fn packed(&self) -> Vec<i32> {
        let mut numbers = Vec::new();
        self.pack(&mut |n| numbers.push(n));
        numbers
    }

    /// Returns the value that some numbers make up, using all of them, in a battle with this many
    /// units.
    fn from_packed(numbers: &[i32], units: usize) -> Option<Self> {
        let mut from = Packed::new(numbers, units);
        let value = Self::unpack(&mut from)?;
        from.is_empty().then_some(value)
    }
}

/// What a resolution leaves to be continued later: a value of the rule set's own type, which no
/// other code looks into.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Rest(Vec<i32>);

impl Rest {
    /// Packs a value to be continued later.
    #[must_use]
    pub fn of(value: &impl Pack) -> Self {
        Self(value.packed())
    }

    /// Returns the value, in the battle that it was left in; `None` if it is of another type.
    #[must_use]
    pub fn read<T: Pack>(&self, battle: &Battle) -> Option<T> {
        T::from_packed(&self.0, battle.units.len())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Far, NOTES, UnitId, pack};
    use sandtable_geometry::{Facing, Length, Pose};

    #[derive(Clone, Debug, PartialEq)]
    struct Blow {
        by: UnitId,
        hits: u8,
        back: Option<Pose>,
        went: Length,
    }
    pack! { Blow { by, hits, back, went as Far = "How far it went." } }

    #[derive(Clone, Debug, PartialEq)]
    enum Step {
        Roll { unit: UnitId, of: Vec<u16> },
        Strike(Blow),
        FallBack,
    }
    pack! { enum Step { Roll { unit, of } = "Dice are rolled.", Strike(blow), FallBack } }

    fn steps() -> Vec<Step> {
        let blow = |back| Blow {
            by: UnitId(2),
            hits: 255,
            back,
            went: -3,
        };
        vec![
            Step::Roll {
                unit: UnitId(0),
                of: vec![1, 65_535],
            },
            Step::Strike(blow(None)),
            Step::Strike(blow(Some(Pose::new(-5, 7, Facing(9))))),
            Step::FallBack,
        ]
    }

    #[test]
    fn what_is_packed_comes_back() {
        let all = steps();
        let numbers = all.packed();
        assert_eq!(Vec::<Step>::from_packed(&numbers, 3), Some(all));
    }

    #[test]
    fn units_that_are_not_there_make_it_unreadable() {
        assert_eq!(Vec::<Step>::from_packed(&steps().packed(), 2), None);
    }

    #[test]
    fn no_numbers_panic_and_no_number_may_be_left_over() {
        let numbers = steps().packed();
        for place in 0..numbers.len() {
            assert_eq!(Vec::<Step>::from_packed(&numbers[..place], 3), None);
            for other in [i32::MIN, -1, 0, 1, 2, 3, 256, 70_000, i32::MAX] {
                let mut numbers = numbers.clone();
                numbers[place] = other;
                let read = Vec::<Step>::from_packed(&numbers, 3);
                if let Some(read) = read {
                    assert_eq!(read.packed(), numbers, "nothing reads but what is written");
                }
            }
        }
        let longer = [numbers.as_slice(), &[0]].concat();
        assert_eq!(Vec::<Step>::from_packed(&longer, 3), None);
    }

    #[test]
    fn shapes_name_every_part() {
        let Shape::OneOf(cases) = Step::shape() else {
            panic!("an enum is one of its cases");
        };
        let named = cases.iter().map(|case| (case.name.as_str(), case.says));
        let named: Vec<(&str, &str)> = named.collect();
        let roll = ("roll", "Dice are rolled.");
        assert_eq!(named, [roll, ("strike", ""), ("fall_back", "")]);
        let list = Shape::List(Box::new(Shape::Number(0, 65_535)), NOTES);
        let roll = vec![Part::new("unit", Shape::Unit), Part::new("of", list)];
        assert_eq!(cases[0].shape, Shape::Parts(roll));
        assert_eq!(cases[1].shape, Blow::shape());
        assert_eq!(cases[2].shape, Shape::Parts(Vec::new()));
        let Shape::Parts(parts) = Blow::shape() else {
            panic!("a struct has parts");
        };
        assert_eq!(parts[3].says, "How far it went.");
        assert_eq!(parts[3].shape, Shape::Length);
    }
}
