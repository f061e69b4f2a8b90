//! Clauses: `cargo xtask clauses` writes the constants of every `clauses.toml`; `cargo xtask
//! coverage` counts the clauses that code cites and tests show.

mod coverage;
mod list;
mod source;
mod write;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use list::List;

/// Returns the lists of a repository: the kernel's, then one per rule set.
fn lists(root: &Path) -> Result<Vec<List>, String> {
    let mut folders: Vec<PathBuf> = vec![root.join("crates/battle")];
    let rules = root.join("rules");
    let entries = std::fs::read_dir(&rules)
        .and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(|error| format!("{}: {error}", rules.display()))?;
    folders.extend(entries);
    folders[1..].sort();
    folders
        .iter()
        .filter(|folder| folder.join("clauses.toml").is_file())
        .map(|folder| List::read(root, folder))
        .collect()
}

fn run(arguments: &[&str]) -> Result<(), String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"))
        .ancestors()
        .nth(2)
        .expect("this crate lies two folders deep");
    match arguments {
        ["write"] => write::write(&lists(root)?),
        // For a rule set in another folder.
        ["write", "--in", folder] => {
            let folder = Path::new(folder);
            write::write(&[List::read(folder, folder)?])
        }
        ["write", "--check"] => write::check(&lists(root)?),
        ["coverage"] => coverage::report(root, &lists(root)?, false, None).map(drop),
        ["coverage", "--check", only @ ..] if only.len() < 2 => {
            match coverage::report(root, &lists(root)?, true, only.first().copied())? {
                0 => Ok(()),
                missing => Err(format!(
                    "{missing} clauses are not cited or not tested; see the list above"
                )),
            }
        }
        _ => Err("usage: xtask-clauses write|coverage [--check [RULES]]".to_owned()),
    }
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(why) => {
            eprintln!("{why}");
            ExitCode::FAILURE
        }
    }
}
