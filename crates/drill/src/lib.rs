//! Procedures that rule sets share, as plain functions over a battle: straight slides and what
//! stops them, what stands in a line of sight, offers that all rule sets make, places flush on a
//! face, setting up, laying terrain, places for units that nobody placed, reinforcements, refusals
//! that all rule sets share, answers found a moment ago, how battles end, the victory conditions of a scenario, and the nearest
//! legal order to what a player dragged.
//!
//! This crate knows no rule set: the caller says what blocks, what may be passed and by how much.

mod arrivals;
#[cfg(test)]
mod bare;
mod berth;
mod decided;
mod endings;
mod judging;
mod lately;
mod laying;
mod nearest;
mod offering;
mod placing;
mod ranks;
mod scoring;
mod sight;
mod slide;
mod walk;

pub use arrivals::{arrive, room_about, room_along_edge, room_among};
pub use berth::{Bars, Berth, berth};
pub use decided::Decided;
pub use endings::{beaten, by_scenario, greater, holds_more};
pub use judging::{ground_witness, require_both, require_enemies, require_present};
pub use lately::Lately;
pub use laying::{Laying, fits_box, is_area, meet, meets_table};
pub use nearest::{held, nearest, reachable, roughly_nearest, scaled};
pub use offering::{nothing_but_a_choice, offer_targets, offer_zones};
pub use placing::{
    comes_never, in_reserve, in_zone, require_reserve, roll_off, strip, tell_of, waiting,
    zone_bounds,
};
pub use ranks::{Ranks, bounds, place_all, room_in_box};
pub use scoring::{ahead, enough, has_conditions, hold, holder, march_off, points};
pub use sight::{ground_across, unit_across};
pub use slide::{Hindrance, Slide, slide};
pub use walk::walk;
