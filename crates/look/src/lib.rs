//! A battle seen through its rules, as a page or a program shows it: plain data in the page's
//! words. A [`Look`] is a battle with its rules, and everything shown of the battle comes from one.
//! Each file covers one concern. A look changes nothing and keeps nothing.
//!
//! No rule and no rule text lives here: verbs, titles and readings come from the rule set's card,
//! judgements and chances from the rule set itself.

mod aloud;
mod error;
pub mod house;
mod intent;
mod log;
mod look;
pub mod measure;
mod odds;
mod offers;
mod overlay;
mod preview;
mod real_table;
mod scene;
pub mod table;
mod threat;
pub mod view;
mod wanted;
mod whynot;
pub mod words;

pub use error::EngineError;
pub use log::told;
pub use look::Look;
pub use sandtable_odds::Terms;
pub use scene::Place;
