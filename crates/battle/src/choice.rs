//! Reads chosen switches into a rule set's own types.

use crate::{Switch, Switches};
use sandtable_geometry::{INCH, Length};
use sandtable_tongue::say;

/// The type of a switch's values: an enum made by [`choice!`](crate::choice!), or yes and no.
pub trait Choice: Copy + 'static {
    /// The values, each with its word in `switches.toml`.
    const WORDS: &'static [(&'static str, Self)];
}

impl Choice for bool {
    const WORDS: &'static [(&'static str, Self)] = &[
        ("no", false),
        ("yes", true),
        ("false", false),
        ("true", true),
        ("off", false),
        ("on", true),
    ];
}

/// Declares the values of a switch: an enum, each value with its word in `switches.toml`.
///
/// ```
/// sandtable_battle::choice!(
///     /// Who strikes in melee.
///     Strikers {
///         /// Only the active side.
///         Active = "active",
///         /// Both at once.
///         Both = "both",
///     }
/// );
/// ```
#[macro_export]
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $value:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $($(#[$note])* $value),+ }

        impl $crate::Choice for $name {
            const WORDS: &'static [(&'static str, Self)] = &[$(($word, Self::$value)),+];
        }
    };
}

/// Declares the switches of a rule set as a struct: a field for each switch, with its values, and
/// `read`, which reads what was chosen.
///
/// A field has the name of its switch and is an enum of the switch's words or another
/// [`Choice`](crate::Choice) (yes and no are a `bool`). If it is read in another way, that follows
/// the field: `(number)`, `(is "word")`, `("switch" is "word")`, `("switch")`, `(other "switch")`
/// for "not the default", `(|of| …)` for anything else.
///
/// ```
/// use sandtable_battle::{Switches, read_switches, switches};
///
/// switches! {
///     /// All switches, chosen.
///     Chosen of "field-day" => {
///         /// Who strikes in melee?
///         strikers: enum Strikers { Active = "active", Both = "both" },
///         /// Is there a general?
///         general: bool,
///         /// How many turns are played?
///         turns: u16 = (|of| 2 * of.number::<u16>("rounds")?),
///     }
/// }
///
/// let specs = read_switches(r#"
///     [[switch]]
///     name = "strikers"
///     title = "Who strikes?"
///     values = ["active", "both"]
///     default = "active"
///     clause = "MEL-01"
///     says = "The active side, or both."
///     [[switch]]
///     name = "general"
///     title = "Is there a general?"
///     values = ["no", "yes"]
///     default = "no"
///     clause = "GEN-01"
///     says = "None, or one a side."
///     [[switch]]
///     name = "rounds"
///     title = "How many rounds?"
///     number = { default = 5, min = 1, max = 9 }
///     clause = "VIC-01"
///     says = "A round is two turns."
/// "#).unwrap();
/// let house = Switches::default().with("strikers", "both");
/// let chosen = Chosen::read(&specs, &house).unwrap();
/// assert_eq!(chosen, Chosen { strikers: Strikers::Both, general: false, turns: 10 });
/// ```
#[macro_export]
macro_rules! switches {
    (@kind [$($doc:tt)*] []) => {};
    (@kind [$($doc:tt)*] [$kind:ident { $($value:ident = $word:literal),+ }]) => {
        $crate::choice!($($doc)* $kind {
            $(#[doc = concat!("`", $word, "`")] $value = $word),+
        });
    };
    (@read $of:ident $field:ident) => { $of.choice(stringify!($field))? };
    (@read $of:ident $field:ident number) => { $of.number(stringify!($field))? };
    (@read $of:ident $field:ident is $word:literal) => { $of.is(stringify!($field), $word)? };
    (@read $of:ident $field:ident $switch:literal is $word:literal) => {
        $of.is($switch, $word)?
    };
    (@read $of:ident $field:ident $switch:literal) => { $of.choice($switch)? };
    (@read $of:ident $field:ident other) => { $of.is_other(stringify!($field))? };
    (@read $of:ident $field:ident other $switch:literal) => { $of.is_other($switch)? };
    (@read $of:ident $field:ident |$own:ident| $read:expr) => {{
        let $own = &$of;
        $read
    }};
    ($(#[$doc:meta])* $name:ident of $rules:expr => {
        $(
            $(#[$note:meta])*
            $field:ident: $(enum $kind:ident { $($value:ident = $word:literal),+ $(,)? })?
                $($ty:ty)? $(= ($($how:tt)+))?
        ),+ $(,)?
    }) => {
        $($crate::switches!(
            @kind [$(#[$note])*] [$($kind { $($value = $word),+ })?]
        );)+

        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        #[allow(clippy::struct_excessive_bools, reason = "switches are yes or no")]
        pub struct $name {
            $($(#[$note])* pub $field: $($kind)? $($ty)?),+
        }

        impl $name {
            /// Reads the chosen switches against the available ones.
            ///
            /// # Errors
            /// If a switch does not exist or does not take a value: one sentence.
            pub fn read(
                specs: &[$crate::Switch],
                chosen: &$crate::Switches,
            ) -> Result<Self, String> {
                let of = $crate::Chooser::new($rules, specs, chosen)?;
                Ok(Self {
                    $($field: $crate::switches!(@read of $field $($($how)+)?)),+
                })
            }
        }
    };
}

/// The switches of a rule set with the chosen values, to be read by name.
#[derive(Clone, Copy, Debug)]
pub struct Chooser<'a> {
    rules: &'a str,
    specs: &'a [Switch],
    chosen: &'a Switches,
}

impl<'a> Chooser<'a> {
    /// Checks and wraps what was chosen for the switches of the rule set `rules`.
    ///
    /// # Errors
    /// If a switch does not exist, or does not take a value: a sentence that names it and says what
    /// there is.
    pub fn new(rules: &'a str, specs: &'a [Switch], chosen: &'a Switches) -> Result<Self, String> {
        let chooser = Self {
            rules,
            specs,
            chosen,
        };
        for (name, _) in chosen.choices() {
            let spec = specs.iter().find(|s| s.name == name && s.data.is_none());
            let Some(spec) = spec else {
                let all = specs.iter().filter(|s| s.data.is_none());
                let all: Vec<&str> = all.map(|s| s.name.as_str()).collect();
                let all = all.join(", ");
                return Err(say!(
                    "{rules} has no switch \"{switch}\"; it has {all}",
                    rules = rules,
                    switch = name,
                    all = all
                ));
            };
            if spec.number.is_some() {
                chooser.number::<i32>(name)?;
            } else {
                chooser.word(name)?;
            }
        }
        Ok(chooser)
    }

    fn spec(&self, name: &str) -> Result<&'a Switch, String> {
        let found = self.specs.iter().find(|spec| spec.name == name);
        found.ok_or_else(|| format!("switches.toml lacks {name}"))
    }

    /// Returns the word chosen for a switch, or its default.
    ///
    /// # Errors
    /// If the switch does not take that word: a sentence.
    pub fn word(&self, name: &str) -> Result<&'a str, String> {
        let spec = self.spec(name)?;
        let word = self.chosen.get(name).or(spec.default.as_deref());
        let word = word.ok_or_else(|| format!("switches.toml: {name} has no default"))?;
        let meaning = |word: &str| meaning::<bool>(word);
        let same = |value: &str| {
            // Yes may also be written as on or true.
            value == word || meaning(value).is_some_and(|is| meaning(word) == Some(is))
        };
        let value = spec.values.iter().find(|value| same(value));
        value.map(String::as_str).ok_or_else(|| {
            say!(
                "{rules}: switch {switch} cannot be \"{word}\"; it is one of {all}",
                rules = self.rules,
                switch = name,
                word = word,
                all = spec.values.join(", ")
            )
        })
    }

    /// Returns whether a word is chosen for a switch.
    ///
    /// # Errors
    /// If the switch does not take what was chosen: a sentence.
    pub fn is(&self, name: &str, word: &str) -> Result<bool, String> {
        Ok(self.word(name)? == word)
    }

    /// Returns whether a word other than the default is chosen for a switch.
    ///
    /// # Errors
    /// If the switch does not take what was chosen: a sentence.
    pub fn is_other(&self, name: &str) -> Result<bool, String> {
        Ok(Some(self.word(name)?) != self.spec(name)?.default.as_deref())
    }

    /// Returns the value chosen for a switch.
    ///
    /// # Errors
    /// If the switch does not take what was chosen: a sentence.
    pub fn choice<C: Choice>(&self, name: &str) -> Result<C, String> {
        let word = self.word(name)?;
        meaning(word).ok_or_else(|| format!("switches.toml: {name} knows no {word}"))
    }

    /// Returns the length chosen for a switch whose values are numbers of inches.
    ///
    /// # Errors
    /// If the switch does not take what was chosen: a sentence.
    pub fn inches(&self, name: &str) -> Result<Length, String> {
        let inches: Option<Length> = self.word(name)?.parse().ok();
        let inches =
            inches.ok_or_else(|| format!("switches.toml: {name} is no number of inches"))?;
        Ok(inches * INCH)
    }

    /// Returns the number chosen for a switch, or its default.
    ///
    /// # Errors
    /// If it is not a number or lies outside the range: a sentence.
    pub fn number<N: TryFrom<i32>>(&self, name: &str) -> Result<N, String> {
        let range = self.spec(name)?.number;
        let range = range.ok_or_else(|| format!("switches.toml: {name} has no range"))?;
        let text = self.chosen.get(name);
        let number = text.map_or(Some(range.default), |text| text.parse().ok());
        let sound = number.filter(|n| (range.min..=range.max).contains(n));
        sound.and_then(|n| N::try_from(n).ok()).ok_or_else(|| {
            say!(
                "{rules}: switch {switch} cannot be \"{word}\"; it is a whole number from \
                 {least} to {most}",
                rules = self.rules,
                switch = name,
                word = text.unwrap_or_default(),
                least = range.min,
                most = range.max
            )
        })
    }
}

/// Returns the value that a word of `switches.toml` stands for.
fn meaning<C: Choice>(word: &str) -> Option<C> {
    let found = C::WORDS.iter().find(|(text, _)| *text == word);
    found.map(|&(_, value)| value)
}
