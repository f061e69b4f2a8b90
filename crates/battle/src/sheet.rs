//! What of a rule set is wanted beside the table: its `sheet.toml`. It holds no rule:
//! it names clauses and numbers.
//!
//! ```toml
//! [[block]]
//! title = "Shooting"
//! sections = ["Shooting"]          # sections of `clauses.toml`, in this order
//! leave = ["SHOOT-24"]             # clauses of them that are not wanted
//!
//! [[block.table]]
//! title = "Fire"
//! numbers = "fire"                 # a row for every entry of this table of `numbers.toml`
//! columns = [["to", "to"], ["hit", "hit on"]]   # its keys, and what they are called here
//! rows = ["musketry", "rifled, close"]          # names of the rows, where their own will not do
//! ```

use crate::data::read_toml;
use crate::numbers::{Number, NumberTable};
use sandtable_tongue::say;
use serde::{Deserialize, Serialize};

/// A part of a quick-reference sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetBlock {
    /// Its title.
    pub title: String,
    /// Sections of the clauses it tells.
    #[serde(default)]
    pub sections: Vec<String>,
    /// Ids of clauses of these sections that it leaves out, without the prefix.
    #[serde(default)]
    pub leave: Vec<String>,
    /// Tables of numbers.
    #[serde(default)]
    pub table: Vec<SheetTable>,
}

/// A table of numbers on a sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetTable {
    /// Its title.
    pub title: String,
    /// The path that all of its numbers begin with.
    pub numbers: String,
    /// The last names of the paths that are columns, with their headings; without
    /// any, every number is a row.
    #[serde(default)]
    pub columns: Vec<(String, String)>,
    /// Names of the rows, in their order, where those of the paths will not do.
    #[serde(default)]
    pub rows: Vec<String>,
}

/// A table of a sheet with its numbers, as they are played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRows {
    /// Headings of the columns; none for a list of single numbers.
    pub head: Vec<String>,
    /// Each row: its name, and a cell a column; a cell may be empty.
    pub rows: Vec<(String, Vec<String>)>,
    /// Whether a house rule changed any of them.
    pub changed: bool,
}

/// The sheet of a `sheet.toml`.
///
/// # Errors
/// The parser's message when the text is no such file.
pub fn read_sheet(text: &str) -> Result<Vec<SheetBlock>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        block: Vec<SheetBlock>,
    }
    read_toml::<File>(text).map(|file| file.block)
}

impl SheetTable {
    /// Its rows, read off the numbers in force.
    #[must_use]
    pub fn rows(&self, numbers: &NumberTable) -> SheetRows {
        let begins = format!("{}.", self.numbers);
        let own = numbers.numbers.iter();
        let own = own.filter_map(|n| n.path.strip_prefix(&begins).map(|rest| (rest, n)));
        let mut rows: Vec<(&str, String, Vec<String>)> = Vec::new();
        let mut changed = false;
        for (rest, number) in own {
            let (row, column) = rest.rsplit_once('.').unwrap_or(("", rest));
            let place = self.columns.iter().position(|(key, _)| key == column);
            let (row, place) = match (self.columns.is_empty(), place) {
                (true, _) => (rest, Some(0)),
                (false, place) => (row, place),
            };
            let wide = self.columns.len().max(1);
            if rows.last().is_none_or(|(last, ..)| *last != row) {
                rows.push((row, plain(row), vec![String::new(); wide]));
            }
            let Some((_, name, cells)) = rows.last_mut() else {
                continue;
            };
            if column == "title" && !self.columns.is_empty() {
                name.clone_from(&value(number));
            }
            if let Some(at) = place {
                changed |= number.is_changed();
                cells[at] = value(number);
            }
        }
        rows.retain(|(.., cells)| cells.iter().any(|cell| !cell.is_empty()));
        let named = rows.into_iter().enumerate().map(|(at, (_, own, cells))| {
            let name = self.rows.get(at).cloned().unwrap_or(own);
            (name, cells)
        });
        SheetRows {
            head: self.columns.iter().map(|(_, head)| head.clone()).collect(),
            rows: named.collect(),
            changed,
        }
    }
}

/// A name of a path as a person writes it.
fn plain(name: &str) -> String {
    say(&name.replace(['_', '-', '.'], " ")).to_owned()
}

/// A value as a person writes it.
fn value(number: &Number) -> String {
    match number.now.trim_matches('"') {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        other => other.replace('_', " "),
    }
}
