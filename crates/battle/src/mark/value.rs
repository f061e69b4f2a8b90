//! The types of marks, and the whole numbers that store their values.

use super::Sort;
use crate::{Side, UnitId};
use sandtable_geometry::{Facing, Length};
use std::marker::PhantomData;

/// A type that a mark can have.
pub trait Marked: Copy + PartialEq {
    /// Returns the sort of such a mark.
    fn sort() -> Sort;
    /// Returns the least and greatest number that stores a value.
    fn range() -> (i32, i32);
    /// Returns the number that stores the value; zero for the default value.
    fn number(self) -> i32;
    /// Returns the value of a number; the default value if no value has that number.
    fn read(number: i32) -> Self;
}

/// Marks that count something.
macro_rules! counts {
    ($($number:ty),*) => { $(
        impl Marked for $number {
            fn sort() -> Sort {
                Sort::Count
            }

            fn range() -> (i32, i32) {
                let most = i32::try_from(Self::MAX).unwrap_or(i32::MAX);
                (i32::try_from(Self::MIN).unwrap_or(i32::MIN), most)
            }

            fn number(self) -> i32 {
                i32::try_from(self).unwrap_or(i32::MAX)
            }

            fn read(number: i32) -> Self {
                let bound = if number < 0 { Self::MIN } else { Self::MAX };
                Self::try_from(number).unwrap_or(bound)
            }
        }
    )* };
}

counts!(i8, u8, i16, u16, i32);

impl Marked for bool {
    fn sort() -> Sort {
        Sort::Flag
    }

    fn range() -> (i32, i32) {
        (0, 1)
    }

    fn number(self) -> i32 {
        i32::from(self)
    }

    fn read(number: i32) -> Self {
        number != 0
    }
}

impl Marked for Option<UnitId> {
    fn sort() -> Sort {
        Sort::Unit
    }

    fn range() -> (i32, i32) {
        (0, 256)
    }

    fn number(self) -> i32 {
        self.map_or(0, |id| i32::from(id.0) + 1)
    }

    fn read(number: i32) -> Self {
        number
            .checked_sub(1)
            .and_then(|n| u8::try_from(n).ok())
            .map(UnitId)
    }
}

impl Marked for Option<Side> {
    fn sort() -> Sort {
        Sort::Side
    }

    fn range() -> (i32, i32) {
        (0, 2)
    }

    fn number(self) -> i32 {
        match self {
            None => 0,
            Some(Side::A) => 1,
            Some(Side::B) => 2,
        }
    }

    fn read(number: i32) -> Self {
        match number {
            1 => Some(Side::A),
            2 => Some(Side::B),
            _ => None,
        }
    }
}

impl Marked for Option<Facing> {
    fn sort() -> Sort {
        Sort::Angle
    }

    fn range() -> (i32, i32) {
        (0, 0x1_0000)
    }

    fn number(self) -> i32 {
        self.map_or(0, |facing| i32::from(facing.0) + 1)
    }

    fn read(number: i32) -> Self {
        number
            .checked_sub(1)
            .and_then(|n| u16::try_from(n).ok())
            .map(Facing)
    }
}

/// A length as a mark, needed because [`Length`] itself is a bare number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Far(pub Length);

impl Marked for Far {
    fn sort() -> Sort {
        Sort::Length
    }

    fn range() -> (i32, i32) {
        (-FARTHEST, FARTHEST)
    }

    fn number(self) -> i32 {
        self.0
    }

    fn read(number: i32) -> Self {
        Self(number)
    }
}

impl From<Length> for Far {
    fn from(length: Length) -> Self {
        Self(length)
    }
}

impl From<Far> for Length {
    fn from(far: Far) -> Self {
        far.0
    }
}

/// Greatest length that can be stored, 1/100 mm: a hundred metres.
pub(crate) const FARTHEST: Length = 10_000_000;

/// An enum whose values have names: what [`choices!`](crate::choices) declares.
pub trait Named: Copy + PartialEq + 'static {
    /// All values, in order.
    const VALUES: &'static [Self];

    /// Returns the name of a value in files.
    fn named(self) -> &'static str;
}

/// Any of the values of an enum, as a mark: for example, what a unit has done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set<T>(i32, PhantomData<T>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<T: Named> Set<T> {
    /// Makes a set of these values.
    #[must_use]
    pub fn of(values: &[T]) -> Self {
        let all = values.iter();
        all.fold(Self::default(), |set, &value| set.with(value))
    }

    /// Returns the bit of a value.
    fn bit(value: T) -> i32 {
        let place = T::VALUES.iter().position(|&one| one == value);
        place.map_or(0, |place| 1 << place)
    }

    /// Returns whether the set contains a value.
    #[must_use]
    pub fn has(self, value: T) -> bool {
        self.0 & Self::bit(value) != 0
    }

    /// Returns the set with a value added.
    #[must_use]
    pub fn with(self, value: T) -> Self {
        Self(self.0 | Self::bit(value), PhantomData)
    }

    /// Returns the set without a value.
    #[must_use]
    pub fn without(self, value: T) -> Self {
        Self(self.0 & !Self::bit(value), PhantomData)
    }

    /// Returns the union with another set.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0, PhantomData)
    }

    /// Returns whether the two sets share a value.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

impl<T: Named> Marked for Set<T> {
    fn sort() -> Sort {
        Sort::Set(T::VALUES.iter().map(|v| v.named().to_owned()).collect())
    }

    fn range() -> (i32, i32) {
        (0, (1 << T::VALUES.len()) - 1)
    }

    fn number(self) -> i32 {
        self.0
    }

    fn read(number: i32) -> Self {
        Self(number & Self::range().1, PhantomData)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choices;

    choices! {
        /// How it moved.
        enum Moved {
            /// Not at all.
            Stood = "stood",
            /// It charged.
            Charged = "charged",
        }
    }

    #[test]
    fn every_value_comes_back() {
        fn back<T: Marked + std::fmt::Debug>(values: &[T]) {
            for &value in values {
                assert_eq!(T::read(value.number()), value);
                let (least, most) = T::range();
                assert!((least..=most).contains(&value.number()), "{value:?}");
            }
        }
        back(&[None, Some(UnitId(0)), Some(UnitId(199)), Some(UnitId(255))]);
        back(&[None, Some(Side::A), Some(Side::B)]);
        back(&[None, Some(Facing(0)), Some(Facing(u16::MAX))]);
        back(&[Far(-1), Far(0), Far(1_234_567)]);
        back(&[false, true]);
        back(&[i8::MIN, 0, i8::MAX]);
        back(&[0_u16, u16::MAX]);
        back(Moved::ALL);
        back(&[
            Set::default(),
            Set::of(&[Moved::Charged]),
            Set::of(Moved::ALL),
        ]);
    }

    #[test]
    fn sets_hold_what_is_in_them() {
        let charged = Set::of(&[Moved::Charged]);
        assert!(charged.has(Moved::Charged) && !charged.has(Moved::Stood));
        assert!(charged.without(Moved::Charged).is_empty());
        let both = charged.and(Set::of(&[Moved::Stood]));
        assert_eq!(both, Set::of(Moved::ALL));
        assert!(both.meets(charged) && !charged.meets(Set::of(&[Moved::Stood])));
        assert_eq!(Set::<Moved>::read(-1), both, "no value that there is not");
    }

    #[test]
    fn numbers_that_stand_for_nothing_are_the_usual_value() {
        assert_eq!(Moved::read(7), Moved::Stood);
        assert_eq!(Option::<UnitId>::read(-3), None);
        assert_eq!(Option::<UnitId>::read(i32::MIN), None);
        assert_eq!(u8::read(-3), 0);
        assert_eq!(i8::read(300), 127);
    }
}
