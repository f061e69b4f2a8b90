//! A device's own feed: the battles where it is this device's turn, and those that are over. Any
//! feed reader shows it, so nobody needs to keep a page open in a game that takes weeks.

use crate::wire::{MyRoom, Stands};
use httpdate::fmt_http_date;
use sandtable_tongue::say;
use std::time::{Duration, UNIX_EPOCH};

/// The last moment that a date of a feed can name, in milliseconds: the end of the year 9999.
const LATEST: u64 = 253_402_300_799_999;

/// Returns whether a text can be the fingerprint of a device's key: 64 hexadecimal digits.
#[must_use]
pub fn is_print(text: &str) -> bool {
    text.len() == 64
        && text
            .bytes()
            .all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b))
}

/// Returns the feed of a device as RSS 2.0, in the current language; `code` names the language.
/// `base` is where people reach the page, without a slash at the end.
#[must_use]
pub fn rss(rooms: &[MyRoom], base: &str, code: &str) -> String {
    let items: String = rooms.iter().filter_map(|mine| item(mine, base)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<rss version=\"2.0\"><channel>\
         <title>{}</title><link>{}/</link><description>{}</description>\
         <language>{}</language><ttl>5</ttl>\n{items}</channel></rss>\n",
        escaped(&say!("Sandtable: your turns")),
        escaped(base),
        escaped(&say!("Battles that wait for you, and those that are over.")),
        escaped(code),
    )
}

/// Returns a room's entry in the feed; none while others are to act.
fn item(mine: &MyRoom, base: &str) -> Option<String> {
    let room = &mine.room;
    let what = what_is_new(mine)?;
    let moved = u64::try_from(room.moved).unwrap_or_default().min(LATEST);
    Some(format!(
        "<item><title>{}</title><link>{}/#room={}</link>\
         <guid isPermaLink=\"false\">sandtable:{}:{moved}</guid><pubDate>{}</pubDate></item>\n",
        escaped(&what),
        escaped(base),
        escaped(&room.room),
        escaped(&room.room),
        fmt_http_date(UNIX_EPOCH + Duration::from_millis(moved)),
    ))
}

/// Returns what is new in a room for its player, in words; none while others are to act.
fn what_is_new(mine: &MyRoom) -> Option<String> {
    let room = &mine.room;
    if mine.over.is_some() || room.stands == Stands::Over {
        return Some(say!("The battle is over: {title}", title = room.title));
    }
    let turn = room.stands == Stands::Played && mine.awaits == Some(mine.you);
    turn.then(|| say!("Your turn: {title}", title = room.title))
}

/// Escapes a text for XML. Letters that XML cannot hold are left out.
pub(crate) fn escaped(text: &str) -> String {
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
