//! Any text is read as an army of every rule set, and as a list of elements: it
//! is refused with flaws, or read. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_battle::{Switches, files};

const CODES: [&str; 8] = ["Cv", "LH", "Kn", "Bd", "Sp", "Ps", "Wb", "El"];

fuzz_target!(|text: &str| {
    for id in sandtable_register::NAMES {
        let Ok(rules) = sandtable_register::open(id, &Switches::default()) else { continue };
        let _ = files::read_army(text, rules.card());
    }
    let _ = files::read_elements(text, &CODES);
});
