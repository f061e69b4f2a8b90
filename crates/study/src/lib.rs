//! Studies: many whole battles, with variants of rules, armies and players compared on the same
//! dice, and what they show with its error.
//!
//! A study splits into pairs of variant and battle number. The dice of a battle and the luck of its
//! players come from the study's seed and the battle's number alone, a result is a line of whole
//! numbers, and lines add up in any order. So you can kill a study, continue it, and spread it over
//! threads or machines, and it still gives the same report to the last bit.
//!
//! Where there are neither threads nor files, as in a browser's worker, [`Steps`] plays a study
//! battle by battle.

mod answer;
mod csv;
mod draw;
mod exact;
mod fingerprint;
pub mod fit;
pub mod ladder;
mod model;
mod part;
pub mod plan;
mod play;
mod read;
#[cfg(not(target_family = "wasm"))]
mod results;
#[cfg(not(target_family = "wasm"))]
mod run;
#[cfg(feature = "schema")]
mod schema;
pub mod seed;
pub mod stats;
mod steps;
pub mod tally;
pub mod words;

pub use answer::{Answer, Asked};
#[cfg(not(target_family = "wasm"))]
pub use csv::csv;
pub use csv::{HEAD as CSV_HEAD, cells as csv_cells, row as csv_row};
pub use draw::{Draw, Drawn};
pub use exact::{Asking, Counted, Exact};
pub use fingerprint::fingerprint;
pub use model::{Arm, Axis, Check, Claim, Study, Sweep, Variant};
pub use part::Part;
pub use play::{End, Record, play};
pub use read::{Bundle, Files, STUDY_FILE, Shipped, compared, only_change, read_study, toml_text};
#[cfg(not(target_family = "wasm"))]
pub use results::{Found, Old, Results, Trouble, merge};
#[cfg(not(target_family = "wasm"))]
pub use run::{Progress, run, run_part};
pub use sandtable_odds::{Luck, OrderLuck};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use stats::Estimate;
pub use steps::Steps;
pub use tally::Tally;
