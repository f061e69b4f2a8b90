//! A device's own feed: where it is its turn, and which of its battles are over. Any feed
//! reader shows it, so nobody needs to keep a page open in a game that takes weeks.

use crate::wire::{MyRoom, Stands};
use httpdate::fmt_http_date;
use serde::Deserialize;
use std::time::{Duration, UNIX_EPOCH};

/// In which language a feed is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub enum Language {
    /// English.
    #[default]
    #[serde(rename = "en")]
    English,
    /// German.
    #[serde(rename = "de")]
    German,
}

struct Words {
    title: &'static str,
    says: &'static str,
    turn: &'static str,
    over: &'static str,
}

impl Language {
    const fn code(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::German => "de",
        }
    }

    const fn words(self) -> Words {
        match self {
            Self::English => Words {
                title: "Sandtable: your turns",
                says: "Battles that wait for you, and those that are over.",
                turn: "Your turn",
                over: "The battle is over",
            },
            Self::German => Words {
                title: "Sandtable: du bist dran",
                says: "Gefechte, die auf dich warten, und solche, die vorbei sind.",
                turn: "Du bist dran",
                over: "Das Gefecht ist vorbei",
            },
        }
    }
}

/// Whether a text can be the print of a device's key: 64 hexadecimal digits.
#[must_use]
pub fn is_print(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// The feed of a device as RSS 2.0. `base` is where people reach the page, without a slash at
/// the end.
#[must_use]
pub fn rss(rooms: &[MyRoom], base: &str, language: Language) -> String {
    let words = language.words();
    let items: String = rooms
        .iter()
        .filter_map(|mine| item(mine, base, &words))
        .collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\"><channel>\
         <title>{}</title><link>{}/</link><description>{}</description>\
         <language>{}</language><ttl>5</ttl>\n{items}</channel></rss>\n",
        escaped(words.title),
        escaped(base),
        escaped(words.says),
        language.code(),
    )
}

/// What a room has to say to its player; nothing while others are to act.
fn item(mine: &MyRoom, base: &str, words: &Words) -> Option<String> {
    let room = &mine.room;
    let what = if mine.over.is_some() || room.stands == Stands::Over {
        words.over
    } else if room.stands == Stands::Played && mine.awaits == Some(mine.you) {
        words.turn
    } else {
        return None;
    };
    let moved = u64::try_from(room.moved).unwrap_or_default();
    Some(format!(
        "<item><title>{what}: {}</title><link>{}/#room={}</link>\
         <guid isPermaLink=\"false\">sandtable:{}:{moved}</guid><pubDate>{}</pubDate></item>\n",
        escaped(&room.title),
        escaped(base),
        escaped(&room.room),
        escaped(&room.room),
        fmt_http_date(UNIX_EPOCH + Duration::from_millis(moved)),
    ))
}

/// A text as it stands in XML. Letters that XML cannot hold are left out.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => {}
            _ if letter.is_control() => {}
            _ => out.push(letter),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_text_and_nothing_else() {
        assert_eq!(
            escaped("<b>\"A & B\"</b>\u{0}\u{1b}[31m"),
            "&lt;b&gt;&quot;A &amp; B&quot;&lt;/b&gt;[31m"
        );
    }

    #[test]
    fn a_print_is_64_small_hexadecimal_digits() {
        assert!(is_print(&"0f".repeat(32)));
        assert!(!is_print(&"0F".repeat(32)));
        assert!(!is_print(&"0f".repeat(31)));
    }
}
