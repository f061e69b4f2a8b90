//! Studies: many whole battles in parallel, variants of rules, armies and
//! players against each other on the same dice, and what they tell with its
//! error.
//!
//! A study splits into (variant, battle number). The dice of a battle and the
//! luck of its players come from the study's seed and the battle's number
//! alone, a result is a line of whole numbers, and lines add up in any order:
//! so a study can be killed, gone on with, and spread over threads or machines,
//! and still gives the same report to the last bit.

mod answer;
mod chapter;
mod claims;
mod compare;
mod csv;
mod difference;
mod file;
mod html;
mod open;
mod play;
mod plot;
mod reader;
mod report;
mod results;
mod run;
#[cfg(feature = "schema")]
mod schema;
pub mod seed;
pub mod stats;
mod sweep;
mod tally;
mod tell;
mod words;

pub use answer::Answer;
pub use compare::compared;
pub use csv::csv;
pub use file::{Claim, STUDY_FILE, Study, Sweep, Variant, read_study};
pub use html::html;
pub use open::{Arm, Files, Shipped};
pub use play::{End, Record, play};
pub use report::{
    ArmReport, Change, ClauseReport, Difference, Ends, Lead, Report, ScenarioReport, Seat, Spread,
    SweepPoint, SweepReport, UnitReport, Verdict,
};
pub use results::{Found, Results, Trouble};
pub use run::{Progress, run};
#[cfg(feature = "schema")]
pub use schema::schema;
pub use stats::Estimate;
pub use tally::Tally;
pub use tell::report;
pub use words::{extent, text};
