//! Any text is read as a journal: it is refused with flaws, or it folds and
//! verifies to a plain yes or no.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_battle::{Journal, journal};

fuzz_target!(|text: &str| {
    let Ok(header) = journal::peek(text) else { return };
    let Ok(rules) = sandtable_register::open(&header.rules, &header.switches) else { return };
    if let Ok(journal) = Journal::read(text, &*rules) {
        let _ = journal.verify(&*rules);
        let _ = journal.to_jsonl();
    }
});
