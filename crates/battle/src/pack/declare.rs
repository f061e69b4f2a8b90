//! Packs a rule set's own types, as declared with [`pack!`](crate::pack).

use super::Pack;

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
