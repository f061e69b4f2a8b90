//! Reads and checks a `clauses.toml`.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// The clauses of a rule set, or of the kernel.
#[derive(Debug)]
pub(crate) struct List {
    /// Folder of its crate.
    pub(crate) folder: PathBuf,
    /// The same folder, relative to the root.
    pub(crate) name: String,
    /// Prefix of every id, such as `THR`.
    pub(crate) prefix: String,
    /// The clauses, in the order of the file.
    pub(crate) clauses: Vec<Clause>,
}

/// The parts of a clause that this tool needs; the engine reads the rest.
#[derive(Debug, Deserialize)]
pub(crate) struct Clause {
    /// Id without the prefix.
    pub(crate) id: String,
    /// Stable number.
    pub(crate) n: u16,
    /// Short title.
    pub(crate) title: String,
}

#[derive(Deserialize)]
struct File {
    prefix: String,
    #[serde(default)]
    clause: Vec<Clause>,
}

impl Clause {
    /// Returns the name of its constant: `SHOOT-04` gives `SHOOT_04`.
    pub(crate) fn constant(&self) -> String {
        self.id.to_uppercase().replace(['-', '.'], "_")
    }
}

impl List {
    /// Returns whether this is the kernel's list.
    pub(crate) fn is_kernel(&self) -> bool {
        self.name == "crates/battle"
    }

    /// Reads the list of a folder.
    pub(crate) fn read(root: &Path, folder: &Path) -> Result<Self, String> {
        let path = folder.join("clauses.toml");
        let text = std::fs::read_to_string(&path)
            .map_err(|error| format!("{}: {error}", path.display()))?;
        let name = folder.strip_prefix(root).unwrap_or(folder);
        let name = name.to_string_lossy().replace('\\', "/");
        Self::parse(&name, folder, &text).map_err(|why| format!("{name}/clauses.toml: {why}"))
    }

    fn parse(name: &str, folder: &Path, text: &str) -> Result<Self, String> {
        let file: File = toml::from_str(text).map_err(|error| error.to_string())?;
        let list = Self {
            folder: folder.to_owned(),
            name: name.to_owned(),
            prefix: file.prefix,
            clauses: file.clause,
        };
        list.sound().map(|()| list)
    }

    /// Checks that numbers and names are unique and in their range.
    fn sound(&self) -> Result<(), String> {
        let range: Range<u16> = if self.is_kernel() {
            1..100
        } else {
            100..10_000
        };
        let mut numbers = BTreeMap::new();
        let mut names = BTreeMap::new();
        for clause in &self.clauses {
            let Clause { id, n, title } = clause;
            if !range.contains(n) {
                let (first, last) = (range.start, range.end - 1);
                return Err(format!("{id} has n = {n}; it must be {first} to {last}"));
            }
            if let Some(other) = numbers.insert(n, id) {
                return Err(format!("{other} and {id} both have n = {n}"));
            }
            let constant = clause.constant();
            let letter = constant.starts_with(|first: char| first.is_ascii_uppercase());
            let plain = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_';
            if !letter || !constant.chars().all(plain) {
                return Err(format!(
                    "`{id}` cannot be an id: letters, digits, `-` and `.`"
                ));
            }
            if let Some(other) = names.insert(constant, id) {
                return Err(if other == id {
                    format!("{id} is there twice")
                } else {
                    format!("{other} and {id} would be one constant")
                });
            }
            if title.trim().is_empty() || title.contains('\n') {
                return Err(format!("{id} needs a title of one line"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use std::path::Path;

    use super::List;

    pub(crate) fn list(text: &str) -> Result<List, String> {
        List::parse("rules/three-hit", Path::new("rules/three-hit"), text)
    }

    fn two(first: (&str, u16), second: (&str, u16)) -> String {
        let clause = |(id, n)| format!("[[clause]]\nid = \"{id}\"\nn = {n}\ntitle = \"A rule\"\n");
        format!("prefix = \"THR\"\n{}{}", clause(first), clause(second))
    }

    #[test]
    fn duplicates_and_wild_numbers_are_refused() {
        let why = |first, second| list(&two(first, second)).expect_err("it is wrong");
        assert!(list(&two(("A-01", 101), ("A-02", 102))).is_ok());
        assert!(why(("A-01", 101), ("A-02", 101)).contains("both have n = 101"));
        assert!(why(("A-01", 101), ("A-01", 102)).contains("twice"));
        assert!(why(("A-01", 101), ("A.01", 102)).contains("one constant"));
        assert!(why(("A-01", 101), ("A-02", 99)).contains("100 to 9999"));
        assert!(why(("A-01", 101), ("4-02", 102)).contains("cannot be an id"));
    }
}
