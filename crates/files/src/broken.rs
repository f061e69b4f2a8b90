//! Explains what is wrong with a text that is not TOML, to a reader who has never heard of TOML.
//!
//! The parser's own words are for programmers, and one slip brings ten of them. Here its message
//! only decides which of our sentences fits; an unknown message gets the last one.

use sandtable_tongue::say;
use toml::de::Error;

/// Words that occur in the parser's messages, and what we say instead. The first entry that fits
/// decides.
const SLIPS: [(&[&str], &str); 9] = [
    (&["duplicate key"], "this name is given twice; give it once"),
    (
        &["cannot extend"],
        "this name has a value already, so nothing else fits inside it",
    ),
    (
        &["recurs"],
        "brackets or dotted names are nested too deep here",
    ),
    (&["unquoted key"], NO_LINE),
    (
        &["quote", "string", "escape", "unicode"],
        "a text needs a quotation mark at each end: name = \"Red\"",
    ),
    (
        &["array table", "unclosed table", "table open"],
        "a heading needs its brackets, like [numbers] or [[unit]]",
    ),
    (
        &["array", "inline table"],
        "a list needs its brackets, and a comma between any two of its entries: [1, 2]",
    ),
    (
        &[
            "number", "numeric", "integer", "radix", "digit", "zero", "float", "date",
        ],
        NO_NUMBER,
    ),
    (&["key", "value", "assignment", "`=`"], NO_LINE),
];

const NO_LINE: &str = "a line needs a name, `=` and a value: turns = 12";
const NO_NUMBER: &str = "this is not a number as files write it: 12, -3 or 0.5";

/// Returns what is wrong at the place where the parser stopped.
#[must_use]
pub fn slip(text: &str, error: &Error) -> String {
    let at = error.span().map_or(0, |span| span.start);
    let rest = text.get(at..).and_then(|rest| rest.lines().next());
    let before = text.get(..at).map(str::trim_end);
    let missing = rest.is_none_or(|rest| rest.trim().is_empty())
        && before.is_some_and(|before| before.ends_with('='));
    if missing {
        return say!("a value is missing after `=`");
    }
    // The parser stops after such a sign.
    let alone = text.get(..at).is_some_and(|before| before.ends_with('\r'));
    if alone && !text.get(at..).is_some_and(|rest| rest.starts_with('\n')) {
        return say!(
            "a line ends with a carriage return alone: save the text with other line ends"
        );
    }
    if let Some(mark) = control(text, at) {
        return say!(
            "this line has a control mark, U+{mark}, which no file may have: delete it",
            mark = format!("{:04X}", u32::from(mark))
        );
    }
    // A value that begins like a number was hardly meant as text.
    let digit = rest.is_some_and(|rest| rest.starts_with(|sign: char| sign.is_ascii_digit()));
    if digit && error.message().starts_with("string values must be quoted") {
        return say(NO_NUMBER).to_owned();
    }
    SLIPS
        .iter()
        .find(|(words, _)| words.iter().any(|word| error.message().contains(word)))
        .map_or_else(
            || say!("this cannot be read; a line needs a name, `=` and a value: turns = 12"),
            |(_, sentence)| say(sentence).to_owned(),
        )
}

/// Returns a control mark in the line of a place: most editors show nothing there.
fn control(text: &str, at: usize) -> Option<char> {
    let (before, rest) = text.split_at_checked(at)?;
    let begins = before.rfind('\n').map_or(0, |end| end + 1);
    let ends = rest.find('\n').map_or(text.len(), |end| at + end);
    let line = text[begins..ends].trim_end_matches('\r');
    line.chars().find(|sign| sign.is_control() && *sign != '\t')
}

/// Returns a text without the marks of byte order that some editors write before it.
#[must_use]
pub fn unmarked(text: &str) -> &str {
    text.trim_start_matches('\u{feff}')
}
