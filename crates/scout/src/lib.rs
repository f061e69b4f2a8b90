//! Time walked forward: when something could be ordered.
//!
//! The kernel knows no turn, so nobody can read off a table when a unit may shoot or
//! charge. The scout finds out by playing: it gives the orders that let time go by
//! ([`idle`]) and leaves the table as it was. There are three ways to look ahead:
//!
//! - [`walk`] and [`moments`] go one way, as if nobody did anything more: what threatens;
//! - [`every`] goes every way that leaves the table as it is: what situations ask;
//! - [`in_every_phase`] does not walk at all: it asks the rules as if it were some phase
//!   or other, because rule sets pass over phases in which nobody can do anything.
//!
//! Who may do what in these moments is for the rules to say. Nothing is measured here.

mod every;
mod idle;
mod phases;
mod pointed;
mod walk;

pub use every::{Moment, every, ways};
pub use idle::{Idle, idle};
pub use phases::{at_best, filled, in_every_phase, least_refused};
pub use pointed::{directed, foes, is_same, legal};
pub use walk::{moments, walk, with_unit_at};
