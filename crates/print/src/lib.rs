//! Paper for the table, as PDF: the map of a battle to scale, rosters with boxes to tick, templates
//! true to size, and the quick-reference sheet of its rules.
//!
//! Everything is drawn in black and grey, on A4 or Letter, within the printable area. The same
//! battle gives the same bytes.

mod leaf;
mod letters;
mod map;
mod paper;
mod roster;
mod sheet;
mod templates;
mod text;

pub use paper::Paper;

use leaf::Booklet;
use sandtable_battle::SheetBlock;
use sandtable_session::{Look, Place};

/// What can be printed of a battle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The map to scale.
    Map,
    /// The units of each side, with boxes to tick.
    Roster,
    /// Measuring sticks and arcs, true to size.
    Templates,
    /// The quick-reference sheet of its rules.
    Sheet,
}

impl Part {
    /// All parts, with the names that people give them.
    pub const ALL: [(&'static str, Self); 4] = [
        ("map", Self::Map),
        ("roster", Self::Roster),
        ("templates", Self::Templates),
        ("sheet", Self::Sheet),
    ];
}

/// A battle on paper.
#[derive(Clone, Debug)]
pub struct Printed {
    /// The PDF file.
    pub pdf: Vec<u8>,
    /// The letters that are printed as `?`, each once: the fonts that every PDF reader has are those
    /// of western Europe.
    pub lost: String,
}

/// Prints the parts of a battle, each once, with the quick-reference sheet of its rules.
#[must_use]
pub fn print(look: &Look<'_>, sheet: &[SheetBlock], paper: Paper, parts: &[Part]) -> Printed {
    let view = look.view(Place::default());
    let mut book = Booklet::new(paper, &view.title);
    for (at, part) in parts.iter().enumerate() {
        match part {
            again if parts[..at].contains(again) => {}
            // Without known positions, a map would be made up.
            Part::Map if look.battle.setting.stated => {}
            Part::Map => map::draw(&mut book, look, &view),
            Part::Roster => roster::draw(&mut book, look.rules.card(), &view),
            Part::Templates => templates::draw(&mut book, look, &view.title),
            Part::Sheet => sheet::draw(&mut book, look.rules.card(), sheet),
        }
    }
    Printed {
        lost: book.lost(),
        pdf: book.finish(),
    }
}
