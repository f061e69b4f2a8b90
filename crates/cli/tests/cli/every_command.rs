//! Every command of the program, with arguments that finish in a moment, for tests that hold for
//! all commands.

use crate::run::{said, sandtable};
use std::fs;
use std::path::{Path, PathBuf};

/// A command with its arguments.
pub struct Case {
    /// The words typed.
    pub words: Vec<String>,
    /// The exit code when nothing disturbs it.
    pub code: i32,
}

/// Returns a case of every command, except those that serve until they are stopped. It empties
/// `folder` and puts all files there.
pub fn every_command(folder: &Path) -> Vec<Case> {
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).expect("a folder");
    let at = |name: &str| folder.join(name).display().to_string();
    fs::write(at("bad.battle.toml"), "x = [").expect("written");
    fs::write(at("few.study.toml"), FEW).expect("written");
    // `@name` means a file of the folder.
    let lines = [
        (0, "rulesets"),
        (0, "rules three-hit"),
        (0, "schema battle"),
        (
            0,
            "battle three-hit/two-hills --seed 2 --journal @battle.journal.jsonl",
        ),
        (0, "orders three-hit/two-hills"),
        (0, "words three-hit/two-hills"),
        (0, "try three-hit/two-hills end --out @next.battle.toml"),
        (3, "try three-hit/two-hills pass\u{a0}nobody"),
        (1, "try three-hit/two-hills load\u{a0}#0"),
        (0, "odds ../../situations/three-hit/volley.situation.toml"),
        (
            0,
            "grid ../../situations/three-hit/hand-to-hand.situation.toml --html @sheet.html",
        ),
        (
            0,
            "advise three-hit/two-hills --player captain --playouts 8",
        ),
        (
            0,
            "review ../../journals/two-hills.journal.jsonl --playouts 1",
        ),
        (
            0,
            "ladder three-hit --players random,recruit --battles 1 --scenario three-hit/two-hills \
             --results @ladder.jsonl",
        ),
        (0, "train three-hit --battles 10 --out @weights.toml"),
        (0, "study @few.study.toml --csv @few.csv"),
        (
            0,
            "compare printed printed three-hit/two-hills --battles 4 --players random --html \
             @compare.html",
        ),
        (0, "verify ../../journals/two-hills.journal.jsonl"),
        (0, "replay ../../journals/two-hills.journal.jsonl"),
        (
            0,
            "position ../../journals/two-hills.journal.jsonl --out @position.battle.toml",
        ),
        (0, "print three-hit/two-hills --out @paper.pdf"),
        (
            0,
            "army roll --rules three-hit --seed 7 --out @rolled.army.toml",
        ),
        (0, "army import 2x3Cv --rules throw-me-a-6"),
        (0, "army points --rules otr-d6"),
        (0, "generate three-hit --out @table.battle.toml"),
        (4, "rooms list --data @nowhere"),
        (4, "tournaments list --data @nowhere"),
        (3, "check nowhere.battle.toml"),
        (3, "check @bad.battle.toml"),
    ];
    let word = |word: &str| match word.strip_prefix('@') {
        Some(name) => at(name),
        None => word.replace('\u{a0}', " "),
    };
    let cases = lines.into_iter().map(|(code, line)| Case {
        words: line.split_ascii_whitespace().map(word).collect(),
        code,
    });
    cases.collect()
}

/// A study of a few battles.
const FEW: &str = "format = 1\ntitle = \"A few\"\nscenario = \"three-hit/two-hills\"\n\
                   battles = 60\nplayers = \"random\"\n";

/// Commands that serve until they are stopped.
pub const SERVES: [&str; 2] = ["play", "serve"];

/// Makes a folder for one test.
pub fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("every")
        .join(name)
}

#[test]
fn no_command_is_left_out_and_each_does_its_work() {
    let cases = every_command(&folder("complete"));
    let help = said(&sandtable(&["--help"]));
    let listed = help
        .lines()
        .skip_while(|line| !line.starts_with("Commands:"));
    let listed = listed.skip(1).take_while(|line| !line.is_empty());
    let names = listed.filter_map(|line| {
        let name = line.strip_prefix("  ")?.split(' ').next()?;
        (!name.is_empty() && name != "help").then(|| name.to_owned())
    });
    let mut count = 0;
    for name in names {
        let there = cases.iter().any(|case| case.words[0] == name);
        assert!(
            there || SERVES.contains(&name.as_str()),
            "`{name}` is left out"
        );
        count += 1;
    }
    assert!(count > 20, "{help}");
    for case in cases {
        let words: Vec<&str> = case.words.iter().map(String::as_str).collect();
        let output = sandtable(&words);
        assert_eq!(
            output.status.code(),
            Some(case.code),
            "{words:?}: {}",
            said(&output)
        );
    }
}
