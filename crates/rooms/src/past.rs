//! The journal of a room as it was stored: what it was made with, and the lines of its deeds.

use crate::deed::{Deed, Kept, Wish};
use crate::store::RoomRow;
use sandtable_session::{Shelf, Umpire, header_of};

/// A journal that is put together from what was stored.
pub(crate) struct Past<'a> {
    shelf: &'a Shelf,
    header: String,
    lines: Vec<String>,
}

impl<'a> Past<'a> {
    /// Begins with what the room was made with.
    pub(crate) fn of(shelf: &'a Shelf, row: &RoomRow) -> Self {
        Self {
            shelf,
            header: row.header.clone(),
            lines: row.opening.lines().map(str::to_owned).collect(),
        }
    }

    /// Takes in the next deed.
    ///
    /// # Errors
    /// If what was stored so far is not a battle.
    pub(crate) fn take(&mut self, kept: &Kept) -> Result<(), String> {
        match &kept.deed {
            Deed::Line(line) => self.lines.push(line.clone()),
            Deed::Opening(line) => self.lines = vec![line.clone()],
            Deed::Answered {
                wish: Wish::Back(to),
                yes: true,
                ..
            } => self.back(*to)?,
            _ => {}
        }
        Ok(())
    }

    /// Drops what followed a line.
    fn back(&mut self, to: u32) -> Result<(), String> {
        if !self.tells_of_lines() {
            let kept = usize::try_from(to).map_or(usize::MAX, |to| to + 1);
            self.lines.truncate(kept);
            return Ok(());
        }
        let mut umpire = self.umpire()?;
        umpire.back(to).map_err(|e| e.to_string())?;
        let journal = umpire.journal();
        self.header = header_of(&journal.header).map_err(|e| e.to_string())?;
        let lines = journal.lines().iter().map(serde_json::to_string);
        self.lines = lines.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
        Ok(())
    }

    /// Returns whether the header tells something of the lines that going back changes: up to which
    /// line the dice were sealed, and how many lines have an earlier format. Journals that somebody
    /// brought along may.
    fn tells_of_lines(&self) -> bool {
        let header = serde_json::from_str::<serde_json::Value>(&self.header);
        header.is_ok_and(|header| !header["seal"].is_null() || !header["renewed"].is_null())
    }

    /// Returns the battle.
    ///
    /// # Errors
    /// If what was stored is not one.
    pub(crate) fn umpire(&self) -> Result<Umpire, String> {
        Umpire::restore(self.shelf, &self.header, &self.lines).map_err(|e| e.to_string())
    }
}
