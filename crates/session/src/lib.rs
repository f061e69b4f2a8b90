//! A battle being played, in the words of a page.
//!
//! A [`Session`] holds one battle with its journal and answers the calls of [`call`]. A [`Look`]
//! builds the answers: it is a battle seen through its rules, usable without a session (the program
//! uses it too).
//!
//! There are no rules and no rule texts here: verbs, titles and readings come from the rule set's
//! card, judgements and chances from the rule set itself.

mod build;
pub mod call;
mod catalogue;
mod chances;
pub mod coach;
mod faces;
mod game;
mod ledger;
mod lesson;
mod levels;
mod play;
mod real_table;
mod rulebook;
mod ruling;
mod selfplay;
mod session;
mod shelf;
mod umpire;

pub use ledger::{flawed, rules_of};
pub use levels::player;
pub use ruling::{Amendables, Amended, Amends, Changed, Put, RangeView, ValueView, Written};
pub use sandtable_look::house::of_clause as house_rules_of;
pub use sandtable_look::{EngineError, Look, Place, told, view};
use sandtable_look::{measure, table, words};
pub use sandtable_odds::{Others, Terms};
pub use selfplay::Selfplay;
pub use session::{Chance, Session, Source};
pub use shelf::{ArmyText, Lessons, Opener, Scenario, Shelf};
pub use umpire::{Judged, Layout, Refused, Setup, Thought, Throw, Umpire, header_of, is_level};
