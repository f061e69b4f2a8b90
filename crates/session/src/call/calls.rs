//! What a call is: written once, as a line of `calls!`, and read once, as what it is.

use crate::{EngineError, ledger};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use std::cell::Cell;
use std::rc::Rc;

/// A call by its name, with the names of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// What it must be given.
    pub needs: &'static [&'static str],
    /// What may be left off at the end.
    pub may: &'static [&'static str],
    /// Whether the battle may stand otherwise after it.
    pub changes: bool,
}

impl Known {
    /// Reads its arguments, a JSON array, as what they are.
    ///
    /// # Errors
    /// Which of them is wrong, where, and what the call takes.
    #[doc(hidden)]
    pub fn read<'de, V: Visitor<'de>>(
        &self,
        text: &'de str,
        reader: impl FnOnce(Rc<Cell<&'static str>>) -> V,
    ) -> Result<V::Value, EngineError> {
        ledger::measure(text)?;
        let text = if text.trim().is_empty() { "[]" } else { text };
        let at: Rc<Cell<&'static str>> = Rc::default();
        let mut from = serde_json::Deserializer::from_str(text);
        let read = from.deserialize_seq(reader(Rc::clone(&at)));
        read.and_then(|call| from.end().map(|()| call))
            .map_err(|error| self.wrong(at.get(), &error))
    }

    fn wrong(&self, argument: &str, error: &serde_json::Error) -> EngineError {
        let (line, column) = (error.line(), error.column());
        // The place is told beside it.
        let mut why = error.to_string();
        why.truncate(why.rfind(" at line ").unwrap_or(why.len()));
        let says = if argument.is_empty() {
            format!("the arguments of `{}` cannot be read: {why}", self.name)
        } else {
            format!("`{argument}` of `{}` cannot be read: {why}", self.name)
        };
        let all: Vec<&str> = self.needs.iter().chain(self.may).copied().collect();
        let takes = format!("`{}` takes [{}]", self.name, all.join(", "));
        EngineError::new(says).at(line, column).hint(takes)
    }
}

/// Why a name is that of no call.
#[doc(hidden)]
pub fn unknown<'a>(method: &str, known: impl Iterator<Item = &'a Known>) -> EngineError {
    let names: Vec<&str> = known.map(|call| call.name).collect();
    EngineError::new(format!("the engine knows no call `{}`", short(method)))
        .hint(format!("its calls are: {}", names.join(", ")))
}

/// The beginning of a text, for messages.
fn short(text: &str) -> String {
    const MOST: usize = 60;
    if text.chars().count() > MOST {
        text.chars().take(MOST).chain(['…']).collect()
    } else {
        text.to_owned()
    }
}

/// The arguments of a call while they are read, one after the other.
#[doc(hidden)]
pub struct Arguments<A> {
    seq: A,
    read: usize,
    /// The name of the one that is being read, for who tells what is wrong with it.
    at: Rc<Cell<&'static str>>,
}

impl<'de, A: SeqAccess<'de>> Arguments<A> {
    /// None of them is read yet.
    pub const fn new(seq: A, at: Rc<Cell<&'static str>>) -> Self {
        Self { seq, read: 0, at }
    }

    /// The next one, which must be given.
    ///
    /// # Errors
    /// When it is missing, or something else.
    pub fn need<T: Deserialize<'de>>(&mut self, name: &'static str) -> Result<T, A::Error> {
        self.at.set(name);
        let found = self.seq.next_element()?.ok_or_else(|| {
            self.at.set("");
            A::Error::custom(format_args!("only {} arguments were given", self.read))
        })?;
        self.read += 1;
        Ok(found)
    }

    /// The next one, which may be left off or null.
    ///
    /// # Errors
    /// When it is something else.
    pub fn may<T: Deserialize<'de> + Default>(
        &mut self,
        name: &'static str,
    ) -> Result<T, A::Error> {
        self.at.set(name);
        let found: Option<Option<T>> = self.seq.next_element()?;
        Ok(found.flatten().unwrap_or_default())
    }

    /// There are no more.
    ///
    /// # Errors
    /// When there are.
    pub fn end(mut self) -> Result<(), A::Error> {
        self.at.set("");
        match self.seq.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::custom("too many arguments were given")),
        }
    }
}

/// A call with the shapes of what it takes and answers.
#[cfg(feature = "schema")]
pub struct Described {
    /// The call.
    pub call: Known,
    /// What it does, a line each.
    pub says: &'static [&'static str],
    /// What it takes, in the order of its names.
    pub takes: Vec<schemars::Schema>,
    /// What it answers.
    pub answers: schemars::Schema,
}

/// Writes calls as an enum: how they are read, how they are answered, and what the contract
/// says of them. A call is a line: its name as it travels, its arguments by name and type
/// (those after the semicolon may be left off), what it answers, and how.
#[macro_export]
macro_rules! calls {
    (
        $(#[$about:meta])*
        pub enum $Calls:ident for $Target:ty = $target:ident;
        $(
            $(#[doc = $says:literal])+
            $Variant:ident $method:literal $($changes:ident)?
            ($($arg:ident: $type:ty),* $(; $($more:ident: $other:ty),+)?) -> $answer:ty
            = $work:expr;
        )+
    ) => {
        $(#[$about])*
        #[derive(Debug)]
        #[allow(missing_docs, reason = "arguments are named for what they are")]
        pub enum $Calls {
            $(
                $(#[doc = $says])+
                $Variant { $($arg: $type,)* $($($more: $other,)+)? },
            )+
        }

        impl $Calls {
            /// All of them.
            pub const ALL: &'static [$crate::call::Known] = &[$($crate::call::Known {
                name: $method,
                needs: &[$(stringify!($arg)),*],
                may: &[$($(stringify!($more)),+)?],
                changes: $crate::calls!(@is $($changes)?),
            }),+];

            /// A call by its name with its arguments, a JSON array; none when it is another's.
            ///
            /// # Errors
            /// Which argument is wrong, and what the call takes.
            pub fn read(method: &str, args: &str) -> Option<Result<Self, $crate::EngineError>> {
                let known = Self::ALL.iter().find(|call| call.name == method)?;
                Some(match method {
                    $($method => {
                        struct Reader(std::rc::Rc<std::cell::Cell<&'static str>>);
                        impl<'de> serde::de::Visitor<'de> for Reader {
                            type Value = $Calls;
                            fn expecting(
                                &self,
                                f: &mut std::fmt::Formatter<'_>,
                            ) -> std::fmt::Result {
                                f.write_str("a JSON array of arguments")
                            }
                            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                                self,
                                seq: A,
                            ) -> Result<$Calls, A::Error> {
                                #[allow(unused_mut, reason = "some calls take nothing")]
                                let mut all = $crate::call::Arguments::new(seq, self.0);
                                let call = $Calls::$Variant {
                                    $($arg: all.need(stringify!($arg))?,)*
                                    $($($more: all.may(stringify!($more))?,)+)?
                                };
                                all.end()?;
                                Ok(call)
                            }
                        }
                        known.read(args, Reader)
                    })+
                    _ => return None,
                })
            }

            /// Answers it: what it answers as JSON.
            ///
            /// # Errors
            /// What the engine would not take.
            pub fn answer(self, $target: &mut $Target) -> Result<String, $crate::EngineError> {
                match self {
                    $(Self::$Variant { $($arg,)* $($($more,)+)? } => {
                        let answer: $answer = $work?;
                        $crate::call::json(&answer)
                    })+
                }
            }

            /// What the contract says of them.
            #[cfg(feature = "schema")]
            pub fn described(
                from: &mut $crate::call::SchemaGenerator,
            ) -> Vec<$crate::call::Described> {
                let mut known = Self::ALL.iter();
                vec![$($crate::call::Described {
                    call: *known.next().expect("as many as there are"),
                    says: &[$($says),+],
                    takes: vec![
                        $(from.subschema_for::<$type>(),)*
                        $($(from.subschema_for::<$other>(),)+)?
                    ],
                    answers: from.subschema_for::<$answer>(),
                }),+]
            }
        }
    };
    (@is changes) => { true };
    (@is) => { false };
}
