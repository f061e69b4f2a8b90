//! What a room was made as.

use crate::clock::ClockKind;
use crate::joint::{DiceKind, Host};
use crate::seat::{Seat, Sitter};
use crate::wire::{Begin, Berth, MOST_NAME, MOST_TEXT, Make, Trouble};
use serde::{Deserialize, Serialize};

/// What a room was made as, and stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    /// Who is to sit at the two sides.
    pub sitters: [Sitter; 2],
    /// The clocks.
    pub clock: ClockKind,
    /// What the two sides are called.
    pub sides: [String; 2],
    /// Whether the lobby shows it.
    pub listed: bool,
    /// Whose dice it is played with.
    #[serde(default)]
    pub dice: DiceKind,
    /// The server's chain, where dice are joint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host: Option<Host>,
    /// Whether there is a seat for somebody who umpires.
    #[serde(default)]
    pub umpire: bool,
    /// How many minutes later whoever watches sees it.
    #[serde(default)]
    pub delay: u16,
    /// How many days each side may be away in all, where turns take days.
    #[serde(default)]
    pub vacation: u16,
    /// Whether it changes the ratings of who plays.
    #[serde(default)]
    pub rated: bool,
    /// The tournament in which it is fought.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tournament: Option<Berth>,
}

impl Plan {
    /// Whether something is to be done when the battle ends.
    #[must_use]
    pub const fn settles(&self) -> bool {
        self.rated || self.tournament.is_some()
    }
}

/// Most minutes by which whoever watches may be behind.
pub const MOST_DELAY: u16 = 60;
/// Most days that a side may be away in a battle.
pub const MOST_VACATION: u16 = 60;

/// Whether a room can be made so.
///
/// # Errors
/// When whoever makes it cannot sit where he wants to, or a clock is none.
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

/// What is rated is the same for all: a battle that ships, under its own rules, between two
/// people, with dice that neither enters himself, and with nobody who rules.
fn rated(make: &Make) -> Result<(), Trouble> {
    let ships = matches!(make.from, Begin::Scenario(_)) && make.house.is_none();
    let own = ships && make.armies.iter().all(Option::is_none);
    let people = make.sitters.iter().all(Sitter::is_person) && !make.umpire;
    match !make.rated || (own && people && make.dice != DiceKind::Hand) {
        true => Ok(()),
        false => Err(Trouble::NotRated),
    }
}

/// Whether a device's key is long enough that nobody guesses it.
#[must_use]
pub fn is_key(key: &str) -> bool {
    (16..=128).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_alphanumeric())
}

/// A name as it is kept: one line, not too long, nothing that cannot be seen.
#[must_use]
pub fn name(given: &str) -> String {
    visible(given, MOST_NAME)
}

/// What somebody says, as it is kept; nothing when nothing can be seen of it.
///
/// # Errors
/// When it is too long.
pub fn text(given: &str) -> Result<Option<String>, Trouble> {
    if given.chars().count() > MOST_TEXT {
        return Err(Trouble::TooLong);
    }
    let text = visible(given, MOST_TEXT);
    Ok((!text.is_empty()).then_some(text))
}

/// The letters of a text that stand in one line and turn nothing round.
fn visible(given: &str, most: usize) -> String {
    let odd = |c: char| {
        c.is_control()
            || matches!(
                c,
                '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                    | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                    | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                    | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
            )
    };
    let words: String = given
        .chars()
        .map(|c| if c.is_whitespace() { ' ' } else { c })
        .filter(|&c| !odd(c))
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
