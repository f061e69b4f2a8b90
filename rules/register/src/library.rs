//! What the shelf says of a rule set and its battles before anybody plays them: the files
//! `scenarios/<rule set>/library.toml`.

use sandtable_battle::read_toml;
use serde::Deserialize;
use std::collections::BTreeMap;

/// A rule set as a newcomer hears of it, and what its battles ask of players.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Library {
    /// The period of its battles.
    pub period: String,
    /// What it is, in two sentences for somebody who never heard of it.
    pub says: String,
    /// Its scenarios, by their names.
    #[serde(default)]
    pub battle: BTreeMap<String, Measured>,
}

/// What battles of a scenario came to, as the strongest quick computer player fought them
/// with itself (`node crates/wasm/library.mjs`).
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Measured {
    /// The period, where it is not the rule set's.
    #[serde(default)]
    pub period: Option<String>,
    /// Battles won by the first side, won by the second, drawn.
    pub battles: [u32; 3],
    /// Orders of a battle, both sides together.
    pub orders: u32,
}

/// Seconds that a person thinks about and gives an order, the other side's orders watched too.
const SECONDS_AN_ORDER: u32 = 8;

impl Measured {
    /// How long a battle takes on a screen, in steps of five minutes.
    #[must_use]
    pub fn minutes(&self) -> u32 {
        let minutes = self.orders * SECONDS_AN_ORDER / 60;
        (minutes + 2) / 5 * 5
    }

    /// How often the first side won, in percent; a draw counts half.
    #[must_use]
    pub fn first_wins(&self) -> u8 {
        let [first, second, drawn] = self.battles;
        let all = (first + second + drawn).max(1);
        u8::try_from((first * 200 + drawn * 100) / (all * 2)).unwrap_or(100)
    }
}

/// Gives the file of a rule set that is in the list.
macro_rules! shipped {
    ($rules:ident: $($id:literal),+ $(,)?) => {
        $(if same($rules, $id) {
            return Some(include_str!(concat!("../../../scenarios/", $id, "/library.toml")));
        })+
    };
}

/// The library's file of a rule set, a line each; none of one that was not measured yet.
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

/// Reads a library's file.
///
/// # Errors
/// The parser's message; those that ship are tested.
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
