//! Output to the program's streams and to files. A stream that nobody reads any more, or that is
//! full, causes no panic, and nothing from a file can move the cursor or change colours.

use std::borrow::Cow;
use std::io::{self, IsTerminal as _, Write as _};
use std::path::Path;

use crate::failure::Failure;

/// Longest line of a message, in characters: messages quote broken input only in part.
const LINE: usize = 600;
/// Longest message, in bytes. Messages quote files and arguments, which may be of any length.
const MOST: usize = 3_900;

/// Replaces characters that control a terminal, each by one with the same number of bytes, so that
/// positions in the text stay the same.
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

/// Tells whether a terminal would act on a character: move the cursor, change colours, or write
/// from right to left so that a line reads as a different one.
fn steers(c: char) -> bool {
    match c {
        '\n' | '\t' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        c => c.is_control(),
    }
}

/// Returns a text with only our own colours: it drops every other control sequence, and outside a
/// terminal the colours too.
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

/// Returns a text without colours, for other programs to read.
pub(crate) fn colourless(text: &str) -> String {
    coloured(text, false)
}

/// Cuts a long text short.
pub(crate) fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((at, _)) => Cow::Owned(format!("{} …", &text[..at])),
        None => Cow::Borrowed(text),
    }
}

/// Prints a line on standard output; if the reader has gone away, that is no failure.
pub(crate) fn say(text: &str) -> Result<(), Failure> {
    told(writeln!(io::stdout().lock(), "{}", plain(text)))
}

/// Prints a file unchanged, since it may have checksums and will be read again. Only a terminal
/// gets it as [`say`] prints.
pub(crate) fn say_file(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let text = match out.is_terminal() {
        true => plain(text),
        false => Cow::Borrowed(text),
    };
    told(writeln!(out, "{text}"))
}

/// Escapes characters in JSON that control a terminal; its meaning stays the same.
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

/// Prints a text with our own colours.
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

/// Prints a note on standard error. If nobody can read it there, there is no place to say so
/// either.
pub(crate) fn note(text: &str) {
    let mut err = io::stderr().lock();
    let terminal = err.is_terminal();
    let _ = writeln!(err, "{}", shortened(&coloured(text, terminal)));
}

/// Shortens a message: long lines are cut, and lines beyond [`MOST`] bytes are left out.
fn shortened(text: &str) -> String {
    let mut out = String::new();
    for (number, line) in text.lines().enumerate() {
        let line = clipped(line, LINE);
        if out.len() + line.len() > MOST {
            out.push_str("\n…");
            break;
        }
        if number > 0 {
            out.push('\n');
        }
        out.push_str(&line);
    }
    out
}

/// Writes a file completely, or not at all.
pub(crate) fn write(path: &Path, text: &str) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes())
}

/// Writes a file of bytes completely, or not at all.
pub(crate) fn write_bytes(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    crate::sources::spare(path)?;
    sandtable_keep::write(path, bytes)
        .map_err(|error| Failure::Machine(format!("{}: {error}", path.display())))
}

#[cfg(test)]
mod tests {
    use super::{clipped, coloured, escaped, plain, shortened};

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
    fn a_message_is_short_whatever_it_quotes() {
        assert_eq!(shortened("a\n\nb"), "a\n\nb");
        for long in ["line\n".repeat(9_000), "\u{1f600}".repeat(9_000), {
            format!("{}\n", "ß".repeat(500)).repeat(90)
        }] {
            let told = shortened(&long);
            assert!(told.len() < 4_096, "{} bytes", told.len());
            assert!(told.contains('…') && told.lines().count() > 1 || told.ends_with(" …"));
        }
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
