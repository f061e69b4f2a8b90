//! Looks ahead in time: finds when something could be ordered.
//!
//! The kernel does not know turns, so a table alone does not show when a unit may shoot or charge.
//! The scout finds out by playing: it gives orders that let time pass ([`idle`]) and leaves the
//! table as it was. There are three ways to look ahead:
//!
//! - [`walk`] and [`moments`] follow one course, as if nobody did anything more: use them to find
//!   threats;
//! - [`every`] follows every course that leaves the table as it is: use it for situations;
//! - [`in_every_phase`] does not advance time at all. It asks the rules as if each phase were the
//!   current one, because rule sets skip phases in which nobody can do anything.
//!
//! The rules decide who may do what in these moments. Nothing is measured here.

mod every;
mod idle;
mod phases;
mod pointed;
mod walk;

pub use every::{Moment, every, ways};
pub use idle::{Idle, idle};
pub use phases::{at_best, filled, in_every_phase, least_refused};
pub use pointed::{directed, foes, is_same, legal};
pub use walk::{moments, put_unit, walk, with_unit_at};
