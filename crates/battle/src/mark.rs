//! Marks: what a battle in progress remembers of a unit, of a side and of itself.
//!
//! The card declares each mark once, with what it is ([`Sort`]), its name in files and
//! a sentence that explains it. Rule sets read and set marks through typed handles:
//!
//! ```
//! use sandtable_battle::{Mark, UnitId, Unit};
//!
//! const STRUCK_BY: Mark<Option<UnitId>> = Mark::at(3);
//! let unit = Unit::default();
//! assert_eq!(STRUCK_BY.of(&unit), None);
//! ```
//!
//! What lies in the battle is a whole number a mark: nought is what a mark is before
//! anything happened to it.

use crate::{Battle, Clause, Event, Scene, Side, Unit, UnitId};
use sandtable_geometry::{Facing, Length};
use serde::{Deserialize, Serialize};
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;
use std::ops::{Deref, DerefMut};

/// Most marks of a unit that a rule set can name.
pub const MARKS: usize = 16;

/// Most marks of a side, and most marks of the battle, that a rule set can name.
pub const WIDE_MARKS: usize = 8;

/// What a mark is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sort {
    /// A number of something.
    Count,
    /// It is so or it is not.
    Flag,
    /// A unit of the battle, or none.
    Unit,
    /// A side of the battle, or none.
    Side,
    /// A length, 1/100 mm.
    Length,
    /// A direction, or none.
    Angle,
    /// One of some named values, the usual one first.
    Choice(Vec<String>),
    /// Any of some named values, none of them usually.
    Set(Vec<String>),
}

/// A mark as the card declares it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct MarkSpec {
    /// Its name in files.
    pub id: String,
    /// Its name for people; empty for bookkeeping that no table would show.
    pub title: String,
    /// What it is.
    pub sort: Sort,
    /// Least and greatest number it is kept as.
    pub range: (i32, i32),
    /// The clause it comes from.
    pub clause: Clause,
    /// What it is, in a sentence for those who write files.
    pub says: String,
}

impl MarkSpec {
    /// A number of something, declared without a handle.
    #[must_use]
    pub fn count<N: Into<i32>>(id: &str, title: &str, range: (N, N), clause: Clause) -> Self {
        Self {
            id: id.to_owned(),
            title: title.to_owned(),
            sort: Sort::Count,
            range: (range.0.into(), range.1.into()),
            clause,
            says: String::new(),
        }
    }

    /// The same mark with a name for people: a table would show it.
    #[must_use]
    pub fn titled(mut self, title: &str) -> Self {
        title.clone_into(&mut self.title);
        self
    }

    /// The same mark with bounds, which may come from a number of the rule set.
    #[must_use]
    pub fn within<N: Into<i32>>(mut self, least: N, most: N) -> Self {
        self.range = (least.into(), most.into());
        self
    }

    /// Whether a number is one that this mark can be in a battle with so many units.
    #[must_use]
    pub fn holds(&self, value: i32, units: usize) -> bool {
        let (least, most) = self.range;
        let known = match self.sort {
            Sort::Unit => usize::try_from(value).is_ok_and(|n| n <= units),
            _ => true,
        };
        known && (least..=most).contains(&value)
    }
}

/// A type that a mark can be of.
pub trait Marked: Copy + PartialEq {
    /// What such a mark is.
    fn sort() -> Sort;
    /// Least and greatest number it is kept as.
    fn range() -> (i32, i32);
    /// The number it is kept as; that of the usual value is nought.
    fn number(self) -> i32;
    /// What a number stands for; the usual value for a number that stands for none.
    fn read(number: i32) -> Self;
}

/// Marks that are numbers of something.
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

/// A length as a mark: [`Length`] itself is a bare number.
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

/// Longest length that is kept, 1/100 mm: a hundred metres.
pub(crate) const FARTHEST: Length = 10_000_000;

/// An enum whose values have names: what [`choices!`](crate::choices) declares.
pub trait Named: Copy + PartialEq + 'static {
    /// All of its values, in their order.
    const VALUES: &'static [Self];

    /// The name of a value in files.
    fn named(self) -> &'static str;
}

/// Any of the values of an enum, as a mark: what a unit has done, say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Set<T>(i32, PhantomData<T>);

impl<T> Default for Set<T> {
    fn default() -> Self {
        Self(0, PhantomData)
    }
}

impl<T: Named> Set<T> {
    /// These values.
    #[must_use]
    pub fn of(values: &[T]) -> Self {
        let all = values.iter();
        all.fold(Self::default(), |set, &value| set.with(value))
    }

    /// The place of a value as a bit.
    fn bit(value: T) -> i32 {
        let place = T::VALUES.iter().position(|&one| one == value);
        place.map_or(0, |place| 1 << place)
    }

    /// Whether a value is in it.
    #[must_use]
    pub fn has(self, value: T) -> bool {
        self.0 & Self::bit(value) != 0
    }

    /// It and a value.
    #[must_use]
    pub fn with(self, value: T) -> Self {
        Self(self.0 | Self::bit(value), PhantomData)
    }

    /// It but for a value.
    #[must_use]
    pub fn without(self, value: T) -> Self {
        Self(self.0 & !Self::bit(value), PhantomData)
    }

    /// It and all of another.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self(self.0 | other.0, PhantomData)
    }

    /// Whether a value is in both.
    #[must_use]
    pub const fn meets(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether no value is in it.
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

/// Declares what a rule set remembers of units, sides or the battle: a handle for each mark,
/// in the order of their places, and the function that declares them all on the card.
///
/// ```
/// use sandtable_battle::{Clause, UnitId, marks};
///
/// const RULE: Clause = Clause::new(101);
///
/// marks! {
///     /// The marks of a unit.
///     pub fn specs(most: i8) of Place as Mark {
///         HITS: i8 = "hits", RULE, "Hits it has taken.", within(0, most) titled("hits");
///         FOE: Option<UnitId> = "foe", RULE, "The enemy that it charged.";
///     }
/// }
/// assert_eq!((HITS.place(), FOE.place()), (0, 1));
/// assert_eq!(specs(3)[0].range, (0, 3));
/// ```
#[macro_export]
macro_rules! marks {
    (
        $(#[$doc:meta])*
        $see:vis fn $specs:ident($($arg:ident: $of:ty)?) of $places:ident as $handle:ident
        $(given ($($local:ident = $value:expr),+ $(,)?))? {
            $(
                $(#[$note:meta])*
                $name:ident: $ty:ty = $id:literal, $clause:path, $says:literal
                    $(, $($how:ident($($with:expr),* $(,)?))+)?;
            )+
        }
    ) => {
        #[allow(
            non_camel_case_types,
            clippy::upper_case_acronyms,
            reason = "they are called as the handles are"
        )]
        #[derive(Clone, Copy)]
        #[repr(u8)]
        enum $places { $($name),+ }

        $(
            #[doc = $says]
            $(#[$note])*
            pub const $name: $crate::$handle<$ty> = $crate::$handle::at($places::$name as u8);
        )+

        $(#[$doc])*
        #[must_use]
        $see fn $specs($($arg: $of)?) -> Vec<$crate::MarkSpec> {
            $($(let $local = $value;)+)?
            vec![$($name.spec($id, $clause, $says) $($(.$how($($with),*))+)?),+]
        }
    };
}

/// Declares an enum whose values have names in files; the first is the usual one. It
/// can be a mark or what a [`Set`] is of, and a part of what is packed
/// ([`crate::Pack`]).
///
/// ```
/// sandtable_battle::choices! {
///     /// How it moved.
///     pub enum Moved {
///         /// Not at all.
///         Stood = "stood",
///         /// It charged.
///         Charged = "charged",
///     }
/// }
/// assert_eq!(Moved::Charged.name(), "charged");
/// ```
#[macro_export]
macro_rules! choices {
    (
        $(#[$about:meta])*
        $see:vis enum $name:ident { $( $(#[$of:meta])* $value:ident = $id:literal ),+ $(,)? }
    ) => {
        $(#[$about])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        $see enum $name {
            #[default]
            $( $(#[$of])* $value ),+
        }

        impl $name {
            /// All of them, the usual one first.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Its name in files.
            #[must_use]
            pub const fn name(self) -> &'static str {
                match self { $(Self::$value => $id),+ }
            }
        }

        impl $crate::Named for $name {
            const VALUES: &'static [Self] = Self::ALL;

            fn named(self) -> &'static str {
                self.name()
            }
        }

        impl $crate::Marked for $name {
            fn sort() -> $crate::Sort {
                $crate::Sort::Choice(Self::ALL.iter().map(|v| v.name().to_owned()).collect())
            }

            fn range() -> (i32, i32) {
                (0, i32::try_from(Self::ALL.len()).unwrap_or(i32::MAX) - 1)
            }

            fn number(self) -> i32 {
                self as i32
            }

            fn read(number: i32) -> Self {
                let place = usize::try_from(number).ok();
                place.and_then(|n| Self::ALL.get(n)).copied().unwrap_or_default()
            }
        }

        impl $crate::Pack for $name {
            fn pack(&self, out: &mut dyn FnMut(i32)) {
                out(*self as i32);
            }

            fn unpack(from: &mut $crate::Packed<'_>) -> Option<Self> {
                let place = usize::try_from(from.number()?).ok()?;
                Self::ALL.get(place).copied()
            }

            fn shape() -> $crate::Shape {
                $crate::Shape::Choice(Self::ALL.iter().map(|v| v.name()).collect())
            }
        }
    };
}

/// The marks of a unit, by place in [`crate::Card::marks`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Marks([i32; MARKS]);

impl Marks {
    /// A mark that fits a byte.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "within bounds")]
    pub const fn small(&self, place: u8) -> i8 {
        match self.0[place as usize] {
            i32::MIN..-128 => i8::MIN,
            fits @ -128..=127 => fits as i8,
            _ => i8::MAX,
        }
    }
}

impl Deref for Marks {
    type Target = [i32; MARKS];

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Marks {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl From<[i32; MARKS]> for Marks {
    fn from(marks: [i32; MARKS]) -> Self {
        Self(marks)
    }
}

impl Hash for Marks {
    /// Marks that fit a byte are hashed as bytes: fingerprints of journals stay what
    /// they were when marks were bytes.
    fn hash<H: Hasher>(&self, to: &mut H) {
        let mut small = [0_i8; MARKS];
        for (small, &mark) in small.iter_mut().zip(&self.0) {
            match i8::try_from(mark) {
                Ok(mark) => *small = mark,
                Err(_) => return self.0.hash(to),
            }
        }
        small.hash(to);
    }
}

/// What a battle remembers beside its units: marks of the sides and of the battle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Memory {
    /// By side, then by place in [`crate::StateSpec::side`].
    pub sides: [[i32; WIDE_MARKS]; 2],
    /// By place in [`crate::StateSpec::battle`].
    pub battle: [i32; WIDE_MARKS],
}

/// A mark of units, by its place in [`crate::Card::marks`] and its type.
#[derive(Debug)]
pub struct Mark<T>(u8, PhantomData<fn() -> T>);

/// A mark of sides, by its place in [`crate::StateSpec::side`] and its type.
#[derive(Debug)]
pub struct SideMark<T>(u8, PhantomData<fn() -> T>);

/// A mark of the battle, by its place in [`crate::StateSpec::battle`] and its type.
#[derive(Debug)]
pub struct BattleMark<T>(u8, PhantomData<fn() -> T>);

/// What all handles can do.
macro_rules! handle {
    ($name:ident) => {
        impl<T> Clone for $name<T> {
            fn clone(&self) -> Self {
                *self
            }
        }

        impl<T> Copy for $name<T> {}

        impl<T> PartialEq for $name<T> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<T> $name<T> {
            /// The mark at a place of the card.
            #[must_use]
            pub const fn at(place: u8) -> Self {
                Self(place, PhantomData)
            }

            /// Its place in the card.
            #[must_use]
            pub const fn place(self) -> u8 {
                self.0
            }
        }

        impl<T: Marked> $name<T> {
            /// Its declaration; bookkeeping until it is [`MarkSpec::titled`].
            #[must_use]
            pub fn spec(self, id: &str, clause: Clause, says: &str) -> MarkSpec {
                MarkSpec {
                    id: id.to_owned(),
                    title: String::new(),
                    sort: T::sort(),
                    range: T::range(),
                    clause,
                    says: says.to_owned(),
                }
            }
        }
    };
}

handle!(Mark);
handle!(SideMark);
handle!(BattleMark);

impl<T: Marked> Mark<T> {
    /// What it is of a unit.
    #[must_use]
    pub fn of(self, unit: &Unit) -> T {
        T::read(unit.marks[usize::from(self.0)])
    }

    /// Writes it on a unit that is not in play yet: battles change by
    /// [`Scene::set`].
    pub fn write(self, unit: &mut Unit, value: T) {
        unit.marks[usize::from(self.0)] = value.number();
    }
}

impl<T: Marked> SideMark<T> {
    /// Writes it in a battle that is not in play yet.
    pub fn write(self, battle: &mut Battle, side: Side, value: T) {
        battle.memory.sides[side.index()][usize::from(self.0)] = value.number();
    }

    /// What it is of a side.
    #[must_use]
    pub fn of(self, battle: &Battle, side: Side) -> T {
        T::read(battle.memory.sides[side.index()][usize::from(self.0)])
    }
}

impl<T: Marked> BattleMark<T> {
    /// Writes it in a battle that is not in play yet.
    pub fn write(self, battle: &mut Battle, value: T) {
        battle.memory.battle[usize::from(self.0)] = value.number();
    }

    /// What it is of a battle.
    #[must_use]
    pub fn of(self, battle: &Battle) -> T {
        T::read(battle.memory.battle[usize::from(self.0)])
    }
}

impl Scene {
    /// Sets a mark of a unit.
    pub fn set<T: Marked>(&mut self, unit: UnitId, mark: Mark<T>, to: T, why: Clause) {
        self.set_number(unit, mark.0, to.number(), why);
    }

    /// Puts a mark of a unit back to what it usually is.
    pub fn clear(&mut self, unit: UnitId, place: u8, why: Clause) {
        self.set_number(unit, place, 0, why);
    }

    /// Sets a mark of a unit by its place in the card and the number it is kept as.
    pub(crate) fn set_number(&mut self, unit: UnitId, mark: u8, to: i32, why: Clause) {
        let from = self.unit(unit).marks[usize::from(mark)];
        if from != to {
            self.tell(Event::Marked {
                unit,
                mark,
                from,
                to,
                why,
            });
        }
    }

    /// Sets a mark of a side.
    pub fn set_side<T: Marked>(&mut self, side: Side, mark: SideMark<T>, to: T, why: Clause) {
        let from = self.memory.sides[side.index()][usize::from(mark.0)];
        let (mark, to) = (mark.0, to.number());
        if from != to {
            self.tell(Event::SideMarked {
                side,
                mark,
                from,
                to,
                why,
            });
        }
    }

    /// Sets a mark of the battle.
    pub fn set_battle<T: Marked>(&mut self, mark: BattleMark<T>, to: T, why: Clause) {
        let from = self.memory.battle[usize::from(mark.0)];
        let (mark, to) = (mark.0, to.number());
        if from != to {
            self.tell(Event::BattleMarked {
                mark,
                from,
                to,
                why,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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

    #[test]
    fn marks_that_fit_a_byte_keep_their_fingerprint() {
        let print = |of: &dyn Fn(&mut crate::battle::Fnv)| {
            let mut hasher = crate::battle::Fnv(7);
            of(&mut hasher);
            hasher.finish()
        };
        let (mut small, mut marks) = ([0_i8; MARKS], Marks::default());
        (small[3], marks[3]) = (-9, -9);
        assert_eq!(print(&|h| small.hash(h)), print(&|h| marks.hash(h)));
        marks[4] = 128;
        assert_ne!(print(&|h| small.hash(h)), print(&|h| marks.hash(h)));
    }
}
