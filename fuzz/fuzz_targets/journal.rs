//! Any text is read as a journal: it is refused with flaws, or it folds and verifies to a
//! plain yes or no, and is written and read back equal. What is refused is saved as far as
//! it goes. Seeds are files of before, without checksums: with them nearly every change
//! ends at the first line.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_files::{Journal, journal};

fuzz_target!(|text: &str| {
    let Ok(header) = journal::peek(text) else { return };
    let Ok(rules) = sandtable_fuzz::open(&header.rules, &header.switches) else { return };
    let read = Journal::read(text, &*rules).ok();
    let saved = || Journal::rescue(text, &*rules).map(|rescue| rescue.journal);
    let Some(journal) = read.or_else(saved) else { return };
    let _ = journal.proof(&*rules).map(|proof| proof.cannot());
    let again = journal.to_jsonl();
    assert_eq!(journal::tail(&again), journal::Tail::Whole);
    assert_eq!(Journal::read(&again, &*rules).as_ref(), Ok(&journal), "{again}");
});
