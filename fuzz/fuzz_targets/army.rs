//! Any text is read as an army of every rule set, and as a list of elements: it
//! is refused with flaws, or read. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_battle::{Rules, Switches};
use std::sync::{Arc, LazyLock};

const CODES: [&str; 8] = ["Cv", "LH", "Kn", "Bd", "Sp", "Ps", "Wb", "El"];

static SETS: LazyLock<Vec<Arc<dyn Rules>>> = LazyLock::new(|| {
    let open = |id| sandtable_fuzz::open(id, &Switches::default()).expect("shipped");
    sandtable_register::NAMES.into_iter().map(open).collect()
});

fuzz_target!(|text: &str| {
    for rules in SETS.iter() {
        let _ = sandtable_files::read_army(text, rules.card());
    }
    let _ = sandtable_files::read_elements(text, &CODES);
});
