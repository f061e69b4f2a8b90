//! Any text is read as a battle file: it is refused with flaws, or what was
//! read is written and read back equal. Nothing panics.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok((id, switches)) = sandtable_files::peek_rules(text) else { return };
    let Ok(rules) = sandtable_fuzz::open(&id, &switches) else { return };
    if let Ok(battle) = sandtable_files::read_battle(text, &*rules) {
        let again = sandtable_files::write_battle(&battle, rules.card());
        assert_eq!(sandtable_files::read_battle(&again, &*rules).as_ref(), Ok(&battle), "{again}");
    }
});
