//! A battle being played, in a page's words.
//!
//! A [`Session`] holds one battle with its journal and answers the calls of [`call`]. What it answers is built by a [`Look`]: a battle
//! seen through its rules, usable without a session (the program uses it too).
//!
//! No rule lives here and no rule text: verbs, titles and readings come from the
//! rule set's card, judgements and chances from the rule set itself.

mod aloud;
mod build;
pub mod call;
mod catalogue;
mod chances;
mod error;
mod game;
mod intent;
mod ledger;
mod lesson;
mod log;
mod look;
mod measure;
mod odds;
mod offers;
mod overlay;
mod play;
mod preview;
mod rulebook;
mod scene;
mod selfplay;
mod session;
mod shelf;
mod stated;
mod table;
mod threat;
pub mod view;
mod wanted;
mod whynot;
mod words;

pub use error::EngineError;
pub use ledger::{flawed, rules_of};
pub use log::told;
pub use look::Look;
pub use sandtable_odds::{Others, Terms};
pub use scene::Place;
pub use selfplay::Selfplay;
pub use session::{Chance, Session, Source};
pub use shelf::{ArmyText, Lessons, Opener, Scenario, Shelf};
