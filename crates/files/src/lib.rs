//! Battle files (`*.battle.toml`): scenarios and positions in one format, read and written. They
//! use the names of the rule set's [`sandtable_battle::Card`].
//!
//! Reading takes two steps, because the file itself says which rule set it is for: [`peek_rules`]
//! finds that out, then [`read_battle`] reads the rest. It reports all flaws at once, with their
//! places; [`write_battle`] writes any state of a battle so that it reads back equal.
//!
//! ```toml
//! format = 2
//! rules = "three-hit"
//! title = "Two hills"
//! turns = 15
//! table = [36, 36]
//!
//! [[terrain]]
//! ground = "hill"
//! at = [9, 18]
//! size = [8, 6]
//!
//! [[unit]]
//! name = "1st Line"
//! side = "Blue"
//! kind = "infantry"
//! at = [12, 6]
//! facing = 0
//! ```
//!
//! `[[piece]]` is terrain that a player lays before the battle: a shape like
//! that of `[[terrain]]`, drawn about the origin, and `laid = [x, y, degrees]`
//! once it lies on the table.
//!
//! Lengths are in the unit of the rule set's card, inches or centimetres; facings
//! are degrees clockwise from north, the origin is the south-west corner. Four
//! decimals of an inch hold a hundredth of a millimetre exactly, three of a
//! degree the 65536th part of a turn.
//!
//! A battle must keep to these limits so that it can be written and read back: a name for each unit
//! and a stand size for each kind; every unit in a group of its own side; at most one arrival for
//! each unit; the areas of a linear feature are those of its line and width; switches hold no
//! defaults.

mod amend;
mod army;
mod broken;
mod check;
mod elements;
mod events;
mod fact;
mod facts;
mod flaws;
mod house;
pub mod journal;
mod marks;
mod named;
mod node;
pub mod notation;
mod pending;
mod points;
mod read;
#[cfg(feature = "schema")]
mod schema;
mod setting;
mod shape;
mod state;
mod switches;
mod text;
mod units;
mod within;
mod write;

pub use amend::{Amendable, Change, Range, Whose, amendable, amended, amends};
pub use army::{ARMY_FILE, Army, army_warnings, is_army, muster, peek_army, read_army, write_army};
pub use broken::{slip, unmarked};
pub use check::misplaced;
pub use elements::{Entry, Reading, read_elements};
pub use events::{EVENTS_FILE, events_beside, peek_events, read_events};
pub use fact::Fact;
pub use facts::facts;
pub(crate) use flaws::Notes;
pub use flaws::{Flaw, Flaws, clip};
pub use house::{HOUSE_FILE, House, is_house, peek_house, read_house, write_house};
pub use journal::Journal;
pub(crate) use node::too_long;
pub use points::{POINTS_FILE, Points, Worth, peek_points, read_points, whole_points};
pub use read::{
    Beside, files_beside, peek_rules, read_battle, read_battle_with, read_begun, read_switches,
    read_warned, side_names, unknown_rules,
};
pub(crate) use read::{Renewal, read_as_kept};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use shape::oval;
pub(crate) use text::{degree_text, length_text};
pub use units::{Recruit, clashes};
pub use within::Position;
pub use write::write_battle;

/// Walks through a TOML file value by value and notes every flaw with its place. Battle files are
/// read this way; so are the other files that people write.
pub mod walk {
    pub use super::flaws::Notes;
    pub use super::house::{differences, tried, written_numbers};
    pub use super::node::{Node, Table, read_toml_as};
}

/// The format of army, points and guided-battle files.
pub const FORMAT: i64 = 1;

/// The format in which battle files are written; older ones can be read as well.
pub const BATTLE_FORMAT: i64 = 2;

/// Maximum size of a battle file in bytes: enough for what play adds to the largest that is sound.
pub const MOST_BYTES: usize = 2 << 20;

/// Maximum size in bytes of any text that is read and is not a journal: a study, an army, house
/// rules. What a text is shows only once it is read, so a battle file may have this much until then.
pub const MOST_TEXT: usize = 8 << 20;

/// Maximum number of units in a battle.
pub const MOST_UNITS: usize = 200;

/// Maximum number of groups in a battle: a deck has one bit for each.
pub const MOST_GROUPS: usize = 32;

/// Maximum number of terrain pieces, and of zones.
pub const MOST_PIECES: usize = 100;

/// Maximum number of stands in a unit.
pub const MOST_STANDS: i64 = 60;

/// Maximum number of turns.
pub const MOST_TURNS: i64 = sandtable_battle::LAST_TURN as i64;

/// Maximum width of a table, in units of the rule set's ruler.
pub const WIDEST: f64 = 400.0;

/// Maximum coordinate, in units of the rule set's ruler.
const FARTHEST: f64 = sandtable_geometry::Ruler::MOST as f64;

/// Maximum number of points in an outline or a line.
const POINTS: usize = 200;
