//! Published miniature-wargame rules, umpired exactly.
//!
//! This is the crate to build on. Open a battle, ask for the possible orders, judge and play them,
//! compute exact odds, let computer players fight, run studies, and keep journals that anyone can
//! check.
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
//! Odds are exact fractions, computed by the same function that plays the order:
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
//! This crate's own types ([`Game`], [`RuleSet`], [`Error`], [`Duel`], [`Study`]) change by
//! semantic versioning. The crates it is built on are re-exported as modules ([`battle`],
//! [`files`], [`odds`], ..) for users who need everything; they change faster.
//!
//! Lengths are whole hundredths of a millimetre, angles 65536ths of a turn clockwise from north: a
//! battle never contains a float. What people read and write (orders, battle files) uses the unit
//! of the rule set, inches or centimetres.

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

/// What lies on a table, what players order, what happened; and the interface that rule sets
/// implement.
pub use sandtable_battle as battle;
/// Battle files, journals and orders as text.
pub use sandtable_files as files;
/// Measuring on a table.
pub use sandtable_geometry as geometry;
/// Exact odds.
pub use sandtable_odds as odds;
/// Computer players.
pub use sandtable_opponents as opponents;
/// Reports of studies.
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
