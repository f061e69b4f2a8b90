//! What every test of studies starts with.

use sandtable_report::report;
use sandtable_study::{Results, Shipped, Study, Tally, Trouble, read_study, run};
use std::path::{Path, PathBuf};

pub const SHIPPED: Shipped = Shipped(sandtable_register::ALL);

pub const HEAD: &str = "format = 1\ntitle = \"A study\"\nscenario = \"three-hit/two-hills\"\n\
                    players = [\"random\", \"random\"]\nbattles = 12\nseed = 7\n";
pub const VARIANTS: &str = "[[variant]]\nname = \"As printed\"\n[[variant]]\nname = \"Two hits\"\n\
                        [variant.numbers]\nhits_to_eliminate = 2\n";

pub fn study(text: &str) -> Study {
    read_study(text, "", &SHIPPED).unwrap_or_else(|flaws| panic!("{flaws}\n{text}"))
}

pub fn path(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("study");
    std::fs::create_dir_all(&folder).expect("a folder");
    let path = folder.join(format!("{name}.results.jsonl"));
    let _ = std::fs::remove_file(&path);
    path
}

/// Plays the missing battles; returns the report as JSON.
pub fn played(study: &Study, path: &Path, threads: usize) -> Result<String, Trouble> {
    let (mut results, mut tallies, _) = Results::open(path, study)?;
    run(
        study,
        Some(&mut results),
        &mut tallies,
        Some(threads),
        &|_, _| {},
    )?;
    Ok(serde_json::to_string(&report(study, &tallies)).expect("JSON"))
}

pub fn tallies(study: &Study) -> Vec<Tally> {
    let mut tallies = vec![Tally::of(study.battles); study.arms.len()];
    run(study, None, &mut tallies, Some(1), &|_, _| {}).expect("no file, no trouble");
    tallies
}
