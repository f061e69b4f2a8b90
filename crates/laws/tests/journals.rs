//! Golden journals: recorded battles must still load, verify against the rules line by line, and
//! end the same.

use sandtable_battle::{Ground, Patch, Stated};
use sandtable_files::{Journal, journal, read_battle};
use sandtable_geometry::Point;

#[test]
fn golden_journals_still_agree_with_the_rules() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../journals");
    let mut verified = 0;
    for file in std::fs::read_dir(folder).expect("a folder").flatten() {
        if file.path().extension().is_none_or(|e| e != "jsonl") {
            continue;
        }
        let name = file.file_name().to_string_lossy().into_owned();
        let text = std::fs::read_to_string(file.path()).expect("a text");
        let header = journal::peek(&text).unwrap_or_else(|f| panic!("{name}: {f}"));
        let rules = sandtable_register::open(&header.rules, &header.switches).expect("known rules");
        let journal = Journal::read(&text, &*rules).unwrap_or_else(|f| panic!("{name}: {f}"));
        journal
            .verify(&*rules)
            .unwrap_or_else(|m| panic!("{name}: {m}"));
        assert!(journal.fold().ended.is_some(), "{name} ends");
        verified += 1;
    }
    assert!(verified >= 2, "a golden battle a rule set");
}

/// A journal can come from anywhere: what was stated must leave a position that a file can hold.
#[test]
fn a_statement_that_leaves_no_position_does_not_verify() {
    let scenarios = sandtable_register::scenarios();
    let hills = scenarios.iter().find(|s| s.id == "three-hit/two-hills");
    let text = &hills.expect("shipped").text;
    let (id, switches) = sandtable_files::peek_rules(text).expect("shipped");
    let rules = sandtable_register::open(&id, &switches).expect("shipped");
    let battle = read_battle(text, &*rules).expect("shipped");
    let opened = Journal::open(battle, &*rules, 1);
    let inches = |many: i32| many * 2540;
    for (size, sound) in [
        (inches(72), true),
        (inches(10), false),
        (1, false),
        (inches(401), false),
    ] {
        let mut journal = opened.clone();
        let stated = Stated {
            bare: Some([size, size]),
            ..Stated::default()
        };
        journal.append_stated(Some(stated), None, Vec::new(), Vec::new());
        let verified = journal.verify(&*rules);
        assert_eq!(verified.is_ok(), sound, "{size}: {verified:?}");
    }
    for (level, sound) in [(20, true), (21, false)] {
        let corner = |x, y| Point::new(inches(x), inches(y));
        let patch = Patch {
            ground: Ground::Hill,
            level,
            points: vec![corner(1, 1), corner(4, 1), corner(1, 4)],
            width: None,
        };
        let stated = Stated {
            bare: Some([inches(72), inches(72)]),
            ground: vec![patch],
            ..Stated::default()
        };
        let mut journal = opened.clone();
        journal.append_stated(Some(stated), None, Vec::new(), Vec::new());
        assert_eq!(journal.verify(&*rules).is_ok(), sound, "{level} levels");
    }
}
