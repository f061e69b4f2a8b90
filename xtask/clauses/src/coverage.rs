//! Which clauses of a rule set are cited by its code and shown by a test.
//!
//! Cited: `c::SHOOT_04` stands in `src`, outside of `c.rs`, comments, strings
//! and tests. Shown: `c::SHOOT_04` or the id `SHOOT-04`, with or without the
//! prefix, stands in `tests`, in an example, or in a test within `src`.
//! What cannot be either is listed with its reason in `uncovered.toml`:
//!
//! ```toml
//! [[clause]]
//! id = "META-01"
//! why = "It names the dice; there is nothing to decide."
//! ```

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::Path;

use serde::Deserialize;

use crate::list::{Clause, List};
use crate::source::{has_word, split};

/// What a rule set's files say.
#[derive(Debug, Default)]
struct Texts {
    code: String,
    tests: String,
    /// Names brought in by `use …c::{A, B}`.
    imported: Vec<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Uncovered {
    #[serde(default)]
    clause: Vec<Excuse>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Excuse {
    id: String,
    why: String,
}

/// Prints the table and the missing; gives how many are missing without a reason.
pub(crate) fn print(lists: &[List]) -> Result<usize, String> {
    let mut rows = Vec::new();
    let mut missing = Vec::new();
    for list in lists.iter().filter(|list| !list.is_kernel()) {
        let texts = Texts::read(&list.folder)?;
        let mut excuses = excuses(list)?;
        let (mut cited, mut tested, mut excused) = (0, 0, 0);
        for clause in &list.clauses {
            let is_cited = texts.cites(clause);
            let is_tested = texts.shows(clause);
            cited += usize::from(is_cited);
            tested += usize::from(is_tested);
            let excuse = excuses.remove(&clause.id);
            let lacks = match (is_cited, is_tested) {
                (true, true) if excuse.is_some() => {
                    return Err(format!(
                        "{}/uncovered.toml: {} is covered; take it out",
                        list.name, clause.id
                    ));
                }
                (true, true) => continue,
                (true, false) => "no test shows it",
                (false, true) => "no code cites it",
                (false, false) => "no code cites it, no test shows it",
            };
            if excuse.is_some() {
                excused += 1;
            } else {
                let (prefix, id, title) = (&list.prefix, &clause.id, &clause.title);
                missing.push(format!("  {prefix}-{id}: {lacks} ({title})"));
            }
        }
        if let Some(id) = excuses.keys().next() {
            return Err(format!(
                "{}/uncovered.toml: there is no clause {id}",
                list.name
            ));
        }
        rows.push((&list.name, list.clauses.len(), cited, tested, excused));
    }
    let mut table = format!(
        "{:<20}{:>9}{:>8}{:>8}{:>9}\n",
        "rule set", "clauses", "cited", "tested", "excused"
    );
    for (name, clauses, cited, tested, excused) in rows {
        table += &format!("{name:<20}{clauses:>9}{cited:>8}{tested:>8}{excused:>9}\n");
    }
    if !missing.is_empty() {
        table += &format!(
            "\nmissing, {} in all:\n{}\n",
            missing.len(),
            missing.join("\n")
        );
    }
    // Whoever reads only the first lines may close the pipe.
    let _ = std::io::stdout().write_all(table.as_bytes());
    Ok(missing.len())
}

fn excuses(list: &List) -> Result<BTreeMap<String, String>, String> {
    let path = list.folder.join("uncovered.toml");
    if !path.is_file() {
        return Ok(BTreeMap::new());
    }
    let wrong = |why: &dyn std::fmt::Display| format!("{}/uncovered.toml: {why}", list.name);
    let text = fs::read_to_string(&path).map_err(|error| wrong(&error))?;
    let file: Uncovered = toml::from_str(&text).map_err(|error| wrong(&error))?;
    let mut excuses = BTreeMap::new();
    for Excuse { id, why } in file.clause {
        if why.trim().is_empty() {
            return Err(wrong(&format!("{id} needs a reason")));
        }
        excuses.insert(id, why);
    }
    Ok(excuses)
}

impl Texts {
    fn read(folder: &Path) -> Result<Self, String> {
        let mut texts = Self::default();
        each(&folder.join("src"), &mut |path, text| {
            if path.extension().is_some_and(|extension| extension == "rs")
                && path.file_name().is_some_and(|name| name != "c.rs")
            {
                let source = split(text);
                let in_tests = path.components().any(|part| part.as_os_str() == "tests")
                    || path.file_stem().is_some_and(|stem| stem == "tests");
                if in_tests {
                    texts.tests.push_str(text);
                } else {
                    texts.imported.extend(imports(&source.code));
                    texts.code.push_str(&source.code);
                }
                texts.tests.push_str(&source.tests);
            }
        })?;
        each(&folder.join("tests"), &mut |_, text| {
            texts.tests.push_str(text)
        })?;
        each(&folder.join("examples"), &mut |path, text| {
            if path
                .extension()
                .is_some_and(|extension| extension == "toml")
            {
                let said = text
                    .lines()
                    .filter(|line| !line.trim_start().starts_with('#'));
                texts.tests.extend(said.flat_map(|line| [line, "\n"]));
            }
        })?;
        Ok(texts)
    }

    fn cites(&self, clause: &Clause) -> bool {
        let constant = clause.constant();
        has_word(&self.code, &format!("c::{constant}")) || self.imported.contains(&constant)
    }

    fn shows(&self, clause: &Clause) -> bool {
        has_word(&self.tests, &clause.id)
            || has_word(&self.tests, &format!("c::{}", clause.constant()))
    }
}

/// The names in every `c::{A, B}`.
fn imports(code: &str) -> Vec<String> {
    code.match_indices("c::{")
        .filter_map(|(at, start)| code[at + start.len()..].split('}').next())
        .flat_map(|names| names.split(','))
        .map(|name| name.trim().to_owned())
        .collect()
}

/// Every file of text below a folder; none when there is no folder.
fn each(folder: &Path, seen: &mut dyn FnMut(&Path, &str)) -> Result<(), String> {
    if !folder.is_dir() {
        return Ok(());
    }
    let wrong = |error: std::io::Error| format!("{}: {error}", folder.display());
    let mut entries = fs::read_dir(folder)
        .and_then(|entries| {
            entries
                .map(|entry| Ok(entry?.path()))
                .collect::<Result<Vec<_>, _>>()
        })
        .map_err(wrong)?;
    entries.sort();
    for path in entries {
        if path.is_dir() {
            each(&path, seen)?;
        } else if let Ok(text) = fs::read_to_string(&path) {
            seen(&path, &text);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{Texts, imports};
    use crate::list::Clause;

    #[test]
    fn clauses_are_found_in_code_and_tests() {
        let clause = |id: &str| Clause {
            id: id.to_owned(),
            n: 100,
            title: String::new(),
        };
        let texts = Texts {
            code: "screen.require(true, c::SHOOT_04)".to_owned(),
            tests: "clauses = [\"THR-SHOOT-04\", \"MOVE-01\"]".to_owned(),
            imported: imports("use crate::c::{MELEE_01, MELEE_02};"),
        };
        assert!(texts.cites(&clause("SHOOT-04")) && texts.shows(&clause("SHOOT-04")));
        assert!(!texts.cites(&clause("SHOOT-05")) && !texts.shows(&clause("SHOOT-05")));
        assert!(texts.cites(&clause("MELEE-02")) && texts.shows(&clause("MOVE-01")));
    }
}
