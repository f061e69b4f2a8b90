//! Compares both umpires of a rule set, for its tests.

use crate::replay::replay;
use crate::walk::{Course, asked, seeded, walk};

/// Reads the built-in battles of a rule set, in the order of their names.
///
/// # Panics
/// If a file cannot be read.
#[must_use]
pub fn built_in(rules: &str) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios/");
    let files = std::fs::read_dir(format!("{folder}{rules}")).expect("the scenarios");
    let mut paths: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
    paths.sort();
    let battles = paths.iter();
    let battles = battles.filter(|path| path.to_string_lossy().ends_with(".battle.toml"));
    battles
        .map(|path| std::fs::read_to_string(path).expect("a scenario"))
        .collect()
}

/// Compares both umpires over a walk, or in the one position that the environment names ([`replay`]).
///
/// # Panics
/// If they differ, or if the walk has met none of some kind of order, refusal or event.
pub fn compare(course: &Course<'_>, orders: u32, seed: u64, kinds: &[&str]) {
    if let Some(told) = replay(course.pair) {
        return println!("{told}");
    }
    let report = walk(course, asked(orders), seeded(seed));
    println!("{}", report.told());
    assert!(report.differences.is_empty(), "{}", report.quarrels());
    for kind in kinds {
        let met = report.kinds.get(*kind).copied().unwrap_or_default();
        assert!(met > 0, "no {kind}: {}", report.told());
    }
}
