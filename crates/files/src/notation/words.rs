//! Splits a line of notation into words: blanks separate them, quotes hold them together.

use sandtable_tongue::say;

use super::Trouble;

/// A word of the line.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub(super) text: String,
    pub(super) quoted: bool,
    pub(super) column: usize,
}

impl Token {
    pub(super) fn trouble(&self, message: String) -> Trouble {
        Trouble {
            column: self.column,
            message,
            hint: None,
        }
    }

    pub(super) fn hint(&self, message: String, hint: String) -> Trouble {
        Trouble {
            column: self.column,
            message,
            hint: Some(hint),
        }
    }
}

/// Maximum length of a line in bytes: no order needs more, and errors quote the line.
pub const MOST_BYTES: usize = 1_000;

/// Returns the words of a line; blanks separate them, quotes hold them together.
pub(super) fn split(text: &str) -> Result<Vec<Token>, Trouble> {
    if text.len() > MOST_BYTES {
        return Err(Trouble {
            column: 1,
            message: say!("an order is at most {most} letters long", most = MOST_BYTES),
            hint: None,
        });
    }
    let mut tokens = Vec::new();
    let mut letters = text.chars().zip(1_usize..).peekable();
    while let Some(&(letter, column)) = letters.peek() {
        if letter.is_whitespace() {
            letters.next();
        } else if letter == '"' {
            letters.next();
            let text = quote(&mut letters).ok_or_else(|| Trouble {
                column,
                message: say!("the quotes are not closed"),
                hint: Some(say!("put \" after the name too")),
            })?;
            tokens.push(Token {
                text,
                quoted: true,
                column,
            });
        } else {
            let mut text = String::new();
            while let Some((letter, _)) = letters.next_if(|(c, _)| !c.is_whitespace()) {
                text.push(letter);
            }
            tokens.push(Token {
                text,
                quoted: false,
                column,
            });
        }
    }
    Ok(tokens)
}

/// Returns the rest of a quoted name; none if the quotes are not closed.
fn quote(letters: &mut impl Iterator<Item = (char, usize)>) -> Option<String> {
    let mut text = String::new();
    loop {
        match letters.next()?.0 {
            '"' => return Some(text),
            '\\' => text.push(letters.next()?.0),
            letter => text.push(letter),
        }
    }
}

/// Returns a name as it is, or in quotes if it would fall apart without them.
pub(super) fn quoted(name: &str) -> String {
    let plain = !name.is_empty()
        && !name.starts_with('#')
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, '-' | '\'' | '.' | '_' | '#'));
    if plain {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('\\', "\\\\").replace('"', "\\\""))
    }
}
