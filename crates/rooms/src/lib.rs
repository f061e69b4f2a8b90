//! Rooms: battles between people on several devices.
//!
//! A room is a list of deeds in a database, under the key (room, number): orders with their dice,
//! who sat down, what was said and agreed. What is in memory is worked out from them. The engine
//! judges every order, whoever sends it; its line is stored, and only then does the order take
//! effect and reach the pages. So nothing that was acknowledged is lost when the server dies, and
//! two servers cannot both write the same line.
//!
//! No rule lives here: battles are [`sandtable_session::Umpire`]s.

mod account;
mod acts;
mod address;
mod alarms;
mod bodies;
pub mod clock;
mod config;
mod course;
pub mod deed;
mod enter;
pub mod feed;
mod greet;
mod http;
pub mod joint;
mod lacks;
mod late;
mod letters;
mod limit;
mod log;
mod mail;
mod make;
mod metrics;
mod notices;
mod past;
mod places;
mod plan;
mod push;
mod rating;
mod robot;
mod room;
mod rooms;
pub mod seat;
mod secret;
pub mod store;
mod tasks;
pub mod tournament;
mod watch;
mod weight;
pub mod wire;
mod ws;

pub use account::account_key;
pub use config::Config;
pub use http::{Beside, router};
pub use limit::Rate;
pub use log::not_accepted;
pub use mail::Mail;
pub use push::{Push, PushKeys, Reach};
pub use rooms::{Rooms, Time, machine_time};
pub use secret::NoChance;
pub use tasks::attend;
