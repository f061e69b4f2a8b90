//! A small table for positions.

use sandtable_battle::{Area, Cursor, Status, UnitId};
use sandtable_testing::{Board, rectangle, switches};
pub use sandtable_testing::{
    advance, charge, cites, fight, forward, inch, ordered, pivot, pose, shoot,
};
use sandtable_three_hit::{ThreeHit, turn};

/// A rule set and a position.
pub type Table = Board<ThreeHit>;

/// Makes an empty table of 36 by 36 inches, in Blue's Move step of turn 1.
pub fn table(chosen: &[(&str, &str)]) -> Table {
    let chosen = switches(chosen);
    let rules = ThreeHit::new(&chosen).expect("known switches");
    let cursor = Cursor {
        turn: 1,
        phase: turn::MOVE,
        ..Cursor::default()
    };
    Board::bare(rules, chosen, cursor)
}

pub fn gone(table: &Table, id: UnitId) -> bool {
    table.status(id) == Status::Destroyed
}

/// Makes a rectangular area, in inches.
pub fn zone(x: f64, y: f64, w: f64, h: f64) -> Area {
    rectangle((x, y), (x + w, y + h))
}
