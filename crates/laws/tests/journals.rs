//! Golden journals: recorded battles must still load, verify against the rules line by line, and
//! end the same.

use sandtable_files::{Journal, journal};

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
