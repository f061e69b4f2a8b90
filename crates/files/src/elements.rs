//! Element lists: the way players write down ancient armies.
//!
//! | written | read as |
//! |---|---|
//! | `2x3Cv 6x4Bd` | two of cavalry, six of blades; 3 and 4 are figures on a base |
//! | `6XBd, 2XSp, 2XCv (1 general)` | the same without figures; one is the general |
//! | `4x3/4Wb` | four of warband, three or four figures to a base |
//! | `3x4Sp or 2Ps` | three in all: spears, or psiloi instead (a warning) |
//! | `2(Bd or Ax)` | two: blades, or auxilia instead (a warning) |
//! | `3Kn//4Bd` | knights that may dismount as blades (a warning) |
//! | `1 x General (Cv), 4 x hastati (4Bd)` | a name, and the element in brackets |
//! | `3Kn, 4Sp` without any `x` | three and four of them (a warning: it may be figures) |
//!
//! The rule set says what each element is ([`sandtable_battle::ArmySpec`]).

use sandtable_tongue::say;

/// One entry of an element list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The number of elements.
    pub count: u16,
    /// The element's letters, as written: `Bd`.
    pub code: String,
    /// What the list calls it: `hastati`.
    pub name: Option<String>,
    /// How many of them are generals.
    pub generals: u16,
}

/// An element list as it was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reading {
    /// Its entries.
    pub entries: Vec<Entry>,
    /// Where the reading is uncertain, and what was chosen: one sentence each.
    pub warnings: Vec<String>,
}

/// Maximum number of elements of one entry, and of a list.
const MOST: u16 = 100;

/// Reads an element list; `codes` are the known elements.
///
/// # Errors
/// Says in a sentence, with the column, what was found there and what would be right.
pub fn read_elements(text: &str, codes: &[&str]) -> Result<Reading, String> {
    if text.len() > 4000 {
        return Err(say!("an element list has at most 4000 characters"));
    }
    let tokens = tokens(text)?;
    // Brackets nest, so their number bounds the depth.
    if tokens.iter().filter(|(_, t)| *t == Token::Open).count() > usize::from(MOST) {
        return Err(say!(
            "an element list has at most {most} brackets",
            most = MOST
        ));
    }
    let times = tokens.iter().any(|(_, token)| *token == Token::Times);
    let mut parser = Parser {
        tokens: &tokens,
        at: 0,
        end: text.chars().count() + 1,
        codes,
        times,
        out: Reading::default(),
    };
    parser.list()?;
    let total: u32 = parser.out.entries.iter().map(|e| u32::from(e.count)).sum();
    if total == 0 {
        return Err(say!(
            "this list has no element; write it like `2x3Cv 6x4Bd`"
        ));
    }
    if total > u32::from(MOST) {
        return Err(say!(
            "{n} elements are too many: at most {most}",
            n = total,
            most = MOST
        ));
    }
    let generals: u16 = parser.out.entries.iter().map(|e| e.generals).sum();
    if generals > 1 {
        let says = say!("the list has {n} generals; an army has one", n = generals);
        parser.out.warnings.push(says);
    }
    Ok(parser.out)
}

/// Returns a sentence with the column that it is about.
fn in_column(column: usize, says: &str) -> String {
    say!("column {column}: {says}", column = column, says = says)
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    Number(u16),
    Word(String),
    Times,
    Slash,
    Slashes,
    Open,
    Close,
    Or,
    Stop,
}

/// Splits a text into tokens with their columns, from 1.
fn tokens(text: &str) -> Result<Vec<(usize, Token)>, String> {
    let letters: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while at < letters.len() {
        let (start, c) = (at, letters[at]);
        at += 1;
        let token = match c {
            _ if c.is_whitespace() => continue,
            ',' | ';' | '+' | '.' => Token::Stop,
            '(' | '[' => Token::Open,
            ')' | ']' => Token::Close,
            '×' | '*' => Token::Times,
            '/' if letters.get(at) == Some(&'/') => {
                at += 1;
                Token::Slashes
            }
            '/' => Token::Slash,
            _ if c.is_ascii_digit() => {
                while letters.get(at).is_some_and(char::is_ascii_digit) {
                    at += 1;
                }
                let digits: String = letters[start..at].iter().collect();
                let number = digits.parse().ok().filter(|n| *n <= MOST);
                Token::Number(number.ok_or_else(|| {
                    in_column(
                        start + 1,
                        &say!("{n} are too many: at most {most}", n = digits, most = MOST),
                    )
                })?)
            }
            _ if c.is_alphabetic() => {
                let joined = |c: &char| c.is_alphabetic() || matches!(c, '-' | '\'');
                while letters.get(at).is_some_and(joined) {
                    at += 1;
                }
                let word: String = letters[start..at].iter().collect();
                match times_before(&word, &letters, start) {
                    // In `6XBd` the times sign is written together with the code.
                    Some(rest) => {
                        out.push((start + 1, Token::Times));
                        if rest.is_empty() {
                            continue;
                        }
                        Token::Word(rest)
                    }
                    None if word.eq_ignore_ascii_case("or") => Token::Or,
                    None => Token::Word(word),
                }
            }
            _ => {
                return Err(in_column(
                    start + 1,
                    &say!("`{letter}` means nothing in an element list", letter = c),
                ));
            }
        };
        out.push((start + 1, token));
    }
    Ok(out)
}

/// Returns what follows the times sign at the start of a word, if a number stands before the word.
fn times_before(word: &str, letters: &[char], start: usize) -> Option<String> {
    let rest = word.strip_prefix(['x', 'X'])?;
    let mut before = letters[..start]
        .iter()
        .rev()
        .skip_while(|c| c.is_whitespace());
    let counted = before.next().is_some_and(char::is_ascii_digit);
    counted.then(|| rest.to_owned())
}

struct Parser<'a> {
    tokens: &'a [(usize, Token)],
    at: usize,
    end: usize,
    codes: &'a [&'a str],
    /// Whether the list has any times sign: if so, a number alone means figures.
    times: bool,
    out: Reading,
}

impl Parser<'_> {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.at).map(|(_, token)| token)
    }

    fn after(&self, places: usize) -> Option<&Token> {
        self.tokens.get(self.at + places).map(|(_, token)| token)
    }

    fn column(&self) -> usize {
        self.tokens
            .get(self.at)
            .map_or(self.end, |(column, _)| *column)
    }

    fn take(&mut self, token: &Token) -> bool {
        let has = self.peek() == Some(token);
        self.at += usize::from(has);
        has
    }

    fn warn(&mut self, column: usize, says: &str) {
        self.out.warnings.push(in_column(column, says));
    }

    fn list(&mut self) -> Result<(), String> {
        loop {
            while self.take(&Token::Stop) {}
            if self.peek().is_none() {
                return Ok(());
            }
            self.entry()?;
        }
    }

    /// Reads an entry: a count, an element, its alternatives, a remark.
    fn entry(&mut self) -> Result<(), String> {
        let column = self.column();
        let count = self.count();
        let (name, code, bare) = self.element()?;
        let count = count.or(bare.filter(|_| !self.times));
        if let (Some(n), false) = (bare, self.times) {
            let says = say!(
                "`{n}{code}` is read as {n} of {code}; it may be {n} figures on a base",
                n = n,
                code = code,
                n = n,
                code = code,
                n = n
            );
            self.warn(column, &says);
        }
        let mut entry = Entry {
            count: count.unwrap_or(1),
            code,
            name,
            generals: 0,
        };
        if let Some(name) = entry.name.take() {
            let general = name.to_lowercase().starts_with("gen");
            entry.generals = u16::from(general).min(entry.count);
            entry.name = Some(name);
        }
        self.alternatives(&mut entry)?;
        self.remark(&mut entry)?;
        self.out.entries.push(entry);
        Ok(())
    }

    /// Reads a number before a times sign or before brackets.
    fn count(&mut self) -> Option<u16> {
        let Some(&Token::Number(count)) = self.peek() else {
            return None;
        };
        match self.after(1) {
            Some(Token::Times) => self.at += 2,
            Some(Token::Open) => self.at += 1,
            _ => return None,
        }
        Some(count)
    }

    /// Reads an element: its name if it has one, its letters, and the number before them if that
    /// may be a count.
    fn element(&mut self) -> Result<(Option<String>, String, Option<u16>), String> {
        if self.take(&Token::Open) {
            let found = self.element()?;
            self.inner_alternatives(&found.1)?;
            self.close()?;
            return Ok(found);
        }
        let bare = self.figures();
        let column = self.column();
        let mut words = Vec::new();
        while let Some(Token::Word(word)) = self.peek() {
            if let Some(code) = self.code(word).filter(|_| words.is_empty()) {
                self.at += 1;
                return Ok((None, code, bare));
            }
            words.push(word.clone());
            self.at += 1;
        }
        // In `4 x hastati (4Bd)` the element stands in the brackets.
        if !words.is_empty() && self.take(&Token::Open) {
            let (_, code, _) = self.element()?;
            self.inner_alternatives(&code)?;
            self.close()?;
            return Ok((Some(words.join(" ")), code, bare));
        }
        let known = say!("there are: {known}", known = self.codes.join(", "));
        let says = if words.is_empty() {
            say!("an element is wanted here; {known}", known = known)
        } else {
            let word = words.join(" ");
            let near = sandtable_battle::phrase::nearest(&word, self.codes.iter().copied());
            say!(
                "no element is called `{word}`; {hint}",
                word = word,
                hint = near.map_or(known, sandtable_battle::phrase::meant)
            )
        };
        Err(in_column(column, &says))
    }

    /// Reads the figures on a base: `4` or `3/4`. Returns a number that stands alone.
    fn figures(&mut self) -> Option<u16> {
        let Some(&Token::Number(first)) = self.peek() else {
            return None;
        };
        self.at += 1;
        let mut single = Some(first);
        while self.peek() == Some(&Token::Slash) && matches!(self.after(1), Some(Token::Number(_)))
        {
            self.at += 2;
            single = None;
        }
        single
    }

    fn code(&self, word: &str) -> Option<String> {
        let found = self
            .codes
            .iter()
            .find(|code| code.eq_ignore_ascii_case(word));
        found.map(|code| (*code).to_owned())
    }

    fn close(&mut self) -> Result<(), String> {
        if self.take(&Token::Close) {
            Ok(())
        } else {
            Err(in_column(self.column(), say("a `)` is wanted here")))
        }
    }

    /// Reads `or`, `/` and `//` after an element.
    fn alternatives(&mut self, entry: &mut Entry) -> Result<(), String> {
        let code = entry.code.clone();
        loop {
            let column = self.column();
            let joint = self.peek().cloned();
            match joint {
                Some(Token::Or) => {
                    self.at += 1;
                    let counted = self.count();
                    let (_, other, _) = self.element()?;
                    let how = if counted.is_some() {
                        say!("all {code} or all {other}", code = code, other = other)
                    } else {
                        say!("any of {code} and {other}", code = code, other = other)
                    };
                    self.warn(
                        column,
                        &say!("{how}: {code} is taken", how = how, code = code),
                    );
                }
                Some(Token::Slashes) => {
                    self.at += 1;
                    let (_, other, _) = self.element()?;
                    let says = say!(
                        "{code} may dismount in battle as {other}: {code} is taken, mounted",
                        code = code,
                        other = other,
                        code = code
                    );
                    self.warn(column, &says);
                }
                Some(Token::Slash) => {
                    self.at += 1;
                    let (_, other, _) = self.element()?;
                    let says = say!(
                        "{code} or {other}, settled before the battle: {code} is taken",
                        code = code,
                        other = other,
                        code = code
                    );
                    self.warn(column, &says);
                }
                _ => return Ok(()),
            }
        }
    }

    fn inner_alternatives(&mut self, code: &str) -> Result<(), String> {
        let mut entry = Entry {
            count: 1,
            code: code.to_owned(),
            name: None,
            generals: 0,
        };
        self.alternatives(&mut entry)
    }

    /// Reads `(1 gen)` or `(general)`; skips other remarks with a warning.
    fn remark(&mut self, entry: &mut Entry) -> Result<(), String> {
        while self.peek() == Some(&Token::Open) {
            let column = self.column();
            self.at += 1;
            let mut number = 1;
            let mut words = Vec::new();
            loop {
                match self.peek() {
                    None => return self.close(),
                    Some(Token::Close) => break,
                    Some(Token::Number(n)) => number = *n,
                    Some(Token::Word(word)) => words.push(word.clone()),
                    Some(_) => {}
                }
                self.at += 1;
            }
            self.at += 1;
            if words.iter().any(|w| w.to_lowercase().starts_with("gen")) {
                entry.generals = number.min(entry.count);
            } else {
                let says = say!(
                    "the remark `({remark})` is passed over",
                    remark = words.join(" ")
                );
                self.warn(column, &says);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CODES: [&str; 15] = [
        "El", "Kn", "Cv", "LH", "SCh", "LCh", "Sp", "Pk", "Bd", "Ax", "Bw", "Ps", "Wb", "Hd", "Art",
    ];

    fn read(text: &str) -> Reading {
        read_elements(text, &CODES).unwrap_or_else(|why| panic!("{text}: {why}"))
    }

    fn plain(text: &str) -> Vec<(u16, String)> {
        let entries = read(text).entries.into_iter();
        entries.map(|e| (e.count, e.code)).collect()
    }

    fn list(of: &[(u16, &str)]) -> Vec<(u16, String)> {
        of.iter()
            .map(|(n, code)| (*n, (*code).to_owned()))
            .collect()
    }

    #[test]
    fn the_common_ways_of_writing_are_read() {
        let twelve = list(&[(2, "Cv"), (6, "Bd"), (2, "Sp"), (2, "Ps")]);
        assert_eq!(plain("2x3Cv 6x4Bd 2x4Sp 2x2Ps"), twelve);
        assert_eq!(plain("2x3Cv (1 gen) 6x4Bd 2x4Sp 2x2Ps"), twelve);
        let spread = list(&[(6, "Bd"), (2, "Sp"), (2, "Ps"), (2, "Cv")]);
        assert_eq!(plain("6XBd, 2XSp, 2XPs 2XCv (1 general)"), spread);
        assert_eq!(plain("4 x 4Sp, 2 x Ps"), list(&[(4, "Sp"), (2, "Ps")]));
        assert_eq!(plain("8 × 4Pk; 2 * 2LH"), list(&[(8, "Pk"), (2, "LH")]));
        assert_eq!(plain("4x3/4Wb"), list(&[(4, "Wb")]));
        assert_eq!(plain("3/4Wb"), list(&[(1, "Wb")]));
        assert_eq!(plain("2x EL + 1x art"), list(&[(2, "El"), (1, "Art")]));
        let named = read("1 x General (Cv), 4 x hastati (4Bd)");
        assert_eq!(named.entries[0].generals, 1);
        assert_eq!(named.entries[1].name.as_deref(), Some("hastati"));
        assert!(named.warnings.is_empty(), "{:?}", named.warnings);
    }

    #[test]
    fn a_general_is_one_of_them() {
        let read = read("2x3Cv (1 gen) 6x4Bd");
        let generals: Vec<u16> = read.entries.iter().map(|e| e.generals).collect();
        assert_eq!(generals, [1, 0]);
        assert!(read.warnings.is_empty());
    }

    #[test]
    fn uncertain_readings_are_told() {
        let warned = |text: &str| read(text).warnings.join("\n");
        assert!(warned("3Kn, 4Sp, 2Ps").contains("figures on a base"));
        assert_eq!(plain("3Kn, 4Sp"), list(&[(3, "Kn"), (4, "Sp")]));
        // In a list with a times sign, a number alone means figures.
        assert_eq!(plain("3Kn, 2x4Sp"), list(&[(1, "Kn"), (2, "Sp")]));
        assert!(warned("3x4Sp or 2Ps").contains("any of Sp and Ps"));
        assert!(warned("3x4Sp or 3x2Ps").contains("all Sp or all Ps"));
        assert!(warned("2x3Kn//4Bd").contains("dismount"));
        assert!(warned("2x3Kn/4Bd").contains("before the battle"));
        assert!(warned("2(Bd or Ax) 1x3Cv").contains("any of Bd and Ax"));
        assert_eq!(plain("2(Bd or Ax) 1x3Cv"), list(&[(2, "Bd"), (1, "Cv")]));
        assert!(warned("1x3Cv (1 gen) 1x3Kn (gen)").contains("2 generals"));
        assert!(warned("2x3Cv (best)").contains("passed over"));
    }

    #[test]
    fn what_is_no_element_is_refused_with_its_column() {
        let refused = |text: &str| read_elements(text, &CODES).expect_err("refused");
        assert!(
            refused("2x3Cx").contains("column 4"),
            "{}",
            refused("2x3Cx")
        );
        assert!(refused("2x3Cx").contains("did you mean `Cv`?"));
        assert!(refused("2x").contains("an element is wanted"));
        assert!(refused("2x(Bd").contains("`)`"));
        assert!(refused("#").contains("means nothing"));
        assert!(refused("0x4Bd").contains("no element"));
        assert!(refused("").contains("no element"));
        assert!(refused("999xBd").contains("too many"));
        assert!(refused("60xBd 60xPs").contains("too many"));
        for odd in [
            "(", ")", "x", "//", "or", "2x2x", "((((((", "1/", "Bd (", "é",
        ] {
            let _ = read_elements(odd, &CODES);
        }
    }
}
