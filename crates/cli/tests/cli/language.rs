//! Rules and battles in a language other than English.

use crate::run::{said, sandtable};
use std::path::Path;

fn told(arguments: &[&str]) -> String {
    let journal =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../journals/turnpike.journal.jsonl");
    let journal = journal.to_str().expect("a path");
    let output = sandtable(&[&["replay", journal], arguments].concat());
    assert!(output.status.success(), "{}", said(&output));
    said(&output)
}

#[test]
fn a_battle_is_told_in_english_or_in_german() {
    let (english, german) = (told(&[]), told(&["--language", "de"]));
    assert!(
        english.contains("Reilly's battery shoots at Gamble's horse"),
        "{english}"
    );
    assert!(
        german.contains("Reillys Batterie schießt auf Gambles Reiterei"),
        "{german}"
    );
    // The battle is the same: the same numbers and the same clauses, line by line.
    let clauses = |text: &str| -> Vec<String> {
        let all = text
            .split('[')
            .skip(1)
            .filter_map(|rest| rest.split_once(']'));
        all.map(|(clause, _)| clause.to_owned()).collect()
    };
    assert_eq!(clauses(&english), clauses(&german));
    assert_eq!(english.lines().count(), german.lines().count());
}

#[test]
fn flaws_places_and_headings_are_told_in_german() {
    let folder = std::env::temp_dir().join(format!("sandtable-language-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("flawed.battle.toml");
    std::fs::write(&file, "rules = \"three-hit\"\ntitel = \"x\"\n").expect("a file");
    let file = file.to_str().expect("a path");
    let german =
        |arguments: &[&str]| said(&sandtable(&[arguments, &["--language", "de"]].concat()));
    let flawed = german(&["check", file]);
    std::fs::remove_dir_all(&folder).expect("a folder of ours");
    for words in [
        "hat 2 Fehler",
        "eine Gefechtsdatei braucht `format`",
        "unbekannter Schlüssel `titel`",
        "meinst du `title`?",
    ] {
        assert!(flawed.contains(words), "{words}: {flawed}");
    }
    let told = german(&["words", "three-hit/the-tollgate"]);
    for words in ["Gelände:", "Vikarswald:", "Schranke (Ziel)"] {
        assert!(told.contains(words), "{words}: {told}");
    }
    let typed = german(&["try", "otr-d6/turnpike", "march Ames"]);
    assert!(typed.contains("`march` gibt es hier nicht"), "{typed}");
}

#[test]
fn a_language_without_words_is_refused() {
    let output = sandtable(&["rulesets", "--language", "tlh"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(
        said(&output).contains("possible values: en, de"),
        "{}",
        said(&output)
    );
}

/// The report of a study is German on the terminal and as a page; what programs read stays the
/// same.
#[test]
fn a_study_is_told_in_german() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("german");
    std::fs::create_dir_all(&folder).expect("a folder");
    let file = folder.join("hits.study.toml");
    let text = "format = 1\ntitle = \"Hits\"\nscenario = \"three-hit/two-hills\"\n\
                players = \"random\"\nbattles = 2\n\
                [[claim]]\nsays = \"It ends.\"\nanswer = \"turns\"\nleast = 1\n";
    std::fs::write(&file, text).expect("written");
    let told = |language: &[&str]| {
        let study = ["study", file.to_str().expect("text"), "--quiet"];
        let output = sandtable(&[language, &study].concat());
        assert!(output.status.success(), "{}", said(&output));
        String::from_utf8(output.stdout).expect("text")
    };
    let german = told(&["--language", "de"]);
    assert!(german.contains("GILT: It ends."), "{german}");
    assert!(german.contains("Befehle"), "{german}");
    let page = std::fs::read_to_string(folder.join("hits.report.html")).expect("a page");
    assert!(page.contains("<html lang=\"de\">") && page.contains("Wer gewinnt"));
    // The same battles in English.
    let english = told(&[]);
    assert!(english.contains("HOLDS: It ends."), "{english}");
}
