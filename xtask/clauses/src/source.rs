//! Just enough of Rust's syntax to tell code from comments and strings, and tests from the rest.

/// Source file, split.
#[derive(Debug, Default)]
pub(crate) struct Source {
    /// Code outside of tests, with comments and the contents of strings blanked.
    pub(crate) code: String,
    /// Text of the tests, as written.
    pub(crate) tests: String,
}

/// Splits a source file at its items under `#[cfg(test)]`.
pub(crate) fn split(text: &str) -> Source {
    let bare = blank(text);
    let mut source = Source::default();
    let mut from = 0;
    while let Some(found) = bare[from..].find("#[cfg(test)]") {
        let start = from + found;
        let end = end_of_item(&bare, start + "#[cfg(test)]".len());
        source.code.push_str(&bare[from..start]);
        source.tests.push_str(&text[start..end]);
        from = end;
    }
    source.code.push_str(&bare[from..]);
    source
}

/// Returns where an item ends: at its semicolon, or at the bracket that closes its body.
fn end_of_item(bare: &str, start: usize) -> usize {
    let mut depth = 0_usize;
    for (at, byte) in bare.bytes().enumerate().skip(start) {
        match byte {
            b'{' | b'(' | b'[' => depth += 1,
            b'}' | b')' | b']' => {
                depth = depth.saturating_sub(1);
                if depth == 0 && byte == b'}' {
                    return at + 1;
                }
            }
            b';' if depth == 0 => return at + 1,
            _ => {}
        }
    }
    bare.len()
}

/// Returns the text with comments and the contents of strings and characters as blanks, byte for
/// byte, so that positions stay the same.
fn blank(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut bare = bytes.to_vec();
    let mut at = 0;
    while at < bytes.len() {
        let rest = &bytes[at..];
        let end = at
            + if rest.starts_with(b"//") {
                rest.iter()
                    .position(|&byte| byte == b'\n')
                    .unwrap_or(rest.len())
            } else if rest.starts_with(b"/*") {
                comment(rest)
            } else if rest[0] == b'"' {
                string(rest)
            } else if rest[0] == b'r' && !(at > 0 && is_word(bytes[at - 1])) {
                raw_string(rest)
            } else if rest[0] == b'\'' {
                character(text, at)
            } else {
                0
            };
        if end > at {
            for byte in &mut bare[at..end] {
                if *byte != b'\n' {
                    *byte = b' ';
                }
            }
            at = end;
        } else {
            at += 1;
        }
    }
    // Only whole characters were blanked, so this is still UTF-8.
    String::from_utf8_lossy(&bare).into_owned()
}

fn comment(rest: &[u8]) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while at < rest.len() {
        if rest[at..].starts_with(b"/*") {
            depth += 1;
            at += 2;
        } else if rest[at..].starts_with(b"*/") {
            depth -= 1;
            at += 2;
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    at
}

fn string(rest: &[u8]) -> usize {
    let mut at = 1;
    while at < rest.len() {
        match rest[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    rest.len()
}

/// Returns the length of `r"…"` or `r#"…"#`, or 0 for anything else.
fn raw_string(rest: &[u8]) -> usize {
    let hashes = rest[1..].iter().take_while(|&&byte| byte == b'#').count();
    if rest.get(1 + hashes) != Some(&b'"') {
        return 0;
    }
    let mut close = vec![b'"'];
    close.resize(1 + hashes, b'#');
    let body = 2 + hashes;
    rest[body..]
        .windows(close.len())
        .position(|window| window == close)
        .map_or(rest.len(), |found| body + found + close.len())
}

/// Returns the length of a character literal, or 0 if the quote begins a lifetime.
fn character(text: &str, at: usize) -> usize {
    let mut chars = text[at + 1..].char_indices();
    match chars.next() {
        Some((_, '\\')) => {
            chars.next();
            text[at + 1..]
                .char_indices()
                .skip(2)
                .find(|&(_, c)| c == '\'')
                .map_or(0, |(end, _)| end + 2)
        }
        Some(_) => match chars.next() {
            Some((end, '\'')) => end + 2,
            _ => 0,
        },
        None => 0,
    }
}

/// Returns whether a byte can be part of a word.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns whether a word occurs in a text, but not as part of a longer one.
pub(crate) fn has_word(text: &str, word: &str) -> bool {
    let bytes = text.as_bytes();
    text.match_indices(word).any(|(at, _)| {
        let before = at.checked_sub(1).map(|at| bytes[at]);
        let after = bytes.get(at + word.len()).copied();
        !before.is_some_and(is_word) && !after.is_some_and(is_word)
    })
}

#[cfg(test)]
mod tests {
    use super::{has_word, split};

    #[test]
    fn tests_comments_and_strings_are_not_code() {
        let source = split(
            "fn a<'a>() { c::A_01; '\"'; '\\''; r#\"c::A_02 \" \"#; }\n\
             // c::A_03\n/* c::A_04 /* nested */ c::A_04 */\n\
             const S: &str = \"c::A_05 \\\" { c::A_05\";\n\
             #[cfg(test)]\nmod tests {\n  fn b() { \"}\"; c::A_06 }\n}\n\
             #[cfg(test)]\nuse x::c::A_07;\nfn c() { c::A_08 }\n",
        );
        let in_code: Vec<u32> = (1..=8)
            .filter(|n| has_word(&source.code, &format!("c::A_0{n}")))
            .collect();
        let in_tests: Vec<u32> = (1..=8)
            .filter(|n| has_word(&source.tests, &format!("A_0{n}")))
            .collect();
        assert_eq!(in_code, [1, 8]);
        assert_eq!(in_tests, [6, 7]);
    }

    #[test]
    fn a_word_is_whole() {
        assert!(has_word("require(c::A_01, x)", "c::A_01"));
        assert!(!has_word("c::A_011", "c::A_01"));
        assert!(!has_word("abc::A_01", "c::A_01"));
        assert!(has_word("crate::c::A_01", "c::A_01"));
    }
}
