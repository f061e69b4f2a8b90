//! The letters of Helvetica, which every PDF reader has: how to encode them, how wide they are, and
//! where a line breaks.

/// Widths of the characters from the space to the tilde, in thousandths of the size (Adobe's
/// metrics of Helvetica).
const PLAIN: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/// Widths of the same characters in Helvetica Bold.
const BOLD: [u16; 95] = [
    278, 333, 474, 556, 556, 889, 722, 238, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 333, 333, 584, 584, 584, 611, 975, 722, 722, 722, 722, 667,
    611, 778, 722, 278, 556, 722, 611, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 333, 278, 333, 584, 556, 333, 556, 611, 556, 611, 556, 333, 611, 611, 278, 278, 556,
    278, 889, 611, 611, 611, 611, 389, 556, 333, 611, 556, 778, 556, 556, 500, 389, 280, 389, 584,
];

/// What stands for the letters of Latin Extended-A (U+0100 to U+017F) that the encoding lacks: the same
/// letters without marks.
const UNMARKED: &[u8; 128] = b"AaAaAaCcCcCcCcDdDdEeEeEeEeEeGgGgGgGgHhHhIiIiIiIiIiIiJjKkkLlLlLlL\
    lLlNnNnNnnNnOoOoOoOoRrRrRrSsSsSsSsTtTtTtUuUuUuUuUuUuWwYyYZzZzZzs";

/// The face of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Face {
    /// Helvetica.
    Plain,
    /// Helvetica Bold.
    Bold,
}

/// Encodes a text in `WinAnsiEncoding`; characters that it lacks become their nearest substitute.
pub(crate) fn encoded(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            ' '..='~' => bytes.push(letter as u8),
            '\u{a0}'..='\u{ff}' => bytes.push(u8::try_from(u32::from(letter)).unwrap_or(b'?')),
            '–' => bytes.push(0x96),
            '—' => bytes.push(0x97),
            '‘' => bytes.push(0x91),
            '’' => bytes.push(0x92),
            '„' => bytes.push(0x84),
            '“' => bytes.push(0x93),
            '”' => bytes.push(0x94),
            '•' => bytes.push(0x95),
            '…' => bytes.push(0x85),
            '€' => bytes.push(0x80),
            'œ' => bytes.push(0x9c),
            'Œ' => bytes.push(0x8c),
            'š' => bytes.push(0x9a),
            'Š' => bytes.push(0x8a),
            'ž' => bytes.push(0x9e),
            'Ž' => bytes.push(0x8e),
            '″' => bytes.push(b'"'),
            '′' => bytes.push(b'\''),
            '−' => bytes.push(b'-'),
            '≥' => bytes.extend(b">="),
            '≤' => bytes.extend(b"<="),
            '→' => bytes.extend(b"->"),
            '\u{100}'..='\u{17f}' => bytes.push(UNMARKED[letter as usize - 0x100]),
            // A mark of the letter before, or of how to write it.
            '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' => {}
            letter if letter.is_whitespace() => bytes.push(b' '),
            _ => bytes.push(b'?'),
        }
    }
    bytes
}

/// Returns whether a letter is printed as `?`, since nothing in the encoding is like it.
pub(crate) fn is_lost(letter: char) -> bool {
    letter != '?' && encoded(letter.encode_utf8(&mut [0; 4])) == b"?"
}

/// Returns the width of a text in the unit of its size.
pub(crate) fn width(text: &str, face: Face, size: f32) -> f32 {
    let widths = match face {
        Face::Plain => &PLAIN,
        Face::Bold => &BOLD,
    };
    let of = |byte: u8| match byte {
        b' '..=b'~' => widths[usize::from(byte - b' ')],
        // Letters are as wide with accents as without; the widths of others are overestimated.
        0x91 | 0x92 => 278,
        0x97 | 0x85 => 1000,
        0xec..=0xef => 278,
        0xc0..=0xdf => 778,
        _ => 611,
    };
    let sum: u32 = encoded(text)
        .into_iter()
        .map(|byte| u32::from(of(byte)))
        .sum();
    #[expect(clippy::cast_precision_loss, reason = "a line of text is short")]
    let sum = sum as f32;
    sum * size / 1000.0
}

/// Shortens a text with an ellipsis where it is wider than `room`.
pub(crate) fn cut(text: &str, face: Face, size: f32, room: f32) -> String {
    if width(text, face, size) <= room {
        return text.to_owned();
    }
    let mut kept: Vec<char> = text.chars().collect();
    loop {
        let short: String = kept.iter().chain(&['…']).collect();
        if kept.is_empty() || width(&short, face, size) <= room {
            return short;
        }
        kept.pop();
    }
}

/// Breaks a text into lines no wider than `room`; a word that is wider by itself breaks where it
/// must.
pub(crate) fn lines(text: &str, face: Face, size: f32, room: f32) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        let longer = if line.is_empty() {
            word.to_owned()
        } else {
            format!("{line} {word}")
        };
        if width(&longer, face, size) <= room {
            line = longer;
            continue;
        }
        if !line.is_empty() {
            lines.push(std::mem::take(&mut line));
        }
        for letter in word.chars() {
            line.push(letter);
            if width(&line, face, size) > room && line.chars().count() > 1 {
                line.pop();
                lines.push(std::mem::replace(&mut line, letter.to_string()));
            }
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_no_wider_than_their_room() {
        let text = "The Army of the North-by-Northwest, Incomprehensibilities included, marches.";
        for room in [12.0, 30.0, 80.0] {
            for line in lines(text, Face::Bold, 4.0, room) {
                assert!(width(&line, Face::Bold, 4.0) <= room, "{line}");
            }
        }
        let whole: Vec<String> = lines(text, Face::Plain, 4.0, 40.0);
        assert_eq!(whole.join(" "), text);
    }

    #[test]
    fn what_is_too_long_is_cut() {
        assert_eq!(cut("Blue", Face::Plain, 3.0, 20.0), "Blue");
        let short = cut(&"W".repeat(200), Face::Bold, 3.0, 20.0);
        assert!(short.ends_with("W…") && width(&short, Face::Bold, 3.0) <= 20.0);
    }

    #[test]
    fn what_the_font_lacks_is_written_otherwise() {
        assert_eq!(encoded("6″ – ≥ 3 Œ 日"), b"6\" \x96 >= 3 \x8c ?");
        assert_eq!(
            encoded("Ułani Dębiński, Šašek, Gőr, ığdır, e\u{301}"),
            b"Ulani Debinski, \x8aa\x9aek, Gor, igdir, e"
        );
    }

    #[test]
    fn letters_without_a_substitute_are_lost() {
        let lost: String = "Zwölf Łódź? 日本 6″ Ω"
            .chars()
            .filter(|&it| is_lost(it))
            .collect();
        assert_eq!(lost, "日本Ω");
    }
}
