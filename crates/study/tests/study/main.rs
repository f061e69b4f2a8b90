//! Studies as their users see them: faulty files, interrupted runs, and reports that must come out
//! the same.

mod claims;
mod luck;
mod points;
mod reading;
mod running;
mod support;
mod telling;
