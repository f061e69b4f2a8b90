//! The results of a study: what its battles add up to, as data, in words and as a page.
//!
//! [`report`] works them out from a study and the tallies of its battles. [`text`] is for a
//! terminal, [`html`] makes a page that needs no other file.

mod page;
mod tell;

pub use page::html;
pub use tell::{
    ArmReport, Bin, Change, ClauseReport, Difference, Dominance, Ends, Fifth, GridReport, HeldOut,
    Importance, KindPoints, Lead, LuckReport, Part, PointsReport, Report, ScenarioReport, Seat,
    Spread, SweepPoint, SweepReport, UnitReport, Verdict, points_file, report, text, words::extent,
};
