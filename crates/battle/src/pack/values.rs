//! How plain values are packed: numbers, references, places, lists.

use super::{Pack, Packed, Part, Shape};
use crate::mark::FARTHEST;
use crate::{Far, Gait, NOTES, Side, UnitId};
use arrayvec::ArrayVec;
use sandtable_geometry::{Facing, Length, Point, Pose, Zone};

macro_rules! numbers {
    ($($number:ty),*) => { $(
        impl Pack for $number {
            fn pack(&self, out: &mut dyn FnMut(i32)) {
                out(i32::from(*self));
            }

            fn unpack(from: &mut Packed<'_>) -> Option<Self> {
                Self::try_from(from.number()?).ok()
            }

            fn shape() -> Shape {
                Shape::Number(i32::from(Self::MIN), i32::from(Self::MAX))
            }
        }
    )* };
}

numbers!(i8, u8, i16, u16, i32);

impl Pack for bool {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(i32::from(*self));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        match from.number()? {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    fn shape() -> Shape {
        Shape::Flag
    }
}

impl Pack for UnitId {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(i32::from(self.0));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let id = Self(u8::try_from(from.number()?).ok()?);
        (id.index() < from.units).then_some(id)
    }

    fn shape() -> Shape {
        Shape::Unit
    }
}

/// Returns the number that a value has in a list of all.
fn place_in<T: PartialEq>(all: &[T], one: &T) -> i32 {
    let place = all.iter().position(|other| other == one);
    place
        .and_then(|n| i32::try_from(n).ok())
        .unwrap_or_default()
}

/// Reads a value by its number in a list of all.
fn one_of<T: Copy>(all: &[T], from: &mut Packed<'_>) -> Option<T> {
    let place = usize::try_from(from.number()?).ok()?;
    all.get(place).copied()
}

impl Pack for Side {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(i32::from(*self == Self::B));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        one_of(&Self::BOTH, from)
    }

    fn shape() -> Shape {
        Shape::Side
    }
}

impl Pack for Facing {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(i32::from(self.0));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        u16::try_from(from.number()?).ok().map(Self)
    }

    fn shape() -> Shape {
        Shape::Angle
    }
}

impl Pack for Gait {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(place_in(&Self::ALL, self));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        one_of(&Self::ALL, from)
    }

    fn shape() -> Shape {
        Shape::Choice(Self::ALL.map(Self::name).to_vec())
    }
}

/// Reads a length that could lie on a table.
fn near(from: &mut Packed<'_>) -> Option<Length> {
    let length = from.number()?;
    (-FARTHEST..=FARTHEST).contains(&length).then_some(length)
}

impl Pack for Far {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(self.0);
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        near(from).map(Self)
    }

    fn shape() -> Shape {
        Shape::Length
    }
}

impl Pack for Point {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(self.x);
        out(self.y);
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        Some(Self::new(near(from)?, near(from)?))
    }

    fn shape() -> Shape {
        Shape::Point
    }
}

impl Pack for Pose {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        self.point().pack(out);
        self.facing.pack(out);
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let at = Point::unpack(from)?;
        Some(Self::at(at, Facing::unpack(from)?))
    }

    fn shape() -> Shape {
        Shape::Pose
    }
}

impl Pack for Zone {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(place_in(&Self::ALL, self));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        one_of(&Self::ALL, from)
    }

    fn shape() -> Shape {
        Shape::Choice(vec!["front", "left", "right", "rear"])
    }
}

impl<T: Pack> Pack for Option<T> {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(i32::from(self.is_some()));
        if let Some(value) = self {
            value.pack(out);
        }
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        Some(if bool::unpack(from)? {
            Some(T::unpack(from)?)
        } else {
            None
        })
    }

    fn shape() -> Shape {
        Shape::Maybe(Box::new(T::shape()))
    }
}

/// Emits a list: its count, then each value.
fn pack_list<T: Pack>(all: &[T], out: &mut dyn FnMut(i32)) {
    out(i32::try_from(all.len()).unwrap_or(i32::MAX));
    all.iter().for_each(|one| one.pack(out));
}

/// Reads the number of values that follow in a list; `None` if it is more than twice the numbers
/// that remain.
fn count(from: &mut Packed<'_>) -> Option<usize> {
    let count = usize::try_from(from.number()?).ok()?;
    (count <= from.len().max(1) * 2).then_some(count)
}

impl<T: Pack> Pack for Vec<T> {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        pack_list(self, out);
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        (0..count(from)?).map(|_| T::unpack(from)).collect()
    }

    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()), NOTES)
    }
}

impl<T: Pack, const N: usize> Pack for ArrayVec<T, N> {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        pack_list(self, out);
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let mut all = Self::new();
        for _ in 0..count(from)? {
            all.try_push(T::unpack(from)?).ok()?;
        }
        Some(all)
    }

    fn shape() -> Shape {
        Shape::List(Box::new(T::shape()), N)
    }
}

/// Lengths in a list, needed because [`Length`] itself is a bare number.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fars<const N: usize>(pub ArrayVec<Length, N>);

impl<const N: usize> From<ArrayVec<Length, N>> for Fars<N> {
    fn from(all: ArrayVec<Length, N>) -> Self {
        Self(all)
    }
}

impl<const N: usize> From<Fars<N>> for ArrayVec<Length, N> {
    fn from(all: Fars<N>) -> Self {
        all.0
    }
}

impl<const N: usize> Pack for Fars<N> {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        pack_list(&self.0, out);
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let all = ArrayVec::<Far, N>::unpack(from)?;
        Some(Self(all.into_iter().map(|far| far.0).collect()))
    }

    fn shape() -> Shape {
        ArrayVec::<Far, N>::shape()
    }
}

impl Pack for () {
    fn pack(&self, _: &mut dyn FnMut(i32)) {}

    fn unpack(_: &mut Packed<'_>) -> Option<Self> {
        Some(())
    }

    fn shape() -> Shape {
        Shape::Parts(Vec::new())
    }
}

macro_rules! tuples {
    ($($part:ident $place:tt $name:literal),+) => {
        impl<$($part: Pack),+> Pack for ($($part,)+) {
            fn pack(&self, out: &mut dyn FnMut(i32)) {
                $(self.$place.pack(out);)+
            }

            fn unpack(from: &mut Packed<'_>) -> Option<Self> {
                Some(($($part::unpack(from)?,)+))
            }

            fn shape() -> Shape {
                Shape::Parts(vec![$(Part::new($name, $part::shape())),+])
            }
        }
    };
}

tuples!(A 0 "first", B 1 "second");
tuples!(A 0 "first", B 1 "second", C 2 "third");
tuples!(A 0 "first", B 1 "second", C 2 "third", D 3 "fourth");
