//! Which characters a reader can see.

/// Returns whether a character is seen: it leaves a mark on paper, or is an ordinary blank. Control
/// characters, marks that turn the direction of writing and letters without a shape are not.
#[must_use]
pub fn is_seen(c: char) -> bool {
    !c.is_control()
        && !matches!(
            c,
            '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
                | '\u{180b}'..='\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}'
                | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}'
        )
}
