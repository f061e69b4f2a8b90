//! Rooms over real sockets, on SQLite, and on PostgreSQL if it is installed.

mod account;
mod base;
mod damaged;
mod host;
mod hostile;
mod joint;
mod mail;
mod play;
mod postgres;
mod push;
mod rating;
mod seats;
mod support;
mod table;
mod third;
mod tls;
mod tournament;
