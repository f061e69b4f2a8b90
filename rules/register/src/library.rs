//! What the library says about a rule set and its battles before anyone plays them: the files
//! `scenarios/<rule set>/library.toml`.

use sandtable_battle::read_toml;
use serde::Deserialize;
use std::collections::BTreeMap;

/// Introduction to a rule set for newcomers, with what its battles ask of players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// The period of its battles.
    pub period: String,
    /// What the rule set is, in two sentences for someone who has never heard of it.
    pub says: String,
    /// Its scenarios, by name.
    #[serde(default)]
    pub battle: BTreeMap<String, Measured>,
}

/// Results of a scenario's battles, played by the strongest quick computer player against itself
/// (`node crates/wasm/library.mjs`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The period, if it differs from that of the rule set.
    #[serde(default)]
    pub period: Option<String>,
    /// Battles won by the first side, won by the second, and drawn.
    pub battles: [u32; 3],
    /// Orders in a battle, both sides together.
    pub orders: u32,
}

/// Seconds per order for a person to think and give it, including the time spent watching the other
/// side.
const SECONDS_AN_ORDER: u32 = 8;

impl Measured {
    /// Returns how long a battle takes on a screen, in steps of five minutes.
    #[must_use]
    pub fn minutes(&self) -> u32 {
        let minutes = self.orders * SECONDS_AN_ORDER / 60;
        (minutes + 2) / 5 * 5
    }

    /// Returns how often the first side won, in percent; a draw counts half.
    #[must_use]
    pub fn first_wins(&self) -> u8 {
        let [first, second, drawn] = self.battles;
        let all = (first + second + drawn).max(1);
        u8::try_from((first * 200 + drawn * 100) / (all * 2)).unwrap_or(100)
    }
}

/// Returns the file of a rule set, if the rule set is in the list.
macro_rules! shipped {
    ($rules:ident: $($id:literal),+ $(,)?) => {
        $(if same($rules, $id) {
            return Some(include_str!(concat!("../../../scenarios/", $id, "/library.toml")));
        })+
    };
}

/// Returns the library file of a rule set, or `None` if it has not been measured yet. One line per
/// rule set.
pub(crate) const fn of(rules: &str) -> Option<&'static str> {
    shipped![rules:
        "three-hit",
        "otr-d6",
        "six-plus",
        "favorite",
        "throw-me-a-6",
        "regimental",
        "pike-and-shot",
    ];
    None
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        at += 1;
    }
    at == one.len() && at == other.len()
}

/// Reads a library file.
///
/// # Errors
/// If the file cannot be parsed: the parser's message. Tests check the built-in files.
pub(crate) fn read(text: &str) -> Result<Library, String> {
    read_toml(text).map_err(|e| format!("library.toml: {e}"))
}

#[cfg(test)]
mod tests {
    use super::Measured;

    #[test]
    fn every_scenario_that_ships_is_in_its_library() {
        for entry in crate::ALL {
            let Some(library) = entry.library() else {
                continue;
            };
            let library = library.unwrap_or_else(|e| panic!("{}: {e}", entry.id));
            assert!(
                !library.period.is_empty() && !library.says.is_empty(),
                "{}",
                entry.id
            );
            let names: Vec<String> = entry
                .scenarios()
                .filter_map(|s| s.id.split('/').nth(1).map(str::to_owned))
                .collect();
            for name in &names {
                let of = library.battle.get(name);
                let of = of.unwrap_or_else(|| panic!("{}: {name} is not measured", entry.id));
                assert!(
                    of.minutes() >= 5 && of.battles.iter().sum::<u32>() >= 10,
                    "{name}"
                );
            }
            for name in library.battle.keys() {
                assert!(names.contains(name), "{}: there is no {name}", entry.id);
            }
        }
    }

    #[test]
    fn length_and_chances_are_read_off_what_was_measured() {
        let measured = Measured {
            period: None,
            battles: [6, 3, 1],
            orders: 155,
        };
        assert_eq!((measured.minutes(), measured.first_wins()), (20, 65));
    }
}
