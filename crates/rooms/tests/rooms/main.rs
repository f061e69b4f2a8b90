//! Rooms over real sockets, on SQLite; and on PostgreSQL where it is installed.

mod hostile;
mod joint;
mod play;
mod postgres;
mod seats;
mod support;
mod table;
mod third;
