//! The language the engine speaks.
//!
//! Every sentence stands in English where it is said. A catalogue gives another
//! language for it, with the English as the key: what has no entry stays English.
//! Texts of cards (titles, clauses, rulings) are looked up once, when a rule set is
//! opened; sentences when they are said. Catalogues are the JSON files of
//! `words/<language>`.
//!
//! A program speaks one language as long as it runs: it is chosen before anything is
//! said.

use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::OnceLock;

/// English texts, and what is said instead.
pub type Catalogue = BTreeMap<String, String>;

static SPOKEN: OnceLock<Catalogue> = OnceLock::new();

/// Reads a catalogue: a JSON object of English texts and what is said instead.
///
/// # Errors
/// Where the text is no such object.
pub fn read(text: &str) -> Result<Catalogue, String> {
    serde_json::from_str(text).map_err(|e| format!("this is no catalogue of words: {e}"))
}

/// Chooses the language, for as long as the program runs.
///
/// # Errors
/// When another was chosen before.
pub fn speak(catalogue: Catalogue) -> Result<(), String> {
    let chosen = SPOKEN.set(catalogue);
    chosen.map_err(|_| "a language is spoken already".to_owned())
}

/// Whether another language than English is spoken. Its catalogue has whole phrases:
/// English rules for plurals and articles are for English words.
#[must_use]
pub fn is_foreign() -> bool {
    SPOKEN.get().is_some()
}

/// A text as it is said.
#[must_use]
pub fn say(english: &str) -> &str {
    match SPOKEN.get().and_then(|spoken| spoken.get(english)) {
        Some(said) => said,
        None => english,
    }
}

/// A text as it is said of something, where the English alone does not tell: `Turn` is an
/// order, and a part of the game. Catalogues have `order|Turn` for it.
#[must_use]
pub fn say_as<'a>(of: &str, english: &'a str) -> &'a str {
    let said = SPOKEN.get().and_then(|spoken| {
        let known = spoken.get(&format!("{of}|{english}"));
        known.or_else(|| spoken.get(english))
    });
    said.map_or(english, String::as_str)
}

/// Says a text that somebody keeps, in its place.
pub fn translate(text: &mut String) {
    if let Some(said) = SPOKEN.get().and_then(|spoken| spoken.get(text.as_str())) {
        text.clone_from(said);
    }
}

/// A sentence with its parts, which are named in the order in which the English has
/// them: `say!("{unit} moves {far}", unit = name, far = far)`.
#[macro_export]
macro_rules! say {
    ($english:literal $(, $name:ident = $part:expr)+ $(,)?) => {{
        #[cfg(debug_assertions)]
        $crate::in_order($english, &[$(stringify!($name)),+]);
        $crate::said($english, &[$(&$part),+])
    }};
    ($english:literal) => {
        $crate::say($english).to_owned()
    };
}

/// A sentence with its parts by name, which need not all be in it: for one that is
/// chosen between others.
#[must_use]
pub fn fill(english: &str, parts: &[(&str, &dyn Display)]) -> String {
    let part = |name: &str| parts.iter().find(|(known, _)| *known == name);
    filled(say(english), |name| part(name).map(|(_, part)| *part))
}

/// What [`say!`] comes to: a catalogue may have the parts in another order than the
/// English.
#[must_use]
pub fn said(english: &str, parts: &[&dyn Display]) -> String {
    let place = |name: &str| names(english).position(|known| known == name);
    filled(say(english), |name| parts.get(place(name)?).copied())
}

/// The names of the parts of a sentence.
fn names(english: &str) -> impl Iterator<Item = &str> {
    let parts = english.split('{').skip(1);
    parts.filter_map(|part| part.split_once('}').map(|(name, _)| name))
}

fn filled<'p>(said: &str, part: impl Fn(&str) -> Option<&'p dyn Display>) -> String {
    let mut out = String::new();
    let mut rest = said;
    while let Some((before, from)) = rest.split_once('{') {
        let (name, after) = from.split_once('}').unwrap_or((from, ""));
        out.push_str(before);
        if let Some(part) = part(name) {
            // Writing into a text cannot fail.
            let _ = write!(out, "{part}");
        }
        rest = after;
    }
    out + rest
}

/// Holds the parts of a [`say!`] against its English.
#[cfg(debug_assertions)]
pub fn in_order(english: &str, given: &[&str]) {
    let asked: Vec<&str> = names(english).collect();
    assert_eq!(asked, given, "the parts of “{english}”");
}

#[cfg(test)]
mod tests {
    use super::{read, speak};

    #[test]
    fn a_sentence_is_said_in_english_until_a_language_is_chosen() {
        let moved = |far: u8| say!("{unit} moves {far}", unit = "Weed", far = far);
        assert_eq!(moved(4), "Weed moves 4");
        let german = r#"{"{unit} moves {far}": "{far} weit zieht {unit}",
            "Turn": "Zug", "order|Turn": "Drehen"}"#;
        speak(read(german).expect("JSON")).expect("the first language");
        assert_eq!(moved(4), "4 weit zieht Weed");
        assert_eq!(super::say("Turn"), "Zug");
        assert_eq!(super::say("Phase"), "Phase", "without an entry");
        assert_eq!(super::say_as("order", "Turn"), "Drehen");
        assert_eq!(super::say_as("place", "Turn"), "Zug");
        assert!(speak(super::Catalogue::new()).is_err(), "chosen once");
    }

    #[test]
    fn a_name_with_braces_is_left_alone() {
        assert_eq!(say!("{unit} stays", unit = "{far} {"), "{far} { stays");
        assert_eq!(say!("no parts"), "no parts");
    }

    #[test]
    fn what_is_no_catalogue_is_refused() {
        let said = read("[1]").expect_err("no catalogue");
        assert!(
            said.contains("line 1 column 0") || said.contains("line 1"),
            "{said}"
        );
    }
}
