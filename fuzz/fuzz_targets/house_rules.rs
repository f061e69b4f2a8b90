//! Any text is read as house rules: it is refused with flaws, or what was read
//! is written and read back equal. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use sandtable_battle::Switches;

fuzz_target!(|text: &str| {
    let Ok(base) = sandtable_files::peek_house(text, &sandtable_register::NAMES) else { return };
    let Ok(rules) = sandtable_fuzz::open(&base, &Switches::default()) else { return };
    let open = |switches: &Switches| sandtable_register::open(&base, switches).map(drop);
    if let Ok(house) = sandtable_files::read_house(text, rules.card(), &open) {
        let again = sandtable_files::write_house(&house);
        let read = sandtable_files::read_house(&again, rules.card(), &open);
        assert_eq!(read.as_ref(), Ok(&house), "{again}");
    }
});
