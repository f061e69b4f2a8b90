//! What tests with a made-up language need: every text of the catalogues, and the parts of a
//! sentence outside its marks.

use sandtable_tongue::Catalogue;
use std::path::Path;

/// Returns all German catalogues in one: only their English keys matter.
pub fn catalogue() -> Catalogue {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../words/de");
    let mut all = Catalogue::new();
    for file in std::fs::read_dir(folder).expect("words/de") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        all.extend(sandtable_tongue::read(&text).expect("a catalogue"));
    }
    all
}

/// Returns the parts of a text outside the marks.
pub fn outside(text: &str) -> String {
    let mut depth = 0_i32;
    let mut out = String::new();
    for letter in text.chars() {
        match letter {
            '⟦' => depth += 1,
            '⟧' => depth -= 1,
            _ if depth == 0 => out.push(letter),
            _ => {}
        }
    }
    out
}
