//! Reading chosen switches into a rule set's own types.

use crate::{Switch, Switches};
use sandtable_geometry::{INCH, Length};
use sandtable_tongue::say;

/// What a switch chooses between: an enum by [`choice!`](crate::choice!), or yes
/// and no.
pub trait Choice: Copy + 'static {
    /// Its values by the words of `switches.toml`.
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

/// Declares what a switch chooses between: an enum, each value with its word in
/// `switches.toml`.
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

/// Declares the switches of a rule set as a type: a field each, with what it chooses
/// between, and `read`, which reads what was chosen.
///
/// A field has the name of its switch and is an enum of its words or another
/// [`Choice`](crate::Choice) (yes and no are a `bool`). Where it is read otherwise, that
/// stands behind it: `(number)`, `(is "word")`, `("switch" is "word")`, `("switch")`,
/// `(other "switch")` where it is not the usual one, `(|of| …)` for all else.
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
            /// Reads the chosen switches against those there are.
            ///
            /// # Errors
            /// One sentence: a switch that does not exist, or a value it does not take.
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

/// The switches of a rule set, with what was chosen, to be read by name.
#[derive(Clone, Copy, Debug)]
pub struct Chooser<'a> {
    rules: &'a str,
    specs: &'a [Switch],
    chosen: &'a Switches,
}

impl<'a> Chooser<'a> {
    /// What was chosen for the switches of the rule set `rules`.
    ///
    /// # Errors
    /// A sentence that names a switch which is not there, or a value that a
    /// switch does not take, and what there is.
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

    /// The word chosen for a switch, or its default.
    ///
    /// # Errors
    /// A sentence, when the switch does not take that word.
    pub fn word(&self, name: &str) -> Result<&'a str, String> {
        let spec = self.spec(name)?;
        let word = self.chosen.get(name).or(spec.default.as_deref());
        let word = word.ok_or_else(|| format!("switches.toml: {name} has no default"))?;
        let meaning = |word: &str| meaning::<bool>(word);
        let same = |value: &str| {
            // Yes may also be said as on or true.
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

    /// Whether a word is chosen for a switch.
    ///
    /// # Errors
    /// A sentence, when the switch does not take what was chosen.
    pub fn is(&self, name: &str, word: &str) -> Result<bool, String> {
        Ok(self.word(name)? == word)
    }

    /// Whether another word than the usual one is chosen for a switch.
    ///
    /// # Errors
    /// A sentence, when the switch does not take what was chosen.
    pub fn is_other(&self, name: &str) -> Result<bool, String> {
        Ok(Some(self.word(name)?) != self.spec(name)?.default.as_deref())
    }

    /// What a switch chooses.
    ///
    /// # Errors
    /// A sentence, when the switch does not take what was chosen.
    pub fn choice<C: Choice>(&self, name: &str) -> Result<C, String> {
        let word = self.word(name)?;
        meaning(word).ok_or_else(|| format!("switches.toml: {name} knows no {word}"))
    }

    /// The inches chosen for a switch whose values are numbers of them.
    ///
    /// # Errors
    /// A sentence, when the switch does not take what was chosen.
    pub fn inches(&self, name: &str) -> Result<Length, String> {
        let inches: Option<Length> = self.word(name)?.parse().ok();
        let inches =
            inches.ok_or_else(|| format!("switches.toml: {name} is no number of inches"))?;
        Ok(inches * INCH)
    }

    /// The number chosen for a switch, or its default.
    ///
    /// # Errors
    /// A sentence, when it is no number or lies outside the range.
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

/// What a word of `switches.toml` means.
fn meaning<C: Choice>(word: &str) -> Option<C> {
    let found = C::WORDS.iter().find(|(text, _)| *text == word);
    found.map(|&(_, value)| value)
}
