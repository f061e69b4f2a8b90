//! Clauses that the printed examples do not show: the turn, generals, waves,
//! setting up, winning, and the switches of movement and command.

mod common;
mod generals;
mod ground;
mod moving;
mod setting_up;
mod turn;
mod waves;
