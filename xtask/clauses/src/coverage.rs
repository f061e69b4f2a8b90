//! Finds the clauses of a rule set that its code cites, and those that its tests show.
//!
//! Cited: `c::SHOOT_04` occurs in `src`, outside of `c.rs`, comments, strings and tests. Shown:
//! `c::SHOOT_04` or the id `SHOOT-04`, with or without the prefix, occurs in `tests`, in an
//! example, or in a test within `src`. `uncovered.toml` lists clauses for which neither is
//! possible, with the reason:
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

/// Contents of a rule set's files.
#[derive(Debug, Default)]
struct Texts {
    code: String,
    tests: String,
    /// Names imported by `use …c::{A, B}`.
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

/// Results for a rule set's clauses.
#[derive(Debug, Default)]
struct Row {
    name: String,
    title: String,
    clauses: usize,
    cited: usize,
    tested: usize,
    /// Number of clauses that fired in the exhaustive runner; `None` if it has not run.
    fired: Option<usize>,
    /// Clauses that are not cited or not tested, with the reason.
    excused: Vec<(String, String)>,
    /// Clauses that cannot fire, with the reason.
    unfired: Vec<(String, String)>,
    /// Clauses that lack something without a reason.
    missing: Vec<String>,
}

/// Prints the table and the missing clauses. Writes `docs/coverage.md`, or with `check` compares it
/// with what it should be. With `only`, reports that rule set alone, and no page. Returns how many
/// clauses lack something without a reason.
pub(crate) fn report(
    root: &Path,
    lists: &[List],
    check: bool,
    only: Option<&str>,
) -> Result<usize, String> {
    let mut rows = Vec::new();
    // A rule set that is not yet available to players gives the reason in a file.
    let held_back = |list: &List| list.folder.join("held-back.md").is_file();
    for list in lists
        .iter()
        .filter(|list| !list.is_kernel() && !held_back(list))
    {
        if only.is_none_or(|only| list.name == format!("rules/{only}")) {
            rows.push(row(list)?);
        }
    }
    let mut table = format!(
        "{:<20}{:>9}{:>8}{:>8}{:>8}{:>9}{:>9}\n",
        "rule set", "clauses", "cited", "tested", "fired", "excused", "unfired"
    );
    for row in &rows {
        let fired = row.fired.map_or_else(|| "?".to_owned(), |n| n.to_string());
        let (excused, unfired) = (row.excused.len(), row.unfired.len());
        table += &format!(
            "{:<20}{:>9}{:>8}{:>8}{fired:>8}{excused:>9}{unfired:>9}\n",
            row.name, row.clauses, row.cited, row.tested
        );
    }
    let missing: Vec<&String> = rows.iter().flat_map(|row| &row.missing).collect();
    if !missing.is_empty() {
        table += &format!("\nmissing, {} in all:\n", missing.len());
        missing
            .iter()
            .for_each(|line| table += &format!("{line}\n"));
    }
    if rows.iter().any(|row| row.fired.is_none()) {
        table +=
            "\n?: the exhaustive runner has not run: cargo test -p sandtable-laws --test exhaust\n";
    }
    // Ignore errors: a reader of only the first lines may close the pipe.
    let _ = std::io::stdout().write_all(table.as_bytes());
    if only.is_none() {
        page(root, &rows, check)?;
    }
    Ok(missing.len())
}

/// Writes the page, or compares it with what it should be.
fn page(root: &Path, rows: &[Row], check: bool) -> Result<(), String> {
    let path = root.join("docs/coverage.md");
    let found = fs::read_to_string(&path).unwrap_or_default();
    if rows.iter().any(|row| row.fired.is_none()) {
        return if check {
            Err(
                "docs/coverage.md cannot be checked before the exhaustive runner has run"
                    .to_owned(),
            )
        } else {
            Ok(())
        };
    }
    let text = page_text(rows);
    if found == text {
        return Ok(());
    }
    if check {
        return Err("docs/coverage.md is stale; `cargo xtask coverage` writes it".to_owned());
    }
    println!("\ndocs/coverage.md written");
    fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))
}

fn page_text(rows: &[Row]) -> String {
    let mut text = "# Coverage of clauses\n\n\
        Written by `cargo xtask coverage`; the check fails when it is stale.\n\n\
        *Cited*: a line of the engine's code names the clause. *Tested*: a test or a worked\n\
        example names it. *Fired*: in the exhaustive runner (random battles of every scenario\n\
        under every switch) a factor, refusal, roll or event cited it, or code that carries it\n\
        out was reached. What is excepted is listed below with its reason.\n\n\
        | rule set | clauses | cited | tested | fired | cannot fire |\n\
        |---|---:|---:|---:|---:|---:|\n"
        .to_owned();
    for row in rows {
        text += &format!(
            "| {} | {} | {} | {} | {} | {} |\n",
            row.title,
            row.clauses,
            row.cited,
            row.tested,
            row.fired.unwrap_or_default(),
            row.unfired.len()
        );
    }
    for row in rows {
        let lists = [
            ("Not cited, or not shown by a test", &row.excused),
            ("Cannot fire in a battle", &row.unfired),
        ];
        for (title, list) in lists.iter().filter(|(_, list)| !list.is_empty()) {
            text += &format!("\n## {}: {}\n\n", row.title, title.to_lowercase());
            for (id, why) in *list {
                text += &format!("- `{id}`: {why}\n");
            }
        }
    }
    text
}

/// Counts a rule set's clauses.
fn row(list: &List) -> Result<Row, String> {
    let texts = Texts::read(&list.folder)?;
    let mut excuses = excuses(list)?;
    let mut row = Row {
        name: list.name.clone(),
        title: list.name.trim_start_matches("rules/").to_owned(),
        clauses: list.clauses.len(),
        ..Row::default()
    };
    for clause in &list.clauses {
        let is_cited = texts.cites(clause);
        let is_tested = texts.shows(clause);
        row.cited += usize::from(is_cited);
        row.tested += usize::from(is_tested);
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
        let id = format!("{}-{}", list.prefix, clause.id);
        match excuse {
            Some(why) => row.excused.push((id, why)),
            None => row
                .missing
                .push(format!("  {id}: {lacks} ({})", clause.title)),
        }
    }
    if let Some(id) = excuses.keys().next() {
        return Err(format!(
            "{}/uncovered.toml: there is no clause {id}",
            list.name
        ));
    }
    fire(list, &mut row)?;
    Ok(row)
}

/// Adds the clauses that the exhaustive runner recorded as fired.
fn fire(list: &List, row: &mut Row) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Kept {
        fired: Vec<u16>,
    }
    let unfired = list.folder.join("unfired.toml");
    if unfired.is_file() {
        let wrong = |why: &dyn std::fmt::Display| format!("{}/unfired.toml: {why}", list.name);
        let text = fs::read_to_string(&unfired).map_err(|error| wrong(&error))?;
        let all: BTreeMap<String, String> = toml::from_str(&text).map_err(|error| wrong(&error))?;
        let cited = |(id, why): (String, String)| (format!("{}-{id}", list.prefix), why);
        row.unfired = all.into_iter().map(cited).collect();
    }
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(
        || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target"),
        std::path::PathBuf::from,
    );
    let path = target.join("fired").join(format!("{}.toml", row.title));
    if let Ok(text) = fs::read_to_string(&path) {
        let kept: Kept =
            toml::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))?;
        let has = |clause: &&Clause| kept.fired.contains(&clause.n);
        row.fired = Some(list.clauses.iter().filter(has).count());
    }
    Ok(())
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

/// Returns the names in every `c::{A, B}`.
fn imports(code: &str) -> Vec<String> {
    code.match_indices("c::{")
        .filter_map(|(at, start)| code[at + start.len()..].split('}').next())
        .flat_map(|names| names.split(','))
        .map(|name| name.trim().to_owned())
        .collect()
}

/// Visits every text file below a folder; does nothing if there is no such folder.
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
