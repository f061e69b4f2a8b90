//! The settings with which a room was made.

use crate::clock::ClockKind;
use crate::joint::{DiceKind, Host};
use crate::seat::{Seat, Sitter};
use crate::wire::{Begin, Berth, MOST_NAME, MOST_TEXT, Make, Trouble};
use sandtable_tongue::is_seen;
use serde::{Deserialize, Serialize};
use unicode_normalization::UnicodeNormalization;

/// The settings with which a room was made; they never change.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Who is to sit at the two sides.
    pub sitters: [Sitter; 2],
    /// The clocks.
    pub clock: ClockKind,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// Whether the lobby shows the room.
    pub listed: bool,
    /// Whose dice the room is played with.
    #[serde(default)]
    pub dice: DiceKind,
    /// The server's chain, if dice are joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    /// Whether there is a seat for an umpire.
    #[serde(default)]
    pub umpire: bool,
    /// How many minutes late spectators see the battle.
    #[serde(default)]
    pub delay: u16,
    /// How many days each side may be away in all, if turns take days.
    #[serde(default)]
    pub vacation: u16,
    /// Whether the battle changes the players' ratings.
    #[serde(default)]
    pub rated: bool,
    /// The tournament that the battle belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Berth>,
}

impl Plan {
    /// Returns whether something is to be done when the battle ends.
    #[must_use]
    pub const fn settles(&self) -> bool {
        self.rated || self.tournament.is_some()
    }
}

/// Maximum number of minutes by which spectators may be behind.
pub const MOST_DELAY: u16 = 60;
/// Maximum number of days that a side may be away in a battle.
pub const MOST_VACATION: u16 = 60;

/// Checks whether a room can be made with these settings.
///
/// # Errors
/// If the maker cannot take the chosen seat, or a clock is invalid.
pub fn check(make: &Make) -> Result<(), Trouble> {
    let seat = make.you.place().map(|place| &make.sitters[place]);
    let free = seat.is_none_or(|sitter| !matches!(sitter, Sitter::Computer(_)));
    let known = |sitter: &Sitter| match sitter {
        Sitter::Computer(level) => sandtable_session::is_level(level),
        Sitter::Person | Sitter::Open => true,
    };
    let days = matches!(make.clock, ClockKind::Days(_));
    let more = (make.umpire || make.you != Seat::Umpire)
        && make.delay <= MOST_DELAY
        && make.vacation <= if days { MOST_VACATION } else { 0 };
    if free
        && more
        && make.sitters.iter().all(known)
        && make.clock.is_sound()
        && is_key(&make.device)
    {
        rated(make)
    } else {
        Err(Trouble::Garbled)
    }
}

/// Checks what a rated battle requires, the same for all: a built-in battle with its own armies and
/// rules, between two people, with dice that neither player enters, and without an umpire.
fn rated(make: &Make) -> Result<(), Trouble> {
    let ships = matches!(make.from, Begin::Scenario(_)) && make.house.is_none();
    let own = ships && make.armies.iter().all(Option::is_none);
    let people = make.sitters.iter().all(Sitter::is_person) && !make.umpire;
    match !make.rated || (own && people && make.dice != DiceKind::Hand) {
        true => Ok(()),
        false => Err(Trouble::NotRated),
    }
}

/// Returns whether a device's key is long enough that nobody can guess it.
#[must_use]
pub fn is_key(key: &str) -> bool {
    (16..=128).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// Returns a name as it is stored: one line, not too long, nothing invisible. Letters with accents
/// are single characters (NFC), however the device wrote them.
#[must_use]
pub fn name(given: &str) -> String {
    // Composing makes most names shorter and a few longer.
    let composed = visible(given, 4 * MOST_NAME);
    let cut: String = composed.nfc().take(MOST_NAME).collect();
    cut.trim_end().to_owned()
}

/// Returns a name as it was stored before names were composed.
#[must_use]
pub fn name_as_typed(given: &str) -> String {
    visible(given, MOST_NAME)
}

/// Returns what somebody says as it is stored; none if nothing in it is visible.
///
/// # Errors
/// If it is too long.
pub fn text(given: &str) -> Result<Option<String>, Trouble> {
    if given.chars().count() > MOST_TEXT {
        return Err(Trouble::TooLong);
    }
    let text = visible(given, MOST_TEXT);
    Ok((!text.is_empty()).then_some(text))
}

/// Returns the letters of a text that fit in one line and do not change the writing direction.
fn visible(given: &str, most: usize) -> String {
    let words: String = given
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| is_seen(c))
        .take(most)
        .collect();
    words.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_visible_line() {
        assert_eq!(name("  Ada\n\u{202e}Lovelace\u{0} "), "Ada Lovelace");
        assert_eq!(name(&"x".repeat(200)).len(), MOST_NAME);
        assert_eq!(name("Zoe\u{308}"), "Zo\u{eb}");
        assert_eq!(
            name("<b>Bo</b>"),
            "<b>Bo</b>",
            "the page shows letters as letters"
        );
    }

    #[test]
    fn what_is_too_long_is_not_said() {
        assert_eq!(text(&"x".repeat(401)), Err(Trouble::TooLong));
        for unseen in [" \u{200b} ", "\u{3164}\u{2800}", "\u{61c}\u{ad}\u{e0041}"] {
            assert_eq!(text(unseen), Ok(None));
        }
        assert_eq!(text("Well met"), Ok(Some("Well met".to_owned())));
    }
}
