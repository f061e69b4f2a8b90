//! Studies as their users meet them: files that are wrong, runs that are broken
//! off, and reports that must come out the same.

mod claims;
mod luck;
mod points;
mod reading;
mod running;
mod support;
mod telling;
