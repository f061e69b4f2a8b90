//! Packing: what a resolution carries from one order to the next, or from judging to resolving, as
//! whole numbers stored in a battle.
//!
//! [`pack!`](crate::pack) packs a rule set's types: it writes the packing, the reading and the
//! [`Shape`] with which files name every part. References to units are checked when they are read:
//! a reference to a unit that the battle does not have makes the whole value unreadable, so that no
//! rule ever sees it.

use crate::mark::FARTHEST;
use crate::{Battle, Far, Gait, NOTES, Side, UnitId};
use arrayvec::ArrayVec;
use sandtable_geometry::{Facing, Length, Point, Pose, Zone};

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

/// The meaning of the numbers of a packed value, part by part: files use it to name them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A whole number within bounds.
    Number(i32, i32),
    /// True or false.
    Flag,
    /// A unit of the battle.
    Unit,
    /// A side.
    Side,
    /// A length, 1/100 mm.
    Length,
    /// A direction.
    Angle,
    /// A point of the table: two lengths.
    Point,
    /// A point and a direction.
    Pose,
    /// One of some names.
    Choice(Vec<&'static str>),
    /// A value that may be missing: a number 0 or 1, and the value after 1.
    Maybe(Box<Self>),
    /// A count, then the values; at most this many.
    List(Box<Self>, usize),
    /// Parts, each with its name.
    Parts(Vec<Part>),
    /// One of some named cases, each with its contents.
    OneOf(Vec<Case>),
}

/// A case of a packed value that is one of several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The case's name in files.
    pub name: String,
    /// What the case means, in a sentence for those who write files; empty if its name says it.
    pub says: &'static str,
    /// The meaning of the numbers that it holds.
    pub shape: Shape,
}

/// A part of a packed value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part's name in files.
    pub name: &'static str,
    /// What the part means, in a sentence for those who write files; empty if its name says it.
    pub says: &'static str,
    /// The meaning of the part's numbers.
    pub shape: Shape,
}

impl Part {
    /// Makes a part whose name says everything.
    #[must_use]
    pub const fn new(name: &'static str, shape: Shape) -> Self {
        Self {
            name,
            says: "",
            shape,
        }
    }
}

/// Returns the name of a case in files: `FallBack` is `fall_back`.
#[doc(hidden)]
#[must_use]
pub fn name_of_case(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    for (place, letter) in name.char_indices() {
        if letter.is_ascii_uppercase() && place > 0 {
            out.push('_');
        }
        out.push(letter.to_ascii_lowercase());
    }
    out
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

impl Pack for Side {
    fn pack(&self, out: &mut dyn FnMut(i32)) {
        out(i32::from(*self == Self::B));
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let place = usize::try_from(from.number()?).ok()?;
        Self::BOTH.get(place).copied()
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
        let place = Self::ALL.iter().position(|gait| gait == self);
        out(place
            .and_then(|n| i32::try_from(n).ok())
            .unwrap_or_default());
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let place = usize::try_from(from.number()?).ok()?;
        Self::ALL.get(place).copied()
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
        let place = Self::ALL.iter().position(|zone| zone == self);
        out(place
            .and_then(|n| i32::try_from(n).ok())
            .unwrap_or_default());
    }

    fn unpack(from: &mut Packed<'_>) -> Option<Self> {
        let place = usize::try_from(from.number()?).ok()?;
        Self::ALL.get(place).copied()
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

/// Packs a type that is declared somewhere else: a struct by its fields, an enum by its variants
/// with their fields. Files use the names given here.
///
/// ```
/// use sandtable_battle::{Far, Pack, UnitId, pack};
///
/// #[derive(Debug, PartialEq)]
/// struct Blow { by: UnitId, hits: u8 }
/// pack! { Blow { by, hits } }
///
/// #[derive(Debug, PartialEq)]
/// enum Step { Roll { unit: UnitId }, Strike(Blow), Done }
/// pack! { enum Step { Roll { unit = "Who rolls." } = "Dice are rolled.", Strike(blow), Done } }
///
/// #[derive(Debug, PartialEq)]
/// struct Pushed { unit: UnitId, far: i32 }
/// // A length is a bare number: it is packed as one, and a sentence says what it is.
/// pack! { Pushed { unit, far as Far = "How far it goes." } }
///
/// let step = Step::Strike(Blow { by: UnitId(1), hits: 2 });
/// let numbers = step.packed();
/// assert_eq!(Step::from_packed(&numbers, 2), Some(step));
/// assert_eq!(Step::from_packed(&numbers, 1), None, "there is no unit 1");
/// ```
#[macro_export]
macro_rules! pack {
    (enum $name:ident {
        $(
            $value:ident
            $( { $($field:ident $(as $as:ty)? $(= $says:literal)?),+ $(,)? } )?
            $( ( $one:ident ) )?
            $( = $told:literal )?
        ),+ $(,)?
    }) => {
        impl $crate::Pack for $name {
            #[allow(unused_assignments, reason = "the last value has none after it")]
            fn pack(&self, out: &mut dyn FnMut(i32)) {
                let mut place = 0;
                $(
                    if let Self::$value $( { $($field),+ } )? $( ( $one ) )? = self {
                        out(place);
                        $( $( $crate::pack!(@put $field, out $(, $as)?); )+ )?
                        $( $crate::Pack::pack($one, out); )?
                        return;
                    }
                    place += 1;
                )+
            }

            #[allow(unused_assignments, reason = "the last value has none after it")]
            fn unpack(from: &mut $crate::Packed<'_>) -> Option<Self> {
                let found = from.number()?;
                let mut place = 0;
                $(
                    if found == place {
                        $( $( let $field = $crate::pack!(@take from $(, $as)?); )+ )?
                        $( let $one = $crate::Pack::unpack(from)?; )?
                        return Some(Self::$value $( { $($field),+ } )? $( ( $one ) )?);
                    }
                    place += 1;
                )+
                None
            }

            #[allow(unused_assignments, reason = "a value without parts")]
            fn shape() -> $crate::Shape {
                // The type of a part is known where a value of it is read.
                #[allow(dead_code, reason = "an enum whose values have no parts")]
                fn of<T: $crate::Pack>(_: &dyn Fn() -> Option<T>) -> $crate::Shape {
                    T::shape()
                }
                let cases = vec![$( {
                    #[allow(unused_mut, reason = "a value without parts")]
                    let mut shape = $crate::Shape::Parts(Vec::new());
                    $( shape = $crate::Shape::Parts(vec![$( $crate::Part {
                        name: stringify!($field),
                        says: concat!($($says)?),
                        shape: $crate::pack!(@shape (of(&|| {
                            let it: Option<&Self> = None;
                            match it? {
                                Self::$value { $field, .. } => $crate::pack_type($field),
                                #[allow(unreachable_patterns, reason = "an enum of one value")]
                                _ => None,
                            }
                        })) $(, $as)?),
                    } ),+]); )?
                    $( shape = of(&|| {
                        let it: Option<&Self> = None;
                        match it? {
                            Self::$value($one) => $crate::pack_type($one),
                            #[allow(unreachable_patterns, reason = "an enum of one value")]
                            _ => None,
                        }
                    }); )?
                    $crate::Case {
                        name: $crate::name_of_case(stringify!($value)),
                        says: concat!($($told)?),
                        shape,
                    }
                } ),+];
                $crate::Shape::OneOf(cases)
            }
        }
    };
    ($name:ident { $($field:ident $(as $as:ty)? $(= $says:literal)?),+ $(,)? }) => {
        impl $crate::Pack for $name {
            fn pack(&self, out: &mut dyn FnMut(i32)) {
                $( $crate::pack!(@put &self.$field, out $(, $as)?); )+
            }

            fn unpack(from: &mut $crate::Packed<'_>) -> Option<Self> {
                Some(Self { $( $field: $crate::pack!(@take from $(, $as)?) ),+ })
            }

            fn shape() -> $crate::Shape {
                #[allow(dead_code, reason = "a value with every part packed as another type")]
                fn of<T, P: $crate::Pack>(_: fn(&T) -> &P) -> $crate::Shape {
                    P::shape()
                }
                $crate::Shape::Parts(vec![$( $crate::Part {
                    name: stringify!($field),
                    says: concat!($($says)?),
                    shape: $crate::pack!(@shape (of(|it: &Self| &it.$field)) $(, $as)?),
                } ),+])
            }
        }
    };
    (@put $value:expr, $out:ident) => { $crate::Pack::pack($value, $out) };
    (@put $value:expr, $out:ident, $as:ty) => {
        $crate::Pack::pack(&<$as>::from(Clone::clone($value)), $out)
    };
    (@take $from:ident) => { $crate::Pack::unpack($from)? };
    (@take $from:ident, $as:ty) => { <$as as $crate::Pack>::unpack($from)?.into() };
    (@shape ($found:expr)) => { $found };
    (@shape ($found:expr), $as:ty) => { <$as as $crate::Pack>::shape() };
}

/// Names the type of a part of an enum for [`pack!`](crate::pack); always returns `None`.
#[doc(hidden)]
#[must_use]
pub fn pack_type<T: Pack>(_: &T) -> Option<T> {
    None
}

#[cfg(test)]
mod tests {
    use super::*;

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
