//! Whether a unit is singular or plural, and "it", "he" or "they". Files only give names, so the
//! name decides: `Blue Guards charge`, `Weed's battery charges`.

use sandtable_battle::{Battle, Card, UnitId};

/// The grammatical person of a unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Person {
    /// A single leader.
    He,
    /// A body of troops with a name in the singular.
    It,
    /// A body of troops with a name in the plural.
    They,
}

impl Person {
    /// Returns the person of a unit in a battle.
    #[must_use]
    pub fn of(battle: &Battle, card: &Card, unit: UnitId) -> Self {
        let kind = battle
            .get(unit)
            .and_then(|u| card.kinds.get(usize::from(u.kind)));
        if kind.is_some_and(|kind| kind.leader) {
            Self::He
        } else if plural(battle.setting.name(unit)) {
            Self::They
        } else {
            Self::It
        }
    }

    /// Returns the matching form of a verb.
    #[must_use]
    pub const fn verb<'a>(self, many: &'a str, one: &'a str) -> &'a str {
        match self {
            Self::They => many,
            Self::He | Self::It => one,
        }
    }

    /// Returns the possessive pronoun.
    #[must_use]
    pub const fn own(self) -> &'static str {
        match self {
            Self::He => "his",
            Self::It => "its",
            Self::They => "their",
        }
    }
}

/// Words that end the part of a name that says what the unit is: the guards `of` the king are
/// guards.
const LINKS: [&str; 14] = [
    "of", "de", "du", "des", "von", "under", "from", "with", "at", "on", "in", "the", "à", "d'",
];

/// Plurals that do not end in s.
const OTHERS: [&str; 6] = ["men", "people", "swiss", "triarii", "hastati", "psiloi"];

/// Returns whether a name is in the plural, judged by the last word of what it names, without
/// numbers and brackets after it.
pub(super) fn plural(name: &str) -> bool {
    let words: Vec<String> = name.split_whitespace().map(str::to_lowercase).collect();
    if words.iter().any(|word| word == "and" || word == "&") {
        return true;
    }
    let head = words
        .iter()
        .enumerate()
        .position(|(at, word)| at > 0 && LINKS.contains(&word.as_str()))
        .unwrap_or(words.len());
    let said = words[..head].iter().rfind(|word| !is_number(word));
    let Some(word) = said else { return false };
    let bare = word.trim_end_matches(|letter: char| !letter.is_alphanumeric());
    let ends = |ending: &str| bare.ends_with(ending);
    OTHERS.iter().any(|other| ends(other))
        || (ends("s") && !ends("ss") && !ends("us") && !ends("'s") && !ends("’s"))
}

/// Returns whether a word at the end of a name only tells the unit from others: `2`, `II`, `(b)`.
fn is_number(word: &str) -> bool {
    let bare = word.trim_matches(|letter: char| !letter.is_alphanumeric());
    bare.chars().count() <= 1
        || bare.starts_with(|letter: char| letter.is_ascii_digit())
        || bare
            .chars()
            .all(|letter| matches!(letter, 'i' | 'v' | 'x' | 'l'))
}

#[cfg(test)]
mod tests {
    use super::plural;

    #[test]
    fn names_say_how_many_they_are() {
        for name in [
            "Blue Guards",
            "1st Hussars",
            "Grenadiers à cheval",
            "Dragoons of the Line",
            "Hussars 2",
            "Lancers II",
            "Spearmen",
            "Horse and Foot",
            "Hastati",
            "Peltasts (b)",
            "Sons of the Desert",
        ] {
            assert!(plural(name), "{name}");
        }
        for name in [
            "Weed's battery",
            "Blue Battery",
            "Red Line",
            "1st Blue",
            "Cutler's",
            "Iron Brigade",
            "Legion of Mars",
            "Legio X Equestris Gemina",
            "Battery 2",
            "Spartacus",
            "",
        ] {
            assert!(!plural(name), "{name}");
        }
    }
}
