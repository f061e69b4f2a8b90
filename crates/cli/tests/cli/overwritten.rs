//! No command overwrites what it has read.

use crate::run::{said, sandtable};
use std::fs;
use std::path::{Path, PathBuf};

const SHIPPED: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

/// Copies a shipped file to a folder of its own.
fn copy(of: &str, name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("overwritten")
        .join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let to = folder.join(name);
    fs::copy(Path::new(SHIPPED).join(of), &to).expect("copied");
    to
}

/// Checks that a command refuses with a sentence and leaves the file unchanged.
fn spared(file: &Path, arguments: &[&str]) {
    let before = fs::read(file).expect("a file");
    let output = sandtable(arguments);
    assert_eq!(
        output.status.code(),
        Some(2),
        "{arguments:?}: {}",
        said(&output)
    );
    assert!(
        said(&output).contains("does not overwrite it"),
        "{}",
        said(&output)
    );
    assert_eq!(fs::read(file).expect("a file"), before, "{arguments:?}");
}

#[test]
fn what_a_command_reads_is_never_written_over() {
    let battle = copy(
        "scenarios/three-hit/two-hills.battle.toml",
        "two-hills.battle.toml",
    );
    let at = battle.to_str().expect("text");
    spared(&battle, &["battle", at, "--quiet", "--journal", at]);
    spared(&battle, &["print", at, "--parts", "map", "--out", at]);
    // The same file under another name.
    let aside = battle.with_file_name(".").join("two-hills.battle.toml");
    let aside = aside.to_str().expect("text");
    spared(&battle, &["print", at, "--parts", "map", "--out", aside]);

    let journal = battle.with_file_name("two-hills.journal.jsonl");
    let kept = journal.to_str().expect("text");
    let play = ["battle", at, "--quiet", "--journal", kept];
    assert!(sandtable(&play).status.success());
    spared(&journal, &["position", kept, "--out", kept]);
    spared(&journal, &["verify", kept, "--save", kept]);
    spared(&journal, &["battle", kept, "--quiet", "--journal", kept]);
}

#[test]
fn situations_and_studies_outlive_their_reports() {
    let grid = copy(
        "situations/three-hit/hand-to-hand.situation.toml",
        "hand.situation.toml",
    );
    let at = grid.to_str().expect("text");
    spared(&grid, &["grid", at, "--html", at]);

    let study = copy("studies/three-hit/two-hits.study.toml", "two.study.toml");
    let few = fs::read_to_string(&study).expect("text");
    let few = few.replace("battles = 200", "battles = 1\nplayers = \"random\"");
    fs::write(&study, few).expect("written");
    let at = study.to_str().expect("text");
    spared(&study, &["study", at, "--quiet", "--html", at]);
    assert!(sandtable(&["study", at, "--quiet"]).status.success());
    let battles = study.with_file_name("two.results.jsonl");
    let kept = battles.to_str().expect("text");
    spared(&battles, &["study", at, "--quiet", "--csv", kept]);
}

#[test]
fn a_position_may_take_the_place_of_the_one_before() {
    let battle = copy(
        "scenarios/three-hit/two-hills.battle.toml",
        "now.battle.toml",
    );
    let at = battle.to_str().expect("text");
    let first = fs::read(&battle).expect("a file");
    let output = sandtable(&["try", at, "end", "--out", at]);
    assert!(output.status.success(), "{}", said(&output));
    assert_ne!(fs::read(&battle).expect("a file"), first);
    assert!(sandtable(&["check", at]).status.success());
}
