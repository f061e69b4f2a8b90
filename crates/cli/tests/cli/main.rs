//! The program, as a person at a terminal uses it.

mod check;
#[cfg(unix)]
mod cluster;
mod documents;
mod every_command;
mod generate;
mod grown;
mod house;
mod language;
mod opponents;
mod overwritten;
mod play;
mod print;
mod rooms;
mod run;
mod schemas;
#[cfg(unix)]
mod serve;
mod streams;
mod study;
mod typed;
