//! Study files: what they may say, and how their flaws are reported.

use crate::support::{HEAD, SHIPPED, VARIANTS, study, tallies};
use sandtable_report::report;
use sandtable_study::{Bundle, Files, read_study};
use std::path::Path;

#[test]
fn flaws_are_named_with_their_place() {
    let with = |from: &str, to: &str| format!("{HEAD}{VARIANTS}").replace(from, to);
    for (text, line, says, hint) in [
        (
            with("battles = 12", "battles = 0"),
            5,
            "must be 1 to 1000000, not 0",
            "",
        ),
        (
            with("seed = 7", "sede = 7"),
            6,
            "unknown key `sede`",
            "`seed`",
        ),
        (
            with("two-hills", "two-hils"),
            3,
            "no scenario `three-hit/two-hils`",
            "two-hills",
        ),
        (
            with("\"random\", ", "\"randon\", "),
            4,
            "no player is called `randon`",
            "`random`",
        ),
        (
            with("hits_to_eliminate", "hits_to_eliminat"),
            12,
            "no number `hits_to_eliminat`",
            "",
        ),
        (with("eliminate = 2", "eliminate = 90"), 12, "must be", ""),
        (
            with("\"Two hits\"", "\"As printed\""),
            10,
            "two variants are called",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminat\"\n"),
            8,
            "no number",
            "hits_to_eliminate",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nfrom = 1\nto = 1\n"),
            9,
            "make 1 values",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nfrom = 3\nto = 1\n"),
            9,
            "more than `from`",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 2.0]\n"),
            9,
            "different ones",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, \"2e0\"]\n"),
            9,
            "different ones",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, \" 2\"]\n"),
            9,
            "different ones",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 3]\nto = 4\n"),
            10,
            "does not go with `values`",
            "",
        ),
        (
            format!(
                "{HEAD}[[sweep]]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 3]\n\
                 [[sweep]]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 4]\n"
            ),
            11,
            "swept twice",
            "",
        ),
        (
            format!("{HEAD}[sweep]\nnumber = \"hits_to_eliminate\"\nvalues = [2, 99]\n"),
            9,
            "must be",
            "",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"winns\"\nmost = 3\n"),
            9,
            "`winns`",
            "wins",
        ),
        (
            format!("{HEAD}[[claim]]\nsays = \"x\"\nanswer = \"wins\"\n"),
            7,
            "needs `least`, `most`",
            "",
        ),
        (
            format!("{HEAD}side = \"Blu\"\n"),
            7,
            "no side `Blu`",
            "Blue",
        ),
        (
            format!("{HEAD}[[variant]]\nname = \"x\"\nrules = \"no.rules.toml\"\n"),
            9,
            "no.rules.toml",
            "",
        ),
        (
            HEAD.replace(
                "scenario = \"three-hit/two-hills\"",
                "scenarios = [\"three-hit/two-hills\", \"otr-d6/turnpike\"]",
            ),
            3,
            "is a battle of otr-d6",
            "about one rule set",
        ),
        ("format = 1".to_owned(), 1, "needs `title`", ""),
    ] {
        let flaws = read_study(&text, "", &SHIPPED)
            .err()
            .unwrap_or_else(|| panic!("read:\n{text}"));
        let fits = flaws.flaws.iter().any(|flaw| {
            let told = flaw.hint.clone().unwrap_or_default();
            flaw.line == line && flaw.message.contains(says) && told.contains(hint)
        });
        assert!(fits, "line {line}, {says}, {hint}:\n{flaws}\n{text}");
    }
}

#[test]
fn a_variant_may_say_what_is_printed_against_the_scenarios_own_rules() {
    struct Own;
    impl Files for Own {
        fn sets(&self) -> &'static [sandtable_register::Entry] {
            sandtable_register::ALL
        }
        fn text(&self, name: &str) -> Result<String, String> {
            let text = SHIPPED.text("three-hit/two-hills")?;
            let own = "turns = 12\n[numbers]\nhits_to_eliminate = 4\n";
            match name {
                "own.battle.toml" => Ok(text.replacen("turns = 12\n", own, 1)),
                _ => Err(format!("there is no file `{name}`")),
            }
        }
    }
    let text = HEAD.replace("three-hit/two-hills", "own.battle.toml")
        + "[[variant]]\nname = \"Its own\"\n[[variant]]\nname = \"Printed\"\n\
           [variant.numbers]\nhits_to_eliminate = 3\n";
    let found = read_study(&text, "", &Own).unwrap_or_else(|flaws| panic!("{flaws}"));
    let changed = |at: usize| found.arms[at].rules.card().numbers.changed().count();
    assert_eq!((changed(0), changed(1)), (1, 0));
}

/// The built-in studies open, each under the rule set of its folder.
#[test]
fn every_shipped_study_can_be_played() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../studies");
    let mut sets = Vec::new();
    for set in std::fs::read_dir(root).expect("a folder").flatten() {
        for file in std::fs::read_dir(set.path()).expect("a folder").flatten() {
            let name = file.file_name().to_string_lossy().into_owned();
            if !name.ends_with(sandtable_study::STUDY_FILE) {
                continue;
            }
            let text = std::fs::read_to_string(file.path()).expect("a study");
            let found = study(&text);
            let rules = set.file_name().to_string_lossy().into_owned();
            assert_eq!(found.rules.card().id, rules, "{name}");
            sets.push(rules);
        }
    }
    for entry in sandtable_register::ALL {
        assert!(
            sets.iter().any(|set| set == entry.id),
            "no study of {}",
            entry.id
        );
    }
}

/// Old spellings about units in studies are still understood.
#[test]
fn every_study_of_the_museum_can_be_played() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../museum/format-1");
    let mut found = 0;
    for set in std::fs::read_dir(root).expect("a folder").flatten() {
        for file in std::fs::read_dir(set.path())
            .into_iter()
            .flatten()
            .flatten()
        {
            let name = file.file_name().to_string_lossy().into_owned();
            if name.ends_with(sandtable_study::STUDY_FILE) {
                let text = std::fs::read_to_string(file.path()).expect("a study");
                let rules = set.file_name().to_string_lossy().into_owned();
                assert_eq!(study(&text).rules.card().id, rules, "{name}");
                found += 1;
            }
        }
    }
    assert!(found >= 7, "{found} studies");
}

/// An engine for browsers has one rule set, and the files given with it.
#[test]
fn a_bundle_of_one_rule_set_is_enough() {
    const ONE: &[sandtable_register::Entry] = sandtable_register::ALL.split_at(1).0;
    let house = "base = \"three-hit\"\nname = \"Two\"\n[numbers]\nhits_to_eliminate = 2\n";
    let bundle = Bundle {
        sets: ONE,
        files: [("two.rules.toml".to_owned(), house.to_owned())].into(),
    };
    let text = format!("{HEAD}[[variant]]\nname = \"Two\"\nrules = \"two.rules.toml\"\n");
    let found = read_study(&text, "", &bundle).unwrap_or_else(|flaws| panic!("{flaws}"));
    assert_eq!(found.variants[0].changes.len(), 1);
    let other = HEAD.replace("three-hit/two-hills", "otr-d6/turnpike");
    assert!(read_study(&other, "", &bundle).is_err());
}

#[test]
fn a_variant_may_have_a_scenario_of_its_own() {
    let text = format!(
        "{HEAD}[[variant]]\nname = \"Two hills\"\n[[variant]]\nname = \"The tollgate\"\n\
         scenario = \"three-hit/the-tollgate\"\n"
    );
    let found = study(&text);
    let titles: Vec<&str> = found
        .arms
        .iter()
        .map(|arm| arm.start.setting.title.as_str())
        .collect();
    assert_eq!(titles.len(), 2);
    assert_ne!(titles[0], titles[1]);
    let told = report(&found, &tallies(&found));
    assert_eq!(told.scenarios[0].differences.len(), 1);
    for (to, says) in [
        ("three-hit/the-tolgate", "the-tolgate"),
        ("otr-d6/turnpike", "otr-d6"),
    ] {
        let text = text.replace("three-hit/the-tollgate", to);
        let flaws = read_study(&text, "", &SHIPPED).err().expect("flawed");
        assert!(
            flaws.flaws[0].line == 11 && flaws.flaws[0].message.contains(says),
            "{flaws}"
        );
    }
}
