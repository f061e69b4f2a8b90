//! Events (`*.events.toml`): the event cards that a battle is played with, if its rules have such
//! cards.
//!
//! ```toml
//! rules = "six-plus"
//! name = "Weather and luck"
//!
//! [[event]]
//! does = "quiet"
//! cards = 4
//!
//! [[event]]
//! does = "mud"                      # one card unless it says how many
//! ```
//!
//! A battle file holds the same tables, or names such a file: `events = "FILE"`.

use super::flaws::{Flaws, Notes};
use super::named::known_rules;
use super::node::{Table, read_toml_as};
use sandtable_battle::phrase::{must, only_here};
use sandtable_battle::{Card, EventCards};
use sandtable_tongue::say;

/// What messages call the file.
const FILE: &str = "an events file";

/// The ending of an events file's name.
pub const EVENTS_FILE: &str = ".events.toml";

/// The keys of an events file.
const KEYS: [&str; 4] = ["rules", "name", "says", "event"];

/// The keys of an event.
pub(super) const EVENT_KEYS: [&str; 2] = ["does", "cards"];

/// Maximum number of events in a list.
pub(super) const MOST: usize = 50;

/// Maximum number of cards of one event.
pub(super) const MOST_CARDS: i64 = 50;

/// Returns the events file that a battle file names.
#[must_use]
pub fn events_beside(text: &str) -> Option<String> {
    read_toml_as(text, FILE, |root, notes| {
        let name = root.get("events")?.text(notes)?;
        name.ends_with(EVENTS_FILE).then(|| name.to_owned())
    })
    .ok()
}

/// Returns the rule set that an events file is for.
///
/// # Errors
/// If the file cannot be read this far, or its rule set is not known.
pub fn peek_events(text: &str, known: &[&str]) -> Result<String, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        known_rules(root, "rules", known, notes)
    })
}

/// Reads an events file for a rule set.
///
/// # Errors
/// Lists every flaw of the file.
pub fn read_events(text: &str, card: &Card) -> Result<Vec<EventCards>, Flaws> {
    read_toml_as(text, FILE, |root, notes| {
        root.keys(KEYS.into_iter(), notes);
        if let Some(node) = root.need("rules", notes)
            && let Some(name) = node.text(notes)
            && name != card.id
        {
            let message = must("rules", &only_here(&card.id), &format_args!("`{name}`"));
            notes.add(node.span(), message);
        }
        for key in ["name", "says"] {
            let _ = root.get(key).and_then(|node| node.text(notes));
        }
        Some(read_all(root, card, notes))
    })
}

/// Reads the events that a table lists.
pub(super) fn read_all(root: &Table<'_>, card: &Card, notes: &mut Notes<'_>) -> Vec<EventCards> {
    if let Some(node) = root.get("event").filter(|_| card.events.is_empty()) {
        let says = say!("{rules} knows no events", rules = card.id);
        notes.add(node.span(), says);
        return Vec::new();
    }
    let tables = root.tables("event", "an event", MOST, notes);
    let mut all = Vec::with_capacity(tables.len());
    for table in &tables {
        table.keys(EVENT_KEYS.into_iter(), notes);
        let known = card.events.iter().map(String::as_str);
        let does = table
            .need("does", notes)
            .and_then(|node| node.one_of(known, notes));
        let cards = table
            .get("cards")
            .map_or(Some(1), |node| node.whole(1..=MOST_CARDS, notes));
        let does = does.and_then(|place| u8::try_from(place).ok());
        let cards = cards.and_then(|n| u8::try_from(n).ok());
        all.extend(
            does.zip(cards)
                .map(|(does, cards)| EventCards { does, cards }),
        );
    }
    let cards: usize = all.iter().map(|event| usize::from(event.cards)).sum();
    if let Some(node) = root.get("event").filter(|_| cards > usize::from(u8::MAX)) {
        let says = say!(
            "the events have {n} cards, and at most 255 can be shuffled",
            n = cards
        );
        notes.add(node.span(), says);
        return Vec::new();
    }
    all
}
