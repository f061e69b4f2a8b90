//! The laws that every rule set keeps. Tests check them on random battles of every built-in
//! scenario (`tests/laws.rs`), and on everything that the exhaustive runner plays until every
//! clause that can fire has fired (`tests/exhaust.rs`).

mod battles;
mod laws;
mod mirror;
mod orders;

pub use battles::{begun, drills, open, scenarios, sets, try_open};
pub use laws::*;
pub use mirror::{mirrored, mirrored_order};
pub use orders::{any_order, up_to_a_foe};
