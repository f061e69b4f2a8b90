//! Words of cards and names, adapted to fit a sentence. Languages other than English keep titles as
//! their catalogue has them: nouns are not lower-cased, and get no English plural.

use sandtable_battle::{Battle, Side};
use sandtable_tongue::{is_foreign, say, say_as};

/// Returns a card's name as a word in a sentence.
#[must_use]
pub fn plain(name: &str) -> String {
    say(&name.replace(['_', '-'], " ").to_lowercase()).to_owned()
}

/// Returns the name of a piece of ground or a zone, for people. Files and orders use the written
/// name; a catalogue has `place|North wood` for it, because names look like other words.
#[must_use]
pub fn place(name: &str) -> &str {
    say_as("place", name)
}

/// Formats a number of things: "1 hit", "2 hits"; titles are singular or plural as the card has
/// them.
#[must_use]
pub fn count(value: i32, title: &str) -> String {
    if is_foreign() {
        return format!("{title}: {value}");
    }
    let word = title.to_lowercase();
    match value {
        1 => match word.split_once("s ") {
            Some((one, how)) => format!("1 {one} {how}"),
            None => format!("1 {}", word.strip_suffix('s').unwrap_or(&word)),
        },
        _ if word.ends_with('s') || word.contains(' ') => format!("{value} {word}"),
        _ => format!("{value} {word}s"),
    }
}

/// Lists things as people say it: `one, two and three`.
#[must_use]
pub fn listed(all: &[String]) -> String {
    match all {
        [] => String::new(),
        [one] => one.clone(),
        [front @ .., last] => say!("{front} and {last}", front = front.join(", "), last = last),
    }
}

/// Says who wins: `Blue wins`, `the Danes win`.
#[must_use]
pub fn wins(battle: &Battle, side: Side) -> String {
    let name = battle.setting.side_called(side);
    if super::are_many(battle, side) {
        say!("{side} win", side = name)
    } else {
        say!("{side} wins", side = name)
    }
}

/// Returns a sentence with its first letter capitalised.
#[must_use]
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// Returns a title with its first letter in lower case, for the middle of a sentence.
#[must_use]
pub fn lower(text: &str) -> String {
    if is_foreign() {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_lowercase().chain(letters).collect()
    })
}

/// Returns a title within a sentence.
#[must_use]
pub fn in_sentence(title: &str) -> String {
    if is_foreign() {
        title.to_owned()
    } else {
        title.to_lowercase()
    }
}

/// Returns whether a card's title is a phrase rather than a thing that can be counted.
#[must_use]
pub fn is_phrase(title: &str) -> bool {
    title.split_whitespace().count() > 2
}

/// Returns a single one of a thing, with its article: "a morale marker".
#[must_use]
pub fn one(title: &str) -> String {
    if is_foreign() {
        return title.to_owned();
    }
    let word = title.to_lowercase();
    let article = if word.starts_with(['a', 'e', 'i', 'o', 'u']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {word}")
}

/// Returns the plural of a card's title.
#[must_use]
pub fn many(title: &str) -> String {
    if is_foreign() {
        return title.to_owned();
    }
    let word = title.to_lowercase();
    let several = |word: &str| word.ends_with('s');
    if several(&word) || word.split(' ').next().is_some_and(several) {
        word
    } else {
        format!("{word}s")
    }
}
