//! The language that the engine speaks.
//!
//! Every sentence is written in English where it is used. A catalogue gives its translations, with
//! the English as the key: a text without an entry stays English. Texts of cards (titles, clauses,
//! rulings) are looked up once, when a rule set is opened; sentences when they are used. Catalogues
//! are the JSON files of `words/<language>`.
//!
//! Each call chooses its language: everything said while [`Language::speak`] runs is in that
//! language, on that thread. Without a choice, the program's language applies.

mod letters;

pub use letters::is_seen;

use std::cell::Cell;
use std::collections::BTreeMap;
use std::fmt::{Display, Write};
use std::sync::OnceLock;

/// English texts with their translations.
pub type Catalogue = BTreeMap<String, String>;

/// The translations of one language.
#[derive(Clone, Debug, Default)]
struct Words {
    /// Words of the table and of studies.
    shared: Vec<&'static Catalogue>,
    /// Words of each rule set: two rule sets may mean different things by the same English.
    own: BTreeMap<String, &'static Catalogue>,
}

/// A language; English by default.
#[derive(Clone, Copy, Debug, Default)]
pub struct Language(Option<&'static Words>);

impl PartialEq for Language {
    fn eq(&self, other: &Self) -> bool {
        match (self.0, other.0) {
            (None, None) => true,
            (Some(one), Some(other)) => std::ptr::eq(one, other),
            _ => false,
        }
    }
}

impl Eq for Language {}

/// What a thread speaks.
#[derive(Clone, Copy)]
struct Spoken {
    /// `None` for the program's language.
    language: Option<Language>,
    /// The words of the current rule set, then those of its base if it is a difference.
    about: [Option<&'static Catalogue>; 2],
}

const NOTHING: Spoken = Spoken {
    language: None,
    about: [None; 2],
};

thread_local! {
    static SPOKEN: Cell<Spoken> = const { Cell::new(NOTHING) };
}

/// The program's language.
static USUAL: OnceLock<Language> = OnceLock::new();

/// Reads a catalogue: a JSON object of English texts with their translations.
///
/// # Errors
/// If the text is not such an object.
pub fn read(text: &str) -> Result<Catalogue, String> {
    serde_json::from_str(text).map_err(|e| format!("this is no catalogue of words: {e}"))
}

impl Language {
    /// English, the language of the source texts.
    pub const ENGLISH: Self = Self(None);

    /// Makes a language made of shared words, and of the words of rule sets by their names. They
    /// stay in memory as long as the program runs: there are few languages.
    #[must_use]
    pub fn new(shared: Catalogue, own: BTreeMap<String, Catalogue>) -> Self {
        Self::ENGLISH.with(shared, own)
    }

    /// Returns the language with more words, which may arrive when they are needed: those of a rule
    /// set once it is played. Anything opened in the language before must be opened again in this
    /// one, as in any other.
    #[must_use]
    pub fn with(self, shared: Catalogue, own: BTreeMap<String, Catalogue>) -> Self {
        let mut words = self.0.cloned().unwrap_or_default();
        if !shared.is_empty() {
            words.shared.push(Box::leak(Box::new(shared)));
        }
        let own = own.into_iter();
        let own = own.map(|(rules, said)| (rules, &*Box::leak(Box::new(said))));
        words.own.extend(own);
        Self(Some(Box::leak(Box::new(words))))
    }

    /// Speaks this language during `work`, on this thread.
    pub fn speak<T>(self, work: impl FnOnce() -> T) -> T {
        let now = Spoken {
            language: Some(self),
            about: [None; 2],
        };
        // Restored even if `work` panics: another call will run on this thread.
        let _before = Before(SPOKEN.replace(now));
        work()
    }

    /// Speaks this language wherever no other was chosen, for as long as the program runs.
    ///
    /// # Errors
    /// If another was chosen before.
    pub fn always(self) -> Result<(), String> {
        let chosen = USUAL.set(self);
        chosen.map_err(|_| "a language is spoken already".to_owned())
    }

    /// Returns the current language.
    #[must_use]
    pub fn spoken() -> Self {
        let here = SPOKEN.get().language;
        here.or_else(|| USUAL.get().copied()).unwrap_or_default()
    }
}

/// Restores what was spoken before.
struct Before(Spoken);

impl Drop for Before {
    fn drop(&mut self) {
        SPOKEN.set(self.0);
    }
}

/// Names the rule set that texts are about from now on, on this thread and until the call ends: its
/// words come before those of others.
pub fn about(rules: &str) {
    about_difference(rules, None);
}

/// Names the rule set that texts are about, if it is a difference of another: where it has no words
/// of its own, those of its base apply.
pub fn about_difference(rules: &str, base: Option<&str>) {
    let words = |of: &str| Language::spoken().0?.own.get(of).copied();
    SPOKEN.set(Spoken {
        about: [words(rules), base.and_then(words)],
        ..SPOKEN.get()
    });
}

/// Returns the translation of an English text.
fn found(english: &str) -> Option<&'static String> {
    let words = Language::spoken().0?;
    let mut own = SPOKEN.get().about.into_iter().flatten();
    let about = own.find_map(|own| own.get(english));
    let shared = || words.shared.iter().find_map(|said| said.get(english));
    let all = || words.own.values().find_map(|own| own.get(english));
    about.or_else(shared).or_else(all)
}

/// Returns whether a language other than English is spoken. Its catalogue has whole phrases,
/// because English rules for plurals and articles apply only to English words.
#[must_use]
pub fn is_foreign() -> bool {
    Language::spoken().0.is_some()
}

/// Returns a text in the current language.
#[must_use]
pub fn say(english: &str) -> &str {
    found(english).map_or(english, String::as_str)
}

/// Returns a text in the current language, in a context where the English alone is ambiguous:
/// `Turn` is an order, and a part of the game. Catalogues have `order|Turn` for it.
#[must_use]
pub fn say_as<'a>(of: &str, english: &'a str) -> &'a str {
    if !is_foreign() {
        return english;
    }
    let said = found(&format!("{of}|{english}")).or_else(|| found(english));
    said.map_or(english, String::as_str)
}

/// Returns the name of a side, a unit or a group in the current language. A catalogue has
/// `name|Red Line` for it, because names look like other words; a name without an entry stays as it
/// was written.
#[must_use]
pub fn name(written: &str) -> &str {
    if !is_foreign() {
        return written;
    }
    found(&format!("name|{written}")).map_or(written, String::as_str)
}

/// Returns a number as people read it: `3,5` in languages with a decimal comma (`number|.`). What
/// people type and what files hold has a point in every language.
#[must_use]
pub fn numeral(number: String) -> String {
    if is_foreign() && number.contains('.') {
        number.replace('.', say_as("number", "."))
    } else {
        number
    }
}

/// Translates a stored text in place.
pub fn translate(text: &mut String) {
    if let Some(said) = found(text) {
        text.clone_from(said);
    }
}

/// A sentence with its parts, which are named in the order of the English:
/// `say!("{unit} moves {far}", unit = name, far = far)`.
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

/// Fills in a sentence with its parts by name, not all of which need to occur: for a sentence that
/// is chosen from several.
#[must_use]
pub fn fill(english: &str, parts: &[(&str, &dyn Display)]) -> String {
    let part = |name: &str| parts.iter().find(|(known, _)| *known == name);
    filled(say(english), |name| part(name).map(|(_, part)| *part))
}

/// Fills in a [`say!`]: a catalogue may have the parts in a different order from the English.
#[must_use]
pub fn said(english: &str, parts: &[&dyn Display]) -> String {
    let place = |name: &str| names(english).position(|known| known == name);
    filled(say(english), |name| parts.get(place(name)?).copied())
}

/// Returns the names of the parts of a sentence.
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
            // Writing into a string cannot fail.
            let _ = write!(out, "{part}");
        }
        rest = after;
    }
    out + rest
}

/// Checks the parts of a [`say!`] against its English.
#[cfg(debug_assertions)]
pub fn in_order(english: &str, given: &[&str]) {
    let asked: Vec<&str> = names(english).collect();
    assert_eq!(asked, given, "the parts of “{english}”");
}

#[cfg(test)]
mod tests {
    use super::{Catalogue, Language, about, read};
    use std::collections::BTreeMap;

    fn german() -> Language {
        let german = r#"{"{unit} moves {far}": "{far} weit zieht {unit}",
            "number|.": ",", "Turn": "Zug", "order|Turn": "Drehen", "name|Red": "Rot"}"#;
        let own = |said: &str| Catalogue::from([("column".to_owned(), said.to_owned())]);
        let own = [("ancients", own("Kolonne")), ("tables", own("Spalte"))];
        let own = own.map(|(rules, words)| (rules.to_owned(), words));
        Language::new(read(german).expect("JSON"), BTreeMap::from(own))
    }

    #[test]
    fn each_call_is_answered_in_its_own_language() {
        let moved = |far: u8| say!("{unit} moves {far}", unit = "Weed", far = far);
        let german = german();
        assert_eq!(moved(4), "Weed moves 4");
        german.speak(|| {
            assert_eq!(moved(4), "4 weit zieht Weed");
            assert_eq!(super::say("Turn"), "Zug");
            assert_eq!(super::say("Phase"), "Phase", "without an entry");
            assert_eq!(super::say_as("order", "Turn"), "Drehen");
            assert_eq!(super::say_as("place", "Turn"), "Zug");
            assert_eq!(super::name("Red"), "Rot");
            assert_eq!(super::name("Turn"), "Turn", "a name is no other word");
            Language::ENGLISH.speak(|| assert_eq!(moved(4), "Weed moves 4"));
            assert!(super::is_foreign());
            let elsewhere = std::thread::spawn(super::is_foreign);
            assert!(!elsewhere.join().expect("a thread"), "only on this one");
        });
        assert_eq!(moved(4), "Weed moves 4");
        let broken = std::panic::catch_unwind(|| german.speak(|| panic!("a fault")));
        assert!(broken.is_err() && !super::is_foreign(), "given back");
    }

    #[test]
    fn a_rule_set_is_heard_in_its_own_words() {
        german().speak(|| {
            about("tables");
            assert_eq!(super::say("column"), "Spalte");
            about("ancients");
            assert_eq!(super::say("column"), "Kolonne");
            assert_eq!(super::say("Turn"), "Zug", "shared by all");
            about("nobody's");
            assert_eq!(super::say("column"), "Kolonne", "of the first that has it");
            super::about_difference("nobody's", Some("tables"));
            assert_eq!(
                super::say("column"),
                "Spalte",
                "of what it is a difference of"
            );
        });
    }

    #[test]
    fn more_words_come_when_they_are_wanted() {
        let before = german();
        let table = read(r#"{"Phase": "Abschnitt"}"#).expect("JSON");
        let square = Catalogue::from([("square".to_owned(), "Karree".to_owned())]);
        let after = before.with(table, BTreeMap::from([("columns".to_owned(), square)]));
        assert_ne!(before, after, "what was opened before is opened again");
        before.speak(|| assert_eq!(super::say("Phase"), "Phase"));
        after.speak(|| {
            assert_eq!(super::say("Phase"), "Abschnitt");
            assert_eq!(super::say("Turn"), "Zug", "as before");
            about("columns");
            assert_eq!(super::say("square"), "Karree");
            about("tables");
            assert_eq!(super::say("column"), "Spalte", "as before");
        });
    }

    #[test]
    fn numbers_have_the_decimal_mark_of_the_language() {
        let told = || super::numeral("3.5".to_owned());
        assert_eq!(told(), "3.5");
        german().speak(|| {
            assert_eq!(told(), "3,5");
            assert_eq!(super::numeral("12".to_owned()), "12");
        });
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
