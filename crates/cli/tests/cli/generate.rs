//! Random tables from the command line: the file is right and can be played.

use crate::run::{said, sandtable};

#[test]
fn a_generated_battle_is_checked_and_played() {
    for rules in sandtable_register::NAMES {
        let file = format!("{}/{rules}-lot.battle.toml", env!("CARGO_TARGET_TMPDIR"));
        let made = sandtable(&["generate", rules, "--seed", "5", "--out", &file]);
        assert!(made.status.success(), "{rules}: {}", said(&made));
        let checked = sandtable(&["check", &file]);
        assert!(checked.status.success(), "{rules}: {}", said(&checked));
        let again = sandtable(&["generate", rules, "--seed", "5"]);
        let text = std::fs::read_to_string(&file).expect("written");
        assert!(said(&again).contains(text.trim_end()), "{rules}");
        let json = sandtable(&["generate", rules, "--seed", "5", "--same", "--json"]);
        assert!(
            said(&json).contains("\"points\""),
            "{rules}: {}",
            said(&json)
        );
    }
    let strange = sandtable(&["generate", "chess"]);
    assert_eq!(strange.status.code(), Some(3));
    assert!(said(&strange).contains("there are: "), "{}", said(&strange));
}
