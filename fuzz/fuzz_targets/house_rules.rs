//! Any text is read as house rules: it is refused with flaws, or what was read
//! is written and read back equal. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_battle::{Switches, files};

fuzz_target!(|text: &str| {
    let Ok(base) = files::peek_house(text, &sandtable_register::NAMES) else { return };
    let Ok(rules) = sandtable_fuzz::open(&base, &Switches::default()) else { return };
    let open = |switches: &Switches| sandtable_register::open(&base, switches).map(drop);
    if let Ok(house) = files::read_house(text, rules.card(), &open) {
        let again = files::write_house(&house);
        let read = files::read_house(&again, rules.card(), &open);
        assert_eq!(read.as_ref(), Ok(&house), "{again}");
    }
});
