//! Files, journals, notation and words of a small rule set made for these tests.

mod files_flaws;
mod files_round_trip;
mod house;
mod journal;
mod kept;
mod marks;
mod notation;
mod pending;
mod points;
mod ruler;
mod seal;
mod size;
mod support;
mod tell;
