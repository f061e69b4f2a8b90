//! The quick-reference sheet of a rule set: its `sheet.toml`. It contains no rules; it names
//! clauses and numbers.
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

/// A block of a quick-reference sheet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SheetBlock {
    /// The block's title.
    pub title: String,
    /// Sections whose clauses the block shows.
    #[serde(default)]
    pub sections: Vec<String>,
    /// Ids of clauses in these sections that the block leaves out, without the prefix.
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
    /// The table's title.
    pub title: String,
    /// The path that all its numbers begin with.
    pub numbers: String,
    /// The last names of the paths that become columns, with their headings; without columns, every
    /// number is a row.
    #[serde(default)]
    pub columns: Vec<(String, String)>,
    /// Names of the rows, in their order, where the names from the paths are not good enough.
    #[serde(default)]
    pub rows: Vec<String>,
}

/// A table of a sheet with its numbers, at their values in play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SheetRows {
    /// Headings of the columns; empty for a list of single numbers.
    pub head: Vec<String>,
    /// Each row: its name, and one cell for each column; a cell may be empty.
    pub rows: Vec<(String, Vec<String>)>,
    /// Whether a house rule changed any of the numbers.
    pub changed: bool,
}

/// Reads the blocks of a `sheet.toml`.
///
/// # Errors
/// If the text is not such a file: the parser's message.
pub fn read_sheet(text: &str) -> Result<Vec<SheetBlock>, String> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        block: Vec<SheetBlock>,
    }
    read_toml::<File>(text).map(|file| file.block)
}

impl SheetTable {
    /// Returns the rows of the table, with the numbers in force.
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

/// Returns a name of a path in readable form.
fn plain(name: &str) -> String {
    say(&name.replace(['_', '-', '.'], " ")).to_owned()
}

/// Returns a value in readable form.
fn value(number: &Number) -> String {
    match number.now.trim_matches('"') {
        "true" => "yes".to_owned(),
        "false" => "no".to_owned(),
        other => other.replace('_', " "),
    }
}
