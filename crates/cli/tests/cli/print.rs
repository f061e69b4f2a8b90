//! Battles on paper from the command line.

use crate::run::{said, sandtable};

#[test]
fn letters_that_paper_lacks_are_named() {
    let folder = env!("CARGO_TARGET_TMPDIR");
    let (file, pdf) = (
        format!("{folder}/named.battle.toml"),
        format!("{folder}/named.pdf"),
    );
    let print = |side: &str| {
        let text = format!(
            "format = 1\nrules = \"three-hit\"\ntable = [36, 36]\n[[side]]\nname = \"{side}\"\n\
             [[side]]\nname = \"Red\"\n"
        );
        std::fs::write(&file, text).expect("the folder is writable");
        let printed = sandtable(&["print", &file, "--out", &pdf]);
        assert!(printed.status.success(), "{}", said(&printed));
        String::from_utf8_lossy(&printed.stderr).into_owned()
    };
    assert_eq!(print("Ułani z Łodzi"), "");
    let says = print("Αθήνα");
    assert!(says.contains("printed as `?`: Αήαθν"), "{says}");
}
