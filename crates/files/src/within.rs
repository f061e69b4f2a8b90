//! Positions inside other files: the keys of a battle file, in a table of the other file.

use super::node::{Joined, Table};
use super::{check, house, read, switches};
use crate::flaws::Notes;
use sandtable_battle::{Battle, Rules, Switches};

/// A position as a table of another file writes it down.
pub struct Position<'d> {
    root: Joined<'d>,
}

impl<'d> Position<'d> {
    /// Reads the position that a table of a file describes, apart from the table's own keys
    /// (`own`), laid over what another table (`under`) says about every position of the file. The
    /// file names the rule set under `rules`.
    #[must_use]
    pub fn new(
        file: &Table<'d>,
        under: Option<&Table<'d>>,
        table: &Table<'d>,
        own: &[&str],
    ) -> Self {
        let mut root = Joined::new(table, own);
        if let Some(under) = under {
            root.lay_over(under);
        }
        root.take("rules", file);
        Self { root }
    }

    /// Returns the switches and numbers it asks for, as they are written.
    #[must_use]
    pub fn switches(&self, notes: &mut Notes<'_>) -> Switches {
        let root = &self.root.table();
        let chosen = switches::written_switches(root, notes).into_iter();
        let chosen = chosen.map(|(node, value)| (node.key.to_owned(), value));
        let numbers = house::written_numbers(root, notes);
        numbers
            .iter()
            .fold(Switches(chosen.collect()), |chosen, (path, value, _)| {
                chosen.with_number(path, value)
            })
    }

    /// Reads the position under its rule set; the positions of units are checked as in a battle
    /// file.
    #[must_use]
    pub fn read(&self, rules: &dyn Rules, notes: &mut Notes<'_>) -> Option<Battle> {
        let root = &self.root.table();
        let battle = read::read_words(root, rules.card(), notes)?;
        if notes.clean() {
            check::positions(root, &battle, rules, notes);
        }
        Some(battle)
    }
}
