//! Two macros that make handles, names and cards from a declaration.

/// Declares what a rule set remembers about units, sides or the battle: a handle for each mark, in
/// the order of their indices, and the function that declares them all on the card.
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

/// Declares an enum whose values have names in files; the first is the default. The enum can be the
/// type of a mark, of the values in a [`crate::Set`], or of a part of a packed value
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
            /// All values, the default first.
            pub const ALL: &'static [Self] = &[$(Self::$value),+];

            /// Returns the value's name in files.
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
