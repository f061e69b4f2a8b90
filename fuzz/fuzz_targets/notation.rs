//! Any text is read as an order: it is refused, or what was read is written and
//! read back equal.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_files::notation;
use sandtable_fuzz::CLOSED;

fuzz_target!(|text: &str| {
    for (rules, battle) in CLOSED.iter() {
        if let Ok(order) = notation::parse(text, battle, rules.card()) {
            let again = notation::write(&order, battle, rules.card());
            assert_eq!(notation::parse(&again, battle, rules.card()).ok(), Some(order), "{again}");
        }
    }
});
