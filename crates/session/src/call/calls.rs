//! The definition of calls: each is written once, as a line of `calls!`, and its arguments are read
//! once, with their types.

use crate::{EngineError, ledger};
use serde::de::{Deserialize, Deserializer, Error, IgnoredAny, SeqAccess, Visitor};
use std::cell::Cell;
use std::rc::Rc;

/// A call: its name, and the names of its arguments.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Known {
    /// Its name.
    pub name: &'static str,
    /// The required arguments.
    pub needs: &'static [&'static str],
    /// The arguments that may be left off at the end.
    pub may: &'static [&'static str],
    /// Whether the battle may have changed after it.
    pub changes: bool,
}

impl Known {
    /// Reads the call's arguments, a JSON array, with their types.
    ///
    /// # Errors
    /// Says which argument is wrong, where, and what the call takes.
    #[doc(hidden)]
    pub fn read<'de, V: Visitor<'de>>(
        &self,
        text: &'de str,
        reader: impl FnOnce(Rc<Cell<&'static str>>) -> V,
    ) -> Result<V::Value, EngineError> {
        match self.name {
            "load" | "rescue" => ledger::measure_escaped(text)?,
            _ => ledger::measure(text)?,
        }
        let text = if text.trim().is_empty() { "[]" } else { text };
        let at: Rc<Cell<&'static str>> = Rc::default();
        let mut from = serde_json::Deserializer::from_str(text);
        let read = from.deserialize_seq(reader(Rc::clone(&at)));
        read.and_then(|call| from.end().map(|()| call))
            .map_err(|error| self.wrong(at.get(), &error))
    }

    fn wrong(&self, argument: &str, error: &serde_json::Error) -> EngineError {
        let (line, column) = (error.line(), error.column());
        // The error gives the place separately.
        let mut why = error.to_string();
        why.truncate(why.rfind(" at line ").unwrap_or(why.len()));
        let why = sandtable_battle::plainly(&why);
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

/// Returns the error for a name that is not a call's.
#[doc(hidden)]
pub fn unknown<'a>(method: &str, known: impl Iterator<Item = &'a Known>) -> EngineError {
    let names: Vec<&str> = known.map(|call| call.name).collect();
    EngineError::new(format!("the engine knows no call `{}`", short(method)))
        .hint(format!("its calls are: {}", names.join(", ")))
}

/// Returns the beginning of a text, for messages.
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
    /// The name of the argument that is being read, for error messages.
    at: Rc<Cell<&'static str>>,
}

impl<'de, A: SeqAccess<'de>> Arguments<A> {
    /// Starts before the first argument.
    pub const fn new(seq: A, at: Rc<Cell<&'static str>>) -> Self {
        Self { seq, read: 0, at }
    }

    /// Reads the next argument, which is required.
    ///
    /// # Errors
    /// If it is missing, or has the wrong type.
    pub fn need<T: Deserialize<'de>>(&mut self, name: &'static str) -> Result<T, A::Error> {
        self.at.set(name);
        let found = self.seq.next_element()?.ok_or_else(|| {
            self.at.set("");
            A::Error::custom(format_args!("only {} arguments were given", self.read))
        })?;
        self.read += 1;
        Ok(found)
    }

    /// Reads the next argument, which may be left off or null.
    ///
    /// # Errors
    /// If it has the wrong type.
    pub fn may<T: Deserialize<'de> + Default>(
        &mut self,
        name: &'static str,
    ) -> Result<T, A::Error> {
        self.at.set(name);
        let found: Option<Option<T>> = self.seq.next_element()?;
        Ok(found.flatten().unwrap_or_default())
    }

    /// Checks that there are no more arguments.
    ///
    /// # Errors
    /// If there are.
    pub fn end(mut self) -> Result<(), A::Error> {
        self.at.set("");
        match self.seq.next_element::<IgnoredAny>()? {
            None => Ok(()),
            Some(_) => Err(A::Error::custom("too many arguments were given")),
        }
    }
}

/// A call with the schemas of its arguments and its answer.
#[cfg(feature = "schema")]
pub struct Described {
    /// The call.
    pub call: Known,
    /// What it does, line by line.
    pub says: &'static [&'static str],
    /// The schemas of its arguments, in the order of their names.
    pub takes: Vec<schemars::Schema>,
    /// The schema of its answer.
    pub answers: schemars::Schema,
}

/// Defines calls as an enum: how they are read, how they are answered, and what the contract says
/// about them. Each call is one entry: its name in messages, its arguments by name and type (those
/// after the semicolon may be left off), its answer, and the code for it.
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
            /// All calls.
            pub const ALL: &'static [$crate::call::Known] = &[$($crate::call::Known {
                name: $method,
                needs: &[$(stringify!($arg)),*],
                may: &[$($(stringify!($more)),+)?],
                changes: $crate::calls!(@is $($changes)?),
            }),+];

            /// Reads a call by its name with its arguments, a JSON array; none if the name belongs
            /// to another enum of calls.
            ///
            /// # Errors
            /// Says which argument is wrong, and what the call takes.
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

            /// Carries out the call and returns its answer as JSON.
            ///
            /// # Errors
            /// Says what the engine refused.
            pub fn answer(self, $target: &mut $Target) -> Result<String, $crate::EngineError> {
                match self {
                    $(Self::$Variant { $($arg,)* $($($more,)+)? } => {
                        let answer: $answer = $work?;
                        $crate::call::json(&answer)
                    })+
                }
            }

            /// Returns what the contract says about the calls.
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
