//! Published miniature-wargame rules, umpired exactly.
//!
//! This is the crate to build on: open a battle, ask what may be ordered, judge and play
//! orders, work out exact odds, let computer players fight, play studies, keep journals that
//! anybody can check.
//!
//! ```
//! use sandtable::Game;
//!
//! # fn main() -> Result<(), sandtable::Error> {
//! let mut game = Game::scenario("three-hit/two-hills", 1)?;
//! assert!(!game.all_offers().is_empty());
//!
//! // Every order is judged by the rules; a refusal names its clauses.
//! let far = game.order(r#"move "Red Hussars" advance 40"#)?;
//! let refused = game.play(&far).expect_err("nobody rides 40 inches in a turn");
//! assert!(refused.to_string().contains("[THR-"));
//!
//! // The same scenario, seed and orders give the same battle on every machine.
//! let order = game.order(r#"move "Red Hussars" advance 6"#)?;
//! game.play(&order)?;
//! let journal = game.to_journal();
//! assert_eq!(Game::from_journal(&journal)?.hash(), game.hash());
//! # Ok(())
//! # }
//! ```
//!
//! Odds are exact fractions, worked out by the very function that plays the order:
//!
//! ```
//! # fn main() -> Result<(), sandtable::Error> {
//! let text = std::fs::read_to_string("../../situations/three-hit/volley.situation.toml")
//!     .expect("it ships");
//! let odds = sandtable::situation(&text)?.odds(None, sandtable::odds::Terms::default());
//! assert!(odds.expect("the volley may be shot").within.is_none(), "they are exact");
//! # Ok(())
//! # }
//! ```
//!
//! # What is promised
//!
//! The types of this crate's own ([`Game`], [`RuleSet`], [`Error`], [`Duel`], [`Study`]) change
//! by semantic versioning. The crates that it is made of are re-exported as modules
//! ([`battle`], [`files`], [`odds`], ..) for whoever needs all of them; they change faster.
//!
//! Lengths are whole hundredths of a millimetre, angles 65536th parts of a turn clockwise from
//! north: no float is ever part of a battle. What people read and write (orders, battle files)
//! is in the unit of the rule set, inches or centimetres.

mod draw;
mod duel;
mod error;
mod game;
mod library;
mod study;

pub use draw::draw;
pub use duel::{Duel, Ended};
pub use error::{Error, Reason, Refused};
pub use game::Game;
pub use library::{RuleSet, grid, player, players, rule_sets, scenario_text, scenarios, situation};
pub use study::{Copier, Copies, Disk, Shelf, Study};

/// What lies on a table, what players say, what happened; the seam that rule sets fill.
pub use sandtable_battle as battle;
/// Battle files, journals, orders as text.
pub use sandtable_files as files;
/// Measuring on a table.
pub use sandtable_geometry as geometry;
/// Exact odds.
pub use sandtable_odds as odds;
/// Computer players.
pub use sandtable_opponents as opponents;
/// What a study tells.
pub use sandtable_report as report;
/// Two units without a table.
pub use sandtable_situation as situations;
/// Many whole battles.
pub use sandtable_study as studies;

pub use sandtable_battle::{Battle, Judging, Legal, Offer, Order, Outcome, Rules, Side, UnitId};
pub use sandtable_files::Journal;
pub use sandtable_odds::OddsView as Odds;
pub use sandtable_opponents::Player;
pub use sandtable_situation::Situation;
