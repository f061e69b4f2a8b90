//! Writing to the streams of the program, and to files. A stream that nobody reads any
//! more, or that is full, ends nothing with a panic; what comes from a file cannot move
//! the cursor or change colours.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use crate::failure::Failure;

/// Longest line of a message, in letters: what is broken is not told at any length.
const LINE: usize = 600;
/// Longest text, in lines.
const LINES: usize = 400;

/// A text without characters that steer a terminal, each replaced by one of as many
/// bytes, so that places in it stay what they are.
pub(crate) fn plain(text: &str) -> Cow<'_, str> {
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    let shown = |c: char| match c.len_utf8() {
        _ if !steers(c) => c,
        1 => '?',
        2 => '\u{bf}',
        _ => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(shown).collect())
}

/// Whether a terminal takes a character for something to do: to move, to colour, to write from
/// right to left so that a line reads as another.
fn steers(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        c => c.is_control(),
    }
}

/// A text with colours of our own: no other sequence passes, and on what is no terminal
/// none at all.
fn coloured(text: &str, terminal: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split('\u{1b}');
    out.push_str(&plain(parts.next().unwrap_or_default()));
    for part in parts {
        let codes = part.strip_prefix('[').and_then(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit() && c != ';')?;
            rest[end..].starts_with('m').then(|| rest.split_at(end + 1))
        });
        match codes {
            Some((codes, rest)) => {
                if terminal {
                    out.push_str("\u{1b}[");
                    out.push_str(codes);
                }
                out.push_str(&plain(rest));
            }
            None => {
                out.push('?');
                out.push_str(&plain(part));
            }
        }
    }
    out
}

/// A text without colours, for what another program reads.
pub(crate) fn colourless(text: &str) -> String {
    coloured(text, false)
}

/// A text cut short where it is long.
pub(crate) fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((at, _)) => Cow::Owned(format!("{} …", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

/// Prints a line on standard output; a reader that went away is no failure.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    told(writeln!(io::stdout().lock(), "{}", plain(text)))
}

/// Prints a file: as it is, since it may have checksums and is read again. Only a terminal gets
/// it as [`say`] prints.
pub(crate) fn say_file(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let text = match out.is_terminal() {
        true => plain(text),
        false => Cow::Borrowed(text),
    };
    told(writeln!(out, "{text}"))
}

/// JSON with what steers a terminal escaped, so that it says what it said.
pub(crate) fn escaped(json: &str) -> Cow<'_, str> {
    if !json.contains(steers) {
        return Cow::Borrowed(json);
    }
    let mut out = String::with_capacity(json.len());
    for c in json.chars() {
        match steers(c) {
            true => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

/// The same of a text with colours of our own.
pub(crate) fn say_coloured(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let terminal = out.is_terminal();
    told(writeln!(out, "{}", coloured(text, terminal)))
}

fn told(written: io::Result<()>) -> Result<(), Failure> {
    match written {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Machine(
            sandtable_tongue::say!("cannot print: {why}", why = error),
        )),
        _ => Ok(()),
    }
}

/// Notes something on standard error. When nobody can read it there, nobody can be told
/// that either.
pub(crate) fn note(text: &str) {
    let mut err = io::stderr().lock();
    let terminal = err.is_terminal();
    let text = coloured(text, terminal);
    let many = text.lines().count() > LINES;
    for line in text.lines().take(LINES) {
        let _ = writeln!(err, "{}", clipped(line, LINE));
    }
    if many {
        let _ = writeln!(err, "…");
    }
}

/// Writes a file that was asked for: whole, or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// The same of bytes.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    crate::sources::spare(path)?;
    sandtable_keep::write(path, bytes)
        .map_err(|error| Failure::Machine(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::{clipped, coloured, escaped, plain};

    #[test]
    fn what_steers_a_terminal_is_shown_as_something_else() {
        let text = "a\u{1b}[31mred\u{7f}\u{9b}2J\r\u{7}\n\tb";
        let shown = plain(text);
        assert_eq!(shown, "a?[31mred?\u{bf}2J??\n\tb");
        assert_eq!(shown.len(), text.len(), "places stay what they are");
        let turned = "a\u{202e}b\u{61c}\u{2066}";
        assert_eq!(plain(turned), "a\u{fffd}b\u{bf}\u{fffd}");
        assert_eq!(plain(turned).len(), turned.len());
        assert_eq!(plain("plain ✓"), "plain ✓");
    }

    #[test]
    fn json_says_what_it_said_and_steers_nothing() {
        let json = serde_json::to_string("a\u{202e}b\u{7f}\u{9b}c\n").expect("text");
        let safe = escaped(&json);
        assert_eq!(safe, r#""a\u202eb\u007f\u009bc\n""#);
        let read: String = serde_json::from_str(&safe).expect("JSON");
        assert_eq!(read, "a\u{202e}b\u{7f}\u{9b}c\n");
    }

    #[test]
    fn only_colours_pass_and_only_to_a_terminal() {
        let text = "\u{1b}[1;31mError\u{1b}[0m \u{1b}]0;title\u{7} \u{1b}[2J \u{1b}";
        let rest = " ?]0;title? ?[2J ?";
        assert_eq!(
            coloured(text, true),
            format!("\u{1b}[1;31mError\u{1b}[0m{rest}")
        );
        assert_eq!(coloured(text, false), format!("Error{rest}"));
        assert_eq!(clipped("äöü", 2), "äö …");
        assert_eq!(clipped("äö", 2), "äö");
    }
}
