//! The journal of a room as it was stored: what it was made with, and the lines of its deeds.

use crate::deed::{Deed, Kept, Wish};
use crate::store::RoomRow;
use sandtable_files::journal::{Header, Line};
use sandtable_session::{Shelf, Umpire, header_of};

/// A journal that is put together from what was stored, in a time that grows with its deeds.
pub(crate) enum Past {
    /// Most headers hold whatever is taken back, so the lines need not be read.
    Plain { header: String, lines: Vec<String> },
    /// A journal that somebody brought along may say in its header up to which line the dice were
    /// sealed, or how many lines have an earlier format.
    Told {
        header: Box<Header>,
        lines: Vec<Line>,
    },
}

impl Past {
    /// Begins with what the room was made with.
    ///
    /// # Errors
    /// If that is not a journal.
    pub(crate) fn of(row: &RoomRow) -> Result<Self, String> {
        let header: Header = serde_json::from_str(&row.header).map_err(|e| e.to_string())?;
        let lines = row.opening.lines();
        Ok(if header.tells_of_lines() {
            Self::Told {
                header: Box::new(header),
                lines: lines.map(read).collect::<Result<_, _>>()?,
            }
        } else {
            Self::Plain {
                header: row.header.clone(),
                lines: lines.map(str::to_owned).collect(),
            }
        })
    }

    /// Takes in the next deed.
    ///
    /// # Errors
    /// If it has a line that cannot be read.
    pub(crate) fn take(&mut self, kept: &Kept) -> Result<(), String> {
        match &kept.deed {
            Deed::Line(line) => self.add(line)?,
            Deed::Opening(line) => {
                self.clear();
                self.add(line)?;
            }
            Deed::Answered {
                wish: Wish::Back(to),
                yes: true,
                ..
            } => self.back(*to),
            _ => {}
        }
        Ok(())
    }

    fn add(&mut self, line: &str) -> Result<(), String> {
        match self {
            Self::Plain { lines, .. } => lines.push(line.to_owned()),
            Self::Told { lines, .. } => lines.push(read(line)?),
        }
        Ok(())
    }

    fn clear(&mut self) {
        match self {
            Self::Plain { lines, .. } => lines.clear(),
            Self::Told { lines, .. } => lines.clear(),
        }
    }

    /// Drops what followed a line.
    fn back(&mut self, to: u32) {
        match self {
            Self::Plain { lines, .. } => {
                lines.truncate(usize::try_from(to).map_or(usize::MAX, |to| to + 1));
            }
            Self::Told { header, lines } => header.go_back(lines, to),
        }
    }

    /// Returns the battle.
    ///
    /// # Errors
    /// If what was stored is not one.
    pub(crate) fn umpire(self, shelf: &Shelf) -> Result<Umpire, String> {
        let (header, lines) = match self {
            Self::Plain { header, lines } => (header, lines),
            Self::Told { header, lines } => {
                let lines = lines.iter().map(serde_json::to_string);
                let lines = lines.collect::<Result<_, _>>().map_err(|e| e.to_string())?;
                (header_of(&header).map_err(|e| e.to_string())?, lines)
            }
        };
        Umpire::restore(shelf, &header, &lines).map_err(|e| e.to_string())
    }
}

fn read(line: &str) -> Result<Line, String> {
    serde_json::from_str(line).map_err(|e| e.to_string())
}
