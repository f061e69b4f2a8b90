//! Any text is read as a situation, and as the text of a link: it is refused, or
//! read. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_situation::{Library, Situation, from_share};

fuzz_target!(|text: &str| {
    let open = |id: &str, switches: &_| sandtable_fuzz::open(id, switches);
    let library = Library {
        open: &open,
        known: &sandtable_register::NAMES,
    };
    let _ = Situation::read(text, library);
    if let Ok(situation) = from_share(text) {
        let _ = Situation::read(&situation, library);
    }
});
